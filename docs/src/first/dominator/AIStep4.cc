#include "Player.hh"

#define PLAYER_NAME Step4

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector< vector<int> > Matrix;

  Matrix taken;    // land that another farmer of ours goes to
  Matrix danger;   // cells that a witch may haunt in this round
  Matrix blows;    // cells beside a rival knight

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
    danger = blows = Matrix(rows(), vector<int>(cols(), 0));
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      // A witch takes a step and haunts two more. Keep one more step away from a rival's.
      if (u.type == Witch) mark(danger, u.pos, u.player == 0 ? 3 : 4);
      if (u.type != Knight or u.player == 0) continue;
      for (int d = 0; d < 8; ++d) {
        Pos p = u.pos + Dir(d);
        if (pos_ok(p)) blows[p.i][p.j] = 1;
      }
    }
  }

  // A rival's farmer or knight.
  bool rival_at (Pos p) {
    int id = cell(p).id;
    return id != -1 and unit(id).player != 0 and unit(id).type != Witch;
  }

  // Whether a unit of this type may enter p.
  bool safe (UnitType type, Pos p) {
    if (not pos_ok(p) or cell(p).type == Wall or danger[p.i][p.j]) return false;
    return type == Knight or not blows[p.i][p.j];
  }

  // Whether p is a goal: a rival for knights, land of another colour for farmers.
  bool wanted (UnitType type, Pos p) {
    if (type == Knight) return rival_at(p);
    return cell(p).owner != 0 and cell(p).id == -1 and not taken[p.i][p.j];
  }

  // The first step of a shortest way to the nearest goal, or None if there is no way.
  // It searches around p cell by cell (breadth-first search).
  Dir way (UnitType type, Pos p) {
    int turn = (type == Knight ? 1 : 2);   // knights have eight directions, farmers four
    Matrix first(rows(), vector<int>(cols(), -1));
    queue<Pos> pending;
    first[p.i][p.j] = None;
    pending.push(p);
    while (not pending.empty()) {
      Pos q = pending.front();
      pending.pop();
      if (q != p and wanted(type, q)) {
        taken[q.i][q.j] = 1;
        return Dir(first[q.i][q.j]);
      }
      for (int d = 0; d < 8; d += turn) {
        Pos r = q + Dir(d);
        if (not safe(type, r) or first[r.i][r.j] != -1) continue;
        if (cell(r).id != -1 and not wanted(type, r)) continue;
        first[r.i][r.j] = (q == p ? d : first[q.i][q.j]);
        pending.push(r);
      }
    }
    return None;
  }

  // Onto a safe cell beside the unit, if there is one.
  void flee (Unit u) {
    int turn = (u.type == Knight ? 1 : 2);
    int start = 2*random(0, 3);
    for (int k = 0; k < 8; k += turn) {
      Dir d = Dir((start + k)%8);
      Pos p = u.pos + d;
      if (safe(u.type, p) and cell(p).id == -1) return command(u.id, d);
    }
  }

  // The direction of the weakest rival beside p, or None.
  Dir weakest (Pos p) {
    Dir best = None;
    int least = knights_health() + 1;
    for (int d = 0; d < 8; ++d) {
      Pos q = p + Dir(d);
      if (not pos_ok(q) or not rival_at(q) or unit(cell(q).id).health >= least) continue;
      least = unit(cell(q).id).health;
      best = Dir(d);
    }
    return best;
  }

  void fight (Unit u) {
    if (danger[u.pos.i][u.pos.j]) return flee(u);
    Dir d = weakest(u.pos);
    bool hurt = u.health <= knights_health() - knights_regen();
    if (d == None and not hurt) d = way(Knight, u.pos);
    if (d != None) command(u.id, d);
  }

  virtual void play () {
    taken = Matrix(rows(), vector<int>(cols(), 0));
    look();

    vector<int> n = knights(0);
    for (int k = 0; k < int(n.size()); ++k) fight(unit(n[k]));

    vector<int> f = farmers(0);
    for (int k = 0; k < int(f.size()); ++k) {
      Unit u = unit(f[k]);
      if (not safe(Farmer, u.pos)) flee(u);
      else command(u.id, way(Farmer, u.pos));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
