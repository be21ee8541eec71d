// frozen (trap): a virtual call on an object that is none
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  int a[8] = { 99999, 99999 };

  virtual void play () {
    Player* p = (Player*) a;
    p->play();
  }
};

RegisterPlayer(PLAYER_NAME);
