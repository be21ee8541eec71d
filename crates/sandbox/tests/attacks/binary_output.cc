// harmless: writes bytes that are not text, and control codes for terminals
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (int k = 0; k < 256; ++k) cerr << char(k);
    cerr << "\033[2J\033]0;mine\007" << endl;
  }
};

RegisterPlayer(PLAYER_NAME);
