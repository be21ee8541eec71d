// harmless: writes through a null pointer, into its own memory
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  int* zero = 0;

  virtual void play () {
    *(volatile int*) zero = 1;
  }
};

RegisterPlayer(PLAYER_NAME);
