// What everything else needs: standard headers, positions and directions, random numbers.

#ifndef Utils_hh
#define Utils_hh

#include "palestra.hh"

#include <complex>
#include <map>
#include <set>
#include <vector>
#include <iostream>
#include <fstream>
#include <sstream>
#include <string>
#include <queue>
#include <limits>
#include <cassert>
#include <cstdlib>
#include <cerrno>
#include <time.h>

// Players find these too without asking; GNU C++ shows them through the headers above.
#include <cstdio>
#include <deque>
#include <stdexcept>
#include <tuple>
#include <utility>

using namespace std;

// So that s.contains(x) works on sets and maps, which only have it in newer versions of C++.
#define contains count

namespace palestra {

// A condition of the SDK did not hold.
#ifdef __GNUC__
__attribute__((noreturn))
#endif
PALESTRA_RARE inline void assertion_failed (const char* what, const char* file, int line) {
  warn("Failed assertion '%s' in %s, line %d.\n", what, file, line);
  exit(1);
}

}  // namespace palestra

// Ends the program with a message when x is false.
#define my_assert(x) { if (not (x)) palestra::assertion_failed(#x, __FILE__, __LINE__); }

// Numbers of players, starships and missiles.
typedef int Player_Id;
typedef int Starship_Id;
typedef int Missile_Id;

// A position: row and column. Both can be added, subtracted and compared like numbers; p.real()
// and first(p) are the row, p.imag() and second(p) the column.
typedef complex<int> Pos;

// A direction: how many rows and columns a starship moves.
typedef complex<int> Dir;

// Row of a position or direction.
inline int first (complex<int> x) { return x.real(); }

// Column of a position or direction.
inline int second (complex<int> x) { return x.imag(); }

// The nine directions.
const Dir SLOW_UP   (-1, 0), UP      (-1, 1), FAST_UP   (-1, 2);
const Dir SLOW      ( 0, 0), DEFAULT ( 0, 1), FAST      ( 0, 2);
const Dir SLOW_DOWN ( 1, 0), DOWN    ( 1, 1), FAST_DOWN ( 1, 2);

// Whether d is one of the nine directions.
inline bool dir_ok (Dir d) {
  return d.real() >= -1 and d.real() <= 1 and d.imag() >= 0 and d.imag() <= 2;
}

// An order for sets and maps of positions: by row, then by column.
struct Cmp {
  bool operator() (Dir a, Dir b) const {
    return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
  }
};

namespace palestra {

// The cells that a starship visits on its way in each direction.
class Ways : public map<Dir, vector<Dir>, Cmp> {
public:

  // The ways in this map, which has all nine directions.
  Ways (const map<Dir, vector<Dir>, Cmp>& all) : map<Dir, vector<Dir>, Cmp>(all) {
    for (const_iterator it = begin(); it != end(); ++it) way_[place_(it->first)] = &it->second;
  }

  // The way in direction d. Players that look ahead ask for it so often that a search in the map
  // would take a tenth of their time.
  const vector<Dir>& at (Dir d) const {
    return dir_ok(d) ? *way_[place_(d)] : map<Dir, vector<Dir>, Cmp>::at(d);
  }

private:

  const vector<Dir>* way_[9];

  static int place_ (Dir d) { return 3*(d.real() + 1) + d.imag(); }

};

}  // namespace palestra

// For each direction, the cells that a starship visits on its way, relative to where it is, in
// order; the last one is where it arrives.
extern const palestra::Ways dir2all;

// A generator of random numbers. Players have one of their own already: randomize().
class Random_generator {
public:

  // Starts anew from a seed.
  void srandomize (int s = 123456789) {
    unsigned v = s < 0 ? -unsigned(s) : unsigned(s);
    state_ = v%2147483646u + 1;
  }

  // A random integer from 0 to 2147483645.
  int randomize () {
    // The remainder by 2^31 - 1 is the sum of the number's digits to the base 2^31.
    unsigned long long x = 48271ULL*state_;
    unsigned sum = unsigned(x & 0x7fffffff) + unsigned(x >> 31);
    state_ = sum >= 2147483647u ? sum - 2147483647u : sum;
    return int(state_) - 1;
  }

  // A random integer from l to u. Beware: u = l - 1 divides by zero.
  int randomize (int l, int u) {
    int n = int(unsigned(u) - unsigned(l) + 1);
    return int(unsigned(l) + unsigned(randomize()%n));
  }

private:

  friend struct palestra::Access;

  unsigned state_;

};

#endif
