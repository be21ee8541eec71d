// harmless: gives orders to units of other players, and to units that do not exist
#include "Player.hh"
#include <limits.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    int ids[] = { -1, 0, 1, 50, 99, 100, 1000000, INT_MAX, INT_MIN };
    for (int k = 0; k < 9; ++k) command(ids[k], Dir(k - 1));
  }
};

RegisterPlayer(PLAYER_NAME);
