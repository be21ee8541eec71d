// The market and the purses.

#ifndef State_hh
#define State_hh

#include "palestra.hh"
#include "Settings.hh"
#include "Asked.hh"

// What you see of the match at the beginning of the round. Bids do not change it. A wrong argument
// prints a warning and gives a harmless answer.
class State : public Settings, protected palestra::Asked {
public:

  State () : me_(-1), trade_(Paving), round_(0), score_(0) {
    for (int pl = 0; pl < 4; ++pl) {
      coins_[pl] = stalls_[pl] = 0;
      status_[pl] = 0;
    }
  }

  // Your own number, 0 to 3. Not known yet in the constructor of your player.
  int me () const { return me_; }

  // Your own trade. Those of the others are secret.
  Good trade () const { return trade_; }

  // The current round, from 0.
  int round () const { return round_; }

  // Your own score. Those of the others are secret.
  int score () const { return score_; }

  // A copy of the cell at p.
  Cell cell (Pos p) const { return cell(p.i, p.j); }

  // A copy of the cell at (i, j).
  Cell cell (int i, int j) const {
    if (pos_ok(i, j)) return grid_[i*cols() + j];
    warn_(Pos(i, j));
    return Cell();
  }

  // Coins of player pl.
  int coins (int pl) const {
    if (seat_ok_(pl)) return coins_[pl];
    warn_("coins requested for player", pl);
    return -1;
  }

  // Number of stalls of player pl.
  int stalls (int pl) const {
    if (seat_ok_(pl)) return stalls_[pl];
    warn_("stalls requested for player", pl);
    return -1;
  }

  // The share of its computation budget that player pl has used, from 0 to 1, if there
  // is a limit; -1 for a frozen player.
  double status (int pl) const {
    if (seat_ok_(pl)) return status_[pl];
    warn_("status requested for player", pl);
    return -2;
  }

  // Whether you may bid for p: a stall that is yours or that touches one of yours with a side;
  // any stall while you own none.
  bool in_reach (Pos p) const {
    if (not pos_ok(p) or cell(p).good == Paving) return false;
    if (stalls_[me_] == 0 or cell(p).owner == me_) return true;
    for (int d = 0; d < 8; d += 2) {
      Pos q = p + Dir(d);
      if (pos_ok(q) and cell(q).owner == me_) return true;
    }
    return false;
  }

  // Whether a bid for p can count: it is in reach, and you have more coins than its price.
  bool can_bid (Pos p) const { return in_reach(p) and cell(p).price < coins_[me_]; }

private:

  friend struct palestra::Access;

  int me_;
  Good trade_;
  int round_, score_;
  int coins_[4], stalls_[4];
  double status_[4];
  vector<Cell> grid_;

};

#endif
