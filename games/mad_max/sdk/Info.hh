// Everything that a player knows: the parameters and the state.

#ifndef Info_hh
#define Info_hh

#include "Settings.hh"
#include "State.hh"

// Everything that a player knows.
class Info : public Settings, public State {
public:

  // The cell that a letter of a settings file stands for; ends the program on other letters.
  static Cell char2cell (char c) {
    if (c == '.') return Cell(Desert, -1, -1);
    if (c == 'R') return Cell(Road, -1, -1);
    if (c == 'W') return Cell(Water, -1, -1);
    if (c == 'S') return Cell(Station, -1, -1);
    if (c == 'X') return Cell(Wall, -1, -1);
    if (c < '0' or c > '3') {
      palestra::warn("ERROR: char2cell: wrong letter.\n");
      assert(c >= '0' and c <= '3');
      abort();
    }
    return Cell(City, c - '0', -1);
  }

  // The rest works on your own copy of the state; it is here because the old kit had it.

  // Replaces the grid by one that is read like a FIXED board.
  void read_grid (istream& is) {
    height_ = rows();
    width_ = cols();
    grid_.assign(rows()*cols(), Cell());
    for (int i = 0; i < rows(); ++i) {
      string s;
      is >> s;
      _my_assert(int(s.size()) == cols(), "The read map has a line with incorrect length.");
      for (int j = 0; j < cols(); ++j) grid_[i*cols() + j] = char2cell(s[j]);
    }
  }

  // Makes the lists of warriors and cars again from the units.
  void update_vectors_by_player () {
    for (int pl = 0; pl < 4; ++pl)
      for (int type = 0; type < UnitTypeSize; ++type) list_of_[type][pl].clear();
    for (int id = 0; id < nb_units(); ++id) {
      const Unit& u = unit_[id];
      list_of_[u.type][u.player].push_back(id);
    }
  }

};

#endif
