#include "Player.hh"

// The same player as AIWalker.rs beside it, order by order.
#define PLAYER_NAME Walker

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  void play () {
    for (int id : farmers(0)) {
      int d = random(0, 3);
      command(id, Dir(2*d));
    }
    for (int id : knights(0)) {
      int d = random(0, 7);
      command(id, Dir(d));
    }
    for (int id : witches(0)) {
      int d = random(0, 4);
      command(id, Dir(2*d));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
