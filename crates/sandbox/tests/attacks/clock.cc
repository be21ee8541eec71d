// harmless: tries to read the time, to plan its own budget
#include "Player.hh"
#include <chrono>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    if (time(0) != 0) abort();
    struct timeval now;
    if (gettimeofday(&now, 0) != 0 or now.tv_sec != 0 or now.tv_usec != 0) abort();
    if (std::chrono::steady_clock::now() != std::chrono::steady_clock::time_point()) abort();
  }
};

RegisterPlayer(PLAYER_NAME);
