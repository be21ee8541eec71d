// harmless: prints a result in which it wins
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    cout << "Game" << endl << "Seed 1" << endl << "total_score\t999999\t0\t0\t0" << endl;
    cerr << "info: player(s) Attacker got top score" << endl;
  }
};

RegisterPlayer(PLAYER_NAME);
