// does not compile: includes `/etc/passwd` with the assembler
#include "Player.hh"
#define PLAYER_NAME Attacker

asm(".incbin \"/etc/passwd\"");

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
