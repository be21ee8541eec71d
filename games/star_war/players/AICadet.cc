#include "Player.hh"

// The step after Demo: it plans three moves ahead, so that the moving window and asteroids do not
// trap its starships. It counts the bonuses on each way. It does not expect that others move.
#define PLAYER_NAME Cadet

#define DEPTH 3   // moves that it plans

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The value of a visit of the cell p: less than zero means a crash.
  int visit (Pos p) {
    if (not within_universe(p)) return -1000;
    switch (cell(p).type) {
      case POINT_BONUS:   return 10;
      case MISSILE_BONUS: return 3;
      case EMPTY:         return 0;
      default:            return -1000;
    }
  }

  // The value of the best way of a starship at p from round t on. It sets best to its first move.
  int plan (Pos p, int t, Dir& best) {
    if (t == round() + DEPTH) return 0;
    int most = -10000, equal = 0;
    for (auto it = dir2all.begin(); it != dir2all.end(); ++it) {
      Dir d = it->first, later;
      if (not within_window(p + d, t + 1)) continue;
      int value = 0;
      for (Dir step : it->second) if (step != SLOW) value += visit(p + step);
      if (value >= 0) value += plan(p + d, t + 1, later);
      // Of equal ways it takes any.
      if (value < most) continue;
      equal = value > most ? 1 : equal + 1;
      most = value;
      if (randomize(1, equal) == 1) best = d;
    }
    return most;
  }

  // Whether another player's starship is up to three columns ahead of p, with nothing between.
  bool target_ahead (Pos p) {
    for (int k = 1; k <= 3; ++k) {
      Cell c = cell(p + Dir(0, k));
      if (c.type == STARSHIP) return player_of(c.sid) != me();
      if (c.type != EMPTY) return false;
    }
    return false;
  }

  virtual void play () {
    for (Starship_Id s = begin(me()); s < end(me()); ++s) {
      Starship ship = starship(s);
      if (not ship.alive) continue;
      Dir best = DEFAULT;
      int value = plan(ship.pos, round(), best);
      bool trapped = value < 0;
      if (ship.nb_miss > 0 and (trapped or target_ahead(ship.pos))) shoot(s);
      else move(s, best);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
