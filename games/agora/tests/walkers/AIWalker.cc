#include "Player.hh"

// The same player as AIWalker.rs beside it, bid by bid.
#define PLAYER_NAME Walker

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  void play () {
    vector<int> order = random_permutation(rows()*cols());
    int made = 0;
    for (int pass = 0; pass < 2; ++pass) {
      for (int c : order) {
        Pos p(c/cols(), c%cols());
        bool mine = cell(p).owner == me(), favoured = cell(p).good == trade();
        if (made == bids() or not can_bid(p) or mine or favoured == (pass == 1)) continue;
        bid(p, cell(p).price + 1 + coins(me())/20 + score()%2);
        ++made;
      }
    }
    // Bids that do not count.
    bid(Pos(-1, round()), 3);
    if (stalls(me()) > 2) bid(Pos(0, 0), coins((me() + 1)%4) + 1000);
  }

};

RegisterPlayer(PLAYER_NAME);
