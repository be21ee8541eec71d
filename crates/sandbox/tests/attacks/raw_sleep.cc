// frozen (trap): calls the system function for sleeping
#include "Player.hh"
#define PLAYER_NAME Attacker
// A look at the text finds the plain words.
#define JOIN(a, b) a##b
#define FROM(m, n) __attribute__((JOIN(import_, module)(m), JOIN(import_, name)(n)))

extern "C" FROM("wasi_snapshot_preview1", "poll_oneoff")
int raw (void*, void*, int, void*);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    char event[256];
    raw(event, event, 1, event);
  }
};

RegisterPlayer(PLAYER_NAME);
