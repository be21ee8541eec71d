#include "Player.hh"

#define PLAYER_NAME Step3

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The number of steps from each cell to the nearest goal.
  typedef vector< vector<int> > Distances;

  // These distances never change.
  Distances to_water, to_city;

  set<Pos> taken;   // cells where our units are, or go now

  bool can_stand (UnitType type, Pos p) {
    if (not pos_ok(p)) return false;
    CellType t = cell(p).type;
    return t == Desert or t == Road or (t == City and type == Warrior);
  }

  // All cells of a type.
  vector<Pos> all (CellType type) {
    vector<Pos> found;
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j)
        if (cell(i, j).type == type) found.push_back(Pos(i, j));
    return found;
  }

  // Goes from all goals together to their neighbours, and on to theirs (breadth-first search).
  Distances measure (UnitType type, const vector<Pos>& goals) {
    Distances dist(rows(), vector<int>(cols(), 1000000));
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
        if (not can_stand(type, q)) continue;
        int steps = dist[p.i][p.j] + 1;
        if (dist[q.i][q.j] <= steps) continue;
        dist[q.i][q.j] = steps;
        pending.push(q);
      }
    }
    return dist;
  }

  // The worth of an attack on the warrior v. A bite is worth more than a step, which is worth 2.
  int worth (Unit u, Unit v) {
    bool thunderdome = cell(u.pos).type == City and cell(v.pos).type == City;
    if (thunderdome) return u.water > v.water ? 60 : 0;
    return 3;
  }

  // One step nearer to the goal, or an attack.
  void go (Unit u, const Distances& dist) {
    int best = None, here = 2*dist[u.pos.i][u.pos.j], least = here;
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not can_stand(u.type, p) or taken.count(p)) continue;
      int id = cell(p).id, value = 2*dist[p.i][p.j];
      if (id != -1) {
        if (unit(id).type == Car) continue;
        value = here - worth(u, unit(id));
      }
      if (value >= least) continue;
      least = value;
      best = d;
    }
    if (best == None) return;
    taken.insert(u.pos + Dir(best));
    command(u.id, Dir(best));
  }

  void read_board () {
    to_water = measure(Warrior, all(Water));
    to_city = measure(Warrior, all(City));
  }

  void send_warriors () {
    vector<Pos> rivals;
    for (Pos p : all(City))
      if (cell(p).owner != me()) rivals.push_back(p);
    Distances to_rival = measure(Warrior, rivals);
    for (int id : warriors(me())) {
      Unit u = unit(id);
      bool thirsty = u.water < to_water[u.pos.i][u.pos.j] + 6;
      bool attacks = u.id%3 == 0 and u.food > warriors_health()/2;
      go(u, thirsty ? to_water : attacks ? to_rival : to_city);
    }
  }

  virtual void play () {
    if (round() == 0) read_board();
    // Warriors move in one round of four.
    if (round()%4 != me()) return;
    taken.clear();
    for (int id : warriors(me())) taken.insert(unit(id).pos);
    send_warriors();
  }

};

RegisterPlayer(PLAYER_NAME);
