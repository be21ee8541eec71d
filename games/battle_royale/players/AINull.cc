#include "Player.hh"

// The smallest player: it gives no orders. Copy this file to AIYourName.cc, write the same
// name after PLAYER_NAME, and start.
#define PLAYER_NAME Null

struct PLAYER_NAME : public Player {

  // Makes a player. Do not change it.
  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Declare your own attributes here. They last the whole match.

  // The arena calls this once per round: read the board and give orders.
  virtual void play () {
  }

};

// Do not change it: it registers your player.
RegisterPlayer(PLAYER_NAME);
