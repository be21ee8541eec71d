// frozen (trap): writes to the last addresses
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    *(volatile int*) 0xFFFFFFF0 = 1;
  }
};

RegisterPlayer(PLAYER_NAME);
