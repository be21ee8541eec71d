// does not compile: has templates that instantiate each other without end
#include "Player.hh"
#define PLAYER_NAME Attacker

template <int n> struct Bomb { static const int value = Bomb<n + 1>::value; };

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    cerr << Bomb<0>::value;
  }
};

RegisterPlayer(PLAYER_NAME);
