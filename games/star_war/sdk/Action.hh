// Giving orders.

#ifndef Action_hh
#define Action_hh

#include "Utils.hh"

// Kinds of orders.
enum IType { UNDEFINED, MOVE, SHOOT };

// The letter of a kind of order in result files.
inline char i2c (IType t) { return t == MOVE ? 'm' : t == SHOOT ? 's' : 'u'; }

// The kind of order of a letter.
inline IType c2i (char c) { return c == 'm' ? MOVE : c == 's' ? SHOOT : UNDEFINED; }

// An order.
struct Instruction {
  Starship_Id sid;
  IType type;
  Dir dir;
};

// The orders of a round. They are obeyed after all players have given theirs. Players use the
// functions of the same names in Player, which test more.
class Action {
public:

  // No orders.
  Action () : orders_(KEPT_) { }

  // Orders a move.
  void move (Starship_Id s, Dir d) { give_(0, s, d); }

  // Orders a shot.
  void shoot (Starship_Id s) { give_(1, s, Dir(0, 0)); }

private:

  friend struct palestra::Access;
  friend class Player;

  // This game has no limit of calls; refused ones are only passed on while they are few.
  enum { KEPT_ = 100000, FEW_ = 1000 };

  palestra::OrderList orders_;

  void pass_ (int verb, Starship_Id s, Dir d) { orders_.add(verb, s, d.real(), d.imag()); }

  // Only the first order for a starship counts.
  void give_ (int verb, Starship_Id s, Dir d) {
    if (orders_.first_for(s)) return pass_(verb, s, d);
    refuse_(verb, s, d);
    palestra::warn("warning: instruction alread requested for starship %d\n", s);
  }

  // A call that has no effect, with a warning that the caller prints.
  void refuse_ (int verb, Starship_Id s, Dir d) {
    if (orders_.calls() < size_t(FEW_)) pass_(verb, s, d);
    orders_.warned();
  }

};

#endif
