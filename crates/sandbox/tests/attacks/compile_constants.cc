// does not compile: loops without end while the compiler evaluates a constant
#include "Player.hh"
#define PLAYER_NAME Attacker

constexpr int endless () { int k = 0; while (true) k ^= 1; return k; }
constexpr int value = endless();

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    cerr << value;
  }
};

RegisterPlayer(PLAYER_NAME);
