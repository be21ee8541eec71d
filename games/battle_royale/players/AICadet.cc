#include "Player.hh"

// The step after Demo: each farmer steps onto a tile beside it that the team does not own, or
// walks straight on. Knights hit rivals beside them, and otherwise rest.
#define PLAYER_NAME Cadet

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // The direction in which each farmer walks when it sees nothing better.
  map<int, Dir> course;

  bool free (Pos p) { return cell(p).type != Wall and cell(p).unit == -1; }

  void farm (const Unit& u) {
    for (int d = Top; d <= Right; ++d) {
      Pos p = dest(u.pos, Dir(d));
      if (free(p) and cell(p).owner != me()) {
        command(u.id, Dir(d));
        return;
      }
    }
    if (not course.count(u.id) or not free(dest(u.pos, course[u.id])) or random()%10 == 0)
      course[u.id] = Dir(Top + random()%4);
    command(u.id, course[u.id]);
  }

  void fight (const Unit& u) {
    for (int d = Top; d <= Right; ++d) {
      int id = cell(dest(u.pos, Dir(d))).unit;
      if (id == -1 or unit(id).player == me()) continue;
      command(u.id, Dir(d));
      return;
    }
  }

  virtual void play () {
    for (int id : farmers(me())) farm(unit(id));
    for (int id : knights(me())) fight(unit(id));
  }

};

RegisterPlayer(PLAYER_NAME);
