// frozen (fuel): loops without end in round 100
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    if (round() == 100) for (;;) { }
  }
};

RegisterPlayer(PLAYER_NAME);
