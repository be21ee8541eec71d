#include "Player.hh"

#define PLAYER_NAME Step1

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  virtual void play () {
    vector<int> mine = my_units(me());
    for (int k = 0; k < int(mine.size()); ++k) move(mine[k], RIGHT);
  }

};

RegisterPlayer(PLAYER_NAME);
