// does not compile: registers no player
#include "Player.hh"

int main () { for (;;) { } }
