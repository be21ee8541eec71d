// What every player includes.

#ifndef Player_hh
#define Player_hh

#include "Utils.hh"
#include "Structs.hh"
#include "Settings.hh"
#include "State.hh"
#include "Info.hh"
#include "Random.hh"
#include "Action.hh"
#include "Registry.hh"

// The base of all players: it sees everything (Info), draws random numbers (Random_generator)
// and gives orders (Action). Your own player inherits from it and overrides play().
class Player : public Info, public Random_generator, public Action {
public:

  Player () : me_(0) { }

  // Your number as a player, 0 to 3. It is known from the first call of play() on.
  int me () { return me_; }

  // Called once a round. Without orders nobody moves.
  virtual void play () { }

private:

  friend struct palestra::Access;

  int me_;

};

#endif
