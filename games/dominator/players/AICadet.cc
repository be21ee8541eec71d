#include "Player.hh"

// The step after Demo: each farmer steps onto land beside it that the team does not own, or walks
// straight on. Knights hit rivals beside them. No unit steps near a witch. The witches stay.
#define PLAYER_NAME Cadet

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The direction in which each unit walks when it sees nothing better.
  map<int, Dir> course;

  bool witch_near (Pos p) {
    for (int pl = 0; pl < nb_players(); ++pl) {
      vector<int> w = witches(pl);
      for (int k = 0; k < int(w.size()); ++k) {
        Pos q = unit(w[k]).pos;
        if (abs(p.i - q.i) + abs(p.j - q.j) <= 3) return true;
      }
    }
    return false;
  }

  // Whether a farmer or a knight may step onto p.
  bool open (Pos p) {
    return pos_ok(p) and cell(p).type == Empty and cell(p).id == -1 and not witch_near(p);
  }

  void farm (Unit u) {
    int start = random(0, 3);
    for (int k = 0; k < 4; ++k) {
      Dir d = Dir(2*((start + k)%4));
      Pos p = u.pos + d;
      if (open(p) and cell(p).owner != 0) return command(u.id, d);
    }
    walk(u, 2);
  }

  void fight (Unit u) {
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not pos_ok(p) or cell(p).id == -1) continue;
      Unit v = unit(cell(p).id);
      if (v.player != 0 and v.type != Witch) return command(u.id, Dir(d));
    }
    walk(u, 1);
  }

  // Straight on, until something is in the way.
  void walk (Unit u, int turn) {
    if (not course.count(u.id) or not open(u.pos + course[u.id]) or random(0, 9) == 0)
      course[u.id] = Dir(turn*random(0, 8/turn - 1));
    if (open(u.pos + course[u.id])) command(u.id, course[u.id]);
  }

  virtual void play () {
    vector<int> f = farmers(0);
    for (int k = 0; k < int(f.size()); ++k) farm(unit(f[k]));
    vector<int> n = knights(0);
    for (int k = 0; k < int(n.size()); ++k) fight(unit(n[k]));
  }

};

RegisterPlayer(PLAYER_NAME);
