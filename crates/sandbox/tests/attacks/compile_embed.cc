// does not compile: embeds `/etc/passwd` with `#embed`
#include "Player.hh"
#define PLAYER_NAME Attacker

const unsigned char secret[] = {
#embed "/etc/passwd"
};

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    cerr << secret[0];
  }
};

RegisterPlayer(PLAYER_NAME);
