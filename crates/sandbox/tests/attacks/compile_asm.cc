// does not compile: contains assembly code
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    __asm__ volatile ("unreachable");
  }
};

RegisterPlayer(PLAYER_NAME);
