#include "Player.hh"

#define PLAYER_NAME Step4

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  enum {
    DEPTH = 10,      // rounds that it plans
    CRASH = -100000  // the value of a crash
  };

  typedef set<Pos, Cmp> Cells;

  Cells taken;                      // cells that our other starships visit in this round
  Cells passed[DEPTH];              // cells through which missiles fly in round t from now on
  Cells stopped[DEPTH];             // cells in which they are at the end of that round
  map<Pos, int, Cmp> known[DEPTH];  // values by cell, so that each is computed once

  // Columns are cyclic: the same cell must always have the same name.
  Pos plain (Pos p) {
    int n = number_universe_columns();
    return Pos(first(p), (second(p) + n)%n);
  }

  // Missiles fly two columns per round, before starships move.
  void foresee_missiles () {
    map<Missile_Id, Missile> all = missiles();
    for (int t = 0; t < DEPTH; ++t) {
      passed[t].clear();
      stopped[t].clear();
      for (auto it = all.begin(); it != all.end(); ++it) {
        Pos p = it->second.pos;
        passed[t].insert(plain(p + Pos(0, 2*t + 1)));
        passed[t].insert(plain(p + Pos(0, 2*t + 2)));
        stopped[t].insert(plain(p + Pos(0, 2*t + 2)));
      }
    }
  }

  // The value of a visit of p in round t from now on. A later bonus is worth less.
  int visit (Pos p, int t) {
    if (not within_universe(p)) return CRASH;
    if (stopped[t].count(plain(p))) return CRASH;
    if (t == 0 and taken.count(plain(p))) return CRASH;
    Cell c = cell(p);
    if (c.type == ASTEROID or (c.type == STARSHIP and t == 0)) return CRASH;
    if (c.type == POINT_BONUS) return 10*bonus_points()*(2*DEPTH - t)/DEPTH;
    if (c.type == MISSILE_BONUS) return 40*(2*DEPTH - t)/DEPTH;
    return 0;
  }

  // The value of the move d from p in round t, with all moves that can follow.
  int step (Pos p, Dir d, int t) {
    if (not within_window(p + d, round() + t + 1)) return 2*CRASH;
    int value = 0;
    if (d != SLOW) {
      const vector<Dir>& way = dir2all.at(d);
      for (int k = 0; k < int(way.size()); ++k) value += visit(p + way[k], t);
    }
    if (value <= CRASH/2) return value;
    return value + plan(p + d, t + 1);
  }

  // The best value that a starship at p can get from round t on.
  int plan (Pos p, int t) {
    if (t == DEPTH) return 0;
    if (passed[t].count(plain(p))) return CRASH;
    if (known[t].count(p)) return known[t][p];
    int best = 2*CRASH;
    for (auto it = dir2all.begin(); it != dir2all.end(); ++it)
      best = max(best, step(p, it->first, t));
    return known[t][p] = best;
  }

  // Whether a rival is up to six columns ahead, with nothing between.
  bool target_ahead (Pos p) {
    for (int k = 1; k <= 6; ++k) {
      Cell c = cell(p + Pos(0, k));
      if (c.type == STARSHIP) return player_of(c.sid) != me();
      if (c.type != EMPTY) return false;
    }
    return false;
  }

  // Keeps our other starships away from the cells of a move.
  void take (Pos p, Dir d) {
    const vector<Dir>& way = dir2all.at(d);
    for (int k = 0; k < int(way.size()); ++k) taken.insert(plain(p + way[k]));
    taken.insert(plain(p + d));
  }

  void steer (const Starship& s) {
    for (int t = 0; t < DEPTH; ++t) known[t].clear();
    Dir best = DEFAULT;
    int most = 4*CRASH;
    for (auto it = dir2all.begin(); it != dir2all.end(); ++it) {
      int value = 4*step(s.pos, it->first, 0) + randomize(0, 3);   // of equal moves any
      if (value <= most) continue;
      most = value;
      best = it->first;
    }
    bool trapped = most <= 2*CRASH;   // a shot clears the way
    if (s.nb_miss > 0 and (trapped or target_ahead(s.pos))) {
      shoot(s.sid);
      best = DEFAULT;
    } else {
      move(s.sid, best);
    }
    take(s.pos, best);
  }

  virtual void play () {
    taken.clear();
    foresee_missiles();
    for (Starship_Id s = begin(me()); s < end(me()); ++s) {
      if (starship(s).alive) steer(starship(s));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
