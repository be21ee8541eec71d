// frozen (exception): throws an exception in a `noexcept` function
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  void never () noexcept { throw 1; }

  virtual void play () {
    never();
  }
};

RegisterPlayer(PLAYER_NAME);
