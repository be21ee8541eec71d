#include "Player.hh"

#define PLAYER_NAME Garnet

// Each unit has a mood (a state machine) that it keeps for some rounds.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  enum Mood { Roam, Flee, Chase, Rest };

  struct Mind {
    Mood mood;
    int until;
    int heading;
    int quarry;
    Mind () : mood(Roam), until(0), heading(0), quarry(-1) { }
  };

  vector<Mind> minds;

  bool enter (int id, Pos p) {
    if (not pos_ok(p)) return false;
    if (cell(p).type == Wall) return false;
    if (unit(id).type == Witch) return cell(p).id == -1;
    return cell(p).id == -1 and not cell(p).haunted;
  }

  // The nearest unit that frightens me, or -1.
  int bully (const Unit& me, int sight) {
    int who = -1, least = sight + 1;
    for (int pl = 1; pl < 4; ++pl) {
      vector<int> ks = knights(pl);
      for (vector<int>::iterator it = ks.begin(); it != ks.end(); ++it) {
        Pos p = unit(*it).pos;
        int away = max(abs(p.i - me.pos.i), abs(p.j - me.pos.j));
        if (away < least) {
          least = away;
          who = *it;
        }
      }
    }
    return who;
  }

  int quarry_for (const Unit& me) {
    int who = -1;
    double best = 0;
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      if (u.player == 0 or u.type == Witch) continue;
      double away = hypot(u.pos.i - me.pos.i, u.pos.j - me.pos.j);
      double appeal = (u.type == Farmer ? 2.0 : 1.0)*(300 - u.health)/(1 + away*away);
      if (appeal > best) {
        best = appeal;
        who = id;
      }
    }
    return who;
  }

  void go (int id, int heading, int step) {
    static const int turns[5] = { 0, 1, -1, 2, -2 };
    Pos here = unit(id).pos;
    for (int k = 0; k < 5; ++k) {
      int d = (heading + step*turns[k] + 16)%8;
      if (enter(id, here + Dir(d))) {
        minds[id].heading = d;
        command(id, Dir(d));
        return;
      }
    }
    minds[id].heading = (heading + 4)%8;
  }

  int compass (Pos from, Pos to, bool diagonal) {
    int a = to.i - from.i, b = to.j - from.j;
    if (diagonal and a > 0) return b > 0 ? BR : b < 0 ? LB : Bottom;
    if (diagonal and a < 0) return b > 0 ? RT : b < 0 ? TL : Top;
    if (abs(a) >= abs(b)) return a > 0 ? Bottom : Top;
    return b > 0 ? Right : Left;
  }

  void farmer (int id) {
    Unit me = unit(id);
    Mind& mind = minds[id];
    int foe = bully(me, 3);
    if (foe != -1) {
      mind.mood = Flee;
      mind.until = round() + 3;
      mind.quarry = foe;
    } else if (mind.mood == Flee and round() > mind.until) {
      mind.mood = me.health < farmers_health() ? Rest : Roam;
      mind.until = round() + 2;
    } else if (mind.mood == Rest and round() > mind.until) mind.mood = Roam;

    if (mind.mood == Rest) return;
    if (mind.mood == Flee) {
      int away = (compass(me.pos, unit(mind.quarry).pos, false) + 4)%8;
      go(id, away, 2);
      return;
    }
    // Roaming: straight on over foreign land, else turn to some.
    int heading = mind.heading - mind.heading%2;
    for (int k = 0; k < 4; ++k) {
      int d = (heading + 2*k)%8;
      Pos p = me.pos + Dir(d);
      if (enter(id, p) and cell(p).owner != 0) {
        heading = d;
        break;
      }
    }
    if (random(1, 25) == 1) heading = 2*random(0, 3);
    go(id, heading, 2);
  }

  void knight (int id) {
    Unit me = unit(id);
    Mind& mind = minds[id];
    bool stale = mind.quarry == -1 or unit(mind.quarry).player == 0;
    if (stale or round() > mind.until) {
      mind.quarry = quarry_for(me);
      mind.until = round() + 6;
      mind.mood = Chase;
    }
    if (mind.quarry == -1) return;
    Pos goal = unit(mind.quarry).pos;
    int d = compass(me.pos, goal, true);
    if (me.pos + Dir(d) == goal) command(id, Dir(d));
    else go(id, d, 1);
  }

  virtual void play () {
    if (round() == 0) minds = vector<Mind>(nb_units());
    for (int id = 0; id < nb_units(); ++id) {
      if (unit(id).player != 0) {
        minds[id] = Mind();
        continue;
      }
      if (unit(id).type == Farmer) farmer(id);
      else if (unit(id).type == Knight) knight(id);
      else if (round()%5 == 0) go(id, 2*random(0, 3), 2);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
