// Looking ahead: the rules of the game inside your player. If the season allows it, build and play
// with --forward.
//
//   Simulation sim(*this);             // what you see now
//   sim.command(me(), id, dir);        // your guess of the orders of all players
//   sim.step();                        // the real rules play a round
//   int gain = sim.score(me()) - total_score(me());
//
// A simulation guesses values that you do not see: it draws random numbers from its own stream,
// which seed() restarts. Every copy and every step costs computation like any other code of yours.

#ifndef Simulation_hh
#define Simulation_hh

#ifndef PALESTRA_GAME
#error "looking ahead is off: if the season allows it, build and play with --forward"
#else

#include "Player.hh"

struct palestra_simulation;

extern "C" {
palestra_simulation* palestra_forward_new (
    const char* game, size_t game_size, const unsigned char* intro, size_t intro_size,
    const unsigned char* view, size_t view_size);
palestra_simulation* palestra_forward_clone (const palestra_simulation* from);
void palestra_forward_free (palestra_simulation* simulation);
void palestra_forward_seed (palestra_simulation* simulation, unsigned seed);
void palestra_forward_order (
    palestra_simulation* simulation, unsigned player, int verb, int unit, int a, int b);
int palestra_forward_step (palestra_simulation* simulation);
unsigned palestra_forward_left (const palestra_simulation* simulation);
int palestra_forward_score (const palestra_simulation* simulation, unsigned player);
size_t palestra_forward_view (
    const palestra_simulation* simulation, unsigned char* to, size_t room);
}

// A match as you imagine it. Players are numbered as you see them everywhere else.
class Simulation {
public:

  // Begins with what `player` sees in this round: Simulation sim(*this), in your play().
  explicit Simulation (const Player& player) : seen_(player), fresh_(true) {
    palestra::Span intro = palestra::current_intro(), view = palestra::current_view();
    inside_ = palestra_forward_new(
      PALESTRA_GAME, sizeof PALESTRA_GAME - 1, intro.at, intro.size, view.at, view.size);
    if (inside_ == NULL) palestra::fail(palestra::ABORTED, "Simulation: there is no view yet");
  }

  // A copy is independent.
  Simulation (const Simulation& other)
    : inside_(palestra_forward_clone(other.inside_)), seen_(other.seen_), fresh_(other.fresh_) { }

  Simulation& operator= (const Simulation& other) {
    if (this == &other) return *this;
    palestra_forward_free(inside_);
    inside_ = palestra_forward_clone(other.inside_);
    seen_ = other.seen_;
    fresh_ = other.fresh_;
    return *this;
  }

  ~Simulation () { palestra_forward_free(inside_); }

  // Restarts the random numbers: copies with different seeds draw different numbers.
  void seed (unsigned seed) { palestra_forward_seed(inside_, seed); }

  // Gives the next round an order of any player, in the directions as you see them.
  template <typename D> void command (int player, int unit, D dir) {
    palestra_forward_order(inside_, player, 0, unit, row_(dir), column_(dir));
  }

  // The same for shots.
  void shoot (int player, int unit) { palestra_forward_order(inside_, player, 1, unit, 0, 0); }

  // Plays a round with the orders since the last step; players without orders give none. False when
  // the match is over.
  bool step () {
    fresh_ = false;
    return palestra_forward_step(inside_) != 0;
  }

  // Rounds that are still to be played.
  int rounds_left () const { return int(palestra_forward_left(inside_)); }

  // The score of a player, as the result of the match counts it.
  int score (int player) const { return palestra_forward_score(inside_, player); }

  // The game that you would see now, with all functions of your own player. It stays valid
  // until the next step. Reading a whole view costs more than a step, so ask only when needed.
  Player& state () {
    if (not fresh_) {
      size_t size = palestra_forward_view(inside_, NULL, 0);
      bytes_.resize(size);
      palestra_forward_view(inside_, bytes_.data(), size);
      palestra::guest::show(seen_, palestra::Reader(bytes_.data(), size));
      fresh_ = true;
    }
    return seen_;
  }

private:

  palestra_simulation* inside_;
  Player seen_;
  bool fresh_;
  vector<unsigned char> bytes_;

  // Directions are codes in most games, rows and columns in some.
  template <typename D> static int row_ (D dir) { return int(dir); }
  template <typename D> static int column_ (D) { return 0; }
#ifdef _LIBCPP_COMPLEX
  static int row_ (complex<int> dir) { return dir.real(); }
  static int column_ (complex<int> dir) { return dir.imag(); }
#endif

};

#endif
#endif
