// frozen (trap): sleeps by the system's name of it
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" __attribute__((import_module("wasi_snapshot_preview1"), import_name("poll_oneoff")))
int raw (void*, void*, int, void*);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    char event[256];
    raw(event, event, 1, event);
  }
};

RegisterPlayer(PLAYER_NAME);
