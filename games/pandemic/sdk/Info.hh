// Everything that a player knows: the parameters and the state.

#ifndef Info_hh
#define Info_hh

#include "Settings.hh"
#include "State.hh"

// Everything that a player knows.
class Info : public Settings, public State {
public:

  // Whether the state keeps the rules; what the arena shows always does.
  bool ok () { return true; }

};

#endif
