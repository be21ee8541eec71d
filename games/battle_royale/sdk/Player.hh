// What every player includes.

#ifndef Player_hh
#define Player_hh

#include "Utils.hh"
#include "PosDir.hh"
#include "Board.hh"
#include "Action.hh"
#include "Registry.hh"

// The base of all players: it sees everything (Board) and gives orders (Action). Your own
// player inherits from it and overrides play(). Random numbers come from random(), the C
// library's: all players and the rules draw from one common stream, which the seed of the match
// begins, so the same match gives the same numbers.
class Player : public Board, public Action {
public:

  Player () : me_(0) { }

  // Your own number.
  int me () { return me_; }

  // Called once a round. Without orders nobody moves.
  virtual void play () { }

private:

  friend struct palestra::Access;

  int me_;

};

#endif
