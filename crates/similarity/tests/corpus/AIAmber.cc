#include "Player.hh"

#define PLAYER_NAME Amber

// Distance fields: one flood from all wanted cells at once, then everybody walks downhill.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<int> Row;
  typedef vector<Row> Field;

  static const int FAR = 1000000;

  Field danger;
  set<Pos> taken;

  // Fills a field with the number of steps to the nearest source.
  void flood (Field& field, deque<Pos> front, int stride) {
    while (not front.empty()) {
      Pos at = front.front();
      front.pop_front();
      int next = field[at.i][at.j] + 1;
      for (int k = 0; k < 8; k += stride) {
        Pos to = at + Dir(k);
        if (not pos_ok(to)) continue;
        if (cell(to).type == Wall) continue;
        if (danger[to.i][to.j] <= 1) continue;
        if (field[to.i][to.j] <= next) continue;
        field[to.i][to.j] = next;
        front.push_back(to);
      }
    }
  }

  // How many steps each cell is away from the nearest witch of anybody.
  void measure_danger () {
    danger = Field(rows(), Row(cols(), FAR));
    for (int team = 0; team < 4; ++team) {
      vector<int> them = witches(team);
      for (unsigned w = 0; w < them.size(); ++w) {
        Pos c = unit(them[w]).pos;
        for (int di = -4; di <= 4; ++di) {
          for (int dj = -4; dj <= 4; ++dj) {
            Pos q(c.i + di, c.j + dj);
            int steps = abs(di) + abs(dj);
            if (pos_ok(q) and steps - 2 < danger[q.i][q.j]) danger[q.i][q.j] = max(0, steps - 2);
          }
        }
      }
    }
  }

  // The neighbour with the least value that nobody of mine has booked.
  Dir downhill (const Field& field, Pos p, int stride) {
    int best = field[p.i][p.j];
    Dir answer = None;
    for (int k = 0; k < 8; k += stride) {
      Pos to = p + Dir(k);
      if (not pos_ok(to) or taken.count(to)) continue;
      if (field[to.i][to.j] < best) {
        best = field[to.i][to.j];
        answer = Dir(k);
      }
    }
    return answer;
  }

  Field land_field () {
    Field field(rows(), Row(cols(), FAR));
    deque<Pos> front;
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        Cell c = cell(i, j);
        if (c.type == Empty and c.owner != 0 and c.id < 0 and danger[i][j] > 1) {
          field[i][j] = 0;
          front.push_back(Pos(i, j));
        }
      }
    }
    flood(field, front, 2);
    return field;
  }

  Field prey_field () {
    Field field(rows(), Row(cols(), FAR));
    deque<Pos> front;
    for (int team = 1; team < 4; ++team) {
      vector<int> prey = farmers(team);
      vector<int> more = knights(team);
      prey.insert(prey.end(), more.begin(), more.end());
      for (unsigned k = 0; k < prey.size(); ++k) {
        Unit u = unit(prey[k]);
        // The weak are as good as nearer.
        field[u.pos.i][u.pos.j] = u.health > damage_min() ? 2 : 0;
        front.push_back(u.pos);
      }
    }
    flood(field, front, 1);
    return field;
  }

  void march (const vector<int>& troop, const Field& field, int stride) {
    for (unsigned k = 0; k < troop.size(); ++k) {
      Unit u = unit(troop[k]);
      Dir d = downhill(field, u.pos, stride);
      if (d == None) continue;
      taken.insert(u.pos + d);
      command(u.id, d);
    }
  }

  virtual void play () {
    taken.clear();
    measure_danger();
    march(farmers(0), land_field(), 2);
    march(knights(0), prey_field(), 1);
    Field rivals(rows(), Row(cols(), FAR));
    deque<Pos> front;
    for (int team = 1; team < 4; ++team) {
      for (int id : farmers(team)) {
        Pos p = unit(id).pos;
        rivals[p.i][p.j] = 0;
        front.push_back(p);
      }
    }
    danger.assign(rows(), Row(cols(), FAR));
    flood(rivals, front, 2);
    march(witches(0), rivals, 2);
  }

};

RegisterPlayer(PLAYER_NAME);
