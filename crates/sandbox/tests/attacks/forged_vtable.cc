// frozen (trap): overwrites its own table of virtual functions
#include "Player.hh"
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void again () { play(); }
  __attribute__((noinline)) void call () { again(); }

  virtual void play () {
    void** object = (void**) this;
    void* table[64];
    for (int k = 0; k < 64; ++k) table[k] = (void*) (unsigned) (k*7919);
    *object = table;
    again();
  }
};

RegisterPlayer(PLAYER_NAME);
