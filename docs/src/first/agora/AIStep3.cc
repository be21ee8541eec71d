#include "Player.hh"

#define PLAYER_NAME Step3

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  enum {
    AHEAD = 2,   // coins that count as part of each price: cheap stalls are not free
    OWN = 5,     // coins above the price for stalls of our trade, at most
    OTHER = 1,   // the same for other stalls
    NEAR = 100,  // thousandths of a point that a stall of our trade beside it is worth
    LEAD = 200   // the same for a stall of the rival with most stalls
  };

  bool ours (Pos p) {
    return cell(p).good == trade();
  }

  // The rival with most stalls.
  int leader () {
    int best = (me() + 1)%4;
    for (int pl = 0; pl < 4; ++pl)
      if (pl != me() and stalls(pl) > stalls(best)) best = pl;
    return best;
  }

  // The worth of a stall, in thousandths of a point per round.
  int worth (Pos p) {
    int sum = ours(p) ? 1000*favour() : 1000;
    if (cell(p).owner == leader()) sum += LEAD;
    for (int d = 0; d < 8; d += 2) {
      Pos q = p + Dir(d);
      if (pos_ok(q) and ours(q) and cell(q).owner != me()) sum += NEAR;
    }
    return sum;
  }

  // Coins for a million points per round.
  int cost (Pos p) {
    return 1000000*(cell(p).price + AHEAD)/worth(p);
  }

  virtual void play () {
    // The cheapest stalls first, equal ones in a random order.
    vector<tuple<int, int, int>> wanted;
    for (int c = 0; c < rows()*cols(); ++c) {
      Pos p(c/cols(), c%cols());
      if (not can_bid(p) or cell(p).owner == me()) continue;
      wanted.push_back(make_tuple(cost(p), random(0, 999), c));
    }
    sort(wanted.begin(), wanted.end());

    int left = coins(me());
    int count = min(bids(), int(wanted.size()));
    for (int k = 0; k < count; ++k) {
      int c = get<2>(wanted[k]);
      Pos p(c/cols(), c%cols());
      int price = cell(p).price;
      // At most an equal share of the coins, but always more than the price.
      int offer = max(price + 1, min(left/(count - k), price + (ours(p) ? OWN : OTHER)));
      if (offer > left) continue;
      bid(p, offer);
      left -= offer;
    }
  }

};

RegisterPlayer(PLAYER_NAME);
