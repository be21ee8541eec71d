// frozen (trap): calls a virtual function on an object that does not exist
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
