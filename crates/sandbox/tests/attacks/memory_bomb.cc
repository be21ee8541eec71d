// frozen (memory): allocates a MB at a time and keeps it
#include "Player.hh"
#include <string.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  char* volatile kept;

  virtual void play () {
    for (;;) memset(kept = new char[1 << 20], 1, 1 << 20);
  }
};

RegisterPlayer(PLAYER_NAME);
