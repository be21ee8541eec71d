// Everything that a player knows: the parameters, the board and the units.

#ifndef Board_hh
#define Board_hh

#include "palestra.hh"
#include "PosDir.hh"

// Kinds of cells.
enum CellType {
  Empty, Wall, CellTypeSize
};

// Kinds of units.
enum UnitType {
  Knight,   // hits the units of others
  Farmer,   // colours the tiles it steps on
  UnitTypeSize
};

// A cell of the board.
struct Cell {
  CellType type;
  int owner;   // the player whose colour it has, or -1
  int unit;    // the unit on it, or -1
  Pos pos;     // where it is
};

// A unit. A converted unit keeps its number and its type; its player changes.
struct Unit {
  UnitType type;
  int id;      // its number
  int player;  // whose it is
  int health;
  Pos pos;     // where it stands
};

// What you see of the match at the beginning of the round. Everybody sees the same: nothing is
// hidden, turned or renumbered. It is known from the first call of play() on, not yet in the
// constructor of your player. "Checked" means that a wrong argument ends your program.
class Board {
public:

  Board ()
    : secgame_(false), nb_rounds_(0), nb_players_(0), nb_farmers_(0), nb_knights_(0),
      farmers_health_(0), knights_health_(0), farmers_regen_(0), knights_regen_(0),
      damage_min_(0), damage_max_(0), rows_(0), cols_(0), units_(0), round_(0) { }

  // The game and its version.
  static string version () { return "battleroyale v1.1"; }

  // Whether the computation is limited.
  bool secgame () const { return secgame_; }
  // Rounds of the match.
  int nb_rounds () const { return nb_rounds_; }
  // Number of players: 2 or 4.
  int nb_players () const { return nb_players_; }
  // Farmers that each player has at the start.
  int nb_farmers () const { return nb_farmers_; }
  // Knights that each player has at the start.
  int nb_knights () const { return nb_knights_; }
  // Full health of a farmer.
  int farmers_health () const { return farmers_health_; }
  // Full health of a knight.
  int knights_health () const { return knights_health_; }
  // Health that a farmer regains in a round of rest.
  int farmers_regen () const { return farmers_regen_; }
  // Health that a knight regains in a round of rest.
  int knights_regen () const { return knights_regen_; }
  // Least damage of a hit.
  int damage_min () const { return damage_min_; }
  // Greatest damage of a hit.
  int damage_max () const { return damage_max_; }
  // Rows of the board.
  int rows () const { return rows_; }
  // Columns of the board.
  int cols () const { return cols_; }

  // Numbers of all farmers that player has now, increasing. Checked.
  const vector<int>& farmers (int player) {
    check(player_ok(player));
    return list_[Farmer][player];
  }
  // Numbers of all knights that player has now, increasing. Checked.
  const vector<int>& knights (int player) {
    check(player_ok(player));
    return list_[Knight][player];
  }

  // Number of units of all players together.
  int nb_units () const { return units_; }
  // The current round, from 0.
  int round () const { return round_; }

  // Whether player is a player: 0, 1, ..., nb_players() - 1.
  bool player_ok (int player) const { return unsigned(player) < unsigned(nb_players_); }
  // Whether id is the number of a unit.
  bool unit_ok (int id) const { return unsigned(id) < unsigned(nb_units()); }
  // Whether (i, j) is inside the board.
  bool pos_ok (int i, int j) const {
    return unsigned(i) < unsigned(rows_) and unsigned(j) < unsigned(cols_);
  }
  // Whether p is inside the board.
  bool pos_ok (const Pos& p) const { return pos_ok(p.i, p.j); }
  // Whether a step from (i, j) towards d stays inside the board, without going around.
  bool pos_ok (int i, int j, Dir d) const { return pos_ok(Pos(i, j) + d); }
  // Whether a step from p towards d stays inside the board, without going around.
  bool pos_ok (const Pos& p, Dir d) const { return pos_ok(p + d); }

  // Where a step from p towards d leads: who leaves the board comes in at the opposite edge.
  // Walls are not looked at.
  Pos dest (const Pos& p, Dir d) const {
    Pos q = p + d;
    if (pos_ok(q)) return q;
    if (q.i == -1) q.i = rows_ - 1;
    else if (q.j == -1) q.j = cols_ - 1;
    else if (q.i == rows_) q.i = 0;
    else if (q.j == cols_) q.j = 0;
    return q;
  }

  // Number of tiles of player. Checked.
  int score (int player) const {
    check(player_ok(player));
    return score_[player];
  }

#ifdef BATTLEROYALE_V1
  // The older kit had these two. Define BATTLEROYALE_V1 before including Player.hh.

  // Name of player. Checked.
  string name (int player) const {
    check(player_ok(player));
    return name_[player];
  }

  double& status (int player) { return status_[player]; }
#else
  // The share of its computation budget that player has used, from 0 to 1, if there
  // is a limit; -1 for a frozen player.
  double status (int player) { return status_[player]; }
#endif

  // The cell at (i, j). Checked.
  const Cell& cell (int i, int j) const {
    check(pos_ok(i, j));
    return grid_[i*cols_ + j];
  }
  // The cell at p. Checked.
  const Cell& cell (const Pos& p) const { return cell(p.i, p.j); }

  // The unit with number id. Checked.
  const Unit& unit (int id) const {
    check(unit_ok(id));
    return unit_[id];
  }

private:

  friend struct palestra::Access;

  bool secgame_;
  int nb_rounds_, nb_players_, nb_farmers_, nb_knights_;
  int farmers_health_, knights_health_, farmers_regen_, knights_regen_;
  int damage_min_, damage_max_, rows_, cols_, units_;
  int round_;
  vector<Cell> grid_;
  vector<Unit> unit_;
  vector<int> score_;
  vector<double> status_;
  vector<string> name_;
  vector<int> list_[UnitTypeSize][4];

};

#endif
