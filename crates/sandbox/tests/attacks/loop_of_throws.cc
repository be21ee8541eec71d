// frozen (fuel): exceptions thrown and caught for ever
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (;;) {
      try { throw 1; } catch (int) { }
    }
  }
};

RegisterPlayer(PLAYER_NAME);
