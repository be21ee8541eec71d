#include "Player.hh"

// The smallest player there is: it never bids. Start from here.
// PLAYER_NAME is the name of your player: at most 12 letters, digits or underscores.
#define PLAYER_NAME Null

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Called once a round. What you know: rows(), cell(i, j), trade(), coins(me()), ...
  // What you can do: bid(Pos(i, j), 5);
  virtual void play () {
  }

};

RegisterPlayer(PLAYER_NAME);
