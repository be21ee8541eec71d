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
    : nb_players_(0), nb_rounds_(0), nb_farmers_(0), nb_knights_(0), nb_witches_(0),
      farmers_health_(0), knights_health_(0), farmers_regen_(0), knights_regen_(0),
      damage_min_(0), damage_max_(0), rows_(0), cols_(0) { }

  // The game and its version.
  static string version () { return "Dominator 4.0"; }

  // Number of players: 4.
  inline int nb_players () const { return nb_players_; }
  // Rounds of the match.
  inline int nb_rounds () const { return nb_rounds_; }
  // Farmers that each player has at the start.
  inline int nb_farmers () const { return nb_farmers_; }
  // Knights that each player has at the start.
  inline int nb_knights () const { return nb_knights_; }
  // Witches that each player has, always.
  inline int nb_witches () const { return nb_witches_; }
  // Full health of a farmer.
  inline int farmers_health () const { return farmers_health_; }
  // Full health of a knight.
  inline int knights_health () const { return knights_health_; }
  // Health that a farmer regains in a round without moving.
  inline int farmers_regen () const { return farmers_regen_; }
  // Health that a knight regains in a round without moving.
  inline int knights_regen () const { return knights_regen_; }
  // Least damage of an attack.
  inline int damage_min () const { return damage_min_; }
  // Greatest damage of an attack.
  inline int damage_max () const { return damage_max_; }
  // Rows of the board.
  inline int rows () const { return rows_; }
  // Columns of the board, as many as rows.
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

  int nb_players_, nb_rounds_, nb_farmers_, nb_knights_, nb_witches_;
  int farmers_health_, knights_health_, farmers_regen_, knights_regen_;
  int damage_min_, damage_max_, rows_, cols_;

};

#endif
