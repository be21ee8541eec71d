// harmless: tries to read files
#include "Player.hh"
#include <fstream>
#include <stdio.h>
#include <stdlib.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    const char* names[] = { "/etc/passwd", "AIDemo.cc", "default.cnf", "/proc/self/mem", ".", "/dev/stdin" };
    for (int k = 0; k < 6; ++k) {
      ifstream in(names[k]);
      string word;
      if (in >> word) abort();
      if (fopen(names[k], "r")) abort();
    }
  }
};

RegisterPlayer(PLAYER_NAME);
