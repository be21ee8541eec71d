#include "Player.hh"

// The smallest player: it gives no orders, so its starships drift. Copy this file to
// AIYourName.cc, write the same name after PLAYER_NAME, and start.
#define PLAYER_NAME Null

struct PLAYER_NAME : public Player {

  // Makes a player. Leave it as it is.
  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Attributes of your own, which last the whole match, can be declared here.

  // Called once a round: look around and give your orders.
  virtual void play () {
  }

};

// Leave it as it is: so the arena finds your player.
RegisterPlayer(PLAYER_NAME);
