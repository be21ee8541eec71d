// frozen (exit): fails an assertion in its own code
#include "Player.hh"
#include <assert.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    assert(round() < 0);
  }
};

RegisterPlayer(PLAYER_NAME);
