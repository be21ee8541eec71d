// does not compile: forks
#include "Player.hh"
#include <unistd.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (;;) fork();
  }
};

RegisterPlayer(PLAYER_NAME);
