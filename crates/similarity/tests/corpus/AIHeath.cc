#include "Player.hh"

#define PLAYER_NAME Heath

// Plays each farmer's next steps at random many times in its head and takes the best first step.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  unsigned int noise;
  vector< vector<bool> > claimed;

  int dice (int sides) {
    noise = noise*1664525u + 1013904223u;
    return (noise >> 16)%sides;
  }

  int peril (int i, int j) {
    int sum = 0;
    for (int a = -1; a <= 1; ++a) {
      for (int b = -1; b <= 1; ++b) {
        if (not pos_ok(i + a, j + b)) continue;
        int id = cell(i + a, j + b).id;
        if (id == -1) continue;
        if (unit(id).type == Knight and unit(id).player != 0) sum += 3;
      }
    }
    return sum;
  }

  // Points of one imagined walk; it ends at walls' dead ends.
  int imagine (Pos p, int steps, int first) {
    vector<Pos> trail;
    int points = 0;
    int d = first;
    for (int s = 0; s < steps; ++s) {
      Pos q = p + Dir(2*d);
      bool blocked = not pos_ok(q) or cell(q).type == Wall or cell(q).haunted;
      if (blocked) {
        if (s == 0) return -1000;
        d = dice(4);
        continue;
      }
      if (s == 0 and cell(q).id != -1) return -500;
      p = q;
      bool fresh = cell(p).owner != 0 and not claimed[p.i][p.j];
      for (unsigned k = 0; k < trail.size() and fresh; ++k) fresh = trail[k] != p;
      trail.push_back(p);
      if (fresh) points += steps - s + 4;
      if (s < 3) points -= peril(p.i, p.j);
      if (dice(5) == 0) d = (d + (dice(2) ? 1 : 3))%4;
    }
    return points;
  }

  int dream (int id, int walks) {
    int sums[4], tries[4];
    fill(sums, sums + 4, 0);
    fill(tries, tries + 4, 0);
    int peak[4] = { -9999, -9999, -9999, -9999 };
    Pos here = unit(id).pos;
    for (int w = 0; w < walks; ++w) {
      int first = w < 8 ? w%4 : dice(4);
      int got = imagine(here, 10, first);
      ++tries[first];
      sums[first] += got;
      peak[first] = max(peak[first], got);
    }
    int best = 0;
    for (int d = 1; d < 4; ++d) {
      double a = peak[d] + 0.5*sums[d]/max(1, tries[d]);
      double b = peak[best] + 0.5*sums[best]/max(1, tries[best]);
      if (a > b) best = d;
    }
    return peak[best] > -500 ? best : -1;
  }

  void strike (int id) {
    Unit k = unit(id);
    int victim = -1, least = 1 << 30, bearing = -1;
    for (int d = 0; d < 8; ++d) {
      Pos p = k.pos + Dir(d);
      if (not pos_ok(p) or cell(p).id == -1) continue;
      Unit u = unit(cell(p).id);
      if (u.player == 0 or u.type == Witch) continue;
      if (u.health < least) {
        least = u.health;
        victim = u.id;
        bearing = d;
      }
    }
    if (victim != -1) {
      command(id, Dir(bearing));
      return;
    }
    // Nobody near: lean to the side of the board where most rivals are.
    int pull[8] = { 0 };
    for (int id2 = 0; id2 < nb_units(); ++id2) {
      Unit u = unit(id2);
      if (u.player == 0 or u.type == Witch) continue;
      for (int d = 0; d < 8; ++d) {
        Pos p = k.pos + Dir(d);
        int now = abs(u.pos.i - k.pos.i) + abs(u.pos.j - k.pos.j);
        int then = abs(u.pos.i - p.i) + abs(u.pos.j - p.j);
        if (now < 14) pull[d] += now - then;
      }
    }
    int order = max_element(pull, pull + 8) - pull;
    for (int t = 0; t < 8; ++t) {
      Pos p = k.pos + Dir((order + t)%8);
      if (pos_ok(p) and cell(p).type == Empty and cell(p).id == -1 and not cell(p).haunted) {
        command(id, Dir((order + t)%8));
        return;
      }
    }
  }

  virtual void play () {
    noise = 7u + 31u*round();
    claimed.assign(rows(), vector<bool>(cols(), false));
    vector<int> crew = farmers(0);
    int walks = crew.size() > 40 ? 30 : 60;
    for (unsigned k = 0; k < crew.size(); ++k) {
      int d = dream(crew[k], walks);
      if (d < 0) continue;
      Pos p = unit(crew[k]).pos + Dir(2*d);
      claimed[p.i][p.j] = true;
      command(crew[k], Dir(2*d));
    }
    vector<int> blades = knights(0);
    for (unsigned k = 0; k < blades.size(); ++k) strike(blades[k]);
  }

};

RegisterPlayer(PLAYER_NAME);
