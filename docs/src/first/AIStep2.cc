#include "Player.hh"

#define PLAYER_NAME Step2

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Sends a farmer to a neighbouring tile that is not mine yet, or anywhere.
  void paint (int id) {
    Pos p = unit(id).pos;
    for (int d = Top; d <= Right; ++d) {
      Pos q = dest(p, Dir(d));
      if (cell(q).type != Wall and cell(q).owner != me() and cell(q).unit == -1) {
        command(id, Dir(d));
        return;
      }
    }
    command(id, Dir(Top + random()%4));
  }

  virtual void play () {
    vector<int> f = farmers(me());
    for (int k = 0; k < int(f.size()); ++k) paint(f[k]);
  }

};

RegisterPlayer(PLAYER_NAME);
