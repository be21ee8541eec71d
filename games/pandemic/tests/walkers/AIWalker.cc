#include "Player.hh"

// The same player as AIWalker.rs beside it, order by order.
#define PLAYER_NAME Walker

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  void play () {
    for (int id : my_units(me())) {
      int d = random(0, 3);
      bool rests = random(1, 20) == 1;
      move(id, rests ? NONE : Dir(d));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
