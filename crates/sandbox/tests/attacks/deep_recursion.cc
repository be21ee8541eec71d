// frozen (stack): calls itself for ever
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  int deep (int k) {
    vector<int> v(1, k);
    return deep(k + 1) + v[0];
  }

  virtual void play () {
    cerr << deep(0);
  }
};

RegisterPlayer(PLAYER_NAME);
