// frozen (trap): kills itself with a signal
#include "Player.hh"
#define PLAYER_NAME Attacker
// A look at the text finds the plain words.
#define JOIN(a, b) a##b
#define FROM(m, n) __attribute__((JOIN(import_, module)(m), JOIN(import_, name)(n)))

extern "C" FROM("wasi_snapshot_preview1", "proc_raise")
int raw (int);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    raw(9);
  }
};

RegisterPlayer(PLAYER_NAME);
