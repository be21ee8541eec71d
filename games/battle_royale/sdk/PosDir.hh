// Directions and positions.

#ifndef PosDir_hh
#define PosDir_hh

#include "Utils.hh"

// Directions. They are numbers too: for (int d = Top; d <= Right; ++d) ... Dir(d) ...
enum Dir {
  None,     // stay
  Top,      // one row up
  Bottom,   // one row down
  Left,     // one column to the left
  Right,    // one column to the right
  DirSize
};

// The letter of a direction: n, t, b, l or r.
inline char d2c (Dir d) {
  assert(int(d) >= 0 and int(d) < int(DirSize));
  return "ntblr"[int(d)];
}

// The direction with this letter.
inline Dir c2d (char c) {
  switch (c) {
    case 'n': return None;
    case 't': return Top;
    case 'b': return Bottom;
    case 'l': return Left;
    case 'r': return Right;
  }
  assert(false);
  return None;
}

// A position: row i, counted from the top, and column j, counted from the left, both from 0.
struct Pos {

  int i, j;

  Pos () : i(0), j(0) { }
  Pos (int i, int j) : i(i), j(j) { }

  // Writes (i,j).
  friend ostream& operator<< (ostream& os, const Pos& p) {
    return os << "(" << p.i << "," << p.j << ")";
  }

  // By rows, then by columns: positions can be kept in sets and maps.
  friend bool operator< (const Pos& a, const Pos& b) {
    return a.i != b.i ? a.i < b.i : a.j < b.j;
  }
  friend bool operator== (const Pos& a, const Pos& b) { return a.i == b.i and a.j == b.j; }
  friend bool operator!= (const Pos& a, const Pos& b) { return not (a == b); }
  friend bool operator<= (const Pos& a, const Pos& b) { return not (b < a); }
  friend bool operator>= (const Pos& a, const Pos& b) { return not (a < b); }
  friend bool operator> (const Pos& a, const Pos& b) { return b < a; }

  // One step towards d. The result may lie outside the board: see Board::dest.
  Pos& operator+= (Dir d) {
    static const signed char di[DirSize] = { 0, -1, 1, 0, 0 };
    static const signed char dj[DirSize] = { 0, 0, 0, -1, 1 };
    assert(unsigned(d) < unsigned(DirSize));
    i += di[d];
    j += dj[d];
    return *this;
  }

  Pos operator+ (Dir d) const {
    Pos p = *this;
    p += d;
    return p;
  }

};

#endif
