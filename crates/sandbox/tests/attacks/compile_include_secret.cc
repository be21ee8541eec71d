// does not compile: includes `/etc/passwd`
#include "Player.hh"
#include "/etc/passwd"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
