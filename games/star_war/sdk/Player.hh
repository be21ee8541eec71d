// What every player includes.

#ifndef Player_hh
#define Player_hh

#include "Utils.hh"
#include "Board.hh"
#include "Action.hh"
#include "Registry.hh"

// The base of all players: it sees everything (Board) and gives orders. Your own player
// inherits from it and overrides play().
class Player : public Board, public Action {
public:

  // Your number: 0, 1, 2 or 3. Your starships are begin(me()), ..., end(me()) - 1.
  int me () { return me_; }

  // Moves your starship s in direction d. Only the first order of the round for a starship
  // counts; a starship without order moves by DEFAULT.
  void move (Starship_Id s, Dir d) {
    if (not starship_ok(s)) {
      palestra::warn("warning: invalid starship identifier%d\n", s);
    } else if (not dir_ok(d)) {
      const char* text = "warning: invalid direction (%d,%d) for starship %d\n";
      palestra::warn(text, d.real(), d.imag(), s);
    } else if (player_of(s) != me_) {
      warn_of_foreign_();
    } else {
      return Action::move(s, d);
    }
    refuse_(0, s, d);
  }

  // Makes your starship s shoot a missile; then it moves by DEFAULT.
  void shoot (Starship_Id s) {
    if (not starship_ok(s)) {
      palestra::warn("warning: invalid starship identifier%d\n", s);
    } else if (player_of(s) != me_) {
      warn_of_foreign_();
    } else {
      return Action::shoot(s);
    }
    refuse_(1, s, Dir(0, 0));
  }

  // Called once a round: look around and give your orders.
  virtual void play () { }

private:

  friend struct palestra::Access;

  int me_;

  static void warn_of_foreign_ () {
    palestra::warn("warning: starship does not belong to commanding player\n");
  }

};

#endif
