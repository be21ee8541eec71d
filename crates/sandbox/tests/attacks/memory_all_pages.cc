// harmless: takes all memory pages that it can get
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    while (__builtin_wasm_memory_grow(0, 16) != size_t(-1)) { }
  }
};

RegisterPlayer(PLAYER_NAME);
