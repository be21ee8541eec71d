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
    if (c == 'X') return Cell(Wall, -1, -1, false);
    if (c == '.') return Cell(Empty, -1, -1, false);
    _my_assert(c >= '0' and c <= '4', "char2cell: wrong letter.");
    return Cell(Empty, c - '0', -1, false);
  }

  // Replaces the grid of your own copy of the state by one that is read like a FIXED board.
  void read_grid (istream& is) {
    side_ = rows();
    grid_.assign(rows()*cols(), Cell());
    for (int i = 0; i < rows(); ++i) {
      string s;
      is >> s;
      _my_assert(int(s.size()) == cols(), "read_grid: a row has a wrong length.");
      for (int j = 0; j < cols(); ++j) grid_[i*cols() + j] = char2cell(s[j]);
    }
  }

};

#endif
