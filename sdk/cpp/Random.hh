// Random numbers for players.

#ifndef Random_hh
#define Random_hh

#include "palestra.hh"

#include <vector>

using namespace std;

// Every player has its own stream of random numbers, made from the seed of the match: the same
// match gives the same numbers. Draw from here, never from rand() or the time, and your
// matches can be repeated.
class Random_generator {
public:

  Random_generator () : rnd_seed(0) { }

  // A random integer between l and u, both included. When l > u, or when there are more than a
  // million numbers between them, the answer is l.
  int random (int l, int u) {
    if (l > u) return l;
    long long m = (long long)u - l + 1;
    if (m > 1000000) return l;
    step_();
    step_();
    return int(l + ((m * (long long)rnd_seed) >> 31));
  }

  // The numbers 0, 1, ..., n-1 in a random order. Empty when n is negative or over a million.
  vector<int> random_permutation (int n) {
    if (n < 0 or n > 1000000) return vector<int>();
    vector<int> v(n);
    for (int i = 0; i < n; ++i) v[i] = i;
    for (int i = 0; i < n; ++i) {
      int k = random(i, n - 1);
      int x = v[i];
      v[i] = v[k];
      v[k] = x;
    }
    return v;
  }

private:

  friend struct palestra::Access;

  unsigned int rnd_seed;

  void step_ () {
    rnd_seed = (843314861u*rnd_seed + 453816693u) & 0x7fffffffu;
  }

};

#endif
