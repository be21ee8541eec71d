// What everything else needs: standard headers, and numbers as text.

#ifndef Utils_hh
#define Utils_hh

#include <cassert>
#include <cstdlib>
#include <climits>
#include <cmath>
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

// Players find these too without asking; GNU C++ shows them through the headers above.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <cctype>
#include <deque>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "Defs.hh"

using namespace std;

// A number in decimal.
inline string int_to_string (int i) {
  ostringstream out;
  out << i;
  return out.str();
}

// The number that a text begins with; 0 when there is none.
inline int string_to_int (const string& s) {
  istringstream in(s);
  int i = 0;
  in >> i;
  return i;
}

#endif
