// frozen (exit): calls _Exit
#include "Player.hh"
#include <stdlib.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    _Exit(0);
  }
};

RegisterPlayer(PLAYER_NAME);
