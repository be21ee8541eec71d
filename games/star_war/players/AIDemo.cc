#include "Player.hh"

// A simple player: every starship shoots at a rival close ahead, takes a bonus that it can
// reach in this round, and otherwise makes any move that looks safe now. It does not plan
// later rounds. Read it, copy it, beat it.
#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Whether another player's starship is up to four columns ahead of p, with nothing between.
  bool target_ahead (Pos p) {
    for (int k = 1; k <= 4; ++k) {
      Cell c = cell(p + Dir(0, k));
      if (c.type == STARSHIP) return player_of(c.sid) != me();
      if (c.type != EMPTY) return false;
    }
    return false;
  }

  // Whether a starship at p can move by d without leaving the window of the next round and
  // without crashing into an object that it sees now. bonus tells if the way has a bonus.
  bool safe (Pos p, Dir d, bool& bonus) {
    bonus = false;
    if (not within_window(p + d, round() + 1)) return false;
    if (d == SLOW) return true;
    const vector<Dir>& way = dir2all.at(d);
    for (int k = 0; k < int(way.size()); ++k) {
      CType t = cell(p + way[k]).type;
      if (t == ASTEROID or t == STARSHIP or t == MISSILE) return false;
      if (t == POINT_BONUS or t == MISSILE_BONUS) bonus = true;
    }
    return true;
  }

  void steer (const Starship& s) {
    if (s.nb_miss > 0 and target_ahead(s.pos)) return shoot(s.sid);

    // All safe directions, or only those with a bonus if there are any.
    vector<Dir> good;
    bool found = false;
    for (auto it = dir2all.begin(); it != dir2all.end(); ++it) {
      bool bonus;
      if (not safe(s.pos, it->first, bonus)) continue;
      if (bonus and not found) good.clear();
      found = found or bonus;
      if (bonus == found) good.push_back(it->first);
    }
    if (not good.empty()) move(s.sid, good[randomize(0, int(good.size()) - 1)]);
    else if (s.nb_miss > 0) shoot(s.sid);   // it destroys what is ahead
  }

  virtual void play () {
    for (Starship_Id s = begin(me()); s < end(me()); ++s) {
      if (starship(s).alive) steer(starship(s));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
