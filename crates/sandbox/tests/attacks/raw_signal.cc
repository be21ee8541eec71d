// frozen (trap): kills itself with a signal
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" __attribute__((import_module("wasi_snapshot_preview1"), import_name("proc_raise")))
int raw (int);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    raw(9);
  }
};

RegisterPlayer(PLAYER_NAME);
