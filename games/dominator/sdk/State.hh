// The board and everything on it.

#ifndef State_hh
#define State_hh

#include "palestra.hh"
#include "Structs.hh"
#include "Asked.hh"

// What you see of the match at the beginning of the round. In your view you are always player
// 0, and the board is turned so that your first quadrant is at the top left. Giving orders
// does not change it. A wrong argument prints a warning and gives a harmless answer.
class State : protected palestra::Asked {
public:

  State () : round_(0), side_(0), units_(0) {
    for (int pl = 0; pl < 4; ++pl) {
      land_[pl] = total_score_[pl] = 0;
      status_[pl] = 0;
    }
  }

  // The current round, from 0.
  int round () const { return round_; }

  // A copy of the cell at p.
  Cell cell (Pos p) const { return cell(p.i, p.j); }

  // A copy of the cell at (i, j).
  Cell cell (int i, int j) const {
    if (below_(i, side_) and below_(j, side_)) return grid_[i*side_ + j];
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

  // Number of cells with the colour of player pl.
  int land (int pl) const {
    if (seat_ok_(pl)) return land_[pl];
    warn_("score requested for player", pl);
    return -1;
  }

  // Score of player pl: the sum of its land over the rounds so far.
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

  // Identifiers of the farmers of player pl, increasing.
  vector<int> farmers (int pl) const { return list_(Farmer, "farmers requested for player", pl); }
  // Identifiers of the knights of player pl, increasing.
  vector<int> knights (int pl) const { return list_(Knight, "knights requested for player", pl); }
  // Identifiers of the witches of player pl, increasing.
  vector<int> witches (int pl) const { return list_(Witch, "witches requested for player", pl); }

  // The rest works on your own copy of the state; it is here because the old kits had it.

  // Makes the lists of farmers and knights again from the players of the units.
  void update_vectors_by_player ();

  // Decides again which witches are active and which cells are haunted.
  void update_haunted ();

  // The state as player pl of this view sees it.
  State rotate (int pl) const;

private:

  friend struct palestra::Access;
  friend class Info;

  int round_, side_, units_;
  vector<Cell> grid_;
  vector<Unit> unit_;
  int land_[4], total_score_[4];
  double status_[4];
  vector<int> list_of_[UnitTypeSize][4];

  vector<int> list_ (UnitType type, const char* what, int pl) const {
    if (seat_ok_(pl)) return list_of_[type][pl];
    warn_(what, pl);
    return vector<int>();
  }

  bool witch_at_ (int i, int j) const;

};

#endif
