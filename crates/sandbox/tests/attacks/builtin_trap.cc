// frozen (trap): calls `__builtin_trap`
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    __builtin_trap();
  }
};

RegisterPlayer(PLAYER_NAME);
