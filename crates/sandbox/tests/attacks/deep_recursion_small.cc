// frozen (stack): calls itself without end, with very small stack frames
#include "Player.hh"
#define PLAYER_NAME Attacker

typedef long long (*Function)(void*, long long);
long long g (void* again, long long k) { return k + ((Function) again)(again, k + 1); }
long long f (Function h, long long k) { return h((void*) h, k); }

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    cerr << f(g, 1);
  }
};

RegisterPlayer(PLAYER_NAME);
