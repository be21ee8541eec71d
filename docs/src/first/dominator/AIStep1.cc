#include "Player.hh"

#define PLAYER_NAME Step1

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  virtual void play () {
    vector<int> f = farmers(0);
    for (int k = 0; k < int(f.size()); ++k) command(f[k], Right);
  }

};

RegisterPlayer(PLAYER_NAME);
