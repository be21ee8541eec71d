// Everything that a player knows: the parameters and the state.

#ifndef Info_hh
#define Info_hh

#include "Settings.hh"
#include "State.hh"

// Everything that a player knows.
class Info : public Settings, public State {
public:

  // A copy of the cell at (i, j). Unlike the state alone it asks what pos_ok() asks, so that
  // after that one the compiler does not ask again.
  Cell cell (int i, int j) const { return cell_(i, j, rows(), cols()); }

  // A copy of the cell at p.
  Cell cell (Pos p) const { return cell(p.i, p.j); }

  // Whether the state keeps the rules; what the arena shows always does.
  bool ok () { return true; }

};

#endif
