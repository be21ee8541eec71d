#include "Player.hh"
#include <algorithm>

// A player that fights for the first blow. A knight that steps beside a rival knight is hit first,
// so its knights wait two steps away until the rival comes, or until they are more. Knights hit
// together where they capture. Farmers keep away from rival knights.
#define PLAYER_NAME Captain

#define HURT 105       // a knight with less health than this rests when no rival is near
#define PATIENCE 3    // rounds that a knight waits for a rival
#define PACE 2        // steps from a rival knight at which it waits
#define EDGE 300      // health by which we must be more to attack first
#define GROUP 4       // how far friends and rivals count in a fight
#define SHY 2         // steps from a rival knight at which a farmer flees
#define KNIGHTS 2     // steps that a knight is worth less than a farmer as prey, twice
#define CROWD 0       // the same for each knight that hunts the same prey

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<int> Map;         // a number for each cell

  int n;                           // cells
  vector< vector<int> > around;    // the four neighbours of a cell, or -1 for a wall
  vector<Unit> units;
  Map standing;                    // the unit on each cell, or -1
  Map owner;
  vector<bool> claimed;            // a unit of ours goes there, or stays there
  vector<bool> aimed;              // tiles that a farmer of ours goes to
  Map to_knight;                   // steps to the nearest rival knight
  map<int, int> waited;            // by knight: rounds that it has waited
  map<int, int> hunted;            // by rival: knights that go there
  vector<int> fighters;            // our knights without an order

  int place (Pos p) { return p.i*cols() + p.j; }

  void read_walls () {
    n = rows()*cols();
    around.assign(n, vector<int>(4, -1));
    for (int p = 0; p < n; ++p) {
      for (int d = 0; d < 4; ++d) {
        Pos q = dest(Pos(p/cols(), p%cols()), Dir(Top + d));
        if (cell(q).type != Wall) around[p][d] = place(q);
      }
    }
  }

  void look () {
    units.clear();
    standing.assign(n, -1);
    owner.assign(n, -1);
    claimed.assign(n, false);
    aimed.assign(n, false);
    hunted.clear();
    for (int p = 0; p < n; ++p) owner[p] = cell(p/cols(), p%cols()).owner;
    vector<int> rivals;
    for (int id = 0; id < nb_units(); ++id) {
      units.push_back(unit(id));
      const Unit& u = units[id];
      int p = place(u.pos);
      standing[p] = id;
      if (u.player == me()) claimed[p] = true;
      else if (u.type == Knight) rivals.push_back(p);
    }
    to_knight = measure(rivals);
  }

  // Steps to the nearest goal.
  Map measure (const vector<int>& goals) {
    Map dist(n, 1000);
    vector<int> pending;
    for (int g : goals) {
      dist[g] = 0;
      pending.push_back(g);
    }
    for (size_t k = 0; k < pending.size(); ++k) {
      for (int q : around[pending[k]]) {
        if (q == -1 or dist[q] != 1000) continue;
        dist[q] = dist[pending[k]] + 1;
        pending.push_back(q);
      }
    }
    return dist;
  }

  bool free (int p) { return p != -1 and standing[p] == -1 and not claimed[p]; }

  void send (const Unit& u, int d) {
    int to = around[place(u.pos)][d];
    if (standing[to] == -1) claimed[to] = true;
    command(u.id, Dir(Top + d));
  }

  bool rival_at (int p) {
    return p != -1 and standing[p] != -1 and units[standing[p]].player != me();
  }

  // The rivals beside a knight, and their directions.
  vector< pair<int, int> > targets (const Unit& u) {
    vector< pair<int, int> > found;
    for (int d = 0; d < 4; ++d) {
      int q = around[place(u.pos)][d];
      if (rival_at(q)) found.push_back(make_pair(standing[q], d));
    }
    return found;
  }

  // Knights that stand beside rivals share them: first where they capture together.
  void strike () {
    int damage = (damage_min() + damage_max())/2;
    map<int, vector<int> > hitters;     // by rival: our knights beside it
    for (int id : fighters) for (auto& t : targets(units[id])) hitters[t.first].push_back(id);
    set<int> busy;
    vector< pair<int, int> > order;
    for (auto& h : hitters) {
      const Unit& v = units[h.first];
      int hits = (v.health + damage - 1)/damage;
      bool falls = hits <= int(h.second.size());
      int cost = 1000*(not falls) + 100*hits + 50*(v.type == Farmer) + v.health/10;
      order.push_back(make_pair(cost, h.first));
    }
    sort(order.begin(), order.end());
    for (auto& o : order) {
      int health = units[o.second].health;
      for (int id : hitters[o.second]) {
        if (health <= 0 or busy.count(id)) continue;
        busy.insert(id);
        health -= damage;
        for (auto& t : targets(units[id])) if (t.first == o.second) send(units[id], t.second);
      }
    }
    // The others hit the weakest.
    vector<int> rest;
    for (int id : fighters) {
      if (busy.count(id)) continue;
      auto all = targets(units[id]);
      if (all.empty()) {
        rest.push_back(id);
        continue;
      }
      auto best = all[0];
      for (auto& t : all) if (units[t.first].health < units[best.first].health) best = t;
      send(units[id], best.second);
    }
    fighters = rest;
  }

  // Steps between two cells on a board without edges, without walls.
  int apart (Pos p, Pos q) {
    int i = abs(p.i - q.i), j = abs(p.j - q.j);
    return min(i, rows() - i) + min(j, cols() - j);
  }

  // The health of knights near a cell: ours minus theirs.
  int balance (Pos p) {
    int sum = 0;
    for (const Unit& u : units) {
      if (u.type != Knight or apart(u.pos, p) > GROUP) continue;
      sum += u.player == me() ? u.health : -u.health;
    }
    return sum;
  }

  // A knight without a rival beside it.
  void advance (const Unit& u) {
    int near = to_knight[place(u.pos)];
    if (u.health < HURT and knights_regen() > 0) {
      // It rests, but not near a stronger group.
      if (near <= 2 and balance(u.pos) < 0) flee(u);
      return;
    }
    // The first blow: a rival that comes nearer is hit before it can hit.
    if (near <= PACE and balance(u.pos) < EDGE and waited[u.id] < PATIENCE) {
      ++waited[u.id];
      return;
    }
    int d = hunt(u);
    if (d == -1) return;
    waited[u.id] = 0;
    send(u, d);
  }

  // The first step of the way to the best rival: near and weak, with few others after it.
  int hunt (const Unit& u) {
    int from = place(u.pos);
    Map first(n, -1), dist(n, -1);
    vector<int> pending(1, from);
    dist[from] = 0;
    int best = -1, least = 1000000;
    for (size_t k = 0; k < pending.size(); ++k) {
      int p = pending[k];
      if (2*dist[p] > least) break;
      if (p != from and standing[p] != -1) {
        const Unit& v = units[standing[p]];
        int cost = 2*dist[p] + v.health/30 + (v.type == Knight ? KNIGHTS : 0) + CROWD*hunted[v.id];
        if (cost < least) {
          least = cost;
          best = p;
        }
        continue;
      }
      for (int d = 0; d < 4; ++d) {
        int q = around[p][d];
        if (q == -1 or dist[q] != -1) continue;
        if (not rival_at(q) and (standing[q] != -1 or (p == from and claimed[q]))) continue;
        dist[q] = dist[p] + 1;
        first[q] = p == from ? d : first[p];
        pending.push_back(q);
      }
    }
    if (best == -1) return -1;
    ++hunted[standing[best]];
    return free(around[from][first[best]]) ? first[best] : -1;
  }

  // How good a cell is for a unit that flees.
  int value (int p, const Unit& u) {
    int sum = 10*min(to_knight[p], 4);
    if (u.type == Farmer and owner[p] != me()) sum += 12;
    return sum;
  }

  void flee (const Unit& u) {
    int p = place(u.pos), best = -1, most = value(p, u);
    for (int d = 0; d < 4; ++d) {
      int q = around[p][d];
      if (not free(q) or value(q, u) <= most) continue;
      most = value(q, u);
      best = d;
    }
    if (best != -1) send(u, best);
  }

  // A farmer goes to the nearest tile that the team does not own, away from rival knights.
  void farm (const Unit& u) {
    int p = place(u.pos);
    if (to_knight[p] <= SHY) return flee(u);
    Map first(n, -1);
    vector<int> pending(1, p);
    first[p] = 4;
    for (size_t k = 0; k < pending.size(); ++k) {
      int q = pending[k];
      if (q != p and owner[q] != me() and not aimed[q]) {
        aimed[q] = true;
        send(u, first[q]);
        return;
      }
      for (int d = 0; d < 4; ++d) {
        int r = around[q][d];
        if (r == -1 or first[r] != -1 or to_knight[r] <= SHY) continue;
        if (q == p and not free(r)) continue;
        first[r] = q == p ? d : first[q];
        pending.push_back(r);
      }
    }
  }

  virtual void play () {
    if (round() == 0) read_walls();
    look();
    fighters = knights(me());
    strike();
    for (int id : fighters) advance(units[id]);
    for (int id : farmers(me())) farm(units[id]);
  }

};

RegisterPlayer(PLAYER_NAME);
