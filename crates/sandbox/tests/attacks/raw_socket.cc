// frozen (trap): calls a function of sockets by its system name
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" __attribute__((import_module("wasi_snapshot_preview1"), import_name("sock_accept")))
int raw (int, int, void*);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    raw(3, 0, 0);
  }
};

RegisterPlayer(PLAYER_NAME);
