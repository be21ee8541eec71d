// frozen (exception): throws an exception and does not catch it
#include "Player.hh"
#include <stdexcept>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    throw std::runtime_error("catch me");
  }
};

RegisterPlayer(PLAYER_NAME);
