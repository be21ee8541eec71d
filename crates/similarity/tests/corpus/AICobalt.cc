#include "Player.hh"
#include <climits>

#define PLAYER_NAME Cobalt

// Shortest ways by Dijkstra, where cells near rivals and witches cost more.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef pair<int, int> Entry;

  int n, m;
  vector<int> cost;
  vector<char> goal;

  int code (int i, int j) { return i*m + j; }
  Pos decode (int k) { return Pos(k/m, k%m); }

  void add_cost (Pos centre, int radius, int extra) {
    for (int i = centre.i - radius; i <= centre.i + radius; ++i) {
      int rest = radius - abs(i - centre.i);
      for (int j = centre.j - rest; j <= centre.j + rest; ++j) {
        if (pos_ok(i, j)) cost[code(i, j)] += extra;
      }
    }
  }

  void price_cells (bool knight) {
    cost.assign(n*m, 10);
    for (int id = 0; id < nb_units(); id++) {
      Unit u = unit(id);
      if (u.type == Witch) add_cost(u.pos, 3, 500);
      else if (u.player == 0) add_cost(u.pos, 0, 30);
      else if (u.type == Knight and not knight) add_cost(u.pos, 2, 40);
    }
    for (int k = 0; k < n*m; k++) {
      Pos p = decode(k);
      if (cell(p).type == Wall) cost[k] = -1;
    }
  }

  int search (Pos origin, bool knight, int limit) {
    vector<int> dist(n*m, INT_MAX), from(n*m, -1);
    priority_queue< Entry, vector<Entry>, greater<Entry> > heap;
    int s = code(origin.i, origin.j);
    dist[s] = 0;
    heap.push(Entry(0, s));
    int target = -1;
    while (!heap.empty()) {
      Entry top = heap.top();
      heap.pop();
      int v = top.second;
      if (top.first > dist[v]) continue;
      if (top.first > limit) break;
      if (v != s && goal[v]) {
        target = v;
        break;
      }
      Pos p = decode(v);
      for (int d = 0; d < 8; d++) {
        if (!knight && d%2 == 1) continue;
        Pos q = p + Dir(d);
        if (!pos_ok(q)) continue;
        int w = code(q.i, q.j);
        if (cost[w] < 0) continue;
        int length = dist[v] + cost[w];
        if (length < dist[w]) {
          dist[w] = length;
          from[w] = v;
          heap.push(Entry(length, w));
        }
      }
    }
    if (target < 0) return -1;
    while (from[target] != s) target = from[target];
    return target;
  }

  void send (int id, int next) {
    if (next < 0) return;
    Unit u = unit(id);
    Pos to = decode(next);
    for (int d = 0; d < 8; d++) {
      if (u.pos + Dir(d) == to) {
        command(id, Dir(d));
        cost[next] += 200;
      }
    }
  }

  void work () {
    price_cells(false);
    goal.assign(n*m, 0);
    for (int k = 0; k < n*m; k++) {
      Cell c = cell(decode(k));
      goal[k] = c.type == Empty && c.owner != 0;
    }
    vector<int> mine = farmers(0);
    for (size_t k = 0; k < mine.size(); k++) {
      Pos p = unit(mine[k]).pos;
      int next = search(p, false, 400);
      // What one of mine goes for is no goal for the others.
      if (next >= 0) goal[next] = 0;
      send(mine[k], next);
    }
  }

  void fight () {
    price_cells(true);
    goal.assign(n*m, 0);
    for (int id = 0; id < nb_units(); id++) {
      Unit u = unit(id);
      if (u.player != 0 && u.type != Witch) goal[code(u.pos.i, u.pos.j)] = 1;
    }
    vector<int> mine = knights(0);
    for (size_t k = 0; k < mine.size(); k++)
      send(mine[k], search(unit(mine[k]).pos, true, 600));
  }

  virtual void play () {
    n = rows();
    m = cols();
    if (status(0) > 0.95) return;
    work();
    fight();
    vector<int> w = witches(0);
    vector<int> order = random_permutation(4);
    for (size_t k = 0; k < w.size(); k++)
      if ((round() + k)%3 == 0) command(w[k], Dir(2*order[k%4]));
  }

};

RegisterPlayer(PLAYER_NAME);
