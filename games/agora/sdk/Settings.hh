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
    : nb_players_(0), nb_rounds_(0), purse_(0), income_(0), bids_(0), favour_(0), rows_(0),
      cols_(0) { }

  // The game and its version.
  static string version () { return "Agora 1.0"; }

  // Number of players: 4.
  int nb_players () const { return nb_players_; }
  // Rounds of the match.
  int nb_rounds () const { return nb_rounds_; }
  // Coins of each player at the start.
  int purse () const { return purse_; }
  // Coins that each player gets in a round.
  int income () const { return income_; }
  // Most bids of a player that count in a round.
  int bids () const { return bids_; }
  // Points for a stall of one's own trade; others give 1.
  int favour () const { return favour_; }
  // Rows of the market.
  int rows () const { return rows_; }
  // Columns of the market.
  int cols () const { return cols_; }

  // Whether pl is a player: 0, 1, 2 or 3.
  bool player_ok (int pl) const { return pl >= 0 and pl < nb_players_; }
  // Whether (i, j) is inside the market.
  bool pos_ok (int i, int j) const {
    return unsigned(i) < unsigned(rows_) and unsigned(j) < unsigned(cols_);
  }
  // Whether p is inside the market.
  bool pos_ok (Pos p) const { return pos_ok(p.i, p.j); }

private:

  friend struct palestra::Access;

  int nb_players_, nb_rounds_, purse_, income_, bids_, favour_, rows_, cols_;

};

#endif
