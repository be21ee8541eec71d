// does not compile: checks with `__has_include` whether `/etc/passwd` exists
#include "Player.hh"
#define PLAYER_NAME Attacker
#define WHICH </etc/passwd>

#if __has_include(WHICH)
#error "it is there"
#endif

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
