// frozen (orders): gives orders without end
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (int k = 0; k < 200000; ++k) command(k, Top);
  }
};

RegisterPlayer(PLAYER_NAME);
