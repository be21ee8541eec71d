/* Only in engines for profiles: where the player is, whenever the arena asks. The arena writes 1 to
   `asked`, and the engine looks at it before each instruction. It then notes the calls, innermost
   first, one line each: file, line, function, with tabs between. The arena reads them when it asks
   again (crates/sandbox/src/profile.rs). */

#ifndef sampled_h
#define sampled_h

#include <stdint.h>

enum { SAMPLE_BYTES = 4000 };

struct sample {
  volatile uint32_t asked;
  uint32_t len;
  char text[SAMPLE_BYTES];
};

extern struct sample sample;

/* One call more. Those that find no room are left out. */
void sampled_call(const char* file, int line, const char* function);

#endif
