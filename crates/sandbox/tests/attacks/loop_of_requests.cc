// frozen (fuel): asks for memory that it cannot get, for ever
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (;;) __builtin_wasm_memory_grow(0, 60000);
  }
};

RegisterPlayer(PLAYER_NAME);
