#include "Player.hh"

// A player that plans far ahead, and expects the others to plan too: it first computes the next
// move of every rival. A bonus counts less if a rival reaches it sooner. It shoots at the place
// where a rival will be, and stays away from places that rivals will shoot at.
#define PLAYER_NAME Captain

#define DEPTH 10        // rounds that are planned for our starships
#define GUESS 5         // rounds that are planned for rivals
#define LATER 35        // thousandths that a bonus loses per round until we take it
#define LOST 30         // percent that a bonus is worth if a rival reaches it sooner
#define EVEN 65         // the same if a rival reaches it in the same round
#define SURE 45         // chance in percent to hit a rival three or four columns ahead
#define SPREAD 12       // share of the risk of a crash for each move of a rival
#define MEET 4          // the same for the move that we expect

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Values are hundredths of a point.
  static const int NEVER = -1000000000;
  static const int CRASH = 2500;     // what a crash costs: the rounds until rebirth
  static const int SHOT = 4500;      // what it costs to be shot: a rival gains too
  static const int MISSILE_COST = 200;
  static const int CHASE = 100;      // what it is worth to be behind a rival, in the first rounds
  static const int OUTLOOK = 10;     // what a column away from the best one costs at the end

  // One of the nine moves.
  struct Way {
    int i, j, n;
    int vi[5], vj[5];   // the cells that it visits
  };

  vector<Way> ways;
  vector<Dir> dirs;

  // A bonus, and how many rounds the first rival needs to reach it.
  struct Bonus {
    int i, j, value, rival;
  };

  // The best known way to a cell in some round.
  struct Label {
    int value;
    unsigned long long taken;   // the bonuses on the way, one bit each
    short before;               // the label before, in the layer before
    signed char way;
  };

  vector<char> ground;              // what each cell contains, by row and column
  vector<Bonus> bonuses;
  vector<int> bonus_at;             // by cell: the number of its bonus, or -1
  vector<int> pass, stop, chase[3]; // by cell: risks and gains of the first rounds
  vector<unsigned> flown, stopped;  // by cell, a bit per round: missiles fly through, or stop
  vector<bool> own;                 // cells that our other starships visit in this round
  set<int> claimed;                 // bonuses that our other starships are on their way to
  vector<Label> layer[DEPTH + 2];
  vector<int> result;               // the moves of the last plan
  vector<int> where;                // the cells of the last plan
  unsigned long long result_taken;

  int columns () { return number_universe_columns(); }
  int at (int i, int j) { return i*columns() + (j%columns() + columns())%columns(); }
  // Columns from one cell forward to another.
  int forward (int from, int to) { return ((to - from)%columns() + columns())%columns(); }

  void read_ways () {
    if (not ways.empty()) return;
    for (auto it = dir2all.begin(); it != dir2all.end(); ++it) {
      Way w;
      w.i = first(it->first);
      w.j = second(it->first);
      w.n = 0;
      for (Dir d : it->second) {
        if (d == Dir(0, 0)) continue;
        w.vi[w.n] = first(d);
        w.vj[w.n++] = second(d);
      }
      dirs.push_back(it->first);
      ways.push_back(w);
    }
  }

  bool rival (int s) { return player_of(s) != me(); }

  // Rounds that a starship at p needs at least to reach a cell.
  int rounds_to (Pos p, int i, int j) {
    return max(abs(i - first(p)), (forward(second(p), j) + 1)/2);
  }

  void look () {
    int cells = number_rows()*columns();
    ground.assign(cells, EMPTY);
    bonus_at.assign(cells, -1);
    pass.assign(cells, 0);
    stop.assign(cells, 0);
    for (int t = 0; t < 3; ++t) chase[t].assign(cells, 0);
    flown.assign(cells, 0);
    stopped.assign(cells, 0);
    own.assign(cells, false);
    bonuses.clear();
    claimed.clear();
    for (int i = 0; i < number_rows(); ++i) {
      for (int j = 0; j < columns(); ++j) {
        CType type = cell(Pos(i, j)).type;
        ground[at(i, j)] = type;
        if (type != POINT_BONUS and type != MISSILE_BONUS) continue;
        bool far = forward(round(), j) >= number_window_columns() + DEPTH;
        if (far or bonuses.size() == 64) continue;
        Bonus b;
        b.i = i;
        b.j = j;
        b.value = type == POINT_BONUS ? 100*bonus_points() : 0;
        b.rival = 1000;
        for (int s = 0; s < number_starships(); ++s) {
          if (not rival(s) or not starship(s).alive) continue;
          b.rival = min(b.rival, rounds_to(starship(s).pos, i, j));
        }
        bonus_at[at(i, j)] = bonuses.size();
        bonuses.push_back(b);
      }
    }
    map<Missile_Id, Missile> all = missiles();
    for (auto it = all.begin(); it != all.end(); ++it) fly(it->second.pos, 0);
  }

  // Follows a missile from p; it stops at the first object.
  void fly (Pos p, int from) {
    for (int k = 1; k <= 2*DEPTH; ++k) {
      int c = at(first(p), second(p) + k), t = from + (k - 1)/2;
      if (ground[c] != EMPTY and ground[c] != STARSHIP) break;
      flown[c] |= 1u << t;
      if (k%2 == 0) stopped[c] |= 1u << t;
      if (ground[c] == STARSHIP and t == 0) break;
    }
  }

  int arming (const Starship& s) {
    int left = number_rounds() - round();
    if (left < 15) return 0;
    return s.nb_miss == 0 ? 900 : s.nb_miss < 5 ? 600 : s.nb_miss < 12 ? 300 : 100;
  }

  // Fills the layers with the best ways of a starship, and result with the moves of the best one.
  // With only >= 0 the first move is that one. Returns the value.
  int plan (const Starship& s, int depth, int only, bool ours) {
    Pos p = s.pos;
    int left = number_rounds() - round();
    if (depth > left) depth = max(left, 1);
    int height = 2*depth + 1, width = 2*depth + 1, inside = forward(round(), second(p));
    Label none = { NEVER, 0, -1, -1 };
    for (int t = 0; t <= depth; ++t) layer[t].assign(height*width, none);
    layer[0][depth*width].value = 0;
    int armed_value = arming(s);
    int reached = 0;
    for (int t = 0; t < depth; ++t) {
      for (int r = depth - t; r <= depth + t; ++r) {
        for (int c = 0; c <= 2*t; ++c) {
          int from = r*width + c;
          Label label = layer[t][from];
          if (label.value == NEVER) continue;
          int i = first(p) + r - depth, j = second(p) + c;
          // A missile may hit it before it moves.
          if (flown[at(i, j)] >> t & 1) continue;
          for (int w = 0; w < int(ways.size()); ++w) {
            if (t == 0 and only >= 0 and w != only) continue;
            const Way& way = ways[w];
            int ni = i + way.i, nr = r + way.i, nc = c + way.j;
            if (ni < 0 or ni >= number_rows()) continue;
            int place = inside + nc - (t + 1);
            if (place < 0 or place >= number_window_columns()) continue;
            int value = label.value;
            unsigned long long taken = label.taken;
            bool dies = false;
            for (int k = 0; k < way.n and not dies; ++k) {
              int q = at(i + way.vi[k], j + way.vj[k]);
              int thing = ground[q];
              if (thing == ASTEROID or (stopped[q] >> t & 1)) dies = true;
              else if (t == 0 and ours and own[q]) dies = true;
              else if (bonus_at[q] != -1) {
                unsigned long long bit = 1ull << bonus_at[q];
                if (taken & bit) continue;
                taken |= bit;
                const Bonus& b = bonuses[bonus_at[q]];
                int gain = b.value > 0 ? b.value : armed_value;
                gain -= gain*t*LATER/1000;
                if (ours) {
                  if (b.rival < t + 1) gain = gain*LOST/100;
                  else if (b.rival == t + 1) gain = gain*EVEN/100;
                  if (claimed.count(bonus_at[q])) gain /= 4;
                }
                value += gain;
              }
              if (t == 0 and ours) value -= pass[q];
            }
            if (dies) continue;
            int to = at(ni, j + way.j);
            if (t == 0 and ours) value -= stop[to];
            if (t < 3 and ours and s.nb_miss > 0) value += chase[t][to];
            if (t + 1 < depth and (flown[to] >> (t + 1) & 1)) continue;
            Label& l = layer[t + 1][nr*width + nc];
            if (value > l.value) {
              l.value = value;
              l.taken = taken;
              l.before = from;
              l.way = w;
              reached = t + 1;
            }
          }
        }
      }
    }
    result.assign(max(reached, 1), -1);
    where.assign(max(reached, 1), at(first(p), second(p)));
    result_taken = 0;
    if (reached == 0) return -2*CRASH;
    int best = -1, most = NEVER;
    for (int k = 0; k < height*width; ++k) {
      if (layer[reached][k].value == NEVER) continue;
      int place = inside + k%width - reached;
      int value = layer[reached][k].value - OUTLOOK*abs(place - number_window_columns()*2/3);
      if (value > most) {
        most = value;
        best = k;
      }
    }
    result_taken = layer[reached][best].taken;
    for (int t = reached, k = best; t > 0; --t) {
      where[t - 1] = at(first(p) + k/width - depth, second(p) + k%width);
      result[t - 1] = layer[t][k].way;
      k = layer[t][k].before;
    }
    return reached < depth ? most - CRASH : most;
  }

  // Computes for all rivals where they will probably go, and what follows for us.
  vector<int> goes;     // by starship: the cell where it will be after this round

  void guess_rivals () {
    goes.assign(number_starships(), -1);
    for (int s = 0; s < number_starships(); ++s) {
      if (not rival(s) or not starship(s).alive) continue;
      plan(starship(s), GUESS, -1, false);
      Starship ship = starship(s);
      goes[s] = where[0];
      int w = result[0];
      // It may go elsewhere: half of the risk is where we expect it.
      for (const Way& way : ways) {
        for (int k = 0; k < way.n; ++k) risk(ship, way.vi[k], way.vj[k], CRASH/SPREAD, pass);
        risk(ship, way.i, way.j, CRASH/SPREAD, stop);
      }
      if (w >= 0) {
        const Way& way = ways[w];
        for (int k = 0; k < way.n; ++k) risk(ship, way.vi[k], way.vj[k], CRASH/MEET, pass);
        risk(ship, way.i, way.j, CRASH/MEET, stop);
      }
      risk(ship, 0, 0, CRASH/2, pass);
      for (int t = 0; t < 3; ++t) {
        for (int gap = 1; gap <= 3; ++gap) {
          int j = goes[s]%columns() + t - gap;
          chase[t][at(goes[s]/columns(), j)] += gap < 3 ? CHASE : CHASE/2;
        }
      }
      if (ship.nb_miss > 0) fear_shots(ship);
    }
  }

  void risk (const Starship& ship, int di, int dj, int cost, vector<int>& map) {
    int i = first(ship.pos) + di;
    if (i >= 0 and i < number_rows()) map[at(i, second(ship.pos) + dj)] += cost;
  }

  // A shot of this round hits up to four columns ahead.
  void fear_shots (const Starship& ship) {
    // It shoots if it sees somebody ahead.
    bool aims = false;
    for (int k = 1; k <= 4; ++k) {
      int c = at(first(ship.pos), second(ship.pos) + k);
      if (ground[c] == STARSHIP) {
        Cell there = cell(Pos(first(ship.pos), second(ship.pos) + k));
        aims = not rival(there.sid);
      }
      if (ground[c] != EMPTY) break;
    }
    for (int k = 1; k <= 4; ++k) {
      int chance = aims ? (k <= 2 ? 40 : 70) : (k <= 2 ? 12 : 6);
      int c = at(first(ship.pos), second(ship.pos) + k);
      if (ground[c] != EMPTY and ground[c] != STARSHIP) break;
      risk(ship, 0, k, SHOT*chance/100, stop);
      risk(ship, -1, k, SHOT*4/100, stop);
      risk(ship, 1, k, SHOT*4/100, stop);
    }
  }

  // What a shot is worth now: the chance to hit the first starship ahead.
  int target (const Starship& s) {
    for (int k = 1; k <= 6; ++k) {
      Cell c = cell(s.pos + Pos(0, k));
      if (c.type == STARSHIP) {
        if (not rival(c.sid)) return 0;
        int chance = k <= 2 ? 50 : 0;
        int g = goes[c.sid];
        // After its move the missile still reaches the next columns.
        bool same = g != -1 and g/columns() == first(s.pos);
        int ahead = g == -1 ? 0 : forward(second(s.pos), g);
        if (same and ahead <= 4) chance += k <= 2 ? 30 : SURE;
        else if (k <= 2) chance += 10;
        else chance += 8;
        return (100*kill_points() + 500)*chance/100;
      }
      if (c.type != EMPTY) return 0;
    }
    return 0;
  }

  void settle (const Starship& s) {
    if (result[0] >= 0) {
      const Way& way = ways[result[0]];
      for (int k = 0; k < way.n; ++k)
        own[at(first(s.pos) + way.vi[k], second(s.pos) + way.vj[k])] = true;
    }
    own[where[0]] = true;
    for (int b = 0; b < int(bonuses.size()); ++b) if (result_taken >> b & 1) claimed.insert(b);
  }

  void steer (const Starship& s) {
    int drift = 0;
    while (dirs[drift] != DEFAULT) ++drift;
    int value = plan(s, DEPTH, -1, true);
    bool boxed = int(result.size()) < 2;
    int gain = s.nb_miss > 0 ? target(s) : 0;
    if (s.nb_miss > 0 and (gain > 0 or boxed)) {
      vector<int> moves = result, cells = where;
      unsigned long long taken = result_taken;
      // The missile clears the first thing of the next two cells.
      int cleared = -1;
      char before = EMPTY;
      for (int k = 1; k <= 2 and cleared == -1; ++k) {
        int c = at(first(s.pos), second(s.pos) + k);
        if (ground[c] == EMPTY) continue;
        cleared = c;
        before = ground[c];
        ground[c] = EMPTY;
      }
      int shooting = plan(s, DEPTH, drift, true) + gain - MISSILE_COST;
      if (cleared != -1) ground[cleared] = before;
      if (shooting > value) {
        shoot(s.sid);
        settle(s);
        return;
      }
      result = moves;
      where = cells;
      result_taken = taken;
    }
    if (result[0] >= 0) move(s.sid, dirs[result[0]]);
    settle(s);
  }

  virtual void play () {
    read_ways();
    look();
    guess_rivals();
    for (Starship_Id s = begin(me()); s < end(me()); ++s) {
      int p = at(first(starship(s).pos), second(starship(s).pos));
      if (starship(s).alive) own[p] = true;
    }
    for (Starship_Id s = begin(me()); s < end(me()); ++s) {
      if (not starship(s).alive) continue;
      own[at(first(starship(s).pos), second(starship(s).pos))] = false;
      steer(starship(s));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
