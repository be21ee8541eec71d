#include "Player.hh"

// A player to copy: all its units avoid witches. Each farmer goes to the nearest land that the
// team does not own. Knights hit the weakest rival beside them, rest when they are hurt, and
// otherwise hunt rivals. Witches go to places with many rivals and few units of their own team.
#define PLAYER_NAME Scout

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector< vector<int> > Matrix;

  enum {
    REACH = 4,   // a witch haunts what is two steps away, after one or two steps of her own
    HURT = 130   // a knight with less health than this rests
  };

  Matrix danger;    // whether a witch is so near that she may haunt the cell
  Matrix blows;     // whether a rival knight stands beside it
  Matrix taken;     // whether one of our farmers goes there already

  int apart (Pos p, Pos q) {
    return abs(p.i - q.i) + abs(p.j - q.j);
  }

  // Marks the cells that the witches of all teams can haunt in this round, and cells to hit.
  void fear () {
    danger = blows = Matrix(rows(), vector<int>(cols(), 0));
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      if (u.type == Knight and u.player != 0) {
        for (int d = 0; d < 8; ++d) {
          Pos p = u.pos + Dir(d);
          if (pos_ok(p)) blows[p.i][p.j] = 1;
        }
      }
      if (u.type != Witch) continue;
      for (int i = -REACH; i <= REACH; ++i) {
        for (int j = abs(i) - REACH; j <= REACH - abs(i); ++j) {
          Pos p(u.pos.i + i, u.pos.j + j);
          if (pos_ok(p)) danger[p.i][p.j] = 1;
        }
      }
    }
  }

  bool is_rival (Pos p) {
    int id = cell(p).id;
    return id != -1 and unit(id).player != 0 and unit(id).type != Witch;
  }

  // Whether p is safe for a farmer or a knight.
  bool safe (Pos p) {
    return pos_ok(p) and cell(p).type == Empty and not danger[p.i][p.j];
  }

  // Whether p is a goal: land of another colour for farmers, a rival for knights.
  bool wanted (UnitType type, Pos p) {
    if (type == Knight) return is_rival(p);
    return cell(p).owner != 0 and cell(p).id == -1 and not taken[p.i][p.j];
  }

  // The first step of a shortest way to the nearest goal, or None if there is no way.
  // It searches cell by cell around p (breadth-first search), and keeps for each cell the
  // first step of the way to it.
  Dir way (UnitType type, Pos p) {
    int turn = (type == Knight ? 1 : 2);   // farmers have four directions, knights eight
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
        if (not safe(r) or first[r.i][r.j] != -1) continue;
        if (type == Farmer and blows[r.i][r.j]) continue;
        // A unit stands there: only a rival that a knight hunts is allowed.
        if (cell(r).id != -1 and not wanted(type, r)) continue;
        first[r.i][r.j] = (q == p ? d : first[q.i][q.j]);
        pending.push(r);
      }
    }
    return None;
  }

  // The direction of the weakest rival beside a knight, or None.
  Dir weakest (Pos p) {
    Dir best = None;
    int least = 1000;
    for (int d = 0; d < 8; ++d) {
      Pos q = p + Dir(d);
      if (not pos_ok(q) or not is_rival(q) or unit(cell(q).id).health >= least) continue;
      least = unit(cell(q).id).health;
      best = Dir(d);
    }
    return best;
  }

  void fight (Unit u) {
    if (danger[u.pos.i][u.pos.j]) return flee(u);
    Dir d = weakest(u.pos);
    if (d == None and u.health < HURT) return;
    if (d == None) d = way(Knight, u.pos);
    if (d != None) command(u.id, d);
  }

  // Away from witches: to the first cell that no witch reaches.
  void flee (Unit u) {
    int turn = (u.type == Knight ? 1 : 2);
    int start = turn*random(0, 3);
    for (int k = 0; k < 8; k += turn) {
      Dir d = Dir((start + k)%8);
      Pos p = u.pos + d;
      bool blow = u.type == Farmer and pos_ok(p) and blows[p.i][p.j];
      if (safe(p) and cell(p).id == -1 and not blow) return command(u.id, d);
    }
    for (int k = 0; k < 8; k += turn) {
      Dir d = Dir((start + k)%8);
      Pos p = u.pos + d;
      if (pos_ok(p) and cell(p).type == Empty and not cell(p).haunted and cell(p).id == -1)
        return command(u.id, d);
    }
  }

  // The value of p for a witch: rivals that she would haunt, minus own units. Far from all
  // units, a cell nearer to rivals is better.
  int curse (Pos p, Pos own) {
    int worth = 0, nearest = rows() + cols();
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      int far = apart(p, u.pos);
      if (u.type == Witch) {
        if (u.pos != own and far <= 2) worth -= 50;
        continue;
      }
      if (u.player == 0) {
        if (far <= REACH) worth -= 60;
      } else {
        if (far <= 2) worth += 50;
        nearest = min(nearest, far);
      }
    }
    return worth - nearest;
  }

  void haunt (Unit u) {
    Dir best = None;
    int most = curse(u.pos, u.pos);
    for (int d = 0; d < 8; d += 2) {
      Pos p = u.pos + Dir(d);
      if (not pos_ok(p) or cell(p).type == Wall or cell(p).id != -1) continue;
      int worth = curse(p, u.pos);
      if (worth <= most) continue;
      most = worth;
      best = Dir(d);
    }
    if (best != None) command(u.id, best);
  }

  virtual void play () {
    fear();
    taken = Matrix(rows(), vector<int>(cols(), 0));

    vector<int> w = witches(0);
    for (int k = 0; k < int(w.size()); ++k) haunt(unit(w[k]));

    vector<int> n = knights(0);
    for (int k = 0; k < int(n.size()); ++k) fight(unit(n[k]));

    vector<int> f = farmers(0);
    for (int k = 0; k < int(f.size()); ++k) {
      Unit u = unit(f[k]);
      if (danger[u.pos.i][u.pos.j] or blows[u.pos.i][u.pos.j]) flee(u);
      else {
        Dir d = way(Farmer, u.pos);
        if (d != None) command(u.id, d);
      }
    }
  }

};

RegisterPlayer(PLAYER_NAME);
