// frozen (stack): has a local array of 32 MB
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    volatile char a[32 << 20];
    for (int k = 0; k < 32 << 20; k += 4096) a[k] = 1;
  }
};

RegisterPlayer(PLAYER_NAME);
