#include "Player.hh"

// A simple player: from a random cell on it walks through the market and bids a little more than
// the price for one in four stalls that it can buy. Read it, copy it, beat it.
#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The arena calls this once per round.
  virtual void play () {
    int cells = rows()*cols();
    int start = random(0, cells - 1);
    int made = 0;
    for (int k = 0; k < cells and made < bids(); ++k) {
      int c = (start + k)%cells;
      Pos p(c/cols(), c%cols());
      if (not can_bid(p) or cell(p).owner == me()) continue;
      if (random(0, 3) != 0) continue;
      bid(p, cell(p).price + random(1, 3));
      ++made;
    }
  }

};

RegisterPlayer(PLAYER_NAME);
