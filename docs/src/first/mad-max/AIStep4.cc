#include "Player.hh"

#define PLAYER_NAME Step4

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The number of steps from each cell to the nearest goal.
  typedef vector< vector<int> > Distances;

  // These distances never change.
  Distances to_water, to_city, to_station;

  bool can_stand (UnitType type, Pos p) {
    if (not pos_ok(p)) return false;
    CellType t = cell(p).type;
    return t == Desert or t == Road or (t == City and type == Warrior);
  }

  // Goes from all goals together to their neighbours, and on to theirs (breadth-first search).
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

  // One step nearer to the goal, around units in the way.
  void approach (Unit u, const Distances& dist) {
    int best = None, least = dist[u.pos.i][u.pos.j];
    int start = random(0, 7);   // so that not all units prefer the same side
    for (int k = 0; k < 8; ++k) {
      Dir d = Dir((start + k)%8);
      Pos p = u.pos + d;
      if (not can_stand(u.type, p) or cell(p).id != -1 or dist[p.i][p.j] >= least) continue;
      least = dist[p.i][p.j];
      best = d;
    }
    if (best != None) command(u.id, Dir(best));
  }

  // Attacks a rival's warrior beside the unit. Whether there is one.
  bool attack (Unit u) {
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not can_stand(u.type, p) or cell(p).id == -1) continue;
      Unit v = unit(cell(p).id);
      if (v.player == me() or v.type == Car) continue;
      // In cities the warrior with more water has the better chance.
      bool thunderdome = cell(u.pos).type == City and cell(p).type == City;
      if (thunderdome and u.water <= v.water) continue;
      command(u.id, Dir(d));
      return true;
    }
    return false;
  }

  // Where warriors of rivals are outside cities.
  vector<Pos> prey () {
    vector<Pos> found;
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      if (u.type == Warrior and u.player != me() and cell(u.pos).type != City)
        found.push_back(u.pos);
    }
    return found;
  }

  // Cars hunt, and drive back to a station while they have the fuel.
  void drive () {
    Distances to_prey = measure(Car, prey());
    vector<int> c = cars(me());
    for (int k = 0; k < int(c.size()); ++k) {
      Unit u = unit(c[k]);
      if (not can_move(u.id) or attack(u)) continue;
      approach(u, u.food < cars_fuel()/3 ? to_station : to_prey);
    }
  }

  virtual void play () {
    if (round() == 0) {
      to_water = measure(Warrior, all(Water));
      to_city = measure(Warrior, all(City));
      to_station = measure(Car, all(Station));
    }
    drive();

    // Warriors move in one round of four.
    if (round()%4 != me()) return;
    vector<int> w = warriors(me());
    for (int k = 0; k < int(w.size()); ++k) {
      Unit u = unit(w[k]);
      // Fifteen more rounds, because other units stand in the way.
      bool thirsty = u.water < to_water[u.pos.i][u.pos.j] + 15;
      if (thirsty) approach(u, to_water);
      else if (not attack(u)) approach(u, to_city);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
