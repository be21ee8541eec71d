// The board and everything on it.

#ifndef State_hh
#define State_hh

#include "palestra.hh"
#include "Structs.hh"
#include "Asked.hh"

// What you see of the match at the beginning of the round: everything, and the same as the
// others. Giving orders does not change it. A wrong argument prints a warning and gives a
// harmless answer.
class State : protected palestra::Asked {
public:

  // The cells of a city.
  typedef vector<Pos> City;

  // The two cities that a path joins (first.first and first.second), and its cells (second).
  typedef pair< pair<int,int>, vector<Pos> > Path;

  State () : round_(0), side_(0), units_(0) {
    for (int pl = 0; pl < 4; ++pl) {
      total_score_[pl] = 0;
      status_[pl] = 0;
    }
  }

  // The current round, from 0.
  int round () const { return round_; }

  // Score of player pl so far.
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

  // A copy of the cell at (i, j).
  Cell cell (int i, int j) const { return cell_(i, j, side_, side_); }

  // A copy of the cell at p.
  Cell cell (Pos p) const { return cell(p.i, p.j); }

  // Number of units of all players together.
  int total_units () const { return units_; }

  // A copy of the unit with identifier id.
  Unit unit (int id) const {
    if (below_(id, total_units())) return unit_[id];
    warn_("unit requested for identifier", id);
    return Unit();
  }

  // Number of cities.
  int nb_cities () const { return int(city_.size()); }

  // A copy of the city with identifier id: its cells.
  City city (int id) const {
    if (id >= 0 and id < nb_cities()) return city_[id];
    warn_("city requested for identifier", id);
    return City();
  }

  // The player that owns a city; -1 when nobody ever conquered it.
  int city_owner (int id) const {
    if (id >= 0 and id < nb_cities()) return city_owner_[id];
    warn_("city owner requested for identifier", id);
    return -1;
  }

  // Number of paths.
  int nb_paths () const { return int(path_.size()); }

  // A copy of the path with identifier id: the cities it joins, and its cells.
  Path path (int id) const {
    if (id >= 0 and id < nb_paths()) return path_[id];
    warn_("path requested for identifier", id);
    return Path();
  }

  // The player that owns a path; -1 when nobody ever conquered it.
  int path_owner (int id) const {
    if (id >= 0 and id < nb_paths()) return path_owner_[id];
    warn_("path owner requested for identifier", id);
    return -1;
  }

  // Identifiers of the units of player pl, yours or another, increasing.
  vector<int> my_units (int pl) {
    if (seat_ok_(pl)) return units_of_[pl];
    warn_("units requested for player", pl);
    return vector<int>();
  }

protected:

  // The cell at (i, j) of a board with so many rows and columns.
  Cell cell_ (int i, int j, int rows, int cols) const {
    if (below_(i, rows) and below_(j, cols)) {
      int k = i*cols + j;
      return Cell(CellType(ground_[k]), place_[k].unit, place_[k].city, place_[k].path,
                  virus_[k] & ~MASK_BIT_, (virus_[k] & MASK_BIT_) != 0);
    }
    warn_(Pos(i, j));
    return Cell();
  }

private:

  friend struct palestra::Access;

  // What lies on a cell: the unit, the city and the path, or -1.
  struct Place {
    int unit, city, path, unused;
  };

  // Marks a mask in virus_.
  static const int MASK_BIT_ = 128;

  int round_, side_, units_;
  // The cells, row by row: small, because players look at them more than at anything else.
  vector<unsigned char> ground_, virus_;
  vector<Place> place_;
  vector<Unit> unit_;
  vector<City> city_;
  vector<Path> path_;
  vector<int> city_owner_, path_owner_, units_of_[4];
  int total_score_[4];
  double status_[4];

};

#endif
