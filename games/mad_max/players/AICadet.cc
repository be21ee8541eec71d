#include "Player.hh"

// The step after Demo: its warriors do not die of thirst. A warrior that needs water walks to the
// nearest water, and one that is hungry to the nearest city. All others stay where they are and
// attack rivals beside them. Cars attack too, and otherwise drive along the roads at random.
#define PLAYER_NAME Cadet

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  bool can_stand (UnitType type, Pos p) {
    if (not pos_ok(p)) return false;
    CellType t = cell(p).type;
    return t == Desert or t == Road or (t == City and type == Warrior);
  }

  // The first step of the shortest way from p to a cell of this type, for a warrior. It looks at
  // all cells around p, the nearest first, and keeps the first step that led to each of them.
  Dir way_to (CellType goal, Pos p) {
    vector< vector<int> > first(rows(), vector<int>(cols(), -1));
    queue<Pos> pending;
    pending.push(p);
    first[p.i][p.j] = None;
    while (not pending.empty()) {
      Pos q = pending.front();
      pending.pop();
      for (int d = 0; d < 8; ++d) {
        Pos r = q + Dir(d);
        if (not pos_ok(r) or first[r.i][r.j] != -1) continue;
        int step = q == p ? d : first[q.i][q.j];
        if (cell(r).type == goal) return Dir(step);
        if (not can_stand(Warrior, r) or (q == p and cell(r).id != -1)) continue;
        first[r.i][r.j] = step;
        pending.push(r);
      }
    }
    return None;
  }

  // The direction of a rival warrior beside the unit, or None. In cities only weaker rivals count.
  Dir prey (Unit u) {
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not can_stand(u.type, p) or cell(p).id == -1) continue;
      Unit v = unit(cell(p).id);
      if (v.player == me() or v.type == Car) continue;
      if (cell(p).type != City or v.water < u.water) return Dir(d);
    }
    return None;
  }

  // A step along the road, or None.
  Dir drive (Unit u) {
    Dir d = Dir(random(0, 7));
    Pos p = u.pos + d;
    bool free = pos_ok(p) and cell(p).type == Road and cell(p).id == -1;
    return free ? d : None;
  }

  Dir choose (Unit u) {
    Dir d = prey(u);
    if (d != None) return d;
    if (u.type == Car) return drive(u);
    if (u.water < warriors_health()/2) return way_to(Water, u.pos);
    if (u.food < warriors_health()/2) return way_to(City, u.pos);
    return None;
  }

  virtual void play () {
    for (int id = 0; id < nb_units(); ++id) {
      if (unit(id).player != me() or not can_move(id)) continue;
      Dir d = choose(unit(id));
      // The way to water ends beside it, as nobody may enter water.
      if (d != None and can_stand(unit(id).type, unit(id).pos + d)) command(id, d);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
