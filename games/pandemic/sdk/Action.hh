// Giving orders.

#ifndef Action_hh
#define Action_hh

#include "palestra.hh"
#include "Structs.hh"

// An order: a move of a unit. A move onto the unit of another player attacks it.
struct Command {

  int id;    // the unit
  Dir dir;   // where to

  Command (int id, Dir dir) : id(id), dir(dir) { }

};

// The orders of a round. They are obeyed after all players have given theirs.
class Action {
public:

  // No orders.
  Action () { }

  // Gives an order. Only the first order for a unit counts, and no more than 1000 calls are
  // allowed in a round. An order for a unit that is not yours, or in a direction that does not
  // exist, is ignored.
  void execute (Command m) {
    orders_.add(0, m.id, int(m.dir), 0);
    if (orders_.calls() <= 1000 and not orders_.first_for(m.id)) {
      palestra::warn("warning: command already requested for unit %d\n", m.id);
      orders_.warned();
    }
  }

  // The same: execute(Command(id, d)).
  void move (int id, Dir d) { execute(Command(id, d)); }

private:

  friend struct palestra::Access;

  palestra::OrderList orders_;

};

#endif
