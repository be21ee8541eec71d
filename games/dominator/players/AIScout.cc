#include "Player.hh"

// A simple player that does something sensible: farmers go to the nearest land that is not
// theirs, knights hunt the nearest rival, witches wander. Read it, copy it, beat it.
#define PLAYER_NAME Scout

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector< vector<int> > Matrix;

  // Whether a farmer or a knight can live on p.
  bool safe (Pos p) {
    return pos_ok(p) and cell(p).type == Empty and not cell(p).haunted;
  }

  // Whether p is worth a visit: for farmers land of another colour, for knights a rival.
  bool wanted (UnitType type, Pos p) {
    Cell c = cell(p);
    if (type == Farmer) return c.owner != 0 and c.id == -1;
    if (c.id == -1) return false;
    Unit u = unit(c.id);
    return u.player != 0 and u.type != Witch;
  }

  // The first step of a shortest way to the nearest wanted cell; None when there is no way.
  // It searches cell by cell around p (breadth-first), and remembers for each cell with
  // which step the way to it began.
  Dir way (UnitType type, Pos p) {
    int turn = (type == Knight ? 1 : 2);   // farmers have four directions, knights eight
    Matrix first(rows(), vector<int>(cols(), -1));
    queue<Pos> pending;
    first[p.i][p.j] = None;
    pending.push(p);
    while (not pending.empty()) {
      Pos q = pending.front();
      pending.pop();
      if (q != p and wanted(type, q)) return Dir(first[q.i][q.j]);
      for (int d = 0; d < 8; d += turn) {
        Pos r = q + Dir(d);
        if (not safe(r) or first[r.i][r.j] != -1) continue;
        // Somebody stands there: only a knight's prey may.
        if (cell(r).id != -1 and not wanted(type, r)) continue;
        first[r.i][r.j] = (q == p ? d : first[q.i][q.j]);
        pending.push(r);
      }
    }
    return None;
  }

  virtual void play () {
    vector<int> f = farmers(0);
    for (int k = 0; k < int(f.size()); ++k) command(f[k], way(Farmer, unit(f[k]).pos));

    vector<int> n = knights(0);
    for (int k = 0; k < int(n.size()); ++k) command(n[k], way(Knight, unit(n[k]).pos));

    vector<int> w = witches(0);
    for (int k = 0; k < int(w.size()); ++k) {
      int d = 2*random(0, 3);
      command(w[k], Dir(d));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
