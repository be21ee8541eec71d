// What everything else needs: standard headers, a few macros and conversions.

#ifndef Utils_hh
#define Utils_hh

#include <cassert>
#include <cstdlib>
#include <getopt.h>
#include <string.h>
#include <iostream>
#include <iomanip>
#include <sstream>
#include <fstream>
#include <string>
#include <queue>
#include <stack>
#include <vector>
#include <map>
#include <set>
#include <algorithm>
#include <cmath>

// Players find these too without asking; GNU C++ shows them through the headers above.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <deque>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <utility>

using namespace std;

// Its argument as text.
#define _stringification(s) #s

// Ends the program with a message when b is false.
#define _my_assert(b, s) \
  { if (not (b)) { cerr << "ERROR: " << s << endl; assert(b); abort(); } }

// For places that are never reached.
#define _unreachable() _my_assert(false, "Unreachable code reached.")

// The number in decimal.
inline string int_to_string (int i) {
  ostringstream os;
  os << i;
  return os.str();
}

// The number that the text begins with, after blanks; 0 when there is none.
inline int string_to_int (const string& s) {
  istringstream is(s);
  int i = 0;
  is >> i;
  return i;
}

#endif
