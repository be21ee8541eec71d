// does not compile: opens a socket
#include "Player.hh"
#include <sys/socket.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    connect(socket(AF_INET, SOCK_STREAM, 0), 0, 0);
  }
};

RegisterPlayer(PLAYER_NAME);
