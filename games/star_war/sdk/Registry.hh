// The table of players by name.

#ifndef Registry_hh
#define Registry_hh

#include "Utils.hh"

class Player;

// Every player file registers its player here while globals are initialised, so the table is
// made when it is first used.
class Registry {
public:

  // A function that makes a player.
  typedef Player* (*Factory)();

  // Adds a player; a later one of the same name replaces it.
  static int Register (const char* name, Factory fact) {
    table_()[name] = fact;
    return 999;
  }

  // A new player of this name, which must be in the table.
  static Player* new_player (string name) {
    map<string, Factory>::iterator it = table_().find(name);
    if (it == table_().end()) cerr << "error: player " << name << " not registered." << endl;
    my_assert(it != table_().end());
    return it->second();
  }

  // Writes all names, one per line, in byte order.
  static void print_players (ostream& os) {
    for (map<string, Factory>::iterator it = table_().begin(); it != table_().end(); ++it) {
      os << it->first << endl;
    }
  }

  // The player of this program (for the arena). A program has one player file, so one player.
  static Player* palestra_only_player_ () {
    return table_().empty() ? NULL : table_().begin()->second();
  }

private:

  static map<string, Factory>& table_ () {
    static map<string, Factory> table;
    return table;
  }

};

// Its argument as text.
#define stringification(s) #s

#define palestra_register_(name, x) \
  static int registration = Registry::Register(name, x::factory)
#define palestra_expand_(x) stringification(x)

// Stands at the end of every player file: RegisterPlayer(PLAYER_NAME);
#define RegisterPlayer(x) palestra_register_(palestra_expand_(x), x)

#endif
