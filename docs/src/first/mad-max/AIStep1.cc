#include "Player.hh"

#define PLAYER_NAME Step1

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  virtual void play () {
    vector<int> w = warriors(me());
    for (int k = 0; k < int(w.size()); ++k) {
      if (can_move(w[k])) command(w[k], Right);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
