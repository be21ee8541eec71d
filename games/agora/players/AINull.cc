#include "Player.hh"

// The smallest player: it never bids. Start from this file.
// PLAYER_NAME is the name of your player: at most 12 letters, digits or underscores.
#define PLAYER_NAME Null

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The arena calls this once per round. To read: rows(), cell(i, j), trade(), coins(me()), ...
  // To bid: bid(Pos(i, j), 5);
  virtual void play () {
  }

};

RegisterPlayer(PLAYER_NAME);
