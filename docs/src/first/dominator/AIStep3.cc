#include "Player.hh"

#define PLAYER_NAME Step3

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector< vector<int> > Matrix;

  Matrix taken;    // land that another farmer of ours goes to
  Matrix danger;   // cells that a witch may haunt in this round

  // Marks the cells up to this many steps from p.
  void mark (Matrix& marks, Pos p, int reach) {
    for (int i = -reach; i <= reach; ++i) {
      for (int j = abs(i) - reach; j <= reach - abs(i); ++j) {
        Pos q(p.i + i, p.j + j);
        if (pos_ok(q)) marks[q.i][q.j] = 1;
      }
    }
  }

  // Marks the cells to keep away from.
  void look () {
    danger = Matrix(rows(), vector<int>(cols(), 0));
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      // A witch takes a step and haunts two more. Keep one more step away from a rival's.
      if (u.type == Witch) mark(danger, u.pos, u.player == 0 ? 3 : 4);
    }
  }

  // Whether a farmer may enter p.
  bool safe (Pos p) {
    return pos_ok(p) and cell(p).type == Empty and not danger[p.i][p.j];
  }

  // Whether p is a goal: land of another colour.
  bool wanted (Pos p) {
    return cell(p).owner != 0 and cell(p).id == -1 and not taken[p.i][p.j];
  }

  // The first step of a shortest way to the nearest goal, or None if there is no way.
  // It searches around p cell by cell (breadth-first search).
  Dir way (Pos p) {
    Matrix first(rows(), vector<int>(cols(), -1));
    queue<Pos> pending;
    first[p.i][p.j] = None;
    pending.push(p);
    while (not pending.empty()) {
      Pos q = pending.front();
      pending.pop();
      if (q != p and wanted(q)) {
        taken[q.i][q.j] = 1;
        return Dir(first[q.i][q.j]);
      }
      for (int d = 0; d < 8; d += 2) {
        Pos r = q + Dir(d);
        if (not safe(r) or first[r.i][r.j] != -1 or cell(r).id != -1) continue;
        first[r.i][r.j] = (q == p ? d : first[q.i][q.j]);
        pending.push(r);
      }
    }
    return None;
  }

  // Away from witches: onto a safe cell beside p, if there is one.
  void flee (int id) {
    int start = 2*random(0, 3);
    for (int k = 0; k < 8; k += 2) {
      Dir d = Dir((start + k)%8);
      Pos p = unit(id).pos + d;
      if (safe(p) and cell(p).id == -1) return command(id, d);
    }
  }

  virtual void play () {
    taken = Matrix(rows(), vector<int>(cols(), 0));
    look();
    vector<int> f = farmers(0);
    for (int k = 0; k < int(f.size()); ++k) {
      Pos p = unit(f[k]).pos;
      if (danger[p.i][p.j]) flee(f[k]);
      else command(f[k], way(p));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
