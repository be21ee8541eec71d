// What every player includes.

#ifndef Player_hh
#define Player_hh

#include "Utils.hh"
#include "Structs.hh"
#include "Settings.hh"
#include "State.hh"
#include "Random.hh"
#include "Action.hh"
#include "Registry.hh"

// The base of all players: it sees the market (State), knows the parameters (Settings), bids
// (Action) and draws random numbers (Random_generator). Your own player inherits from it and
// overrides play().
class Player : public Action, public Random_generator {
public:

  // Called once a round. Without bids you buy nothing.
  virtual void play () { }

};

#endif
