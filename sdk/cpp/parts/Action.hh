// Giving orders.

#ifndef Action_hh
#define Action_hh

#include "palestra.hh"
#include "Structs.hh"

// An order: where a unit shall move. Moving onto somebody attacks it, where the unit can attack.
struct Movement {

  int id;    // the unit
  Dir dir;   // where to

  Movement (int id, Dir dir) : id(id), dir(dir) { }

};

// The orders of a round. They are obeyed after all players have given theirs.
class Action {
public:

  // No orders.
  Action () { }

  // Orders a movement. Only the first order for a unit counts, and no more than 1000 calls are
  // allowed in a round. An order for a unit that is not yours, or that the rules do not allow it
  // now, is ignored.
  void command (Movement m) {
    orders_.add(0, m.id, int(m.dir), 0);
    if (orders_.calls() <= 1000 and not orders_.first_for(m.id)) {
      cerr << "warning: action already requested for unit " << m.id << endl;
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
