// harmless: waits for input that never arrives
#include "Player.hh"
#include <stdio.h>
#include <stdlib.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    string word;
    while (cin >> word) { }
    if (getchar() != EOF) abort();
  }
};

RegisterPlayer(PLAYER_NAME);
