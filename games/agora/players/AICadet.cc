#include "Player.hh"

// Bids a little more than the price for stalls of its trade that it can buy. With more bids it
// takes any stalls, so that it reaches more stalls of its trade.
#define PLAYER_NAME Cadet

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Bids for stalls of its trade, or for others, from a random cell on.
  void bid_for (bool own) {
    int cells = rows()*cols();
    int start = random(0, cells - 1);
    for (int k = 0; k < cells; ++k) {
      int c = (start + k)%cells;
      Pos p(c/cols(), c%cols());
      if (not can_bid(p) or cell(p).owner == me()) continue;
      if ((cell(p).good == trade()) == own) bid(p, cell(p).price + random(1, 3));
    }
  }

  virtual void play () {
    bid_for(true);
    bid_for(false);
  }

};

RegisterPlayer(PLAYER_NAME);
