// frozen (fuel): copies megabytes without end, with few instructions
#include "Player.hh"
#include <string.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  char a[8 << 20];

  virtual void play () {
    for (;;) memmove(a, a + 1, sizeof a - 1);
  }
};

RegisterPlayer(PLAYER_NAME);
