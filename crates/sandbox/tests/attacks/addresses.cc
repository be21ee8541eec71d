// harmless: tries to play by the addresses of its variables
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    int here;
    vector<int> f = farmers(0);
    size_t noise = size_t(&here)/16 + size_t(new char)/16;
    for (unsigned k = 0; k < f.size(); ++k) command(f[k], Dir((noise + k)%8));
  }
};

RegisterPlayer(PLAYER_NAME);
