// frozen (exception): throws a type whose short symbol stands for a name of megabytes
#include "Player.hh"
#define PLAYER_NAME Attacker

template <class... Parts> struct Of { };

// Each level names the one before twice.
template <int N> struct Level {
  typedef typename Level<N - 1>::Type Below;
  typedef Of<Below, Below> Type;
};
template <> struct Level<0> { typedef int Type; };

// With all levels from the lowest on, each costs the symbol a few letters and no depth.
template <int N, class... Above> struct Levels {
  typedef typename Levels<N - 1, typename Level<N>::Type, Above...>::Type Type;
};
template <class... All> struct Levels<0, All...> { typedef Of<All...> Type; };

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    throw Levels<20>::Type();
  }
};

RegisterPlayer(PLAYER_NAME);
