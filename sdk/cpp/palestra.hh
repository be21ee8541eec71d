// The part of every player module that is the same for all games: reading the arena's bytes
// and keeping the orders until it collects them. Players never need this header: they include
// Player.hh. It is for the headers and the guest.cc of a game (see README.md beside it).

#ifndef PALESTRA_HH
#define PALESTRA_HH

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <vector>

class Player;

// For functions that hardly ever run, such as warnings. They stay outside of the functions that
// call them, so that these are small enough for a player's own loops.
#ifdef __GNUC__
#define PALESTRA_RARE __attribute__((cold, noinline))
#else
#define PALESTRA_RARE
#endif

namespace palestra {

// One call of a player to give an order, as it made it. Its four numbers are the game's.
struct Order {
  int32_t verb, unit, a, b;
};

// Takes numbers, little-endian and unaligned, from bytes that the arena wrote. Reading past the
// end gives zeros, so a short message never makes a player read wild memory.
class Reader {
public:
  Reader(const unsigned char* bytes, size_t size) : at_(bytes), end_(bytes + size) { }

  uint8_t u8() { return number<uint8_t>(); }
  int8_t i8() { return number<int8_t>(); }
  uint16_t u16() { return number<uint16_t>(); }
  int16_t i16() { return number<int16_t>(); }
  uint32_t u32() { return number<uint32_t>(); }
  int32_t i32() { return number<int32_t>(); }
  int64_t i64() { return number<int64_t>(); }
  double f64() { return number<double>(); }

  // The next `size` bytes, or NULL when there are not so many.
  const unsigned char* bytes(size_t size) {
    if (left() < size) {
      at_ = end_;
      return NULL;
    }
    const unsigned char* here = at_;
    at_ += size;
    return here;
  }

  // A count of things that take at least `each` bytes: never more than could follow, so that it
  // is safe to reserve room for them.
  size_t count(size_t each) {
    size_t n = u32();
    size_t most = left() / (each == 0 ? 1 : each);
    return n < most ? n : most;
  }

  size_t left() const { return size_t(end_ - at_); }

private:
  // All machines that run players are little-endian, wasm by definition.
  template <typename T> T number() {
    T x = T();
    if (left() >= sizeof(T)) {
      memcpy(&x, at_, sizeof(T));
      at_ += sizeof(T);
    } else {
      at_ = end_;
    }
    return x;
  }

  const unsigned char* at_;
  const unsigned char* end_;
};

// The orders of one round, every call included, and the units that have one.
class OrderList {
public:
  // Of more calls than this the list only keeps that there were more: one order above the
  // limit is enough for the arena to see that it was passed.
  enum { MOST = 1001 };

  // A game without such a limit says how many calls it keeps.
  explicit OrderList(size_t most = MOST) : most_(most), calls_(0), stamp_(1), repeated_(false) { }

  // Forgets everything: a new round begins.
  void clear();

  // Keeps one call.
  void add(int verb, int unit, int a, int b) {
    ++calls_;
    if (orders_.size() < most_) {
      Order order = { verb, unit, a, b };
      orders_.push_back(order);
    }
  }

  // Whether `unit`, any number at all, is named here for the first time in this round.
  bool first_for(int unit);

  // Calls of this round, however many.
  size_t calls() const { return calls_; }
  // Notes that the SDK has warned of repeated orders, so that the rules need not.
  void warned() { repeated_ = true; }

  const std::vector<Order>& orders() const { return orders_; }
  // The flags of the reply (ABI): bit 0 says that we warned.
  uint32_t flags() const { return repeated_ ? 1 : 0; }

private:
  std::vector<Order> orders_;
  size_t most_, calls_;
  std::vector<uint32_t> seen_;  // by unit: the stamp of the round that named it last
  std::vector<int> odd_;        // numbers too strange for the table, sorted
  uint32_t stamp_;
  bool repeated_;
};

// Ends the player for good: the arena freezes it and shows `text`.
enum Failure { EXITED = 0, ABORTED = 1, THREW = 2, MISTAKE = 3 };
#ifdef __GNUC__
__attribute__((noreturn))
#endif
void fail(Failure kind, const char* text);

// Writes a warning to the standard error, in the manner of printf. With cerr every player would
// contain the library of streams, and most of its compilation would be for that.
#ifdef __GNUC__
__attribute__((cold, format(printf, 1, 2)))
#endif
void warn(const char* format, ...);

// Bytes that somebody else keeps.
struct Span {
  const unsigned char* at;
  size_t size;
};

// The bytes that the arena wrote for this match and for this round, for players that look ahead.
Span current_intro();
Span current_view();

// The functions of a game's guest.cc.
namespace guest {

// Makes the player and gives it its settings. Called once, with the game's intro.
void begin(Reader intro);

// One round: takes the random stream and the view, lets the player play, and writes the
// advanced stream back over the old one. Answers the orders.
const OrderList& play(unsigned char* stream, size_t stream_size, Reader view);

// Shows a player another view than that of the round; it gives no orders.
void show(Player& player, Reader view);

}  // namespace guest

// Numbers inside a stream.
inline uint32_t load_u32(const unsigned char* at) {
  uint32_t x;
  memcpy(&x, at, sizeof x);
  return x;
}
inline void store_u32(unsigned char* at, uint32_t x) {
  memcpy(at, &x, sizeof x);
}

// For the headers of a game: its classes befriend Access, and only guest.cc defines it.
struct Access;

}  // namespace palestra

#endif
