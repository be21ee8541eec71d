// frozen (trap): frees memory that it does not own, until the heap is broken
#include "Player.hh"
#include <string.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (unsigned k = 1; k < 4000; ++k) {
      char* volatile p = new char[64];
      memset(p - 64, 0xFF, 192);
      delete[] p;
      delete[] (p + 8);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
