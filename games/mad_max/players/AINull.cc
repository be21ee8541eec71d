#include "Player.hh"

// The smallest player: it never gives an order. Start from this file.
// PLAYER_NAME is the name of your player: at most 12 letters, digits or underscores.
#define PLAYER_NAME Null

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Called once per round. To read: rows(), cell(i, j), unit(id), warriors(me()), ...
  // To give an order: command(id, Right);
  virtual void play () {
  }

};

RegisterPlayer(PLAYER_NAME);
