// does not compile: replaces a function of the runtime
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" void* palestra_buffer (unsigned) { return (void*) 0xFFFFFFF8; }

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { }
};

RegisterPlayer(PLAYER_NAME);
