#include "Player.hh"

#define PLAYER_NAME Fjord

// A market: cells and rivals are lots, units bid for them, the highest bids win first.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  struct Lot {
    Pos place;
    int price;
    bool victim;
  };

  struct Bid {
    int gain, bidder, lot;
    Bid (int g, int b, int l) : gain(g), bidder(b), lot(l) { }
  };

  static bool richer (const Bid& a, const Bid& b) {
    if (a.gain != b.gain) return a.gain > b.gain;
    return a.bidder < b.bidder;
  }

  vector<Lot> lots;
  vector<Pos> curses;

  int manhattan (Pos a, Pos b) { return abs(a.i - b.i) + abs(a.j - b.j); }
  int chebyshev (Pos a, Pos b) { return max(abs(a.i - b.i), abs(a.j - b.j)); }

  bool cursed (Pos p, int margin) {
    for (Pos c : curses)
      if (manhattan(c, p) <= margin) return true;
    return false;
  }

  void open_market () {
    lots.clear();
    curses.clear();
    for (int pl = 0; pl < nb_players(); ++pl)
      for (int w : witches(pl)) curses.push_back(unit(w).pos);
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        Cell c = cell(i, j);
        if (c.type != Empty || c.owner == 0 || cursed(Pos(i, j), 3)) continue;
        Lot lot = { Pos(i, j), c.owner == -1 ? 12 : 18, false };
        if (lot.place.i > rows()/2 && lot.place.j > cols()/2) lot.price -= 4;
        lots.push_back(lot);
      }
    }
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      if (u.player == 0 || u.type == Witch || cursed(u.pos, 3)) continue;
      Lot lot = { u.pos, 40 + (u.type == Farmer ? 20 : 0) - u.health/10, true };
      lots.push_back(lot);
    }
  }

  vector<Bid> collect (const vector<int>& bidders, bool fighters) {
    vector<Bid> bids;
    for (int id : bidders) {
      Pos from = unit(id).pos;
      for (int k = 0; k < int(lots.size()); ++k) {
        if (lots[k].victim != fighters) continue;
        int away = fighters ? chebyshev(from, lots[k].place) : manhattan(from, lots[k].place);
        if (away == 0 || away > 15) continue;
        bids.push_back(Bid(lots[k].price - 3*away, id, k));
      }
    }
    sort(bids.begin(), bids.end(), richer);
    return bids;
  }

  // One step towards a place, around what is in the way if a neighbour is no farther.
  bool approach (int id, Pos place, bool fighter) {
    Unit u = unit(id);
    int now = fighter ? chebyshev(u.pos, place) : manhattan(u.pos, place);
    Dir choice = None;
    int slack = 1000;
    for (int d = Bottom; d < None; ++d) {
      if (!fighter && d%2) continue;
      Pos p = u.pos + Dir(d);
      if (!pos_ok(p) || cell(p).type == Wall || cursed(p, 2)) continue;
      bool hit = p == place;
      if (cell(p).id != -1 && !(fighter && hit)) continue;
      int then = fighter ? chebyshev(p, place) : manhattan(p, place);
      if (then <= now && 2*then + (cell(p).owner == 0) < slack) {
        slack = 2*then + (cell(p).owner == 0);
        choice = Dir(d);
      }
    }
    if (choice == None) return false;
    command(id, choice);
    return true;
  }

  void auction (const vector<int>& bidders, bool fighters) {
    vector<Bid> bids = collect(bidders, fighters);
    set<int> served;
    vector<int> sold(lots.size(), 0);
    // Two knights may share a victim.
    int most = fighters ? 2 : 1;
    for (const Bid& b : bids) {
      if (served.count(b.bidder) || sold[b.lot] >= most) continue;
      if (!approach(b.bidder, lots[b.lot].place, fighters)) continue;
      served.insert(b.bidder);
      ++sold[b.lot];
    }
  }

  virtual void play () {
    open_market();
    auction(farmers(0), false);
    auction(knights(0), true);
  }

};

RegisterPlayer(PLAYER_NAME);
