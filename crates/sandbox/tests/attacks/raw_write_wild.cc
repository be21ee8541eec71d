// harmless: hands the arena pointers to nowhere
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" __attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int raw (int, void*, unsigned, void*);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (unsigned k = 0; k < 32; ++k) {
      raw(2, (void*) (0xFFFFFFFF >> k), 1 << k, (void*) (0xFFFFFFFF << k));
    }
  }
};

RegisterPlayer(PLAYER_NAME);
