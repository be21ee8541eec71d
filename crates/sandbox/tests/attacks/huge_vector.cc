// frozen (memory): makes a vector of 500 million numbers
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    vector<int> v(500000000);
    v[round()] = 1;
    cerr << v[0];
  }
};

RegisterPlayer(PLAYER_NAME);
