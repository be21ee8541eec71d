// harmless: writes a megabyte to stderr every round
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    cerr << string(1 << 20, 'x');
  }
};

RegisterPlayer(PLAYER_NAME);
