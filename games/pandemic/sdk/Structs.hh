// Directions, positions, cells and units.

#ifndef Structs_hh
#define Structs_hh

#include "Utils.hh"

// Directions. They are numbers too: Dir((d + 1)%4) is d turned to the left by a quarter.
enum Dir {
  BOTTOM,   // one row down
  RIGHT,    // one column to the right
  TOP,      // one row up
  LEFT,     // one column to the left
  NONE,     // stay
  DIR_SIZE
};

// Whether dir is one of the five above (NONE included).
inline bool dir_ok (Dir dir) {
  return int(dir) >= int(BOTTOM) and int(dir) <= int(NONE);
}

// A position: row i, counted from the top, and column j, counted from the left, both from 0.
struct Pos {

  int i, j;

  Pos () : i(0), j(0) { }
  Pos (int i, int j) : i(i), j(j) { }

  // Writes (i, j).
  friend ostream& operator<< (ostream& os, const Pos& p) {
    return os << "(" << p.i << ", " << p.j << ")";
  }

  friend bool operator== (const Pos& a, const Pos& b) {
    return a.i == b.i and a.j == b.j;
  }

  friend bool operator!= (const Pos& a, const Pos& b) {
    return not (a == b);
  }

  // By rows, then by columns: positions can be kept in sets and maps.
  friend bool operator< (const Pos& a, const Pos& b) {
    return a.i != b.i ? a.i < b.i : a.j < b.j;
  }

  // One step towards d; NONE and wrong directions stay.
  Pos& operator+= (Dir d) {
    static const signed char di[4] = { 1, 0, -1, 0 };
    static const signed char dj[4] = { 0, 1, 0, -1 };
    unsigned k = unsigned(d);
    if (k < 4) {
      i += di[k];
      j += dj[k];
    }
    return *this;
  }

  Pos operator+ (Dir d) const {
    Pos p = *this;
    p += d;
    return p;
  }

  Pos& operator+= (Pos p) {
    i += p.i;
    j += p.j;
    return *this;
  }

  Pos operator+ (Pos p) const {
    p += *this;
    return p;
  }

};

// Kinds of cells.
enum CellType {
  WALL, GRASS, CITY, PATH, CELL_TYPE_SIZE
};

// Letters of the kinds of cells in settings and result files.
const char wALL = 'W', gRASS = '.', cITY = ';', pATH = ',';

// The kind of cell with this letter; ends the program on other letters.
inline CellType char2CellType (char c) {
  if (c == wALL) return WALL;
  if (c == gRASS) return GRASS;
  if (c == cITY) return CITY;
  _my_assert(c == pATH, "char2CellType: wrong letter.");
  return PATH;
}

// The letter of a kind of cell; X for what is none.
inline char CellType2char (CellType t) {
  switch (int(t)) {
    case WALL:  return wALL;
    case GRASS: return gRASS;
    case CITY:  return cITY;
    case PATH:  return pATH;
  }
  return 'X';
}

// A cell of the board.
struct Cell {

  CellType type;
  int unit_id;   // the unit on it, or -1
  int city_id;   // the city it belongs to, or -1
  int path_id;   // the path it belongs to, or -1
  int virus;     // how much virus there is: up to 4 on grass, up to 10 in cities and on paths
  bool mask;     // whether a mask lies on it

  Cell () : type(CELL_TYPE_SIZE), unit_id(-1), city_id(-1), path_id(-1), virus(0), mask(false) { }
  Cell (CellType t, int unit, int city, int path, int virus, bool mask)
    : type(t), unit_id(unit), city_id(city), path_id(path), virus(virus), mask(mask) { }

};

// A unit. When it dies it is born again, often for another player; its identifier never changes.
struct Unit {

  int id;        // its identifier
  int player;    // its player
  Pos pos;       // where it is
  int health;    // it dies when this falls under 0
  int damage;    // what it loses each round because it is infected; 0 when it is not
  int turns;     // rounds since it was infected
  bool immune;   // whether it healed and cannot be infected again
  bool mask;     // whether it wears a mask

  Unit ()
    : id(-1), player(-1), pos(), health(0), damage(0), turns(0), immune(false), mask(false) { }
  Unit (int id, int pl, Pos p = Pos(0, 0), int health = 0, int v_damage = 0, int v_turns = 0,
        bool immune = false, bool mask = false)
    : id(id), player(pl), pos(p), health(health), damage(v_damage), turns(v_turns),
      immune(immune), mask(mask) { }

};

#endif
