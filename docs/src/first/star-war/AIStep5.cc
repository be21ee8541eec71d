#include "Player.hh"

#define PLAYER_NAME Step5

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  enum {
    DEPTH = 10,      // rounds that it plans
    CRASH = -100000, // the value of a crash
    FIRE = 600,      // the cost of ending in the row of an armed rival, close ahead of it
    SIDE = 400,      // the same in the next rows
    MEET = 100,      // the cost of ending where a rival may go
    BEHIND = 600,    // the value of being close behind a rival
    CHASE = 150,     // the same farther behind a rival that keeps its course
    STEADY = 3,      // rounds after which it keeps its course
    RANGE = 12       // columns to such a rival
  };

  typedef set<Pos, Cmp> Cells;

  Cells taken;                      // cells that our other starships visit in this round
  Cells passed[DEPTH];              // cells through which missiles fly in round t from now on
  Cells stopped[DEPTH];             // cells in which they are at the end of that round
  map<Pos, int, Cmp> known[DEPTH];  // values by cell, so that each is computed once
  map<Pos, int, Cmp> rivals_near;   // by cell: the value of ending there because of rivals
  vector<Pos> last;                 // by starship: where it was in the last round
  vector<int> steady;               // by starship: rounds in which it flew straight on

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

  // Counts for how long each starship has flown straight on.
  void observe () {
    last.resize(number_starships());
    steady.resize(number_starships());
    for (int s = 0; s < number_starships(); ++s) {
      Pos p = starship(s).pos;
      bool straight = round() > 0 and starship(s).alive and plain(last[s] + DEFAULT) == plain(p);
      steady[s] = straight ? steady[s] + 1 : 0;
      last[s] = p;
    }
  }

  // A cell ahead of an armed rival is bad, a cell behind a rival is good.
  void watch_rivals () {
    rivals_near.clear();
    for (int s = 0; s < number_starships(); ++s) {
      Starship ship = starship(s);
      if (player_of(s) == me() or not ship.alive) continue;
      for (auto it = dir2all.begin(); it != dir2all.end(); ++it) {
        const vector<Dir>& way = it->second;
        for (int k = 0; k < int(way.size()); ++k) rivals_near[plain(ship.pos + way[k])] -= MEET;
      }
      // A missile flies two columns, after a move of up to two.
      for (int k = 1; k <= 4 and ship.nb_miss > 0; ++k) {
        rivals_near[plain(ship.pos + Pos(-1, k))] -= SIDE;
        rivals_near[plain(ship.pos + Pos(0, k))] -= FIRE;
        rivals_near[plain(ship.pos + Pos(1, k))] -= SIDE;
      }
      for (int k = -1; k <= 1; ++k) rivals_near[plain(ship.pos + Pos(0, k))] += BEHIND;
    }
  }

  // Whether a rival that keeps its course is ahead of p, with nothing between.
  bool prey_ahead (Pos p) {
    for (int k = 1; k <= RANGE and within_window(p + Pos(0, k), round()); ++k) {
      Cell c = cell(p + Pos(0, k));
      if (c.type == STARSHIP) return player_of(c.sid) != me() and steady[c.sid] >= STEADY;
      if (c.type != EMPTY) return false;
    }
    return false;
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
    if (t == 0 and rivals_near.count(plain(p + d))) value += rivals_near[plain(p + d)];
    if (t < 3 and prey_ahead(p + d - Pos(0, t + 1))) value += CHASE;
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
    bool aims = target_ahead(s.pos) or prey_ahead(s.pos);
    if (s.nb_miss > 0 and (trapped or aims)) {
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
    observe();
    watch_rivals();
    for (Starship_Id s = begin(me()); s < end(me()); ++s) {
      if (starship(s).alive) steer(starship(s));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
