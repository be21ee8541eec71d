// frozen (exit): throws an exception while another one is unwinding
#include "Player.hh"
#define PLAYER_NAME Attacker

struct Bad { ~Bad () noexcept(false) { throw 2; } };

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    try {
      Bad bad;
      throw 1;
    } catch (...) {
    }
  }
};

RegisterPlayer(PLAYER_NAME);
