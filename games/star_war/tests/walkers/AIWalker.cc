#include "Player.hh"

// The same player as AIWalker.rs beside it, order by order.
#define PLAYER_NAME Walker

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  void send (const Starship& s) {
    int what = randomize(0, 11);
    if (what > 9 and s.nb_miss > 0) return shoot(s.sid);
    if (what == 9) return;
    for (int tries = 3; tries > 0; --tries) {
      int k = randomize(0, 8);
      Dir d(k/3 - 1, k%3);
      if (within_window(s.pos + d, round() + 1)) return move(s.sid, d);
    }
  }

  void play () {
    for (int sid = begin(me()); sid < end(me()); ++sid) {
      if (starship(sid).alive) send(starship(sid));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
