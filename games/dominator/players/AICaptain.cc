#include "Player.hh"

// A player that fights for the first blow. A knight that steps beside a rival knight is hit first,
// so its knights wait two steps away until the rival comes, or until they are more. Knights hit
// together where they capture. Farmers keep away from knights, and paint on while they flee.
#define PLAYER_NAME Captain

#define REACH 4       // how near rival witches may come: they haunt two steps, after one or two
#define SOON 20       // what a rival is worth three steps from a witch; two steps are worth 50
#define LATER 8       // the same four steps from her
#define HURT 150      // a knight with less health than this rests when no rival is near
#define PATIENCE 2    // rounds that a knight waits for a rival
#define GROUP 4       // how far friends and rivals count in a fight
#define PACE 3        // steps from a rival knight at which it waits
#define EDGE 300      // health by which we must be more to attack first

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<int> Map;   // a number for each cell

  int n;                     // cells
  vector< vector<int> > around;  // the eight neighbours of a cell, or -1 for a wall
  vector<Unit> units;
  Map standing;              // the unit on each cell, or -1
  Map owner;
  vector<bool> danger;       // a witch may haunt the cell in this round
  vector<bool> claimed;      // a unit of ours goes there, or stays there
  Map to_knight;             // steps to the nearest rival knight
  vector<bool> aimed;        // land that a farmer of ours goes to
  map<int, int> waited;      // by knight: rounds that it has waited

  int place (Pos p) { return p.i*cols() + p.j; }
  Pos pos (int p) { return Pos(p/cols(), p%cols()); }
  int apart (Pos p, Pos q) { return max(abs(p.i - q.i), abs(p.j - q.j)); }

  void read_walls () {
    n = rows()*cols();
    around.assign(n, vector<int>(8, -1));
    for (int p = 0; p < n; ++p) {
      for (int d = 0; d < 8; ++d) {
        Pos q = pos(p) + Dir(d);
        if (pos_ok(q) and cell(q).type == Empty) around[p][d] = place(q);
      }
    }
  }

  void fear (Pos w, int reach) {
    for (int i = -reach; i <= reach; ++i) {
      for (int j = abs(i) - reach; j <= reach - abs(i); ++j) {
        Pos p(w.i + i, w.j + j);
        if (pos_ok(p)) danger[place(p)] = true;
      }
    }
  }

  void look () {
    units.clear();
    for (int id = 0; id < nb_units(); ++id) units.push_back(unit(id));
    standing.assign(n, -1);
    owner.assign(n, -1);
    danger.assign(n, false);
    claimed.assign(n, false);
    aimed.assign(n, false);
    for (int p = 0; p < n; ++p) owner[p] = cell(pos(p)).owner;
    vector<int> knights;
    for (const Unit& u : units) {
      int p = place(u.pos);
      standing[p] = u.id;
      if (u.player == 0) claimed[p] = true;
      if (u.type == Witch) fear(u.pos, u.player == 0 ? 2 : REACH);
      if (u.type == Knight and u.player != 0) knights.push_back(p);
    }
    to_knight = measure(knights, 1, false);
  }

  // Steps to the nearest goal, with eight (turn 1) or four (turn 2) directions.
  Map measure (const vector<int>& goals, int turn, bool safely) {
    Map dist(n, 1000);
    vector<int> pending;
    for (int g : goals) {
      dist[g] = 0;
      pending.push_back(g);
    }
    for (size_t k = 0; k < pending.size(); ++k) {
      int p = pending[k];
      for (int d = 0; d < 8; d += turn) {
        int q = around[p][d];
        if (q == -1 or dist[q] != 1000 or (safely and danger[q])) continue;
        dist[q] = dist[p] + 1;
        pending.push_back(q);
      }
    }
    return dist;
  }

  bool free (int p) { return p != -1 and standing[p] == -1 and not claimed[p]; }

  void send (const Unit& u, int d) {
    int to = around[place(u.pos)][d];
    if (standing[to] == -1) claimed[to] = true;
    command(u.id, Dir(d));
  }

  // ---- Witches

  int curse (Pos p, const Unit& witch) {
    int worth = 0, nearest = 100;
    for (const Unit& u : units) {
      int far = abs(p.i - u.pos.i) + abs(p.j - u.pos.j);
      if (u.type == Witch) {
        if (u.id != witch.id and far <= 3) worth -= 60;
      } else if (u.player == 0) {
        if (far <= 3) worth -= 60;
      } else {
        if (far <= 2) worth += 50;
        else if (far <= 4) worth += far == 3 ? SOON : LATER;
        nearest = min(nearest, far);
      }
    }
    return worth - nearest;
  }

  void haunt (const Unit& u) {
    int best = -1, most = curse(u.pos, u);
    for (int d = 0; d < 8; d += 2) {
      int q = around[place(u.pos)][d];
      if (not free(q)) continue;
      int worth = curse(pos(q), u);
      if (worth > most) {
        most = worth;
        best = d;
      }
    }
    if (best == -1) return;
    fear(u.pos + Dir(best), 2);
    send(u, best);
  }

  // ---- Knights

  vector<int> fighters;      // our knights without an order
  map<int, int> blows;       // by rival: hits that are planned

  // The rivals beside a knight.
  vector< pair<int, int> > targets (const Unit& u) {
    vector< pair<int, int> > found;
    for (int d = 0; d < 8; ++d) {
      int q = around[place(u.pos)][d];
      if (q == -1 or standing[q] == -1) continue;
      const Unit& v = units[standing[q]];
      if (v.player != 0 and v.type != Witch) found.push_back(make_pair(v.id, d));
    }
    return found;
  }

  // Knights that stand beside rivals share them: first where they capture together.
  void strike () {
    int damage = (damage_min() + damage_max())/2;
    map<int, vector<int> > hitters;     // by rival: our knights beside it
    for (int id : fighters) for (auto& t : targets(units[id])) hitters[t.first].push_back(id);
    set<int> busy;
    vector< pair<int, int> > order;     // how much each rival needs, and the rival
    for (auto& h : hitters) {
      const Unit& v = units[h.first];
      int hits = (v.health + damage - 1)/damage;
      bool falls = hits <= int(h.second.size());
      int cost = 1000*(not falls) + 100*hits + 10*(v.type == Farmer) + v.health/30;
      order.push_back(make_pair(cost, h.first));
    }
    sort(order.begin(), order.end());
    for (auto& o : order) {
      const Unit& v = units[o.second];
      int health = v.health;
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

  // The health of knights near a cell: ours minus theirs.
  int balance (Pos p) {
    int sum = 0;
    for (const Unit& u : units) {
      if (u.type != Knight or apart(u.pos, p) > GROUP) continue;
      sum += u.player == 0 ? u.health : -u.health;
    }
    return sum;
  }

  // A knight without a rival beside it.
  void advance (const Unit& u) {
    int p = place(u.pos);
    if (danger[p]) return flee(u);
    int near = to_knight[p];
    if (u.health < HURT) {
      // It rests, but not beside a stronger group.
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

  // Whether a rival stands there that a knight can hit.
  bool is_prey (int p) {
    if (standing[p] == -1) return false;
    const Unit& u = units[standing[p]];
    return u.player != 0 and u.type != Witch;
  }

  // The first step of the way to the best rival: near, weak, and without strong friends.
  int hunt (const Unit& u) {
    Map first(n, -1), dist(n, -1);
    vector<int> pending(1, place(u.pos));
    dist[pending[0]] = 0;
    int best = -1, least = 1000000;
    for (size_t k = 0; k < pending.size(); ++k) {
      int p = pending[k];
      if (2*dist[p] > least) break;
      if (standing[p] != -1 and p != place(u.pos)) {
        const Unit& v = units[standing[p]];
        int cost = 2*dist[p] + v.health/60 + (v.type == Knight ? 4 : 0) + 3*hunted[v.id];
        if (cost < least) {
          least = cost;
          best = p;
        }
        continue;
      }
      for (int d = 0; d < 8; ++d) {
        int q = around[p][d];
        if (q == -1 or dist[q] != -1 or danger[q]) continue;
        bool blocked = standing[q] != -1 or (p == place(u.pos) and claimed[q]);
        if (blocked and not is_prey(q)) continue;
        dist[q] = dist[p] + 1;
        first[q] = k == 0 ? d : first[p];
        pending.push_back(q);
      }
    }
    if (best == -1) return -1;
    ++hunted[standing[best]];
    int to = around[place(u.pos)][first[best]];
    return free(to) ? first[best] : -1;
  }

  map<int, int> hunted;      // by rival: knights that go there

  // Away from witches first, and then from rival knights.
  void flee (const Unit& u) {
    int turn = u.type == Knight ? 1 : 2, p = place(u.pos);
    int best = -1, most = value(p, u);
    for (int d = 0; d < 8; d += turn) {
      int q = around[p][d];
      if (not free(q) or cell(pos(q)).haunted) continue;
      int v = value(q, u);
      if (v > most) {
        most = v;
        best = d;
      }
    }
    if (best != -1) send(u, best);
  }

  int value (int p, const Unit& u) {
    int sum = 10*min(to_knight[p], 4);
    if (danger[p]) sum -= 100;
    if (u.type == Farmer and owner[p] != 0) sum += 12;
    if (u.type == Farmer and to_knight[p] <= 1) sum -= u.health <= damage_max() ? 40 : 10;
    return sum;
  }

  // ---- Farmers

  void farm (const Unit& u) {
    int p = place(u.pos);
    if (danger[p] or to_knight[p] <= 2) return flee(u);
    Map first(n, -1);
    vector<int> pending(1, p);
    first[p] = 8;
    for (size_t k = 0; k < pending.size(); ++k) {
      int q = pending[k];
      if (q != p and owner[q] != 0 and not aimed[q]) {
        aimed[q] = true;
        send(u, first[q]);
        return;
      }
      for (int d = 0; d < 8; d += 2) {
        int r = around[q][d];
        if (r == -1 or first[r] != -1 or danger[r] or to_knight[r] <= 2) continue;
        if (q == p and not free(r)) continue;
        first[r] = q == p ? d : first[q];
        pending.push_back(r);
      }
    }
  }

  virtual void play () {
    if (round() == 0) read_walls();
    look();
    vector<int> w = witches(0);
    for (int id : w) haunt(units[id]);
    hunted.clear();
    fighters = knights(0);
    strike();
    for (int id : fighters) advance(units[id]);
    vector<int> f = farmers(0);
    for (int id : f) farm(units[id]);
  }

};

RegisterPlayer(PLAYER_NAME);
