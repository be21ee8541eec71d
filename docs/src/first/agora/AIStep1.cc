#include "Player.hh"

#define PLAYER_NAME Step1

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  virtual void play () {
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        Pos p(i, j);
        if (can_bid(p)) bid(p, cell(p).price + 1);
      }
    }
  }

};

RegisterPlayer(PLAYER_NAME);
