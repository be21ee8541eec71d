#include "Player.hh"

// A simple player that keeps its warriors alive: they drink when they are thirsty, eat when
// they are hungry and walk to cities of others otherwise. Its cars chase warriors along the
// roads. Read it, copy it, beat it.
#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // How many steps each cell is away from the nearest goal.
  typedef vector< vector<int> > Distances;

  bool can_stand (UnitType type, Pos p) {
    if (not pos_ok(p)) return false;
    CellType t = cell(p).type;
    return t == Desert or t == Road or (t == City and type == Warrior);
  }

  // Measures the distances of all cells to the goals at once: it starts from all goals
  // together and goes on cell by cell (breadth-first). Goals may be water or stations.
  Distances measure (UnitType type, const vector<Pos>& goals) {
    Distances dist(rows(), vector<int>(cols(), rows()*cols()));
    queue<Pos> pending;
    for (Pos p : goals) {
      dist[p.i][p.j] = 0;
      pending.push(p);
    }
    while (not pending.empty()) {
      Pos p = pending.front();
      pending.pop();
      for (int d = 0; d < 8; ++d) {
        Pos q = p + Dir(d);
        if (not can_stand(type, q) or dist[q.i][q.j] <= dist[p.i][p.j] + 1) continue;
        dist[q.i][q.j] = dist[p.i][p.j] + 1;
        pending.push(q);
      }
    }
    return dist;
  }

  // Sends a unit one step nearer to its goal, around everybody in its way. A random first
  // direction keeps units from always preferring the same side.
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

  // Attacks a rival warrior beside the unit, if there is one.
  bool attack (Unit u) {
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not can_stand(u.type, p) or cell(p).id == -1) continue;
      Unit v = unit(cell(p).id);
      if (v.player == me() or v.type == Car) continue;
      command(u.id, Dir(d));
      return true;
    }
    return false;
  }

  virtual void play () {
    vector<Pos> water, food, prey, station, victims;
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        Cell c = cell(i, j);
        Pos p(i, j);
        if (c.type == Water) water.push_back(p);
        if (c.type == City) food.push_back(p);
        if (c.type == City and c.owner != me()) prey.push_back(p);
        if (c.type == Station) station.push_back(p);
        if (c.type == Road and c.id != -1) {
          Unit u = unit(c.id);
          if (u.type == Warrior and u.player != me()) victims.push_back(p);
        }
      }
    }

    // Cars with fuel on a road may move in every round.
    Distances to_station = measure(Car, station);
    Distances to_victim = measure(Car, victims);
    for (int id : cars(me())) {
      Unit u = unit(id);
      if (not can_move(id) or attack(u)) continue;
      approach(u, u.food < cars_fuel()/3 ? to_station : to_victim);
    }

    // Warriors only move in one round of four: that of their player.
    if (round()%4 != me()) return;
    Distances to_water = measure(Warrior, water);
    Distances to_food = measure(Warrior, food);
    Distances to_prey = measure(Warrior, prey);
    for (int id : warriors(me())) {
      Unit u = unit(id);
      if (attack(u)) continue;
      if (u.water < warriors_health()/2) approach(u, to_water);
      else if (u.food < warriors_health()/2) approach(u, to_food);
      else approach(u, to_prey);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
