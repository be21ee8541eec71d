#include "Player.hh"

#define PLAYER_NAME Step4

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // How many steps each cell is away from the nearest goal.
  typedef vector< vector<int> > Distances;

  // Goes from all goals together to their neighbours, and on to theirs (breadth-first).
  Distances measure (const vector<Pos>& goals) {
    Distances dist(rows(), vector<int>(cols(), maxint));
    queue<Pos> pending;
    for (int k = 0; k < int(goals.size()); ++k) {
      dist[goals[k].i][goals[k].j] = 0;
      pending.push(goals[k]);
    }
    while (not pending.empty()) {
      Pos p = pending.front();
      pending.pop();
      for (int d = Top; d <= Right; ++d) {
        Pos q = dest(p, Dir(d));
        if (cell(q).type == Wall or dist[q.i][q.j] != maxint) continue;
        dist[q.i][q.j] = dist[p.i][p.j] + 1;
        pending.push(q);
      }
    }
    return dist;
  }

  // One step nearer to the goal, around everybody in the way.
  void approach (int id, const Distances& dist) {
    Pos p = unit(id).pos;
    Dir best = None;
    int least = maxint;
    int start = random()%4;   // nobody always prefers the same side
    for (int k = 0; k < 4; ++k) {
      Dir d = Dir(Top + (start + k)%4);
      Pos q = dest(p, d);
      if (cell(q).type == Wall or cell(q).unit != -1) continue;
      if (dist[q.i][q.j] < least) {
        least = dist[q.i][q.j];
        best = d;
      }
    }
    if (best != None) command(id, best);
  }

  // Tiles that are not mine and where nobody stands.
  vector<Pos> land () {
    vector<Pos> found;
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        Cell c = cell(Pos(i, j));
        if (c.type != Wall and c.owner != me() and c.unit == -1) found.push_back(Pos(i, j));
      }
    }
    return found;
  }

  // Whether a rival's unit stands at p.
  bool rival_at (Pos p) {
    int id = cell(p).unit;
    return id != -1 and unit(id).player != me();
  }

  // Hits a rival beside the knight. Whether there is one.
  bool strike (int id) {
    for (int d = Top; d <= Right; ++d) {
      if (rival_at(dest(unit(id).pos, Dir(d)))) {
        command(id, Dir(d));
        return true;
      }
    }
    return false;
  }

  virtual void play () {
    vector<int> n = knights(me());
    for (int k = 0; k < int(n.size()); ++k) strike(n[k]);

    Distances to_land = measure(land());
    vector<int> f = farmers(me());
    for (int k = 0; k < int(f.size()); ++k) approach(f[k], to_land);
  }

};

RegisterPlayer(PLAYER_NAME);
