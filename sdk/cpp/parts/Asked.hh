// The reaction to wrong questions about the state of a match.

#ifndef Asked_hh
#define Asked_hh

#include "palestra.hh"
#include "Structs.hh"

namespace palestra {

// The base of State: finds wrong arguments, and warns of them.
class Asked {
protected:

  static bool seat_ok_ (int pl) { return pl >= 0 and pl < 4; }

  // Whether k is one of 0, ..., end - 1: as an unsigned number a negative one is too large.
  static bool below_ (int k, int end) { return unsigned(k) < unsigned(end); }

  PALESTRA_RARE static void warn_ (const char* what, int number) {
    warn("warning: %s %d\n", what, number);
  }

  PALESTRA_RARE static void warn_ (Pos p) {
    warn("warning: cell requested for position (%d, %d)\n", p.i, p.j);
  }

};

}  // namespace palestra

#endif
