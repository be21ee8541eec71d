// frozen (memory): has a vector that grows without end
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  vector<int> v;

  virtual void play () {
    for (;;) v.push_back(round());
  }
};

RegisterPlayer(PLAYER_NAME);
