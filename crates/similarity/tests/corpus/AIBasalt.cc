#include "Player.hh"

#define PLAYER_NAME Basalt

// One step of lookahead: every move of every unit gets a number of points; the best is taken.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  struct Choice {
    double worth;
    int who;
    Dir where;
    bool operator< (const Choice& other) const { return worth < other.worth; }
  };

  map<int, Dir> last;

  int rivals_around (Pos p, UnitType wanted, int radius) {
    int count = 0;
    for (int i = max(0, p.i - radius); i <= min(rows() - 1, p.i + radius); ++i)
      for (int j = max(0, p.j - radius); j <= min(cols() - 1, p.j + radius); ++j) {
        int id = cell(i, j).id;
        if (id != -1 and unit(id).player != 0 and unit(id).type == wanted) ++count;
      }
    return count;
  }

  double farmer_worth (const Unit& u, Pos to) {
    double worth = 0;
    Cell c = cell(to);
    if (c.owner == -1) worth += 10;
    else if (c.owner != 0) worth += 15;
    worth -= 6.5*rivals_around(to, Knight, 1);
    worth -= 2.0*rivals_around(to, Knight, 2);
    worth -= 30*rivals_around(to, Witch, 3);
    if (u.health < farmers_health()/2) worth -= 4;
    // Foreign land in each direction draws a little.
    for (int d = 0; d < 8; d += 2) {
      Pos q = to;
      for (int far = 1; far <= 5; ++far) {
        q += Dir(d);
        if (not pos_ok(q) or cell(q).type != Empty) break;
        if (cell(q).owner != 0) worth += 1.0/far;
      }
    }
    return worth;
  }

  double knight_worth (const Unit& u, Pos to) {
    int id = cell(to).id;
    if (id != -1) {
      Unit rival = unit(id);
      if (rival.player == 0) return -100;
      if (rival.type == Witch) return -100;
      double sure = rival.health <= damage_min() ? 60 : 25;
      return sure + (rival.type == Farmer ? 8 : 3);
    }
    double worth = 3*rivals_around(to, Farmer, 3) + rivals_around(to, Knight, 2);
    if (u.health < 60) worth -= 5*rivals_around(to, Knight, 1);
    return worth - 40*rivals_around(to, Witch, 3);
  }

  double witch_worth (Pos to) {
    double worth = 2*rivals_around(to, Farmer, 2) + 3*rivals_around(to, Knight, 2);
    vector<int> sisters = witches(0);
    for (int k = 0; k < (int)sisters.size(); ++k) {
      Pos s = unit(sisters[k]).pos;
      int apart = abs(s.i - to.i) + abs(s.j - to.j);
      if (apart > 0 and apart <= 3) worth -= 5;
    }
    return worth;
  }

  void consider (vector<Choice>& all, int id) {
    Unit u = unit(id);
    int step = u.type == Knight ? 1 : 2;
    for (int d = 0; d < 8; d += step) {
      Pos to = u.pos + Dir(d);
      if (not pos_ok(to)) continue;
      Cell c = cell(to);
      if (c.type == Wall) continue;
      if (c.haunted and u.type != Witch) continue;
      Choice choice;
      choice.who = id;
      choice.where = Dir(d);
      switch (u.type) {
        case Farmer: choice.worth = c.id == -1 ? farmer_worth(u, to) : -50; break;
        case Knight: choice.worth = knight_worth(u, to); break;
        default: choice.worth = c.id == -1 ? witch_worth(to) : -50;
      }
      // Walking on is better than turning round.
      map<int, Dir>::iterator it = last.find(id);
      if (it != last.end() and it->second == choice.where) choice.worth += 1.5;
      choice.worth += random(0, 100)/200.0;
      all.push_back(choice);
    }
  }

  virtual void play () {
    vector<Choice> all;
    for (int id = 0; id < nb_units(); ++id)
      if (unit(id).player == 0) consider(all, id);
    sort(all.rbegin(), all.rend());
    set<int> done;
    set<Pos> full;
    for (const Choice& c : all) {
      Pos to = unit(c.who).pos + c.where;
      if (done.count(c.who) or full.count(to) or c.worth < -20) continue;
      done.insert(c.who);
      full.insert(to);
      last[c.who] = c.where;
      command(c.who, c.where);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
