// The name of the game, and macros for errors of the program.

#ifndef Defs_hh
#define Defs_hh

#include <cassert>
#include <cstdlib>
#include <iostream>

using namespace std;

#define GAME_NAME "Pandemic"
#define VERSION "1.0"

// Its argument as text.
#define _stringification(s) #s

// Ends the program with a message when b is false.
#define _my_assert(b, s) \
  { if (not (b)) { cerr << "error: " << s << endl; assert(b); abort(); } }

// For places that are never reached.
#define _unreachable() { cerr << "error: unreachable" << endl; abort(); }

#endif
