#include "Player.hh"

// A player to copy: it computes distances. Warriors walk to water in time and eat when they
// are hungry. Otherwise three of four guard cities, and the others walk to cities of rivals.
// Cars chase warriors along the roads and return to a station in time.
#define PLAYER_NAME Scout

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The number of steps from each cell to the nearest goal.
  typedef vector< vector<int> > Distances;

  // Extra rounds of warriors, because other units stand in the way.
  static const int SPARE = 6;

  // These distances never change, so the player computes them once.
  Distances to_water, to_food, to_station;

  bool can_stand (UnitType type, Pos p) {
    if (not pos_ok(p)) return false;
    CellType t = cell(p).type;
    return t == Desert or t == Road or (t == City and type == Warrior);
  }

  // Computes the distances of all cells to the goals at once: it starts from all goals
  // together and continues cell by cell (breadth-first search). Goals may be water or stations.
  Distances measure (UnitType type, const vector<Pos>& goals) {
    const int far = rows()*cols();
    Distances dist(rows(), vector<int>(cols(), far));
    queue<Pos> pending;
    for (int k = 0; k < int(goals.size()); ++k) {
      dist[goals[k].i][goals[k].j] = 0;
      pending.push(goals[k]);
    }
    while (not pending.empty()) {
      Pos p = pending.front();
      pending.pop();
      for (int d = 0; d < 8; ++d) {
        Pos q = p + Dir(d);
        if (not can_stand(type, q) or dist[q.i][q.j] != far) continue;
        dist[q.i][q.j] = dist[p.i][p.j] + 1;
        pending.push(q);
      }
    }
    return dist;
  }

  // All cells of a type.
  vector<Pos> all (CellType type) {
    vector<Pos> found;
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j)
        if (cell(i, j).type == type) found.push_back(Pos(i, j));
    return found;
  }

  // Sends a unit one step towards its goal, around other units. A random first direction
  // prevents that units always prefer the same side.
  void approach (Unit u, const Distances& dist) {
    int best = -1, least = dist[u.pos.i][u.pos.j];
    int first = random(0, 7);
    for (int k = 0; k < 8; ++k) {
      Dir d = Dir((first + k)%8);
      Pos p = u.pos + d;
      if (not can_stand(u.type, p) or cell(p).id != -1 or dist[p.i][p.j] >= least) continue;
      best = d;
      least = dist[p.i][p.j];
    }
    if (best != -1) command(u.id, Dir(best));
  }

  // In a city the warrior with more water has the better chance.
  bool worth_it (Unit u, Unit v) {
    bool thunderdome = cell(u.pos).type == City and cell(v.pos).type == City;
    return not thunderdome or u.water > v.water;
  }

  // Attacks a rival warrior beside the unit, if there is one and it is worth it.
  bool attack (Unit u) {
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not can_stand(u.type, p) or cell(p).id == -1) continue;
      Unit v = unit(cell(p).id);
      if (v.player == me() or v.type == Car or not worth_it(u, v)) continue;
      command(u.id, Dir(d));
      return true;
    }
    return false;
  }

  // Warriors of others on roads.
  vector<Pos> on_roads () {
    vector<Pos> found;
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      if (u.type == Warrior and u.player != me() and cell(u.pos).type == Road)
        found.push_back(u.pos);
    }
    return found;
  }

  // Cities of others.
  vector<Pos> to_take () {
    vector<Pos> found, cells = all(City);
    for (int k = 0; k < int(cells.size()); ++k)
      if (cell(cells[k]).owner != me()) found.push_back(cells[k]);
    return found;
  }

  virtual void play () {
    if (round() == 0) {
      to_water = measure(Warrior, all(Water));
      to_food = measure(Warrior, all(City));
      to_station = measure(Car, all(Station));
    }

    // Cars with fuel on a road may move in every round.
    Distances to_prey = measure(Car, on_roads());
    vector<int> c = cars(me());
    for (int k = 0; k < int(c.size()); ++k) {
      Unit u = unit(c[k]);
      if (not can_move(u.id) or attack(u)) continue;
      approach(u, u.food < cars_fuel()/3 ? to_station : to_prey);
    }

    // Warriors move in one round of four: that of their player.
    if (round()%4 != me()) return;
    Distances to_city = measure(Warrior, to_take());
    vector<int> w = warriors(me());
    for (int k = 0; k < int(w.size()); ++k) {
      Unit u = unit(w[k]);
      if (u.water < to_water[u.pos.i][u.pos.j] + SPARE) approach(u, to_water);
      else if (attack(u)) continue;
      else if (u.food < warriors_health()/2 or u.id%4 != 0) approach(u, to_food);
      else approach(u, to_city);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
