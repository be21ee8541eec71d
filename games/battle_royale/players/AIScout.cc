#include "Player.hh"

// A player to copy: it computes distances. Farmers go to the nearest tile that they do not own.
// Knights hit rivals beside them, go to the nearest rival, and rest when they are hurt.
#define PLAYER_NAME Scout

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The number of steps from each cell to the nearest goal.
  typedef vector< vector<int> > Distances;

  // Tiles that our units go to in this round. Two units on one tile would block each other.
  set<Pos> taken;

  // The number of the rival's unit at p, or -1.
  int rival_at (Pos p) {
    int id = cell(p).unit;
    return id != -1 and unit(id).player != me() ? id : -1;
  }

  // Computes the distances of all cells to the goals at once: it starts from all goals together
  // and continues cell by cell (breadth-first search), also around the edges of the board.
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

  // Sends a unit one step towards its goal, around other units. A random first direction
  // prevents that units always prefer the same side.
  void approach (const Unit& u, const Distances& dist) {
    Dir best = None;
    int least = maxint;
    int start = random()%4;
    for (int k = 0; k < 4; ++k) {
      Dir d = Dir(Top + (start + k)%4);
      Pos q = dest(u.pos, d);
      if (cell(q).type == Wall or cell(q).unit != -1 or taken.count(q)) continue;
      if (dist[q.i][q.j] < least) {
        least = dist[q.i][q.j];
        best = d;
      }
    }
    if (best == None) return;
    taken.insert(dest(u.pos, best));
    command(u.id, best);
  }

  // Hits the weakest rival beside a knight. Returns whether there is one.
  bool strike (const Unit& u) {
    Dir best = None;
    int least = maxint;
    for (int d = Top; d <= Right; ++d) {
      int id = rival_at(dest(u.pos, Dir(d)));
      if (id != -1 and unit(id).health < least) {
        least = unit(id).health;
        best = Dir(d);
      }
    }
    if (best != None) command(u.id, best);
    return best != None;
  }

  virtual void play () {
    taken.clear();
    vector<Pos> land, rivals;
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        Pos p(i, j);
        if (cell(p).type == Wall) continue;
        if (cell(p).owner != me() and cell(p).unit == -1) land.push_back(p);
        if (rival_at(p) != -1) rivals.push_back(p);
      }
    }
    Distances to_land = measure(land);
    Distances to_rival = measure(rivals);

    vector<int> k = knights(me());
    for (int x = 0; x < sze(k); ++x) {
      const Unit& u = unit(k[x]);
      bool hurt = u.health <= damage_max() and knights_regen() > 0;
      if (not strike(u) and not hurt) approach(u, to_rival);
    }

    vector<int> f = farmers(me());
    for (int x = 0; x < sze(f); ++x) approach(unit(f[x]), to_land);
  }

};

RegisterPlayer(PLAYER_NAME);
