// Included before every player that is built for WebAssembly: names that the GNU C library gives
// without being asked and that players are used to.

#ifndef PALESTRA_PRELUDE_HH
#define PALESTRA_PRELUDE_HH

typedef unsigned char u_char;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#endif
