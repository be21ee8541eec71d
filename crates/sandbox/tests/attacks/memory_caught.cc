// harmless: fills its memory, catches the error, and continues
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  vector<char*> v;

  virtual void play () {
    try { for (;;) v.push_back(new char[100000]); }
    catch (std::bad_alloc&) { }
  }
};

RegisterPlayer(PLAYER_NAME);
