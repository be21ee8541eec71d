// harmless: looks for data of other players in fresh memory
#include "Player.hh"
#include <stdlib.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    size_t pages = 64;
    size_t at = __builtin_wasm_memory_grow(0, pages);
    if (at == size_t(-1)) return;
    volatile char* p = (volatile char*) (at << 16);
    for (size_t k = 0; k < pages << 16; k += 64) if (p[k] != 0) abort();
  }
};

RegisterPlayer(PLAYER_NAME);
