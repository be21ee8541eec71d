#include "Player.hh"

// The same player as AIWalker.rs beside it, order by order.
#define PLAYER_NAME Walker

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  bool free_for (const Unit& u, Dir d) {
    const Cell& c = cell(dest(u.pos, d));
    if (c.type == Wall) return false;
    return c.unit == -1 or (u.type == Knight and unit(c.unit).player != me());
  }

  void send (int id) {
    for (int tries = 4; tries > 0; --tries) {
      int drawn = int(random());
      Dir d = Dir(Top + drawn%4);
      if (free_for(unit(id), d)) {
        command(id, d);
        return;
      }
    }
  }

  void play () {
    for (int id : farmers(me())) send(id);
    for (int id : knights(me())) send(id);
  }

};

RegisterPlayer(PLAYER_NAME);
