// frozen (exception): calls `at()` with an index beyond the end
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    vector<int> v(3);
    cerr << v.at(round() + 3);
  }
};

RegisterPlayer(PLAYER_NAME);
