// frozen (exception): throws an exception with a `what()` of a megabyte
#include "Player.hh"
#include <stdexcept>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    throw std::runtime_error(string(1 << 20, 'x'));
  }
};

RegisterPlayer(PLAYER_NAME);
