// Goods and cells.

#ifndef Structs_hh
#define Structs_hh

#include "Compass.hh"

// What a stall sells; each player has one of the first four as its trade.
enum Good {
  Bread,
  Oil,
  Wine,
  Cloth,
  Paving,   // no stall: nobody can buy it
  GoodSize
};

// A cell of the market.
struct Cell {

  Good good;
  int owner;   // the player that owns the stall, or -1
  int price;   // a bid must be higher

  Cell () : good(Paving), owner(-1), price(0) { }
  Cell (Good g, int o, int p) : good(g), owner(o), price(p) { }

};

#endif
