#include "Player.hh"

// A player that shows how to read the board and give orders: its units move at random. The
// comments suggest a better player. Copy this player and beat it.
#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // A random direction. Every draw comes from the stream that all players share.
  Dir any_direction () {
    return Dir(1 + random()%4);
  }

  virtual void play () {
    // farmers(me()) are the numbers of our farmers; unit(f[k]) tells where each one stands.
    // A better farmer would look for the nearest tile with cell(...).owner != me().
    const vector<int>& f = farmers(me());
    for (int x = 0; x < sze(f); ++x) command(f[x], any_direction());

    // A better knight would look at its four neighbours, cell(dest(unit(id).pos, d)), and step
    // towards one that holds a rival's unit: that is a hit.
    const vector<int>& k = knights(me());
    for (int x = 0; x < sze(k); ++x) command(k[x], any_direction());
  }

};

RegisterPlayer(PLAYER_NAME);
