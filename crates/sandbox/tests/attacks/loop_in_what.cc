// frozen (fuel): throws an exception whose `what()` never returns
#include "Player.hh"
#include <exception>
#define PLAYER_NAME Attacker

struct Endless : std::exception {
  const char* what () const noexcept { for (;;) { } }
};

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    throw Endless();
  }
};

RegisterPlayer(PLAYER_NAME);
