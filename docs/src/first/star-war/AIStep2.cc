#include "Player.hh"

#define PLAYER_NAME Step2

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The value of a visit of p: a crash, a bonus, or nothing.
  int visit (Pos p) {
    if (not within_universe(p)) return -1000;
    switch (cell(p).type) {
      case POINT_BONUS:   return 10;
      case MISSILE_BONUS: return 3;
      case EMPTY:         return 0;
      default:            return -1000;
    }
  }

  // The value of the move d from p.
  int step (Pos p, Dir d) {
    if (not within_window(p + d, round() + 1)) return -2000;
    if (d == SLOW) return 0;
    const vector<Dir>& way = dir2all.at(d);
    int value = 0;
    for (int k = 0; k < int(way.size()); ++k) value += visit(p + way[k]);
    return value;
  }

  void steer (const Starship& s) {
    Dir best = DEFAULT;
    int most = -5000;
    for (auto it = dir2all.begin(); it != dir2all.end(); ++it) {
      int value = 4*step(s.pos, it->first) + randomize(0, 3);   // of equal moves any
      if (value <= most) continue;
      most = value;
      best = it->first;
    }
    move(s.sid, best);
  }

  virtual void play () {
    for (Starship_Id s = begin(me()); s < end(me()); ++s) {
      if (starship(s).alive) steer(starship(s));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
