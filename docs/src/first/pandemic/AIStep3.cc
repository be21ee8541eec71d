#include "Player.hh"

#define PLAYER_NAME Step3

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The number of steps from each cell to the nearest goal.
  typedef vector< vector<int> > Distances;

  // Goes from all goals together to their neighbours, and on to theirs (breadth-first search).
  Distances measure (const vector<Pos>& goals) {
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
      for (int d = 0; d < 4; ++d) {
        Pos q = p + Dir(d);
        if (cell(q).type == WALL or dist[q.i][q.j] != far) continue;
        dist[q.i][q.j] = dist[p.i][p.j] + 1;
        pending.push(q);
      }
    }
    return dist;
  }

  // One step nearer to the goal, around units in the way.
  void approach (Unit u, const Distances& dist) {
    int best = NONE, least = dist[u.pos.i][u.pos.j];
    int start = random(0, 3);   // so that not all units prefer the same side
    for (int k = 0; k < 4; ++k) {
      int d = (start + k)%4;
      Pos p = u.pos + Dir(d);
      if (cell(p).type == WALL or cell(p).unit_id != -1) continue;
      if (dist[p.i][p.j] < least) {
        least = dist[p.i][p.j];
        best = d;
      }
    }
    move(u.id, Dir(best));
  }

  // All cells of cities and paths that are not mine.
  vector<Pos> places () {
    vector<Pos> found;
    for (int k = 0; k < nb_cities(); ++k) {
      if (city_owner(k) == me()) continue;
      vector<Pos> cells = city(k);
      found.insert(found.end(), cells.begin(), cells.end());
    }
    for (int k = 0; k < nb_paths(); ++k) {
      if (path_owner(k) == me()) continue;
      vector<Pos> cells = path(k).second;
      found.insert(found.end(), cells.begin(), cells.end());
    }
    return found;
  }

  // Hits the weakest rival beside the unit. Whether there is one.
  bool attack (Unit u) {
    int best = NONE, least = initial_health() + 1;
    for (int d = 0; d < 4; ++d) {
      int id = cell(u.pos + Dir(d)).unit_id;
      if (id == -1 or unit(id).player == me() or unit(id).health >= least) continue;
      least = unit(id).health;
      best = d;
    }
    if (best == NONE) return false;
    move(u.id, Dir(best));
    return true;
  }

  virtual void play () {
    Distances to_place = measure(places());
    vector<int> mine = my_units(me());
    for (int k = 0; k < int(mine.size()); ++k) {
      Unit u = unit(mine[k]);
      if (not attack(u)) approach(u, to_place);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
