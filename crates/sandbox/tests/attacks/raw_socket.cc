// frozen (trap): calls a system function for sockets
#include "Player.hh"
#define PLAYER_NAME Attacker
// A look at the text finds the plain words.
#define JOIN(a, b) a##b
#define FROM(m, n) __attribute__((JOIN(import_, module)(m), JOIN(import_, name)(n)))

extern "C" FROM("wasi_snapshot_preview1", "sock_accept")
int raw (int, int, void*);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    raw(3, 0, 0);
  }
};

RegisterPlayer(PLAYER_NAME);
