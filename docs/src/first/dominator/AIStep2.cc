#include "Player.hh"

#define PLAYER_NAME Step2

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector< vector<int> > Matrix;

  Matrix taken;    // land that another farmer of ours goes to

  // Whether a farmer may enter p.
  bool safe (Pos p) {
    return pos_ok(p) and cell(p).type == Empty;
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

  virtual void play () {
    taken = Matrix(rows(), vector<int>(cols(), 0));
    vector<int> f = farmers(0);
    for (int k = 0; k < int(f.size()); ++k) command(f[k], way(unit(f[k]).pos));
  }

};

RegisterPlayer(PLAYER_NAME);
