// Giving orders.

#ifndef Action_hh
#define Action_hh

#include "palestra.hh"
#include "Structs.hh"

// An order to move a unit. A unit that can attack attacks the unit on its goal.
struct Movement {

  int id;    // the unit
  Dir dir;   // where to

  Movement (int id, Dir dir) : id(id), dir(dir) { }

};

// The orders of a round. The rules execute them after all players have given their orders.
class Action {
public:

  // No orders.
  Action () { }

  // Orders a movement. Only the first order for a unit counts, and no more than 1000 calls are
  // allowed in a round. The rules ignore orders for units of other players, and orders that are
  // not allowed now.
  void command (Movement m) {
    orders_.add(0, m.id, int(m.dir), 0);
    if (orders_.calls() <= 1000 and not orders_.first_for(m.id)) {
      palestra::warn("warning: action already requested for unit %d\n", m.id);
      orders_.warned();
    }
  }

  // The same: command(Movement(id, dir)).
  void command (int id, Dir dir) { command(Movement(id, dir)); }

private:

  friend struct palestra::Access;

  palestra::OrderList orders_;

};

#endif
