// does not compile: starts threads
#include "Player.hh"
#include <thread>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    std::thread other([] { for (;;) { } });
    other.detach();
  }
};

RegisterPlayer(PLAYER_NAME);
