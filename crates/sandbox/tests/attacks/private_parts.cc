// harmless: uses the private members of the headers
#define private public
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (int k = 0; k < 100; ++k) cerr << round() << endl;
  }
};

RegisterPlayer(PLAYER_NAME);
