#include "Player.hh"

#define PLAYER_NAME Krill

// Rules in a table: each rule looks around a unit and may propose a move; the first one wins.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef bool (PLAYER_NAME::*Rule) (const Unit&, Dir&);

  string memory;     // one letter per cell: '?' unknown, '#' wall, lower case: hot
  vector<int> order;

  char& mem (Pos p) { return memory[p.i*cols() + p.j]; }

  bool open (Pos p) {
    return pos_ok(p) && mem(p) != '#' && !cell(p).haunted && cell(p).id < 0;
  }

  bool hit_dying (const Unit& u, Dir& out) {
    for (int k = 0; k < 8; ++k) {
      Pos q = u.pos + Dir(order[k]);
      if (!pos_ok(q) || cell(q).id < 0) continue;
      Unit v = unit(cell(q).id);
      if (v.player && v.type != Witch && v.health <= damage_min()) {
        out = Dir(order[k]);
        return true;
      }
    }
    return false;
  }

  bool hit_any (const Unit& u, Dir& out) {
    int worst = 0;
    for (int k = 0; k < 8; ++k) {
      Pos q = u.pos + Dir(k);
      int id = pos_ok(q) ? cell(q).id : -1;
      if (id < 0 || unit(id).player == 0) continue;
      int score = unit(id).type == Witch ? 0 : unit(id).type == Farmer ? 2 : 1;
      if (score > worst) {
        worst = score;
        out = Dir(k);
      }
    }
    return worst > 0;
  }

  bool heal (const Unit& u, Dir& out) {
    int full = u.type == Knight ? knights_health() : farmers_health();
    int gain = u.type == Knight ? knights_regen() : farmers_regen();
    out = None;
    return u.health + 3*gain < full && mem(u.pos) != 'h';
  }

  bool colour (const Unit& u, Dir& out) {
    for (int k = 0; k < 8; ++k) {
      if (order[k]%2) continue;
      Pos q = u.pos + Dir(order[k]);
      if (open(q) && cell(q).owner != 0 && mem(q) != 'h') {
        out = Dir(order[k]);
        return true;
      }
    }
    return false;
  }

  // Looks along straight lines for something of interest.
  bool look (const Unit& u, Dir& out, bool prey) {
    int nearest = 99;
    for (int k = 0; k < 8; ++k) {
      if (!prey && k%2) continue;
      Pos q = u.pos;
      for (int steps = 1; steps < 12; ++steps) {
        q += Dir(k);
        if (!pos_ok(q) || mem(q) == '#') break;
        int id = cell(q).id;
        bool hit = prey ? id >= 0 && unit(id).player != 0 && unit(id).type != Witch
                        : id < 0 && cell(q).owner != 0;
        if (hit && steps < nearest && open(u.pos + Dir(k))) {
          nearest = steps;
          out = Dir(k);
        }
        if (hit) break;
      }
    }
    return nearest < 99;
  }

  bool look_land (const Unit& u, Dir& out) { return look(u, out, false); }
  bool look_prey (const Unit& u, Dir& out) { return look(u, out, true); }

  bool stroll (const Unit& u, Dir& out) {
    for (int tries = 0; tries < 6; ++tries) {
      int d = random(0, 7);
      if (u.type != Knight) d &= 6;
      if (open(u.pos + Dir(d))) {
        out = Dir(d);
        return true;
      }
    }
    return false;
  }

  void remember () {
    if (memory.empty()) memory.assign(rows()*cols(), '?');
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j)
        mem(Pos(i, j)) = cell(i, j).type == Wall ? '#' : '.';
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      if (u.player == 0 || u.type == Farmer) continue;
      int reach = u.type == Witch ? 3 : 1;
      for (int i = -reach; i <= reach; ++i)
        for (int j = -reach; j <= reach; ++j) {
          Pos q(u.pos.i + i, u.pos.j + j);
          if (pos_ok(q) && mem(q) == '.') mem(q) = 'h';
        }
    }
  }

  void obey (int id, const vector<Rule>& rules) {
    Unit u = unit(id);
    for (const Rule& rule : rules) {
      Dir d = None;
      if ((this->*rule)(u, d)) {
        if (d != None) command(id, d);
        return;
      }
    }
  }

  virtual void play () {
    remember();
    order = random_permutation(8);
    vector<Rule> peasants = { &PLAYER_NAME::colour, &PLAYER_NAME::heal,
                              &PLAYER_NAME::look_land, &PLAYER_NAME::stroll };
    vector<Rule> warriors = { &PLAYER_NAME::hit_dying, &PLAYER_NAME::hit_any, &PLAYER_NAME::heal,
                              &PLAYER_NAME::look_prey, &PLAYER_NAME::stroll };
    vector<Rule> hags = { &PLAYER_NAME::stroll };
    for (int id : farmers(0)) obey(id, peasants);
    for (int id : knights(0)) obey(id, warriors);
    for (int id : witches(0)) if (random(0, 2) == 0) obey(id, hags);
  }

};

RegisterPlayer(PLAYER_NAME);
