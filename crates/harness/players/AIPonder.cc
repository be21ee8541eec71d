#include "Player.hh"

// For `cargo xtask throughput`: a match of four takes about 13 ms, the length that an aim in
// docs/src/scale.md names. Units walk straight on, and the rest of the time goes into a sum.
#define PLAYER_NAME Ponder

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  void ponder () {
    volatile unsigned sum = 0;
    for (unsigned k = 0; k < 58000; ++k) sum = sum + k;
  }

  // The direction in which each unit walks until something is in its way.
  map<int, Dir> course;

  bool free (Pos p) { return cell(p).type != Wall and cell(p).unit == -1; }

  void walk (const vector<int>& units) {
    for (int id : units) {
      if (not course.count(id) or not free(dest(unit(id).pos, course[id])))
        course[id] = Dir(Top + random()%4);
      command(id, course[id]);
    }
  }

  virtual void play () {
    ponder();
    walk(farmers(me()));
    walk(knights(me()));
  }

};

RegisterPlayer(PLAYER_NAME);
