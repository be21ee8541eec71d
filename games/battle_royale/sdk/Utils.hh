// What everything else needs: standard headers, helpers and a few macros.

#ifndef Utils_hh
#define Utils_hh

#include <iostream>
#include <fstream>
#include <sstream>
#include <vector>
#include <string>
#include <map>
#include <set>
#include <queue>
#include <limits>
#include <cassert>
#include <cstdlib>
#include <cerrno>
#include <time.h>
#include <sys/time.h>
#include <sys/resource.h>

// Players find these too without asking; GNU C++ shows them through the headers above.
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "palestra.hh"
#include "BackTrace.hh"

using namespace std;

// Larger than every number.
const double infinite = numeric_limits<double>::infinity();

// The largest int.
const int maxint = numeric_limits<int>::max();

typedef unsigned int uint;

// The integer at the beginning of a text; 0 when there is none.
inline int s2i (const string& s) {
  int i = 0;
  istringstream in(s);
  in >> i;
  return i;
}

// An integer as text.
inline string i2s (int i) {
  ostringstream out;
  out << i;
  return out.str();
}

// The size of a container as an int.
template <typename T> int sze (T& x) {
  return int(x.size());
}

namespace palestra {

// A message in the manner of printf, with the place and, if wished, the text of errno; the
// program ends with this status.
void error_at (int status, int error, const char* file, unsigned line, const char* format, ...)
#ifdef __GNUC__
  __attribute__((noreturn, format(printf, 5, 6)))
#endif
  ;

// A condition of the SDK did not hold.
PALESTRA_RARE inline void check_failed (const char* file, unsigned line, const char* what) {
  warn("%s\n\n", BackTrace::text_());
  error_at(1, 0, file, line, "Assertion `%s' failed in check().", what);
}

}  // namespace palestra

// Ends the program when b is false.
#define check(b) \
  do { if (not (b)) palestra::check_failed(__FILE__, __LINE__, #b); } while (0)

// Ends the program with a message in the manner of printf; myerr adds what errno means.
#define myerror_at_line(status, error, file, line, ...) \
  palestra::error_at(status, error, file, line, __VA_ARGS__)
#define myerr(...) myerror_at_line(1, errno, __FILE__, __LINE__, __VA_ARGS__)
#define myerrx(...) myerror_at_line(1, 0, __FILE__, __LINE__, __VA_ARGS__)

// For things that are not used, and for places that are never reached.
#define _unused(x) ((void)(x))
#define _unreachable() assert(false)

// Its argument as text.
#define stringification(s) #s

#ifdef _LIBCPP_VERSION
// LLVM's own random_shuffle draws elsewhere; this is GNU's, which calls rand(). Where both fit,
// the one for a certain kind of iterator is preferred.
namespace std {

template <typename It> void palestra_shuffle_ (It first, It last) {
  if (first == last) return;
  for (It i = first + 1; i != last; ++i) {
    It j = first + rand()%((i - first) + 1);
    if (i != j) swap(*i, *j);
  }
}

template <typename T> void random_shuffle (T* first, T* last) {
  palestra_shuffle_(first, last);
}

template <typename T> void random_shuffle (__wrap_iter<T> first, __wrap_iter<T> last) {
  palestra_shuffle_(first, last);
}

template <typename V, typename P, typename R, typename M, typename D, D B>
void random_shuffle (__deque_iterator<V, P, R, M, D, B> first,
                     __deque_iterator<V, P, R, M, D, B> last) {
  palestra_shuffle_(first, last);
}

}  // namespace std
#endif

#endif
