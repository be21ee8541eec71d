#include "Player.hh"

#define PLAYER_NAME Lupin

// Territories by Voronoi: who is first at which cell? Farmers take cells that they reach before
// any rival; knights stand on the border.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  struct Claim {
    short who, time, step;
  };

  vector<Claim> claims;
  vector<int> frontier;

  Claim& at (Pos p) { return claims[p.i*cols() + p.j]; }

  static Claim make (int who, int time, int step) {
    Claim c;
    c.who = who;
    c.time = time;
    c.step = step;
    return c;
  }

  void race () {
    claims.assign(rows()*cols(), make(-1, 0, -1));
    vector<Pos> wave;
    for (int t = 0; t < 4; t++) {
      vector<int> runners = farmers(t);
      for (size_t r = 0; r < runners.size(); r++) {
        Pos p = unit(runners[r]).pos;
        at(p) = make(runners[r], 0, None);
        wave.push_back(p);
      }
    }
    for (int time = 1; !wave.empty() && time < 60; time++) {
      vector<Pos> next;
      for (size_t w = 0; w < wave.size(); w++) {
        Claim here = at(wave[w]);
        for (int k = 0; k < 4; k++) {
          Pos p = wave[w] + Dir(2*k);
          if (!pos_ok(p) || at(p).who != -1) continue;
          Cell c = cell(p);
          if (c.type != Empty || c.haunted) continue;
          at(p) = make(here.who, time, here.step == None ? 2*k : here.step);
          next.push_back(p);
        }
      }
      wave.swap(next);
    }
  }

  // Votes for the first steps of each farmer: cells of its territory, near ones count more.
  void vote (map<int, vector<double> >& votes) {
    frontier.clear();
    for (int x = 0; x < rows()*cols(); x++) {
      const Claim& c = claims[x];
      if (c.who < 0 || c.step == None || c.step < 0) continue;
      Pos p(x/cols(), x%cols());
      if (unit(c.who).player != 0) continue;
      bool border = false;
      for (int k = 0; k < 4; k++) {
        Pos q = p + Dir(2*k);
        if (!pos_ok(q)) continue;
        int other = at(q).who;
        if (other >= 0 && unit(other).player != 0) border = true;
      }
      if (border) frontier.push_back(x);
      if (cell(p).owner == 0) continue;
      vector<double>& v = votes[c.who];
      if (v.empty()) v.resize(8);
      double weight = 1.0/(c.time*c.time);
      if (border) weight *= 2;
      v[c.step] += weight;
    }
  }

  void settle () {
    map<int, vector<double> > votes;
    vote(votes);
    for (map<int, vector<double> >::iterator it = votes.begin(); it != votes.end(); ++it) {
      const vector<double>& v = it->second;
      int d = max_element(v.begin(), v.end()) - v.begin();
      if (cell(unit(it->first).pos + Dir(d)).id == -1) command(it->first, Dir(d));
    }
  }

  void defend () {
    vector<int> men = knights(0);
    for (size_t k = 0; k < men.size(); k++) {
      Pos p = unit(men[k]).pos;
      bool busy = false;
      for (int d = 0; d < 8 && !busy; d++) {
        Pos q = p + Dir(d);
        if (!pos_ok(q) || cell(q).id == -1) continue;
        Unit u = unit(cell(q).id);
        if (u.player == 0 || u.type == Witch) continue;
        if (u.type == Knight && u.health > unit(men[k]).health + 50) continue;
        command(men[k], Dir(d));
        busy = true;
      }
      if (busy || frontier.empty()) continue;
      int post = frontier[(k*frontier.size())/men.size()];
      int ti = post/cols(), tj = post%cols();
      int si = ti > p.i ? 1 : ti < p.i ? -1 : 0;
      int sj = tj > p.j ? 1 : tj < p.j ? -1 : 0;
      int options[3][2] = { { si, sj }, { si, 0 }, { 0, sj } };
      for (int o = 0; o < 3; o++) {
        Pos q(p.i + options[o][0], p.j + options[o][1]);
        if (q == p || !pos_ok(q)) continue;
        if (cell(q).type == Wall || cell(q).haunted || cell(q).id >= 0) continue;
        for (int d = 0; d < 8; d++)
          if (p + Dir(d) == q) command(men[k], Dir(d));
        break;
      }
    }
  }

  virtual void play () {
    race();
    settle();
    defend();
    vector<int> w = witches(0);
    for (size_t k = 0; k < w.size() && !frontier.empty(); k++) {
      int x = frontier[(2*k + 1)*frontier.size()/(2*w.size())];
      Pos p = unit(w[k]).pos;
      if (abs(x/cols() - p.i) > 3) command(w[k], x/cols() > p.i ? Bottom : Top);
      else if (abs(x%cols() - p.j) > 3) command(w[k], x%cols() > p.j ? Right : Left);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
