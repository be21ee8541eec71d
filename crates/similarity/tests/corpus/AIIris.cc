#include "Player.hh"

#define PLAYER_NAME Iris

// Regions: the board is cut into blocks of five by five; farmers go to the block with most left.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  static const int SIDE = 5;

  struct Block {
    int left, mine, foes, cursed;
    Block () : left(0), mine(0), foes(0), cursed(0) { }
    double value (int distance) const {
      if (cursed > 6) return 0;
      return left/(2.0 + mine + 2*foes)/(distance + 3);
    }
  };

  vector<Block> blocks;
  int across;

  Block& block_at (Pos p) { return blocks[(p.i/SIDE)*across + p.j/SIDE]; }

  void survey () {
    across = (cols() + SIDE - 1)/SIDE;
    int along = (rows() + SIDE - 1)/SIDE;
    blocks = vector<Block>(across*along);
    for (Pos p(0, 0); p.i < rows(); ++p.i) {
      for (p.j = 0; p.j < cols(); ++p.j) {
        Cell c = cell(p);
        Block& b = block_at(p);
        if (c.type == Empty and c.owner != 0) b.left++;
        if (c.haunted) b.cursed++;
        if (c.id == -1) continue;
        if (unit(c.id).player == 0) b.mine++;
        else if (unit(c.id).type == Knight) b.foes++;
      }
    }
  }

  Pos centre (int k) { return Pos((k/across)*SIDE + SIDE/2, (k%across)*SIDE + SIDE/2); }

  int favourite (Pos p) {
    int best = -1;
    double most = 0;
    for (int k = 0; k < int(blocks.size()); k++) {
      Pos c = centre(k);
      double v = blocks[k].value(abs(c.i - p.i) + abs(c.j - p.j));
      if (v > most) {
        most = v;
        best = k;
      }
    }
    return best;
  }

  // Spiral search for a cell of another colour inside the own block.
  bool local (Pos p, Pos& found) {
    for (int ring = 1; ring <= 3; ring++) {
      for (int i = -ring; i <= ring; i++) {
        int j = ring - abs(i);
        for (int sign = -1; sign <= 1; sign += 2) {
          Pos q(p.i + i, p.j + sign*j);
          if (not pos_ok(q)) continue;
          Cell c = cell(q);
          if (c.type == Empty and c.owner != 0 and c.id == -1 and not c.haunted) {
            found = q;
            return true;
          }
        }
      }
    }
    return false;
  }

  Dir first_of (Pos p, Pos goal) {
    vector<Dir> wish;
    if (goal.i > p.i) wish.push_back(Bottom);
    if (goal.i < p.i) wish.push_back(Top);
    if (goal.j > p.j) wish.push_back(Right);
    if (goal.j < p.j) wish.push_back(Left);
    if (wish.size() == 2 and abs(goal.j - p.j) > abs(goal.i - p.i)) swap(wish[0], wish[1]);
    for (Dir d : { Left, Top, Right, Bottom })
      if (find(wish.begin(), wish.end(), d) == wish.end()) wish.push_back(d);
    for (Dir d : wish) {
      Pos q = p + d;
      if (pos_ok(q) and cell(q).type == Empty and cell(q).id == -1 and not cell(q).haunted) return d;
    }
    return None;
  }

  void patrol (int id, int beat) {
    Pos p = unit(id).pos;
    for (int reach = 1; reach <= 6; reach++) {
      Pos prey(-1, -1);
      int weakest = 100000;
      for (int i = p.i - reach; i <= p.i + reach; i++) {
        for (int j = p.j - reach; j <= p.j + reach; j++) {
          if (not pos_ok(i, j)) continue;
          int other = cell(i, j).id;
          if (other == -1 or unit(other).player == 0 or unit(other).type == Witch) continue;
          if (unit(other).health < weakest) weakest = unit(other).health, prey = Pos(i, j);
        }
      }
      if (prey.i == -1) continue;
      int si = (prey.i > p.i) - (prey.i < p.i);
      int sj = (prey.j > p.j) - (prey.j < p.j);
      for (int d = 0; d < 8; d++)
        if (p + Dir(d) == Pos(p.i + si, p.j + sj) and not cell(p + Dir(d)).haunted) command(id, Dir(d));
      return;
    }
    Pos post(beat%2 ? rows()/4 : rows()/2, (beat*cols()/10)%cols());
    command(id, first_of(p, post));
  }

  virtual void play () {
    survey();
    for (int id : farmers(0)) {
      Pos p = unit(id).pos, goal;
      if (not local(p, goal)) {
        int k = favourite(p);
        if (k == -1) continue;
        goal = centre(k);
        blocks[k].mine++;
      }
      command(id, first_of(p, goal));
    }
    int beat = 0;
    for (int id : knights(0)) patrol(id, beat++);
    for (int id : witches(0)) {
      double worst = -1;
      Pos goal = unit(id).pos;
      for (int k = 0; k < int(blocks.size()); k++) {
        double crowd = 2*blocks[k].foes - blocks[k].mine;
        if (crowd > worst) {
          worst = crowd;
          goal = centre(k);
        }
      }
      command(id, first_of(unit(id).pos, goal));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
