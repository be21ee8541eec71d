// Everything that can be seen.

#ifndef Board_hh
#define Board_hh

#include "Action.hh"
#include "Utils.hh"

// What a cell can contain.
enum CType { EMPTY, ASTEROID, STARSHIP, MISSILE, POINT_BONUS, MISSILE_BONUS };

// Writes the name of what a cell contains.
inline ostream& operator<< (ostream& os, CType t) {
  switch (t) {
    case EMPTY:         return os << "EMPTY";
    case ASTEROID:      return os << "ASTEROID";
    case STARSHIP:      return os << "STARSHIP";
    case MISSILE:       return os << "MISSILE";
    case POINT_BONUS:   return os << "POINT_BONUS";
    case MISSILE_BONUS: return os << "MISSILE_BONUS";
  }
  return os;
}

// A cell of the universe.
struct Cell {
  CType type;        // what it contains
  Starship_Id sid;   // the starship, -1 if it contains none
  Missile_Id mid;    // the missile, -1 if it contains none
};

// A starship.
struct Starship {
  Starship_Id sid;   // its number
  Pos pos;           // where it is; where it died if it is dead
  int nb_miss;       // its missiles
  bool alive;        // whether it flies
  int time;          // rounds until it can be reborn
};

// A missile in flight.
struct Missile {
  Missile_Id mid;    // its number
  Starship_Id sid;   // the starship that shot it
  Pos pos;           // where it is
};

// The universe as it is at the beginning of the round. It does not change while you play, and
// a copy keeps what it shows.
class Board {
public:

  // Number of players: 4.
  int number_players () const { return PLAYERS_; }

  // Rounds of the match.
  int number_rounds () const { return rounds_; }

  // Rows of universe and window.
  int number_rows () const { return rows_; }

  // Columns of the universe.
  int number_universe_columns () const { return cols_; }

  // Columns of the window.
  int number_window_columns () const { return window_; }

  // Starships of each player.
  int number_starships_per_player () const { return fleet_; }

  // Starships of all players.
  int number_starships () const { return PLAYERS_*fleet_; }

  // Rounds that a dead starship waits.
  int number_rounds_to_regenerate () const { return regen_; }

  // The number of missile bonuses in the universe.
  int number_missile_bonuses () const { return missile_bonuses_; }

  // The number of point bonuses in the universe.
  int number_point_bonuses () const { return point_bonuses_; }

  // Missiles in a missile bonus.
  int bonus_missiles () const { return bonus_missiles_; }

  // Points in a point bonus.
  int bonus_points () const { return bonus_points_; }

  // Points for shooting a rival's starship.
  int kill_points () const { return kill_points_; }

  // Whether p is in the universe: any column is.
  bool within_universe (const Pos& p) const { return unsigned(p.real()) < unsigned(rows_); }

  // Whether p is in the window of round r. A starship must be in the window of the next round
  // after its move: within_window(p + d, round() + 1).
  bool within_window (const Pos& p, int r) const {
    if (not within_universe(p)) return false;
    int from = unsigned(r) < unsigned(cols_) ? r : r%cols_;
    int to = from + window_, c = wrap_(p.imag());
    return to <= cols_ ? from <= c and c < to : c >= from or c < to - cols_;
  }

  // Whether s is the number of a starship.
  bool starship_ok (Starship_Id s) const { return s >= 0 and s < number_starships(); }

  // Whether p is the number of a player.
  bool player_ok (Player_Id p) const { return p >= 0 and p < PLAYERS_; }

  // The player of a starship.
  Player_Id player_of (Starship_Id s) const {
    my_assert(starship_ok(s));
    return s/fleet_;
  }

  // The first starship of player p: its starships are begin(p), ..., end(p) - 1.
  Starship_Id begin (Player_Id p) const {
    my_assert(player_ok(p));
    return p*fleet_;
  }

  // The number behind the last starship of player p.
  Starship_Id end (Player_Id p) const {
    my_assert(player_ok(p));
    return (p + 1)*fleet_;
  }

  // Number of this round.
  int round () const { return round_; }

  // The cell at p; its row must be in the universe.
  Cell cell (const Pos& p) const {
    my_assert(within_universe(p));
    size_t at = size_t(p.real())*cols_ + wrap_(p.imag());
    Cell c = { EMPTY, -1, -1 };
    if (unit_[at] > 0) {
      c.type = STARSHIP;
      c.sid = unit_[at] - 1;
    } else if (unit_[at] < 0) {
      c.type = MISSILE;
      c.mid = miss_[-unit_[at] - 1].mid;
    } else {
      switch (ground_[at]) {
        case 'X': c.type = ASTEROID; break;
        case 'P': c.type = POINT_BONUS; break;
        case 'M': c.type = MISSILE_BONUS; break;
      }
    }
    return c;
  }

  // A starship, of any player.
  Starship starship (Starship_Id s) const {
    my_assert(starship_ok(s));
    return ship_[s];
  }

  // All missiles in flight, by number.
  map<Missile_Id, Missile> missiles () const {
    map<Missile_Id, Missile> all;
    for (size_t k = 0; k < miss_.size(); ++k) {
      all.insert(all.end(), make_pair(miss_[k].mid, miss_[k]));
    }
    return all;
  }

  // The score of player p.
  int score (Player_Id p) const {
    my_assert(player_ok(p));
    return score_[p];
  }

  // The share of its computation budget that player p has used, from 0 to 1, if there
  // is a limit; -1 for a frozen player.
  double status (Player_Id p) const {
    my_assert(player_ok(p));
    return status_[p];
  }

  // A random integer from 0 to 2147483645. Draw from here, never from rand() or the time, and
  // your matches can be repeated.
  int randomize () { return random_.randomize(); }

  // A random integer from l to u, both included; u must not be less than l.
  int randomize (int l, int u) { return random_.randomize(l, u); }

private:

  friend struct palestra::Access;

  enum { PLAYERS_ = 4 };

  int rounds_, rows_, cols_, window_, fleet_, regen_, missile_bonuses_, point_bonuses_;
  int bonus_missiles_, bonus_points_, kill_points_, round_;
  vector<unsigned char> ground_;  // by cell: the letter of the drawn board
  vector<int> unit_;              // by cell: starship + 1, or -(index in miss_) - 1, or 0
  vector<Starship> ship_;
  vector<Missile> miss_;
  int score_[PLAYERS_];
  double status_[PLAYERS_];
  Random_generator random_;

  int wrap_ (int column) const {
    // Nearly all columns need no division.
    if (unsigned(column) < unsigned(cols_)) return column;
    int c = column%cols_;
    return c < 0 ? c + cols_ : c;
  }

};

#endif
