// Bids.

#ifndef Action_hh
#define Action_hh

#include "palestra.hh"
#include "State.hh"

// The bids of a round. They are opened after all players have made theirs.
class Action : public State {
public:

  // Bids coins for the stall at p. The first bid for a stall counts; bids that the rules do not
  // allow are ignored. No more than 1000 calls are allowed in a round.
  void bid (Pos p, int coins) {
    orders_.add(0, pos_ok(p) ? p.i*cols() + p.j : -1, coins, 0);
  }

private:

  friend struct palestra::Access;

  palestra::OrderList orders_;

};

#endif
