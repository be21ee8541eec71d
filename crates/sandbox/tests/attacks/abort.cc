// frozen (exit): calls abort
#include "Player.hh"
#include <stdlib.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    abort();
  }
};

RegisterPlayer(PLAYER_NAME);
