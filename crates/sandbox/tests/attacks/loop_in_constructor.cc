// frozen (fuel): loops without end in the constructor of a global variable
#include "Player.hh"
#define PLAYER_NAME Attacker

struct Trap { Trap () { for (;;) { } } } trap;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
