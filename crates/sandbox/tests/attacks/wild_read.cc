// frozen (trap): reads from all addresses
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  int sum = 0;

  virtual void play () {
    volatile char* p = 0;
    for (unsigned k = 0; k < 0xFFFFFFFF; ++k) sum += p[k];
  }
};

RegisterPlayer(PLAYER_NAME);
