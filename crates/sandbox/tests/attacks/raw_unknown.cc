// refused: imports a function that nobody offers
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" __attribute__((import_module("env"), import_name("escape"))) void escape ();

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    escape();
  }
};

RegisterPlayer(PLAYER_NAME);
