#include "Player.hh"

// A simple player: its units attack rival warriors beside them, and otherwise move at random.
// Warriors stay in cities to eat and to hold them, until they are thirsty. Cars stay on roads.
// Read it, copy it, beat it.
#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Whether a unit of this type may stand at p.
  bool can_stand (UnitType type, Pos p) {
    if (not pos_ok(p)) return false;
    CellType t = cell(p).type;
    return t == Desert or t == Road or (t == City and type == Warrior);
  }

  bool beside_water (Pos p) {
    for (int d = 0; d < 8; ++d) {
      Pos q = p + Dir(d);
      if (pos_ok(q) and cell(q).type == Water) return true;
    }
    return false;
  }

  // Whether a warrior should stay where it is.
  bool is_content (Unit u) {
    if (u.water > warriors_health()/2) return cell(u.pos).type == City;
    return beside_water(u.pos);
  }

  // The next step of a unit: onto a rival warrior beside it, or to a free cell.
  Dir choose (Unit u) {
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not can_stand(u.type, p) or cell(p).id == -1) continue;
      Unit v = unit(cell(p).id);
      if (v.player != me() and v.type == Warrior) return Dir(d);
    }
    if (u.type == Warrior and is_content(u)) return None;

    Dir d = Dir(random(0, 7));
    Pos p = u.pos + d;
    if (not can_stand(u.type, p) or cell(p).id != -1) return None;
    bool leaves_road = cell(u.pos).type == Road and cell(p).type != Road;
    if (u.type == Car and leaves_road) return None;
    return d;
  }

  void send (int id) {
    if (not can_move(id)) return;
    Dir d = choose(unit(id));
    if (d != None) command(id, d);
  }

  // The arena calls this once per round.
  virtual void play () {
    vector<int> w = warriors(me());
    for (int k = 0; k < int(w.size()); ++k) send(w[k]);
    vector<int> c = cars(me());
    for (int k = 0; k < int(c.size()); ++k) send(c[k]);
  }

};

RegisterPlayer(PLAYER_NAME);
