// frozen (fuel): throws and catches exceptions without end
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
