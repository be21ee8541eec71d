// frozen (trap): overwrites its own stack and all memory after it
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    char a[16];
    for (volatile int k = 0; ; k += 1) ((volatile char*) a)[k] = 65;
  }
};

RegisterPlayer(PLAYER_NAME);
