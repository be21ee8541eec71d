// frozen (fuel): writes to stderr without end
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (;;) cerr << "stop me" << endl;
  }
};

RegisterPlayer(PLAYER_NAME);
