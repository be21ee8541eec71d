// refused: imports a function that the arena does not have
#include "Player.hh"
#define PLAYER_NAME Attacker
// A look at the text finds the plain words.
#define JOIN(a, b) a##b
#define FROM(m, n) __attribute__((JOIN(import_, module)(m), JOIN(import_, name)(n)))

extern "C" FROM("env", "escape") void escape ();

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    escape();
  }
};

RegisterPlayer(PLAYER_NAME);
