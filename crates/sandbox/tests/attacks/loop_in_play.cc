// frozen (fuel): loops without end in `play()`
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (;;) { }
  }
};

RegisterPlayer(PLAYER_NAME);
