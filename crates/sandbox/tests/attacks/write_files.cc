// harmless: tries to write files
#include "Player.hh"
#include <fstream>
#include <stdio.h>
#include <stdlib.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    ofstream out("/tmp/palestra-was-here");
    if (out << "hello" << endl) abort();
    if (fopen("/tmp/palestra-was-here", "w")) abort();
    if (remove("default.res") == 0) abort();
  }
};

RegisterPlayer(PLAYER_NAME);
