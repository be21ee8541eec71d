// harmless: checks for `/etc/passwd` with a macro that hides `__has_include`
#include "Player.hh"
#define PLAYER_NAME Attacker
#define JOIN(a, b) a##b
#define ASK(x) JOIN(__has_, include)(x)
#define WHICH </etc/passwd>

#if ASK(WHICH)
#error "it is there"
#endif

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
