// harmless: overflows integers in every way
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    volatile int big = 2147483647;
    int a = big + 1, b = big*big, c = (unsigned) big << (big & 31);
    double d = 1e300*big;
    vector<int> f = farmers(0);
    for (unsigned k = 0; k < f.size(); ++k) command(f[k], Dir((a ^ b ^ c ^ int(d)) & 7));
  }
};

RegisterPlayer(PLAYER_NAME);
