// does not compile: includes `/etc/passwd` through a macro
#include "Player.hh"
#define PLAYER_NAME Attacker

#define SECRET </etc/passwd>
#include SECRET

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
