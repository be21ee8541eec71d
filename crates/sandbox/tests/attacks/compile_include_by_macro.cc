// does not compile: includes a file of the machine in a roundabout way
#include "Player.hh"
#define PLAYER_NAME Attacker

#define SECRET </etc/passwd>
#include SECRET

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
