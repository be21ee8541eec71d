// frozen (exit): calls exit
#include "Player.hh"
#include <stdlib.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    exit(3);
  }
};

RegisterPlayer(PLAYER_NAME);
