// frozen (exception): gives the arena a text outside of its memory
#include "Player.hh"
#define PLAYER_NAME Attacker
// A look at the text finds the plain words.
#define JOIN(a, b) a##b
#define FROM(m, n) __attribute__((JOIN(import_, module)(m), JOIN(import_, name)(n)))

extern "C" FROM("palestra", "fail")
void fail (int, const char*, int);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    fail(2, (const char*) 0xFFFFFF00, 0x7FFFFFFF);
  }
};

RegisterPlayer(PLAYER_NAME);
