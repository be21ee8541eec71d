// Where the program is.

#ifndef BackTrace_hh
#define BackTrace_hh

#include <iostream>

using namespace std;

struct BackTrace {

  // In the old kits it wrote the stack of calls. Here a player cannot see its own stack; the
  // arena shows it in the receipt of a player that ended.
  static void print (ostream& os = cerr) { os << text_() << endl; }

  // What it writes.
  static const char* text_ () {
    return "[bt]: the receipt of the frozen player has the stack of calls";
  }

};

#endif
