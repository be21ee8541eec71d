#include "Player.hh"
#include <algorithm>

// A player that counts in points: for each city and path it computes what the conquest brings and
// what the owner loses, and sends the nearest units where steps earn most. Its units hit together,
// first those that fall, and attack where they are stronger.
#define PLAYER_NAME Captain

#define HUNT 4        // a rival so near concerns a unit
#define GROUP 4       // how far friends and rivals count in a fight
#define EDGE 40       // health by which we must be more to attack first
#define WEIGHT 3      // steps that a place with twice the points may be farther away
#define HARM 50       // percent that the loss of a rival counts

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<int> Map;         // a number for each cell

  static const int FAR = 100000;

  int n;                           // cells
  vector< vector<int> > around;    // the four neighbours of a cell, or -1 for a wall
  Map place_of;                    // the city or path of a cell, or -1; cities come first
  vector<Map> way;                 // by place: the steps to it
  vector<int> size;                // by place: its cells
  vector<int> from, to;            // by path: its cities
  vector<int> owner;               // by place
  vector<Unit> units;
  Map standing;                    // the unit on each cell, or -1
  vector<bool> claimed;            // a unit of ours goes there, or stays there
  Map to_rival;

  int nb_places () { return nb_cities() + nb_paths(); }
  int index (Pos p) { return p.i*cols() + p.j; }

  void read_land () {
    n = rows()*cols();
    around.assign(n, vector<int>(4, -1));
    place_of.assign(n, -1);
    for (int p = 0; p < n; ++p) {
      Pos pos(p/cols(), p%cols());
      Cell c = cell(pos);
      if (c.type == CITY) place_of[p] = c.city_id;
      if (c.type == PATH) place_of[p] = nb_cities() + c.path_id;
      if (c.type == WALL) continue;
      for (int d = 0; d < 4; ++d) {
        Pos q = pos + Dir(d);
        if (pos_ok(q) and cell(q).type != WALL) around[p][d] = index(q);
      }
    }
    for (int k = 0; k < nb_places(); ++k) {
      vector<int> cells;
      for (int p = 0; p < n; ++p) if (place_of[p] == k) cells.push_back(p);
      size.push_back(cells.size());
      way.push_back(measure(cells));
    }
    for (int k = 0; k < nb_paths(); ++k) {
      from.push_back(path(k).first.first);
      to.push_back(path(k).first.second);
    }
  }

  // Steps to the nearest goal.
  Map measure (const vector<int>& goals) {
    Map dist(n, int(FAR));
    vector<int> pending;
    for (int g : goals) {
      dist[g] = 0;
      pending.push_back(g);
    }
    for (size_t k = 0; k < pending.size(); ++k) {
      for (int q : around[pending[k]]) {
        if (q == -1 or dist[q] != FAR) continue;
        dist[q] = dist[pending[k]] + 1;
        pending.push_back(q);
      }
    }
    return dist;
  }

  void look () {
    owner.clear();
    for (int k = 0; k < nb_cities(); ++k) owner.push_back(city_owner(k));
    for (int k = 0; k < nb_paths(); ++k) owner.push_back(path_owner(k));
    units.clear();
    standing.assign(n, -1);
    claimed.assign(n, false);
    vector<int> rivals;
    for (int id = 0; id < total_units(); ++id) {
      units.push_back(unit(id));
      int p = index(units[id].pos);
      standing[p] = id;
      if (units[id].player == me()) claimed[p] = true;
      else rivals.push_back(p);
    }
    to_rival = measure(rivals);
  }

  // The points that a player gets in each round from these owners.
  double points (const vector<int>& owns, int player) {
    double sum = 0;
    vector<int> group(nb_cities()), count(nb_cities(), 0);
    for (int c = 0; c < nb_cities(); ++c) group[c] = c;
    for (int k = 0; k < nb_paths(); ++k) {
      int p = nb_cities() + k;
      if (owns[p] != player) continue;
      sum += size[p];
      if (owns[from[k]] != player or owns[to[k]] != player) continue;
      int a = group[from[k]], b = group[to[k]];
      for (int& g : group) if (g == a) g = b;
    }
    for (int c = 0; c < nb_cities(); ++c) {
      if (owns[c] != player) continue;
      sum += size[c];
      ++count[group[c]];
    }
    for (int c : count) if (c > 0) sum += factor_connected_component()*pow(2.0, c);
    return sum;
  }

  // By place: how many steps it may be farther away, for the points that it brings.
  vector<double> worth () {
    vector<double> result(nb_places());
    double now[4];
    for (int pl = 0; pl < 4; ++pl) now[pl] = points(owner, pl);
    for (int k = 0; k < nb_places(); ++k) {
      vector<int> after = owner;
      after[k] = me();
      double gain = 1;
      if (owner[k] != me()) {
        gain += points(after, me()) - now[me()];
        if (owner[k] != -1) gain += (now[owner[k]] - points(after, owner[k]))*HARM/100;
      } else {
        after[k] = -1;
        gain += now[me()] - points(after, me());
      }
      // A place that prepares a connection: the path brings the city behind it.
      gain += hope(after, k);
      result[k] = WEIGHT*log2(max(gain, 1.0));
    }
    return result;
  }

  // Half of what one more place beside it would bring.
  double hope (vector<int>& after, int k) {
    if (owner[k] == me()) return 0;
    double before = points(after, me()), best = 0;
    for (int e = 0; e < nb_paths(); ++e) {
      int p = nb_cities() + e;
      if (k != p and k != from[e] and k != to[e]) continue;
      int others[3] = { p, from[e], to[e] };
      for (int other : others) {
        if (after[other] == me()) continue;
        int kept = after[other];
        after[other] = me();
        best = max(best, points(after, me()) - before);
        after[other] = kept;
      }
    }
    return best/2;
  }

  bool free (int p) { return p != -1 and standing[p] == -1 and not claimed[p]; }

  void send (const Unit& u, int d) {
    int q = around[index(u.pos)][d];
    if (standing[q] == -1) claimed[q] = true;
    move(u.id, Dir(d));
  }

  // The health of units near a cell: ours minus theirs.
  int balance (Pos p) {
    int sum = 0;
    for (const Unit& u : units) {
      if (abs(u.pos.i - p.i) + abs(u.pos.j - p.j) > GROUP) continue;
      sum += u.player == me() ? u.health : -u.health;
    }
    return sum;
  }

  // The rivals beside a unit, and their directions.
  vector< pair<int, int> > targets (const Unit& u) {
    vector< pair<int, int> > found;
    for (int d = 0; d < 4; ++d) {
      int q = around[index(u.pos)][d];
      if (q != -1 and standing[q] != -1 and units[standing[q]].player != me())
        found.push_back(make_pair(standing[q], d));
    }
    return found;
  }

  // Units beside rivals hit those that fall first. Returns the units that hit.
  set<int> strike () {
    map<int, vector<int> > hitters;
    for (int id : my_units(me())) for (auto& t : targets(units[id])) hitters[t.first].push_back(id);
    vector< pair<int, int> > order;
    for (auto& h : hitters) {
      int hits = units[h.first].health/32 + 1;
      bool falls = hits <= int(h.second.size());
      order.push_back(make_pair(1000*(not falls) + 100*hits + units[h.first].health/4, h.first));
    }
    sort(order.begin(), order.end());
    set<int> busy;
    for (int turn = 0; turn < 2; ++turn) {
      for (auto& o : order) {
        int health = units[o.second].health;
        for (int id : hitters[o.second]) {
          // In the second turn all that are left hit the weakest.
          if ((turn == 0 and health < 0) or not busy.insert(id).second) continue;
          health -= 32;
          for (auto& t : targets(units[id])) if (t.first == o.second) send(units[id], t.second);
        }
      }
    }
    return busy;
  }

  bool is_risky (const Unit& u, int p) {
    bool virus = cell(Pos(p/cols(), p%cols())).virus > 0;
    return virus and not u.mask and not u.immune and u.damage == 0;
  }

  // One step towards a goal, around others and virus.
  void approach (const Unit& u, const Map& dist) {
    int p = index(u.pos), first = random(0, 3), best = -1, least = 10*dist[p] + 1;
    for (int k = 0; k < 4; ++k) {
      int d = (first + k)%4, q = around[p][d];
      if (not free(q) or dist[q] > dist[p]) continue;
      int cost = 10*dist[q] + (is_risky(u, q) ? 15 : 0);
      if (cost >= least) continue;
      best = d;
      least = cost;
    }
    if (best != -1) send(u, best);
  }

  virtual void play () {
    if (round() == 0) read_land();
    look();
    vector<double> value = worth();
    vector<int> lead(nb_places(), 0);
    for (const Unit& u : units) {
      int k = place_of[index(u.pos)];
      if (k != -1 and u.player != me()) --lead[k];
    }
    set<int> busy = strike();

    // Again and again the unit and the place with the least cost, one unit for each place.
    vector<int> mine;
    for (int id : my_units(me())) if (not busy.count(id)) mine.push_back(id);
    for (int id : busy) {
      int k = place_of[index(units[id].pos)];
      if (k != -1) ++lead[k];
    }
    map<int, int> goal;
    while (goal.size() < mine.size()) {
      int who = -1, where = -1;
      double least = 1e9;
      for (int k = 0; k < nb_places(); ++k) {
        if ((owner[k] == me() and lead[k] >= 0) or lead[k] > 0) continue;
        for (int id : mine) {
          if (goal.count(id)) continue;
          double cost = way[k][index(units[id].pos)] - value[k];
          if (cost >= least) continue;
          least = cost;
          who = id;
          where = k;
        }
      }
      if (who == -1) break;
      goal[who] = where;
      ++lead[where];
    }
    for (int id : mine) {
      const Unit& u = units[id];
      int p = index(u.pos);
      if (to_rival[p] <= HUNT) {
        if (to_rival[p] <= 2 or balance(u.pos) >= EDGE) {
          approach(u, to_rival);
          continue;
        }
      }
      if (goal.count(id)) approach(u, way[goal[id]]);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
