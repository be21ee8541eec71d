// In the old kits this header was for the program that runs the match. It is kept so that
// players which include it compile.

#ifndef Board_hh
#define Board_hh

#include "Player.hh"

#endif
