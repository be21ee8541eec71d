// Directions, positions, cells and units.

#ifndef Structs_hh
#define Structs_hh

#include "Utils.hh"

// Directions. They are numbers too: Dir((d + 2)%8) is d turned to the left by a quarter.
enum Dir {
  Bottom,   // one row down
  BR,
  Right,    // one column to the right
  RT,
  Top,      // one row up
  TL,
  Left,     // one column to the left
  LB,
  None,     // stay
  DirSize
};

// Whether dir is one of the nine above (None included).
inline bool dir_ok (Dir dir) {
  return int(dir) >= 0 and int(dir) < int(DirSize);
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

  // One step towards d; None and wrong directions stay.
  Pos& operator+= (Dir d) {
    static const signed char di[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
    static const signed char dj[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
    int k = int(d);
    if (k >= 0 and k < 8) {
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
  Desert,    // everybody may be here
  Road,      // everybody may be here; a car with fuel may move in any round
  City,      // warriors may be here, and eat
  Water,     // nobody may be here; warriors beside it drink
  Station,   // nobody may be here; cars beside it are filled up
  Wall,      // nobody may be here
  CellTypeSize
};

// A cell of the board.
struct Cell {

  CellType type;
  int owner;   // the player that owns the city; -1 outside cities
  int id;      // the unit on it, or -1

  Cell () : type(Desert), owner(-1), id(-1) { }
  Cell (CellType t, int ow, int id) : type(t), owner(ow), id(id) { }

};

// Kinds of units.
enum UnitType {
  Warrior,   // on foot
  Car,       // on wheels
  UnitTypeSize
};

// Whether u is one of the two.
inline bool ut_ok (UnitType u) {
  return int(u) >= 0 and int(u) < int(UnitTypeSize);
}

// The letter of a kind of unit: w or c.
inline char ut2char (UnitType u) {
  _my_assert(ut_ok(u), "ut2char: wrong unit type.");
  return "wc"[int(u)];
}

// The kind of unit with this letter.
inline UnitType char2ut (char c) {
  if (c == 'w') return Warrior;
  _my_assert(c == 'c', "char2ut: wrong letter.");
  return Car;
}

// A unit. A captured unit keeps its identifier and its type; its player changes.
struct Unit {

  UnitType type;
  int id;       // its identifier
  int player;   // who owns it
  int food;     // food of a warrior, fuel of a car
  int water;    // water of a warrior; 0 for a car
  Pos pos;      // where it is

  Unit () : type(Warrior), id(-1), player(-1), food(0), water(0), pos(0, 0) { }
  Unit (UnitType t, int id, int pl, int f, int w, Pos p = Pos(0, 0))
    : type(t), id(id), player(pl), food(f), water(w), pos(p) { }

};

#endif
