// does not compile: has the assembler read a file of the machine
#include "Player.hh"
#define PLAYER_NAME Attacker

asm(".incbin \"/etc/passwd\"");

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
