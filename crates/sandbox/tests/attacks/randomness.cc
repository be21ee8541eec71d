// harmless: tries to play differently in every match
#include "Player.hh"
#include <random>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    std::random_device device;
    unsigned drawn = device();
    vector<int> f = farmers(0);
    for (unsigned k = 0; k < f.size(); ++k) command(f[k], Dir(drawn/(k + 1)%8));
  }
};

RegisterPlayer(PLAYER_NAME);
