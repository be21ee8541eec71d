// frozen (trap): calls a function pointer that is null
#include "Player.hh"
#define PLAYER_NAME Attacker

void (*volatile f)() = 0;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    f();
  }
};

RegisterPlayer(PLAYER_NAME);
