// The parameters of the match.

#ifndef Settings_hh
#define Settings_hh

#include "palestra.hh"
#include "Structs.hh"

// The parameters of the match. They are known from the first call of play() on, not yet in the
// constructor of your player.
class Settings {
public:

  Settings ()
    : nb_players_(0), rows_(0), cols_(0), nb_rounds_(0), initial_health_(0), nb_units_(0),
      bonus_per_city_cell_(0), bonus_per_path_cell_(0), factor_connected_component_(0),
      infection_factor_(0), mask_protection_(0) { }

  // The game and its version.
  static string version () { return GAME_NAME " " VERSION; }

  // Number of players: 4.
  int nb_players () const { return nb_players_; }
  // Rows of the board.
  int rows () const { return rows_; }
  // Columns of the board, as many as rows.
  int cols () const { return cols_; }
  // Rounds of the match.
  int nb_rounds () const { return nb_rounds_; }
  // Health of a unit that is born.
  int initial_health () const { return initial_health_; }
  // Units that each player has at the start.
  int nb_units () const { return nb_units_; }
  // Points per round for each cell of your cities.
  int bonus_per_city_cell () const { return bonus_per_city_cell_; }
  // Points per round for each cell of your paths.
  int bonus_per_path_cell () const { return bonus_per_path_cell_; }
  // A component of s cities gives this times 2 to the power of s, every round.
  int factor_connected_component () const { return factor_connected_component_; }
  // On a cell with an amount v of virus a unit is infected with probability v divided by this.
  double infection_factor () const { return infection_factor_; }
  // A mask divides that probability by this.
  double mask_protection () const { return mask_protection_; }

  // Whether pl is a player: 0, 1, 2 or 3.
  bool player_ok (int pl) const { return pl >= 0 and pl < nb_players_; }
  // Whether (i, j) is inside the board.
  bool pos_ok (int i, int j) const {
    return unsigned(i) < unsigned(rows_) and unsigned(j) < unsigned(cols_);
  }
  // Whether p is inside the board.
  bool pos_ok (Pos p) const { return pos_ok(p.i, p.j); }

private:

  friend struct palestra::Access;

  int nb_players_, rows_, cols_, nb_rounds_, initial_health_, nb_units_;
  int bonus_per_city_cell_, bonus_per_path_cell_, factor_connected_component_;
  double infection_factor_, mask_protection_;

};

#endif
