// harmless: tries to detect the processor from the bits of NaN
#include "Player.hh"
#include <math.h>
#include <string.h>
#define PLAYER_NAME Attacker

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    volatile double zero = 0, inf = 1/zero;
    double found[] = { zero/zero, inf - inf, inf*zero, -(zero/zero), sqrt(-1 - zero), fmod(inf, 1) };
    for (int k = 0; k < 6; ++k) {
      unsigned long long bits;
      memcpy(&bits, &found[k], 8);
      cerr << (bits >> 51 << 1 == 0x1FFE ? 1 : 0);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
