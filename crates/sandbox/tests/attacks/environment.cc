// harmless: tries to read the environment
#include "Player.hh"
#include <stdlib.h>
#include <unistd.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    if (getenv("HOME") or getenv("PATH") or getenv("USER")) abort();
    if (environ and environ[0]) abort();
  }
};

RegisterPlayer(PLAYER_NAME);
