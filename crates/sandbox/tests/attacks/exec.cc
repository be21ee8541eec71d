// does not compile: starts a shell
#include "Player.hh"
#include <stdlib.h>
#include <unistd.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    execl("/bin/sh", "sh", "-c", "id", (char*) 0);
    system("id");
  }
};

RegisterPlayer(PLAYER_NAME);
