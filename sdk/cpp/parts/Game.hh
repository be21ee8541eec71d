// In the old kits this header was for the program that runs the match. It is kept so that
// players which include it compile.

#ifndef Game_hh
#define Game_hh

#include "Player.hh"

#endif
