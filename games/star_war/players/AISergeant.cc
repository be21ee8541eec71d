#include "Player.hh"

// A player that plans four rounds: for every starship it tries all ways of these rounds. It follows
// the moving window and the flight of missiles, and takes the first step of the best way.
#define PLAYER_NAME Sergeant

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  enum {
    DEPTH = 4,       // rounds that are planned
    CRASH = -100000,  // what it is worth to be destroyed
    RISK = -150       // what it is worth to be where somebody may shoot at once
  };

  typedef set<Pos, Cmp> Cells;

  Cells passed[DEPTH];              // cells through which missiles fly in round t from now on
  Cells stopped[DEPTH];             // cells in which they are at the end of that round
  Cells taken;                      // cells that our other starships visit in this round
  map<Pos, int, Cmp> known[DEPTH];  // best values found already, by cell

  // Columns are cyclic: the same cell must always have the same name.
  Pos plain (Pos p) {
    return Pos(first(p), second(p)%number_universe_columns());
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

  // Whether a rival with missiles is so close behind p that it may hit a starship there.
  bool under_fire (Pos p) {
    for (int k = 1; k <= 2; ++k) {
      Cell c = cell(p - Pos(0, k));
      if (c.type == ASTEROID) return false;
      if (c.type == STARSHIP and player_of(c.sid) != me()) return starship(c.sid).nb_miss > 0;
    }
    return false;
  }

  // The value of a visit of p in round t. Positions of rivals in later rounds are unknown.
  int visit (Pos p, int t) {
    if (not within_universe(p) or stopped[t].count(plain(p))) return CRASH;
    if (t == 0 and taken.count(plain(p))) return CRASH;
    Cell c = cell(p);
    if (c.type == ASTEROID or (c.type == STARSHIP and t == 0)) return CRASH;
    if (c.type == POINT_BONUS) return 10*bonus_points()*(2*DEPTH - t)/DEPTH;
    if (c.type == MISSILE_BONUS) return 40*(2*DEPTH - t)/DEPTH;
    return 0;
  }

  // The value of the step d from p in round t, with all steps that can follow.
  int step (Pos p, Dir d, int t) {
    if (not within_window(p + d, round() + t + 1)) return 2*CRASH;
    int worth = 0;
    if (d != SLOW) {
      const vector<Dir>& way = dir2all.at(d);
      for (int k = 0; k < int(way.size()); ++k) worth += visit(p + way[k], t);
    }
    if (worth <= CRASH/2) return worth;
    if (t == 0 and under_fire(p + d)) worth += RISK;
    return worth + plan(p + d, t + 1);
  }

  // The best value that a starship at p can get from round t on.
  int plan (Pos p, int t) {
    if (t == DEPTH) return 0;
    if (passed[t].count(plain(p))) return CRASH;
    auto it = known[t].find(p);
    if (it != known[t].end()) return it->second;
    int best = 2*CRASH;
    for (auto d = dir2all.begin(); d != dir2all.end(); ++d) best = max(best, step(p, d->first, t));
    return known[t][p] = best;
  }

  // Whether a rival is up to four columns ahead, and nothing between.
  bool target_ahead (Pos p) {
    for (int k = 1; k <= 4; ++k) {
      Cell c = cell(p + Pos(0, k));
      if (c.type == STARSHIP) return player_of(c.sid) != me();
      if (c.type != EMPTY) return false;
    }
    return false;
  }

  void steer (const Starship& s) {
    for (int t = 0; t < DEPTH; ++t) known[t].clear();
    Dir best = DEFAULT;
    int most = 4*CRASH;
    for (auto d = dir2all.begin(); d != dir2all.end(); ++d) {
      int worth = 4*step(s.pos, d->first, 0) + randomize(0, 3);   // equal ways: any of them
      if (worth > most) {
        most = worth;
        best = d->first;
      }
    }
    // A shot clears the way too.
    bool trapped = most <= 2*CRASH;
    if (s.nb_miss > 0 and (trapped or target_ahead(s.pos))) {
      shoot(s.sid);
      best = DEFAULT;
    } else {
      move(s.sid, best);
    }
    const vector<Dir>& way = dir2all.at(best);
    for (int k = 0; k < int(way.size()); ++k) taken.insert(plain(s.pos + way[k]));
    taken.insert(plain(s.pos + best));
  }

  virtual void play () {
    foresee_missiles();
    taken.clear();
    for (Starship_Id s = begin(me()); s < end(me()); ++s) {
      if (starship(s).alive) steer(starship(s));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
