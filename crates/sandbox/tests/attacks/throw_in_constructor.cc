// frozen (exception): throws before the match begins
#include "Player.hh"
#define PLAYER_NAME Attacker

struct Thrower { Thrower () { throw 1; } } thrower;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
