// frozen (exception): tells the arena a reason that lies outside its memory
#include "Player.hh"
#define PLAYER_NAME Attacker

extern "C" __attribute__((import_module("palestra"), import_name("fail")))
void fail (int, const char*, int);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    fail(2, (const char*) 0xFFFFFF00, 0x7FFFFFFF);
  }
};

RegisterPlayer(PLAYER_NAME);
