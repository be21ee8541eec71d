// does not compile: has macros that expand to 2 to the 30th
#include "Player.hh"
#define PLAYER_NAME Attacker

#define A(x) x+x
#define B(x) A(A(A(x)))
#define C(x) B(B(B(x)))
#define J(x) C(C(C(B(x))))

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    int x = J(1);
  }
};

RegisterPlayer(PLAYER_NAME);
