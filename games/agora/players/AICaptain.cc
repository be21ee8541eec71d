#include "Player.hh"

// A player that plans: in each round it makes several lists of bids and plays each of them on in
// a market that it imagines, several times. It keeps the list that gains most. For this it
// guesses the trades of its rivals from what they buy, and expects them to bid as it would.
#define PLAYER_NAME Captain

#define PLANS 24        // lists of bids in a round
#define TRIES 4         // imagined matches for each list
#define AHEAD 10        // rounds of an imagined match
#define RIVALS 0.2      // what a point of a rival costs
#define COIN 1.0        // points that a coin is worth at the end of an imagined match
#define NEAR 0.1        // points that a stall of the trade at a side is worth

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Coins above the price, at most: for stalls of the own trade, and for others.
  struct Style {
    int own, other;
  };

  struct Bid {
    int cell, coins;
  };

  // A market as it is, or as it may become.
  struct Market {
    vector<int> owner, price;   // by cell
    int coins[4], stalls[4], points[4];
  };

  Market now;
  vector<int> cells;            // the stalls
  vector<int> good;             // by cell
  vector<vector<int>> beside;   // by cell: the stalls at its sides
  vector<int> former;           // by cell: its owner in the round before
  int bought[4][4];             // by player and good
  int trades[4];                // what we know and guess
  unsigned long long dice;

  vector<pair<double, int>> wanted;   // memory that is used again
  vector<Bid> bids_of[4];

  // Numbers for imagined markets.
  int roll (int below) {
    dice = dice*6364136223846793005ull + 1442695040888963407ull;
    return int((dice >> 33)%below);
  }

  void begin_match () {
    dice = random(1, 1000000);
    good.assign(rows()*cols(), Paving);
    beside.resize(good.size());
    former.assign(good.size(), -1);
    now.owner.assign(good.size(), -1);
    now.price.assign(good.size(), 0);
    for (int pl = 0; pl < 4; ++pl) fill(bought[pl], bought[pl] + 4, 0);
    for (int c = 0; c < int(good.size()); ++c) {
      Pos p(c/cols(), c%cols());
      good[c] = cell(p).good;
      if (good[c] == Paving) continue;
      cells.push_back(c);
      for (int d = 0; d < 8; d += 2) {
        Pos q = p + Dir(d);
        if (pos_ok(q) and cell(q).good != Paving) beside[c].push_back(q.i*cols() + q.j);
      }
    }
  }

  void look () {
    for (int c : cells) {
      Cell here = cell(c/cols(), c%cols());
      now.owner[c] = here.owner;
      now.price[c] = here.price;
      if (here.owner != -1 and here.owner != former[c]) ++bought[here.owner][good[c]];
      former[c] = here.owner;
    }
    for (int pl = 0; pl < 4; ++pl) {
      now.coins[pl] = coins(pl);
      now.stalls[pl] = stalls(pl);
      now.points[pl] = 0;
    }
  }

  // Of all ways to deal the trades, takes the one that explains most purchases.
  void guess_trades () {
    int order[4] = { 0, 1, 2, 3 };
    int most = -1;
    do {
      if (order[me()] != trade()) continue;
      int sum = 0;
      for (int pl = 0; pl < 4; ++pl) if (pl != me()) sum += bought[pl][order[pl]];
      if (sum <= most) continue;
      most = sum;
      copy(order, order + 4, trades);
    } while (next_permutation(order, order + 4));
  }

  // The bids of a player: the most points per coin first, equal stalls in a random order.
  void choose (const Market& m, int pl, Style style, vector<Bid>& chosen) {
    wanted.clear();
    chosen.clear();
    for (int c : cells) {
      if (m.owner[c] == pl or m.price[c] >= m.coins[pl]) continue;
      bool reached = m.stalls[pl] == 0;
      double worth = good[c] == trades[pl] ? favour() : 1;
      for (int q : beside[c]) {
        if (m.owner[q] == pl) reached = true;
        else if (good[q] == trades[pl]) worth += NEAR;
      }
      if (reached) wanted.push_back(make_pair(roll(1000)*1e-6 - worth/(m.price[c] + 2), c));
    }
    int count = min(bids(), int(wanted.size()));
    partial_sort(wanted.begin(), wanted.begin() + count, wanted.end());
    int left = m.coins[pl];
    for (int k = 0; k < count; ++k) {
      int c = wanted[k].second;
      int most = m.price[c] + (good[c] == trades[pl] ? style.own : style.other);
      int offer = max(m.price[c] + 1, min(left/(count - k), most));
      if (offer > left) continue;
      chosen.push_back({ c, offer });
      left -= offer;
    }
  }

  bool wins (int pl, Bid b) {
    for (int other = 0; other < 4; ++other) {
      if (other == pl) continue;
      for (const Bid& o : bids_of[other]) if (o.cell == b.cell and o.coins >= b.coins) return false;
    }
    return true;
  }

  // The rest of a round, with the bids of all.
  void award (Market& m) {
    for (int pl = 0; pl < 4; ++pl) {
      for (const Bid& b : bids_of[pl]) {
        if (not wins(pl, b)) continue;
        if (m.owner[b.cell] != -1) --m.stalls[m.owner[b.cell]];
        m.owner[b.cell] = pl;
        m.price[b.cell] = b.coins;
        m.coins[pl] -= b.coins;
        ++m.stalls[pl];
      }
    }
    for (int c : cells) {
      int pl = m.owner[c];
      if (pl != -1) m.points[pl] += good[c] == trades[pl] ? favour() : 1;
      m.price[c] = max(0, m.price[c] - 1);
    }
    for (int pl = 0; pl < 4; ++pl) m.coins[pl] += income();
  }

  // What these bids lead to.
  double play_on (const vector<Bid>& ours) {
    int left = nb_rounds() - round();
    int ahead = min(AHEAD, left);
    Market m = now;
    for (int t = 0; t < ahead; ++t) {
      for (int pl = 0; pl < 4; ++pl) {
        Style style = { 4 + (pl == me()), 1 };
        if (t == 0 and pl == me()) bids_of[pl] = ours;
        else choose(m, pl, style, bids_of[pl]);
      }
      award(m);
    }
    double value = m.points[me()];
    if (ahead < left) value += COIN*m.coins[me()];
    for (int pl = 0; pl < 4; ++pl) if (pl != me()) value -= RIVALS*m.points[pl];
    return value;
  }

  virtual void play () {
    if (round() == 0) begin_match();
    look();
    guess_trades();
    vector<Bid> best, ours;
    double most = -1e9;
    unsigned long long common = dice;
    for (int plan = 0; plan < PLANS; ++plan) {
      dice = common + 1000003*(plan + 1);
      Style style = { 3 + roll(5), roll(4) == 0 ? 2 : 1 };
      choose(now, me(), style, ours);
      // All lists meet the same chances.
      double value = 0;
      for (int k = 0; k < TRIES; ++k) {
        dice = common*31 + 7919*k;
        value += play_on(ours);
      }
      if (value > most) {
        most = value;
        best = ours;
      }
    }
    for (const Bid& b : best) bid(Pos(b.cell/cols(), b.cell%cols()), b.coins);
  }

};

RegisterPlayer(PLAYER_NAME);
