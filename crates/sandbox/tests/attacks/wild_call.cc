// frozen (trap): calls numbers as functions
#include "Player.hh"
#define PLAYER_NAME Attacker

typedef double (*Function)(double, long long, float);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (unsigned k = 1; k < 100000; ++k) ((Function) k)(1, 2, 3);
  }
};

RegisterPlayer(PLAYER_NAME);
