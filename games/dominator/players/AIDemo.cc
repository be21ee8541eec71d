#include "Player.hh"

// The smallest player with orders: every unit moves at random. It plays exactly like the
// built-in Demo. AIScout.cc is a better player to start from.
#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  virtual void play () {
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      if (u.player != 0) continue;                        // I am always player 0
      if (u.type == Witch and round()%8 != 0) continue;   // witches move now and then
      if (u.type == Knight and round()%2 != 0) continue;  // knights rest every other round

      // Knights can move in eight directions, farmers and witches in the four with even codes.
      Dir d = Dir(u.type == Knight ? random(0, 7) : 2*random(0, 3));
      Pos p = u.pos + d;
      if (pos_ok(p) and cell(p).type == Empty) command(id, d);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
