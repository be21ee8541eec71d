// does not compile: imports a function of the arena by its name
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" __attribute__((import_module("palestra"), import_name("thrown"))) void thrown ();

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    thrown();
  }
};

RegisterPlayer(PLAYER_NAME);
