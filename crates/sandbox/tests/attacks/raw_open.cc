// frozen (trap): opens a file by its system name
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" __attribute__((import_module("wasi_snapshot_preview1"), import_name("path_open")))
int raw (int, int, const char*, int, int, long long, long long, int, int*);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    int fd;
    raw(3, 0, "/etc/passwd", 11, 0, -1, -1, 0, &fd);
  }
};

RegisterPlayer(PLAYER_NAME);
