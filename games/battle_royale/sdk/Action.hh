// Giving orders.

#ifndef Action_hh
#define Action_hh

#include "palestra.hh"
#include "PosDir.hh"

// An order: a move of a unit, or a hit of a knight.
struct Movement {

  int i;   // the unit
  Dir d;   // where to

  Movement (int id, Dir dir) : i(id), d(dir) { }

};

// The orders of a round. They are obeyed after all players have given theirs.
class Action {
public:

  // No orders.
  Action () : orders_(MOST_CALLS_) { }

  // Gives an order. Only the first order for a unit counts: later ones are refused with a
  // warning, and the answer is false.
  bool command (const Movement& m) {
    orders_.add(0, m.i, int(m.d), 0);
    if (orders_.first_for(m.i)) return true;
    palestra::warn("warning: action alread requested for unit %d\n", m.i);
    orders_.warned();
    return false;
  }

  // The same: command(Movement(id, dir)).
  bool command (int id, Dir dir) { return command(Movement(id, dir)); }

private:

  friend struct palestra::Access;

  // The game has no limit; this one only keeps a runaway player from filling its memory.
  enum { MOST_CALLS_ = 1 << 20 };

  palestra::OrderList orders_;

};

#endif
