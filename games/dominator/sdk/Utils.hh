// What everything else needs: standard headers and a few macros.

#ifndef Utils_hh
#define Utils_hh

#include <cassert>
#include <cstdlib>
#include <getopt.h>
#include <unistd.h>
#include <string.h>
#include <fcntl.h>
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
#define _unreachable() { cerr << "ERROR: unreachable" << endl; abort(); }

#endif
