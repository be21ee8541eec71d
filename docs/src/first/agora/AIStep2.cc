#include "Player.hh"

#define PLAYER_NAME Step2

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Bids for stalls of our trade, or for others, from a random cell on.
  void bid_for (bool own) {
    int cells = rows()*cols();
    int start = random(0, cells - 1);
    for (int k = 0; k < cells; ++k) {
      int c = (start + k)%cells;
      Pos p(c/cols(), c%cols());
      if (not can_bid(p) or cell(p).owner == me()) continue;
      if ((cell(p).good == trade()) == own) bid(p, cell(p).price + 1);
    }
  }

  virtual void play () {
    bid_for(true);
    bid_for(false);
  }

};

RegisterPlayer(PLAYER_NAME);
