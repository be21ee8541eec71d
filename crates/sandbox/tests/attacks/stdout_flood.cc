// harmless: prints a megabyte every round
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    cout << string(1 << 20, 'x') << endl;
  }
};

RegisterPlayer(PLAYER_NAME);
