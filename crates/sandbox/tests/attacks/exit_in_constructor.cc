// frozen (exit): calls exit before the match begins
#include "Player.hh"
#include <stdlib.h>
#define PLAYER_NAME Attacker

struct Quitter { Quitter () { exit(0); } } quitter;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
