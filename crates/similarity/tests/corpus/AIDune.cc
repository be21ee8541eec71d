#include "Player.hh"

#define PLAYER_NAME Dune

// Sweeps: the quadrant is cut into strips, each farmer mows its own strip up and down.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  struct Mower {
    int left, right;
    bool down;
    int stuck;
    Pos before;
  };

  map<int, Mower> mowers;
  int widest = 0;

  bool free_cell (Pos p) {
    if (!pos_ok(p)) return false;
    const Cell c = cell(p);
    return c.type == Empty && c.id == -1 && !c.haunted;
  }

  void hire (int id, int number, int total) {
    Mower m;
    int width = cols()/max(1, total/2) + 1;
    m.left = (number/2)*width;
    m.right = m.left + width - 1;
    if (m.right >= cols()) {
      m.right = cols() - 2;
      m.left = m.right - width;
    }
    m.down = number%2 == 0;
    m.stuck = 0;
    m.before = unit(id).pos;
    mowers[id] = m;
    widest = max(widest, width);
  }

  Dir sideways (const Mower& m, Pos p) {
    if (p.j < m.left) return Right;
    if (p.j > m.right) return Left;
    int l = 0, r = 0;
    for (int j = m.left; j <= m.right; ++j) {
      if (!pos_ok(p.i, j) || cell(p.i, j).owner == 0) continue;
      if (j < p.j) ++l;
      if (j > p.j) ++r;
    }
    if (l == 0 && r == 0) return None;
    return l > r ? Left : Right;
  }

  void mow (int id) {
    Mower& m = mowers[id];
    Pos p = unit(id).pos;
    m.stuck = p == m.before ? m.stuck + 1 : 0;
    m.before = p;
    if (m.stuck >= 2) {
      // Something is in the way: any free direction will do.
      vector<int> shuffled = random_permutation(4);
      for (int x : shuffled) {
        if (free_cell(p + Dir(2*x))) {
          command(id, Dir(2*x));
          break;
        }
      }
      m.down = !m.down;
      return;
    }
    Dir side = sideways(m, p);
    if (side != None && free_cell(p + side)) {
      command(id, side);
      return;
    }
    Dir ahead = m.down ? Bottom : Top;
    if (p.i <= 1) ahead = Bottom, m.down = true;
    if (p.i >= rows() - 2) ahead = Top, m.down = false;
    if (free_cell(p + ahead)) command(id, ahead);
  }

  // Knights stand guard over the mowers: each one walks beside the farmer with its number.
  void guard (int id, const vector<int>& flock, int number) {
    Unit k = unit(id);
    for (int d = 0; d < 8; ++d) {
      Pos q = k.pos + Dir(d);
      if (!pos_ok(q)) continue;
      int other = cell(q).id;
      if (other != -1 && unit(other).player != 0 && unit(other).type != Witch) {
        command(id, Dir(d));
        return;
      }
    }
    if (flock.empty()) return;
    Pos friendly = unit(flock[number%flock.size()]).pos;
    int di = friendly.i - k.pos.i, dj = friendly.j - k.pos.j;
    if (abs(di) + abs(dj) < 3) return;
    Dir best = None;
    int least = di*di + dj*dj;
    for (int d = 0; d < 8; ++d) {
      Pos q = k.pos + Dir(d);
      int a = friendly.i - q.i, b = friendly.j - q.j;
      if (free_cell(q) && a*a + b*b < least) {
        least = a*a + b*b;
        best = Dir(d);
      }
    }
    command(id, best);
  }

  virtual void play () {
    vector<int> flock = farmers(0);
    int number = 0;
    for (int id : flock) {
      if (mowers.find(id) == mowers.end()) hire(id, number, flock.size());
      mow(id);
      ++number;
    }
    number = 0;
    for (int id : knights(0)) guard(id, flock, number++);
    for (int id : witches(0)) {
      Pos p = unit(id).pos;
      Pos middle(rows()/2, cols()/2);
      if (p.i < middle.i) command(id, Bottom);
      else if (p.j < middle.j) command(id, Right);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
