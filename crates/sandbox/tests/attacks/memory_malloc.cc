// frozen (memory): calls abort when malloc fails
#include "Player.hh"
#include <stdlib.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  void* volatile kept;

  virtual void play () {
    while ((kept = malloc(100000))) { }
    abort();
  }
};

RegisterPlayer(PLAYER_NAME);
