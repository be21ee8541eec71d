// Cells and units.

#ifndef Structs_hh
#define Structs_hh

#include "Compass.hh"

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
