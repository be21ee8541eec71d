// frozen (stack): calls itself without end
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  int deep (int k) {
    volatile int a[10];
    a[k%10] = k;
    return deep(k + 1) + a[k%10];
  }

  virtual void play () {
    cerr << deep(0);
  }
};

RegisterPlayer(PLAYER_NAME);
