// frozen (memory): has a global array of 60 MB
#include "Player.hh"
#define PLAYER_NAME Attacker

char table[60 << 20];

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    table[round()] = 1;
  }
};

RegisterPlayer(PLAYER_NAME);
