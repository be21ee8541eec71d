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

  Player () : me_(-1) { }

  // Called once a round. Without orders nobody moves.
  virtual void play () { }

  // Your own number, 0 to 3. Not known yet in the constructor of your player.
  int me () const { return me_; }

private:

  friend struct palestra::Access;

  int me_;

};

#endif
