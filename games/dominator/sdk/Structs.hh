// Cells and units.

#ifndef Structs_hh
#define Structs_hh

#include "Compass.hh"

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
