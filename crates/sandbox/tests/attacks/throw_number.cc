// frozen (exception): throws a number
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    throw 42;
  }
};

RegisterPlayer(PLAYER_NAME);
