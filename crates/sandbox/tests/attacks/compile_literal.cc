// does not compile: has an initialised array of 4 GB
#include "Player.hh"
#define PLAYER_NAME Attacker

char table[4000000000u] = { 1 };

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    cerr << table[round()];
  }
};

RegisterPlayer(PLAYER_NAME);
