// Directions, positions, cells and units.

#ifndef Structs_hh
#define Structs_hh

#include "Utils.hh"

// Directions. Even ones are orthogonal, odd ones diagonal; only knights move diagonally.
// They are numbers too: Dir((d + 2)%8) is d turned to the left by a quarter.
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
  Empty, Wall, CellTypeSize
};

// A cell of the board.
struct Cell {

  CellType type;
  int owner;      // the team whose colour it has, or -1
  int id;         // the unit on it, or -1
  bool haunted;   // whether an active witch is at distance 2 or less

  Cell () : type(Empty), owner(-1), id(-1), haunted(false) { }
  Cell (CellType t, int pl, int id, bool h) : type(t), owner(pl), id(id), haunted(h) { }

};

// Kinds of units.
enum UnitType {
  Farmer,   // colours the cells it steps on
  Knight,   // attacks the farmers and knights of others
  Witch,    // haunts the cells around her
  UnitTypeSize
};

// Whether u is one of the three.
inline bool ut_ok (UnitType u) {
  return int(u) >= 0 and int(u) < int(UnitTypeSize);
}

// The letter of a kind of unit: f, k or w.
inline char ut2char (UnitType u) {
  _my_assert(ut_ok(u), "ut2char: wrong unit type.");
  return "fkw"[int(u)];
}

// The kind of unit with this letter.
inline UnitType char2ut (char c) {
  if (c == 'f') return Farmer;
  if (c == 'k') return Knight;
  _my_assert(c == 'w', "char2ut: wrong letter.");
  return Witch;
}

// A unit. A captured unit keeps its identifier and its type; its player changes.
struct Unit {

  UnitType type;
  int id;         // its identifier
  int player;     // its team; 0 is you
  int health;     // -1 for witches
  Pos pos;
  bool active;    // whether it is an active witch

  Unit () : type(Farmer), id(-1), player(-1), health(0), pos(), active(false) { }
  Unit (UnitType t, int id, int pl, int h, Pos p = Pos(0, 0), bool a = false)
    : type(t), id(id), player(pl), health(h), pos(p), active(a) { }

};

#endif
