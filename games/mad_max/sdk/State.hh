// The board and everything on it.

#ifndef State_hh
#define State_hh

#include "palestra.hh"
#include "Structs.hh"
#include "Asked.hh"

// What you see of the match at the beginning of the round: everything, as it is. Giving orders
// does not change it. A wrong argument prints a warning and gives a harmless answer.
class State : protected palestra::Asked {
public:

  State () : round_(0), height_(0), width_(0), units_(0) {
    for (int pl = 0; pl < 4; ++pl) {
      num_cities_[pl] = total_score_[pl] = 0;
      status_[pl] = 0;
    }
  }

  // The current round, from 0.
  int round () const { return round_; }

  // A copy of the cell at p.
  Cell cell (Pos p) const { return cell(p.i, p.j); }

  // A copy of the cell at (i, j).
  Cell cell (int i, int j) const {
    if (below_(i, height_) and below_(j, width_)) return grid_[i*width_ + j];
    warn_(Pos(i, j));
    return Cell();
  }

  // Number of units of all players together.
  int nb_units () const { return units_; }

  // A copy of the unit with identifier id.
  Unit unit (int id) const {
    if (below_(id, nb_units())) return unit_[id];
    warn_("unit requested for identifier", id);
    return Unit();
  }

  // Number of cities of player pl.
  int num_cities (int pl) const {
    if (seat_ok_(pl)) return num_cities_[pl];
    warn_("score requested for player", pl);
    return -1;
  }

  // Score of player pl: its cities, added up over the rounds so far.
  int total_score (int pl) const {
    if (seat_ok_(pl)) return total_score_[pl];
    warn_("total score requested for player", pl);
    return -1;
  }

  // The share of its computation budget that player pl has used, from 0 to 1, if there
  // is a limit; -1 for a frozen player.
  double status (int pl) const {
    if (seat_ok_(pl)) return status_[pl];
    warn_("status requested for player", pl);
    return -2;
  }

  // Identifiers of the warriors of player pl, increasing.
  vector<int> warriors (int pl) const { return list_(Warrior, "warriors requested for player", pl); }
  // Identifiers of the cars of player pl, increasing.
  vector<int> cars (int pl) const { return list_(Car, "cars requested for player", pl); }

  // Whether the unit may move in this round: in the round of its player, and a car with fuel on
  // a road in every round. False for identifiers that do not exist.
  bool can_move (int id) const {
    if (id < 0 or id >= nb_units()) return false;
    const Unit& u = unit_[id];
    if (u.player == round_%4) return true;
    return u.type == Car and u.food > 0 and grid_[u.pos.i*width_ + u.pos.j].type == Road;
  }

private:

  friend struct palestra::Access;
  friend class Info;

  int round_, height_, width_, units_;
  vector<Cell> grid_;
  vector<Unit> unit_;
  int num_cities_[4], total_score_[4];
  double status_[4];
  vector<int> list_of_[UnitTypeSize][4];

  vector<int> list_ (UnitType type, const char* what, int pl) const {
    if (seat_ok_(pl)) return list_of_[type][pl];
    warn_(what, pl);
    return vector<int>();
  }

};

#endif
