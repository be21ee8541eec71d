// frozen (fuel): calls functions of the arena without end
#include "Player.hh"
#include <sched.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (;;) sched_yield();
  }
};

RegisterPlayer(PLAYER_NAME);
