// frozen (fuel): draws a thousand million random numbers in one call
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (int k = 0; k < 1000000000; ++k) random(0, 9);
  }
};

RegisterPlayer(PLAYER_NAME);
