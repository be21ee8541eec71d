#include "Player.hh"

#define PLAYER_NAME Jade

// Squads: knights walk in groups after one leader, farmers spread like gas from each other.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  vector< vector<int> > squads;
  vector<int> quarry;
  map<Pos, int> visits;

  static int sq (int x) { return x*x; }
  int between (Pos a, Pos b) { return sq(a.i - b.i) + sq(a.j - b.j); }

  void regroup () {
    vector<int> all = knights(0);
    int size = 3;
    squads.clear();
    while (!all.empty()) {
      vector<int> squad(1, all.back());
      all.pop_back();
      Pos leader = unit(squad[0]).pos;
      while (int(squad.size()) < size && !all.empty()) {
        int nearest = 0;
        for (int k = 1; k < int(all.size()); ++k)
          if (between(unit(all[k]).pos, leader) < between(unit(all[nearest]).pos, leader)) nearest = k;
        squad.push_back(all[nearest]);
        all.erase(all.begin() + nearest);
      }
      squads.push_back(squad);
    }
    quarry.assign(squads.size(), -1);
  }

  void choose_quarry (int s) {
    Pos leader = unit(squads[s][0]).pos;
    int richest = 1;
    for (int pl = 2; pl <= 3; ++pl) if (land(pl) > land(richest)) richest = pl;
    vector<int> options = farmers(richest);
    if (options.empty()) options = knights(richest);
    for (int id : options) {
      bool chased = false;
      for (int q : quarry) chased |= q == id;
      if (chased) continue;
      if (quarry[s] == -1 || between(unit(id).pos, leader) < between(unit(quarry[s]).pos, leader))
        quarry[s] = id;
    }
  }

  bool attack (int id) {
    Pos p = unit(id).pos;
    Dir blow = None;
    int frail = 0;
    for (Dir d = Bottom; d != None; d = Dir(d + 1)) {
      Pos q = p + d;
      int other = pos_ok(q) ? cell(q).id : -1;
      if (other < 0) continue;
      Unit u = unit(other);
      int hurt = u.type == Witch || u.player == 0 ? 0 : 1000 - u.health + 100*(u.type == Knight);
      if (hurt > frail) frail = hurt, blow = d;
    }
    if (blow != None) command(id, blow);
    return blow != None;
  }

  void follow (int id, Pos goal) {
    Unit u = unit(id);
    vector<int> turn = random_permutation(8);
    int found = -1;
    for (int t : turn) {
      Pos q = u.pos + Dir(t);
      if (!pos_ok(q)) continue;
      Cell c = cell(q);
      if (c.type == Wall || c.id >= 0 || c.haunted) continue;
      if (between(q, goal) >= between(u.pos, goal) + 2) continue;
      if (found == -1 || between(q, goal) < between(u.pos + Dir(found), goal)) found = t;
    }
    if (found != -1) command(id, Dir(found));
  }

  // Farmers push each other away; unvisited and foreign cells pull.
  double pressure (int id, Pos q) {
    double force = 0;
    for (int other : farmers(0)) {
      if (other == id) continue;
      int r = between(unit(other).pos, q);
      if (r < 36) force += 8.0/(1 + r);
    }
    for (int pl = 1; pl < 4; ++pl)
      for (int k : knights(pl)) {
        int r = between(unit(k).pos, q);
        if (r < 10) force += 12.0/(1 + r);
      }
    for (int pl = 0; pl < 4; ++pl)
      for (int w : witches(pl))
        if (between(unit(w).pos, q) <= 16) force += 20;
    Cell c = cell(q);
    if (c.owner != 0) force -= c.owner == -1 ? 4 : 5;
    map<Pos, int>::const_iterator seen = visits.find(q);
    if (seen != visits.end()) force += 0.8*seen->second;
    return force;
  }

  void expand (int id) {
    Pos p = unit(id).pos;
    visits[p]++;
    double lowest = 1e18;
    Dir out = None;
    for (int d = 0; d < 8; d += 2) {
      Pos q = p + Dir(d);
      if (!pos_ok(q) || cell(q).type == Wall || cell(q).id != -1 || cell(q).haunted) continue;
      double f = pressure(id, q);
      if (f < lowest) {
        lowest = f;
        out = Dir(d);
      }
    }
    command(id, out);
  }

  virtual void play () {
    if (round()%20 == 0) regroup();
    for (int id : farmers(0)) expand(id);
    for (int s = 0; s < int(squads.size()); ++s) {
      if (quarry[s] == -1 || unit(quarry[s]).player == 0) {
        quarry[s] = -1;
        choose_quarry(s);
      }
      Pos goal = quarry[s] == -1 ? Pos(rows()/2, cols()/2) : unit(quarry[s]).pos;
      for (int id : squads[s]) {
        if (unit(id).player != 0 || attack(id)) continue;
        follow(id, id == squads[s][0] ? goal : unit(squads[s][0]).pos);
      }
    }
  }

};

RegisterPlayer(PLAYER_NAME);
