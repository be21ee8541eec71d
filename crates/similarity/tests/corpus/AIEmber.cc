#include "Player.hh"

#define PLAYER_NAME Ember

// Influence maps: heat is poured out by land and units and spreads; everybody follows the heat.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector< vector<double> > Heat;

  Heat wealth, threat;

  Heat zeros () { return Heat(rows(), vector<double>(cols(), 0.0)); }

  Heat diffuse (const Heat& source, int sweeps, double keep) {
    Heat now = source;
    for (int t = 0; t < sweeps; t++) {
      Heat next = zeros();
      for (int i = 1; i + 1 < rows(); i++) {
        for (int j = 1; j + 1 < cols(); j++) {
          if (cell(i, j).type != Empty) continue;
          double around = now[i-1][j] + now[i+1][j] + now[i][j-1] + now[i][j+1];
          next[i][j] = source[i][j] + keep*around/4;
        }
      }
      now.swap(next);
    }
    return now;
  }

  void paint () {
    Heat gold = zeros(), fear = zeros();
    for (int i = 0; i < rows(); i++)
      for (int j = 0; j < cols(); j++) {
        int o = cell(i, j).owner;
        if (cell(i, j).type == Empty) gold[i][j] = o == 0 ? 0 : (o == -1 ? 1.0 : 1.4);
      }
    for (int x = 0; x < nb_units(); x++) {
      Unit u = unit(x);
      double& f = fear[u.pos.i][u.pos.j];
      double& g = gold[u.pos.i][u.pos.j];
      if (u.type == Witch) f += 25;
      if (u.type == Knight and u.player != 0) f += 4.0*u.health/knights_health();
      if (u.type == Knight and u.player == 0) f -= 3;
      if (u.type == Farmer and u.player == 0) g -= 2;
    }
    wealth = diffuse(gold, 12, 0.92);
    threat = diffuse(fear, 4, 0.8);
  }

  void stoke (int id) {
    Unit u = unit(id);
    double top = -1e9;
    Dir way = None;
    for (Dir d : { Bottom, Right, Top, Left }) {
      Pos p = u.pos + d;
      if (!pos_ok(p) or cell(p).type == Wall or cell(p).haunted or cell(p).id >= 0) continue;
      double value = wealth[p.i][p.j] - 1.7*threat[p.i][p.j];
      if (cell(p).owner != 0) value += 2.5;
      if (value > top) top = value, way = d;
    }
    if (way == None) return;
    Pos p = u.pos + way;
    wealth[p.i][p.j] -= 5;
    command(id, way);
  }

  Heat scent () {
    Heat prey = zeros();
    for (int pl = 1; pl < 4; pl++) {
      double hate = 1 + total_score(pl)/(1.0 + total_score(0));
      for (int id : farmers(pl)) prey[unit(id).pos.i][unit(id).pos.j] += 6*hate;
      for (int id : knights(pl)) {
        Unit k = unit(id);
        prey[k.pos.i][k.pos.j] += 3*hate*(1.5 - double(k.health)/knights_health());
      }
    }
    return diffuse(prey, 15, 0.95);
  }

  void hunt (const Heat& prey) {
    vector<int> pack = knights(0);
    for (size_t k = 0; k < pack.size(); k++) {
      Pos here = unit(pack[k]).pos;
      int best = -1;
      for (int d = 0; d < 8; d++) {
        Pos p = here + Dir(d);
        if (!pos_ok(p)) continue;
        Cell c = cell(p);
        if (c.type == Wall or c.haunted) continue;
        if (c.id != -1 and (unit(c.id).player == 0 or unit(c.id).type == Witch)) continue;
        Pos old = best < 0 ? here : here + Dir(best);
        double gain = prey[p.i][p.j] - (c.id == -1 ? threat[p.i][p.j] : 0);
        double had = best < 0 ? 0 : prey[old.i][old.j] - (cell(old).id == -1 ? threat[old.i][old.j] : 0);
        if (gain > had) best = d;
      }
      if (best >= 0) command(pack[k], Dir(best));
    }
  }

  virtual void play () {
    paint();
    for (int id : farmers(0)) stoke(id);
    Heat prey = scent();
    hunt(prey);
    for (int id : witches(0)) {
      Pos p = unit(id).pos;
      Dir toward = None;
      double most = prey[p.i][p.j];
      for (int d = 0; d < 8; d += 2) {
        Pos q = p + Dir(d);
        if (pos_ok(q) and cell(q).type == Empty and prey[q.i][q.j] > most) {
          most = prey[q.i][q.j];
          toward = Dir(d);
        }
      }
      command(id, toward);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
