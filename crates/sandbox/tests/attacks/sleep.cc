// harmless: tries to sleep until the match is over
#include "Player.hh"
#include <unistd.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    sleep(1000000);
    usleep(1000000);
  }
};

RegisterPlayer(PLAYER_NAME);
