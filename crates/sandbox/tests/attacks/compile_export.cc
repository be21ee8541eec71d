// does not compile: replaces a function of the player interface
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" __attribute__((export_name("palestra_abi"))) int palestra_abi () { return 7; }

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
