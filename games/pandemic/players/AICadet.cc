#include "Player.hh"

// The step after Recruit: its units hit all rivals beside them. Otherwise they walk to the nearest
// city, path or mask that the player does not own.
#define PLAYER_NAME Cadet

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The number of steps from each cell to the nearest goal.
  vector< vector<int> > distance;

  // Whether a unit of ours should go to p.
  bool wanted (Pos p) {
    Cell c = cell(p);
    if (c.type == CITY) return city_owner(c.city_id) != me();
    if (c.type == PATH) return path_owner(c.path_id) != me();
    return c.mask;
  }

  // Computes the distances of all cells at once: it starts from all goals together and
  // continues cell by cell (breadth-first search).
  void measure () {
    const int far = rows()*cols();
    distance = vector< vector<int> >(rows(), vector<int>(cols(), far));
    queue<Pos> pending;
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        if (wanted(Pos(i, j))) {
          distance[i][j] = 0;
          pending.push(Pos(i, j));
        }
      }
    }
    while (not pending.empty()) {
      Pos p = pending.front();
      pending.pop();
      for (int d = 0; d < 4; ++d) {
        Pos q = p + Dir(d);
        if (cell(q).type == WALL or distance[q.i][q.j] != far) continue;
        distance[q.i][q.j] = distance[p.i][p.j] + 1;
        pending.push(q);
      }
    }
  }

  // The direction of a rival beside p, or NONE.
  Dir rival (Pos p) {
    for (int d = 0; d < 4; ++d) {
      int id = cell(p + Dir(d)).unit_id;
      if (id != -1 and unit(id).player != me()) return Dir(d);
    }
    return NONE;
  }

  // The next step of the unit.
  Dir choose (Unit u) {
    Dir hit = rival(u.pos);
    if (hit != NONE) return hit;
    Dir best = NONE;
    int least = distance[u.pos.i][u.pos.j];
    if (least == 0) return NONE;   // it stands where it wants to be
    for (int d = 0; d < 4; ++d) {
      Pos p = u.pos + Dir(d);
      if (cell(p).unit_id == -1 and distance[p.i][p.j] < least) {
        least = distance[p.i][p.j];
        best = Dir(d);
      }
    }
    if (best == NONE) return Dir(random(0, 3));
    return best;
  }

  virtual void play () {
    measure();
    vector<int> mine = my_units(me());
    for (int k = 0; k < int(mine.size()); ++k) move(mine[k], choose(unit(mine[k])));
  }

};

RegisterPlayer(PLAYER_NAME);
