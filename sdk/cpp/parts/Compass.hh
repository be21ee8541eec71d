// Directions and positions.

#ifndef Compass_hh
#define Compass_hh

#include "Utils.hh"

// Directions. Even ones are orthogonal, odd ones diagonal.
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

#endif
