#include "Player.hh"

// A player that computes exactly where cars can be. Most warriors that change sides are run over.
// So its cars take the fastest way to a rival on foot, round by round, and its warriors wait until
// no rival car can reach them. Spare warriors stay beside water or go to the nearest city.
#define PLAYER_NAME Captain

#define SLACK 5        // steps that a way may take longer than it looks
#define NEAR 4         // rivals this near to a city may enter it soon
#define LATE 2         // what it costs if prey may move first
#define OFF 2          // what it costs to leave the road
#define RANGE 60       // rounds that prey of a car may be away
#define RESERVE 8      // fuel that a car keeps for the way to a station
#define FEAR 30        // what it costs to stand where a rival car may come
#define HURRY 15        // the same for warriors that need water or food soon
#define CAMP 1         // steps from water at which a spare warrior stays there

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<int> Distances;   // steps to the nearest goal, by place

  static const int FAR = 30000;
  static const int STEP = 10;      // what a step nearer to the goal is worth

  // A place is a cell as one number. These lists never change.
  int places;
  vector<Pos> pos_of;
  vector<CellType> ground;
  vector< vector<int> > around;    // the eight neighbours of a place, or -1
  Distances to_water, to_food, to_station;
  vector<int> city_of;             // by place: its city, or -1
  vector<Distances> to_city;
  vector<int> a_cell;              // by city: one of its places

  // These change in every round.
  vector<int> unit_at;
  vector<bool> reserved, threatened, car_danger;
  vector< vector<int> > inside;    // by city: warriors of each player
  vector<int> incoming;            // by city: rivals near it

  int place (Pos p) { return p.i*cols() + p.j; }

  bool can_stand (UnitType type, int p) {
    return ground[p] == Desert or ground[p] == Road or (ground[p] == City and type == Warrior);
  }

  // Steps of all places to the nearest goal (breadth-first search).
  Distances measure (UnitType type, const vector<int>& goals) {
    Distances dist(places, int(FAR));
    vector<int> pending;
    for (int g : goals) {
      if (not can_stand(type, g) or dist[g] == 0) continue;
      dist[g] = 0;
      pending.push_back(g);
    }
    for (size_t k = 0; k < pending.size(); ++k) {
      for (int q : around[pending[k]]) {
        if (q == -1 or dist[q] != FAR or not can_stand(type, q)) continue;
        dist[q] = dist[pending[k]] + 1;
        pending.push_back(q);
      }
    }
    return dist;
  }

  // All places beside ground of a type.
  vector<int> beside (CellType type) {
    vector<int> found;
    for (int p = 0; p < places; ++p) {
      if (ground[p] != type) continue;
      for (int q : around[p]) if (q != -1) found.push_back(q);
    }
    return found;
  }

  void read_land () {
    places = rows()*cols();
    for (int p = 0; p < places; ++p) {
      pos_of.push_back(Pos(p/cols(), p%cols()));
      ground.push_back(cell(pos_of[p]).type);
      vector<int> near;
      for (int d = 0; d < 8; ++d) {
        Pos q = pos_of[p] + Dir(d);
        near.push_back(pos_ok(q) ? place(q) : -1);
      }
      around.push_back(near);
    }
    to_water = measure(Warrior, beside(Water));
    to_station = measure(Car, beside(Station));
    vector<int> all;
    city_of.assign(places, -1);
    for (int p = 0; p < places; ++p) {
      if (ground[p] != City) continue;
      all.push_back(p);
      if (city_of[p] != -1) continue;
      // A new city: its cells touch with their sides.
      int number = a_cell.size();
      vector<int> cells(1, p);
      city_of[p] = number;
      for (size_t k = 0; k < cells.size(); ++k) {
        for (int d = 0; d < 8; d += 2) {
          int q = around[cells[k]][d];
          if (q == -1 or ground[q] != City or city_of[q] != -1) continue;
          city_of[q] = number;
          cells.push_back(q);
        }
      }
      a_cell.push_back(p);
      to_city.push_back(measure(Warrior, cells));
    }
    to_food = measure(Warrior, all);
  }

  // Where units stand, and where rival cars may be before our warriors move again.
  void look () {
    unit_at.assign(places, -1);
    reserved.assign(places, false);
    threatened.assign(places, false);
    car_danger.assign(places, false);
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      int p = place(u.pos);
      unit_at[p] = id;
      if (u.player == me()) reserved[p] = true;
      else if (u.type == Car) {
        if (can_move(id)) for (int q : around[p]) if (q != -1) car_danger[q] = true;
        spread(u);
      }
    }
  }

  // Marks the places that a rival car may reach before our warriors move again. A car moves in
  // every round from a road, and otherwise in the rounds of its player.
  void spread (const Unit& car) {
    vector<int> reached(1, place(car.pos));
    set<int> seen(reached.begin(), reached.end());
    for (int t = 0; t < 4; ++t) {
      vector<int> now = reached;
      for (int p : now) {
        bool moves = (round() + t)%4 == car.player or (car.food > 0 and ground[p] == Road);
        if (not moves) continue;
        for (int q : around[p]) {
          if (q == -1 or not can_stand(Car, q) or not seen.insert(q).second) continue;
          threatened[q] = true;
          reached.push_back(q);
        }
      }
    }
  }

  void survey () {
    int n = a_cell.size();
    inside.assign(n, vector<int>(4, 0));
    incoming.assign(n, 0);
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      if (u.type == Car) continue;
      int p = place(u.pos);
      for (int c = 0; c < n; ++c) {
        if (to_city[c][p] == 0) ++inside[c][u.player];
        else if (to_city[c][p] <= NEAR and u.player != me()) ++incoming[c];
      }
    }
  }

  void send (int id, int dir) {
    int q = around[place(unit(id).pos)][dir];
    if (unit_at[q] == -1) {
      reserved[q] = true;
      reserved[place(unit(id).pos)] = false;
    }
    command(id, Dir(dir));
  }

  // What an attack of a warrior at p on one at q is worth.
  int fight (const Unit& u, int p, const Unit& v, int q) {
    if (ground[p] == City and ground[q] == City) {
      int odds = 100*u.water/(u.water + v.water);
      return 6*(odds - 50) + 2;
    }
    if (v.food <= damage() or v.water <= damage()) return 300;
    bool lacks = min(u.food, u.water) < warriors_health() - damage()/2;
    int weak = v.water <= 2*damage() ? 15 : 0;   // the next bite captures it
    return weak + (lacks ? STEP + 2 : STEP/2);
  }

  int worth (int p, const Distances& goal, bool urgent) {
    int sum = -STEP*goal[p];
    if (threatened[p] and ground[p] != City) sum -= urgent ? HURRY : FEAR;
    return sum;
  }

  // One step of a warrior: to the goal, or an attack.
  void step (int id, const Distances& goal, bool urgent) {
    Unit u = unit(id);
    int p = place(u.pos), best = -1, most = worth(p, goal, urgent);
    for (int d = 0; d < 8; ++d) {
      int q = around[p][d];
      if (q == -1 or not can_stand(Warrior, q)) continue;
      int value;
      if (unit_at[q] == -1) {
        if (reserved[q]) continue;
        value = worth(q, goal, urgent);
      } else {
        Unit v = unit(unit_at[q]);
        if (v.player == me() or v.type == Car) continue;
        value = worth(p, goal, urgent) + fight(u, p, v, q);
      }
      if (value > most) {
        most = value;
        best = d;
      }
    }
    if (best != -1) send(id, best);
  }

  struct Fighter {
    int id, at, city;
  };

  vector<Fighter> fighters;

  // Gives the nearest free warriors to a city. Returns what the way costs, or -1 without them.
  int recruit (int c, int wanted, bool really) {
    vector< pair<int, int> > near;
    for (int k = 0; k < int(fighters.size()); ++k) {
      if (fighters[k].city == -1) near.push_back(make_pair(to_city[c][fighters[k].at], k));
    }
    if (int(near.size()) < wanted) return -1;
    sort(near.begin(), near.end());
    int way = 0;
    for (int k = 0; k < wanted; ++k) {
      if (near[k].first >= FAR) return -1;
      way += near[k].first;
      if (really) fighters[near[k].second].city = c;
    }
    return way;
  }

  void share_out () {
    int n = a_cell.size();
    vector<int> needed(n);
    vector<bool> done(n, false);
    for (int c = 0; c < n; ++c) {
      int most = 0;
      for (int pl = 0; pl < 4; ++pl) if (pl != me()) most = max(most, inside[c][pl]);
      bool mine = cell(pos_of[a_cell[c]]).owner == me();
      needed[c] = mine ? most + min(incoming[c], 4) : most + 1 + incoming[c]/3;
      if (mine and needed[c] == 0) needed[c] = 1;
    }
    while (true) {
      int best = -1, least = 0;
      for (int c = 0; c < n; ++c) {
        if (done[c]) continue;
        int way = recruit(c, needed[c], false);
        if (way < 0) continue;
        bool mine = cell(pos_of[a_cell[c]]).owner == me();
        int cost = 2*way + needed[c]*(mine ? 2 : 8);
        if (best == -1 or cost < least) {
          best = c;
          least = cost;
        }
      }
      if (best == -1) break;
      recruit(best, needed[best], true);
      done[best] = true;
    }
    // The others: beside water, or in the nearest city.
    for (Fighter& f : fighters) {
      if (f.city != -1) continue;
      if (ground[f.at] != City and to_water[f.at] <= CAMP) continue;
      int least = FAR*2;
      for (int c = 0; c < n; ++c) {
        int cost = to_city[c][f.at];
        if (cost < least) {
          least = cost;
          f.city = c;
        }
      }
    }
  }

  const Distances& goal (const Fighter& f) { return f.city == -1 ? to_water : to_city[f.city]; }

  void send_warriors () {
    survey();
    fighters.clear();
    for (int id : warriors(me())) {
      Unit u = unit(id);
      int p = place(u.pos);
      bool thirsty = u.water <= to_water[p] + SLACK and to_water[p] < FAR;
      bool hungry = u.food <= to_food[p] + SLACK and to_food[p] < FAR;
      bool sips = to_water[p] <= 3 and u.water < warriors_health()*3/4 and ground[p] != City;
      if (thirsty and (not hungry or to_water[p] <= to_food[p])) step(id, to_water, true);
      else if (hungry) step(id, to_food, true);
      else if (sips) step(id, to_water, false);
      else {
        Fighter f;
        f.id = id;
        f.at = p;
        f.city = -1;
        fighters.push_back(f);
      }
    }
    share_out();
    // Equal ways stay in the order of the units, on every machine.
    stable_sort(fighters.begin(), fighters.end(), [&](const Fighter& a, const Fighter& b) {
      return goal(a)[a.at] < goal(b)[b.at];
    });
    for (const Fighter& f : fighters) step(f.id, goal(f), false);
  }

  bool drivable (int q) {
    if (q == -1 or not can_stand(Car, q) or reserved[q] or car_danger[q]) return false;
    return unit_at[q] == -1 or unit(unit_at[q]).type == Warrior;
  }

  // Rounds until a unit of this player at p may leave it, if it gets there in round t from now on.
  int wait (int p, int player, int t) {
    if (ground[p] == Road) return 0;
    return (player - (round() + t)%4 + 4)%4;
  }

  // The first direction of the fastest way to a rival warrior outside cities, or -1. The rounds
  // of the way are exact: from roads a car moves in every round.
  int hunt (int from) {
    vector< vector< pair<int, int> > > at(RANGE + 6);
    vector<bool> seen(places, false);
    seen[from] = true;
    for (int d = 0; d < 8; ++d) {
      int q = around[from][d];
      if (drivable(q)) at[1].push_back(make_pair(q, d));
    }
    int best = -1, least = FAR;
    for (int t = 1; t <= RANGE and t < least; ++t) {
      for (size_t k = 0; k < at[t].size(); ++k) {
        int p = at[t][k].first, first = at[t][k].second;
        if (seen[p]) continue;
        seen[p] = true;
        int id = unit_at[p];
        if (id != -1) {
          Unit v = unit(id);
          if (v.type == Car or v.player == me()) continue;
          // It may step away before the car arrives.
          int its = (v.player - round()%4 + 4)%4;
          int cost = t + (its < t ? LATE : 0) + (ground[p] == Road ? 0 : OFF);
          if (cost < least) {
            least = cost;
            best = first;
          }
          continue;
        }
        int next = t + 1 + wait(p, me(), t);
        if (next > RANGE) continue;
        for (int q : around[p]) {
          if (q == -1 or seen[q] or not can_stand(Car, q)) continue;
          at[next].push_back(make_pair(q, first));
        }
      }
    }
    return best;
  }

  // The direction that leads nearer to a station, by road if possible, or -1.
  int homewards (int p) {
    int best = -1, least = 2*to_station[p] + (ground[p] == Road ? 0 : 1);
    for (int d = 0; d < 8; ++d) {
      int q = around[p][d];
      if (not drivable(q)) continue;
      int value = 2*to_station[q] + (ground[q] == Road ? 0 : 1);
      if (value < least) {
        least = value;
        best = d;
      }
    }
    return best;
  }

  void send_cars () {
    for (int id : cars(me())) {
      if (not can_move(id)) continue;
      Unit u = unit(id);
      int p = place(u.pos);
      bool low = u.food <= to_station[p] + RESERVE and to_station[p] < FAR;
      int d = low ? -1 : hunt(p);
      if (d == -1) d = homewards(p);
      if (d == -1) continue;
      send(id, d);
      reserved[around[p][d]] = true;
    }
  }

  virtual void play () {
    if (round() == 0) read_land();
    look();
    if (round()%4 == me()) send_warriors();
    send_cars();
  }

};

RegisterPlayer(PLAYER_NAME);
