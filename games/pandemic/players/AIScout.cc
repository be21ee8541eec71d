#include "Player.hh"

// A player that joins cities: its units spread over cities and paths that it does not own, first
// those beside its own. They hunt rivals that come near, and avoid virus. Read it, copy it,
// beat it.
#define PLAYER_NAME Scout

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector< vector<int> > Distances;

  enum { HUNT = 3 };   // a rival so near is hunted

  // Cells of cities are numbered before those of paths.
  int nb_places () { return nb_cities() + nb_paths(); }
  int place_of (Cell c) {
    if (c.type == CITY) return c.city_id;
    if (c.type == PATH) return nb_cities() + c.path_id;
    return -1;
  }
  int owner_of (int place) {
    return place < nb_cities() ? city_owner(place) : path_owner(place - nb_cities());
  }
  vector<Pos> cells_of (int place) {
    return place < nb_cities() ? city(place) : path(place - nb_cities()).second;
  }

  vector<Distances> way;   // by place: how many steps each cell is away from it

  // Computes the steps from all cells to the nearest goal, cell by cell (breadth-first search).
  Distances measure (vector<Pos> from) {
    Distances dist(rows(), vector<int>(cols(), rows()*cols()));
    queue<Pos> pending;
    for (int k = 0; k < int(from.size()); ++k) {
      dist[from[k].i][from[k].j] = 0;
      pending.push(from[k]);
    }
    while (not pending.empty()) {
      Pos p = pending.front();
      pending.pop();
      for (int d = 0; d < 4; ++d) {
        Pos q = p + Dir(d);
        if (cell(q).type == WALL or dist[q.i][q.j] != rows()*cols()) continue;
        dist[q.i][q.j] = dist[p.i][p.j] + 1;
        pending.push(q);
      }
    }
    return dist;
  }

  // The number of extra steps for a preferred place. Places that join our cities come first,
  // because every joined city doubles the points of a component.
  int bonus (int place) {
    int joined = 0;
    for (int k = 0; k < nb_paths(); ++k) {
      int a = path(k).first.first, b = path(k).first.second;
      if (place == nb_cities() + k) joined = 2*((city_owner(a) == me()) + (city_owner(b) == me()));
      if (place == a and path_owner(k) == me()) joined += 2;
      if (place == b and path_owner(k) == me()) joined += 2;
    }
    return 3*joined;
  }

  // Hits the weakest rival beside the unit, if there is one.
  bool attack (Unit u) {
    int best = -1, least = 0;
    for (int d = 0; d < 4; ++d) {
      Pos p = u.pos + Dir(d);
      int id = cell(p).unit_id;
      if (id == -1 or unit(id).player == me()) continue;
      if (best != -1 and unit(id).health >= least) continue;
      best = d;
      least = unit(id).health;
    }
    if (best == -1) return false;
    move(u.id, Dir(best));
    return true;
  }

  // Whether a healthy unit might be infected there.
  bool is_risky (Unit u, Pos p) {
    return cell(p).virus > 0 and not u.mask and not u.immune and u.damage == 0;
  }

  // One step towards a goal, around others and virus.
  void approach (Unit u, const Distances& dist) {
    int first = random(0, 3), best = -1, least = dist[u.pos.i][u.pos.j];
    for (int k = 0; k < 4; ++k) {
      int d = (first + k)%4;
      Pos p = u.pos + Dir(d);
      if (cell(p).type == WALL or cell(p).unit_id != -1 or dist[p.i][p.j] > least) continue;
      if (is_risky(u, p)) continue;
      if (dist[p.i][p.j] == least and best != -1) continue;
      best = d;
      least = dist[p.i][p.j];
    }
    if (best != -1) move(u.id, Dir(best));
  }

  virtual void play () {
    if (round() == 0)
      for (int k = 0; k < nb_places(); ++k) way.push_back(measure(cells_of(k)));

    vector<int> lead(nb_places(), 0), gain(nb_places());
    for (int id = 0; id < total_units(); ++id) {
      int place = place_of(cell(unit(id).pos));
      if (place != -1 and unit(id).player != me()) --lead[place];
    }
    for (int k = 0; k < nb_places(); ++k) gain[k] = bonus(k);

    vector<Pos> rivals;
    for (int id = 0; id < total_units(); ++id)
      if (unit(id).player != me()) rivals.push_back(unit(id).pos);
    Distances to_rival = measure(rivals);

    // The nearest place that needs a unit, for one unit after the other.
    vector<int> mine = my_units(me());
    for (int k = 0; k < int(mine.size()); ++k) {
      Unit u = unit(mine[k]);
      int best = -1, least = 0;
      for (int place = 0; place < nb_places(); ++place) {
        bool safe = owner_of(place) == me() and lead[place] >= 0;
        if (safe or lead[place] > 0) continue;
        int cost = way[place][u.pos.i][u.pos.j] - gain[place];
        if (best != -1 and cost >= least) continue;
        best = place;
        least = cost;
      }
      if (best != -1) ++lead[best];
      if (attack(u)) continue;
      if (to_rival[u.pos.i][u.pos.j] <= HUNT) approach(u, to_rival);
      else if (best != -1) approach(u, way[best]);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
