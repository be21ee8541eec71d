// frozen (orders): gives 1001 orders in a round
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (int k = 0; k < 1001; ++k) command(k, Top);
  }
};

RegisterPlayer(PLAYER_NAME);
