// harmless: gives orders with directions that do not exist
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    vector<int> f = farmers(0);
    for (unsigned k = 0; k < f.size(); ++k) command(f[k], Dir(k*1000003 - 77));
  }
};

RegisterPlayer(PLAYER_NAME);
