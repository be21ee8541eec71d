#include "Player.hh"
#include "Simulation.hh"

// A player that looks ahead: it plans as a simple player would, and then asks the rules of the
// game, unit by unit, whether another order would turn out better. Build and play it with
// --forward, where the season allows that.
#define PLAYER_NAME Search

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef map<int, Dir> Plan;   // unit -> order

  // Whether a unit of another player stands there.
  bool prey (const Pos& p, int player) {
    const Cell& c = cell(p);
    return c.unit != -1 and unit(c.unit).player != player;
  }

  // What a simple player would do with a unit: a knight hits whom it can, a unit goes to the
  // nearest tile (farmers) or rival (knights) that it wants, cell by cell around it.
  Dir simple (int id) {
    const Unit& u = unit(id);
    bool knight = u.type == Knight;
    vector<int> first(rows()*cols(), -1);
    queue<Pos> pending;
    pending.push(u.pos);
    first[u.pos.i*cols() + u.pos.j] = None;
    while (not pending.empty()) {
      Pos p = pending.front();
      pending.pop();
      int begun = first[p.i*cols() + p.j];
      bool wanted = knight ? prey(p, u.player) : cell(p).owner != u.player;
      if (p != u.pos and wanted) return Dir(begun);
      for (int d = Top; d <= Right; ++d) {
        Pos q = dest(p, Dir(d));
        int& step = first[q.i*cols() + q.j];
        if (step != -1 or cell(q).type == Wall) continue;
        if (cell(q).unit != -1 and not (knight and prey(q, u.player))) continue;
        step = p == u.pos ? d : begun;
        pending.push(q);
      }
    }
    return None;
  }

  // How well the match stands for us: tiles, and units with their health.
  double worth (Simulation& s) {
    Player& then = s.state();
    double sum = 0;
    for (int pl = 0; pl < nb_players(); ++pl) {
      double own = then.score(pl);
      for (int id : then.farmers(pl)) own += 12 + 12.0*then.unit(id).health/farmers_health();
      for (int id : then.knights(pl)) own += 15 + 15.0*then.unit(id).health/knights_health();
      sum += pl == me() ? own : -own/(nb_players() - 1);
    }
    return sum;
  }

  void give (Simulation& s, const Plan& plan) {
    Player& then = s.state();
    for (auto& order : plan) s.command(then.unit(order.first).player, order.first, order.second);
  }

  // Every knight hits a rival beside it.
  Plan blows (Player& then) {
    Plan plan;
    for (int pl = 0; pl < nb_players(); ++pl) {
      for (int id : then.knights(pl)) {
        for (int d = Top; d <= Right; ++d) {
          const Cell& c = then.cell(then.dest(then.unit(id).pos, Dir(d)));
          if (c.unit != -1 and then.unit(c.unit).player != pl) plan[id] = Dir(d);
        }
      }
    }
    return plan;
  }

  // What a plan leads to: a round as planned, and then one in which knights hit and others rest.
  double value (const Simulation& now, const Plan& plan, int fates) {
    double sum = 0;
    for (int fate = 0; fate < fates; ++fate) {
      Simulation s(now);
      s.seed(1 + fate);
      give(s, plan);
      s.step();
      give(s, blows(s.state()));
      s.step();
      sum += worth(s);
    }
    return sum/fates;
  }

  // Whether somebody of another player is so near that it matters what we do.
  bool contested (const Pos& p) {
    const int NEAR = 3;
    for (int i = -NEAR; i <= NEAR; ++i) {
      for (int j = abs(i) - NEAR; j <= NEAR - abs(i); ++j) {
        if (prey(Pos((p.i + i + rows())%rows(), (p.j + j + cols())%cols()), me())) return true;
      }
    }
    return false;
  }

  // Whether there is computation left to search with: no more than its share for each round.
  bool may_search () {
    return status(me()) < 0.95*(round() + 1)/nb_rounds();
  }

  virtual void play () {
    const int FATES = 2;
    Simulation now(*this);
    Plan plan;
    for (int id = 0; id < nb_units(); ++id) plan[id] = simple(id);
    double best = value(now, plan, FATES);
    vector<int> mine = farmers(me());
    mine.insert(mine.end(), knights(me()).begin(), knights(me()).end());
    for (int id : mine) {
      if (not may_search() or not contested(unit(id).pos)) continue;
      Dir before = plan[id], choice = before;
      for (int d = None; d <= Right; ++d) {
        if (Dir(d) == before) continue;
        plan[id] = Dir(d);
        double v = value(now, plan, FATES);
        if (v > best) {
          best = v;
          choice = Dir(d);
        }
      }
      plan[id] = choice;
    }
    for (int id : mine) command(id, plan[id]);
  }

};

RegisterPlayer(PLAYER_NAME);
