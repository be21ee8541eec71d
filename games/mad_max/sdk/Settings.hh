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
    : nb_players_(0), nb_rounds_(0), nb_cities_(0), nb_warriors_(0), nb_cars_(0),
      warriors_health_(0), cars_fuel_(0), damage_(0), rows_(0), cols_(0) { }

  // The game and its version.
  static string version () { return "Mad_Max 1.6"; }

  // Number of players: 4.
  inline int nb_players () const { return nb_players_; }
  // Rounds of the match.
  inline int nb_rounds () const { return nb_rounds_; }
  // Cities on the board.
  inline int nb_cities () const { return nb_cities_; }
  // Warriors that each player has at the start.
  inline int nb_warriors () const { return nb_warriors_; }
  // Cars that each player has at the start.
  inline int nb_cars () const { return nb_cars_; }
  // Food, and water, of a warrior that has just eaten, or drunk.
  inline int warriors_health () const { return warriors_health_; }
  // Fuel of a car that has just been filled up.
  inline int cars_fuel () const { return cars_fuel_; }
  // Most food, and water, that a bite takes.
  inline int damage () const { return damage_; }
  // Rows of the board.
  inline int rows () const { return rows_; }
  // Columns of the board.
  inline int cols () const { return cols_; }

  // Whether pl is a player: 0, 1, 2 or 3.
  inline bool player_ok (int pl) const { return pl >= 0 and pl < nb_players_; }
  // Whether (i, j) is inside the board.
  inline bool pos_ok (int i, int j) const {
    return unsigned(i) < unsigned(rows_) and unsigned(j) < unsigned(cols_);
  }
  // Whether p is inside the board.
  inline bool pos_ok (Pos p) const { return pos_ok(p.i, p.j); }

private:

  friend struct palestra::Access;

  int nb_players_, nb_rounds_, nb_cities_, nb_warriors_, nb_cars_;
  int warriors_health_, cars_fuel_, damage_, rows_, cols_;

};

#endif
