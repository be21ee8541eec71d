// frozen (trap): divides by zero
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  volatile int zero = 0;

  virtual void play () {
    cerr << (round() + 7)/zero;
  }
};

RegisterPlayer(PLAYER_NAME);
