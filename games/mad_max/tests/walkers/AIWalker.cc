#include "Player.hh"

// The same player as AIWalker.rs beside it, order by order.
#define PLAYER_NAME Walker

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  bool may_enter (UnitType type, Pos p) {
    if (not pos_ok(p)) return false;
    switch (cell(p).type) {
      case Desert: case Road: return true;
      case City: return type == Warrior;
      default: return false;
    }
  }

  void send (int id) {
    if (not can_move(id)) return;
    int begin = random(0, 7);
    for (int turn = 0; turn < 8; ++turn) {
      Dir d = Dir((begin + turn)%8);
      if (not may_enter(unit(id).type, unit(id).pos + d)) continue;
      command(id, d);
      return;
    }
  }

  void play () {
    for (int id : warriors(me())) send(id);
    for (int id : cars(me())) send(id);
  }

};

RegisterPlayer(PLAYER_NAME);
