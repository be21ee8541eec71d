// Between the arena and a player of Battle Royale: reads the bytes that
// games/battle_royale/view.rs describes into the classes of the SDK. Linked into every player
// module.

#include "Player.hh"

#include <cstdarg>
#include <cstring>

namespace {

Player* player = NULL;

// The intro, until the player is made.
vector<unsigned char> intro_bytes;

// ---- The common random stream: the generator of the GNU C library (specification, section c)

const int WORDS = 31, SEPARATION = 3, WARM_UP = 310;
const size_t STREAM_BYTES = 4*(WORDS + 1);

uint32_t words[WORDS];
unsigned front_index;
bool seeded = false;

int32_t draw () {
  if (not seeded) srandom(1);
  unsigned back = (front_index + WORDS - SEPARATION)%WORDS;
  uint32_t value = words[front_index] += words[back];
  front_index = (front_index + 1)%WORDS;
  return int32_t(value >> 1);
}

}  // namespace

// glibc promises that these throw nothing, and wants to hear it again.
#ifndef __THROW
#define __THROW
#endif

extern "C" {

void srandom (unsigned seed) __THROW {
  words[0] = seed == 0 ? 1 : seed;
  int32_t w = int32_t(words[0]);
  for (int k = 1; k < WORDS; ++k) {
    int32_t hi = w/127773, lo = w%127773;
    w = 16807*lo - 2836*hi;
    if (w < 0) w += 2147483647;
    words[k] = uint32_t(w);
  }
  front_index = SEPARATION;
  seeded = true;
  for (int k = 0; k < WARM_UP; ++k) draw();
}

void srand (unsigned seed) __THROW { srandom(seed); }
long random () __THROW { return draw(); }
int rand () __THROW { return draw(); }

#ifdef __wasm__
// There is no clock: nobody has used any time.
clock_t clock () { return 0; }
int getrusage (int, struct rusage* usage) {
  memset(usage, 0, sizeof *usage);
  return 0;
}
#endif

}  // extern "C"

void palestra::error_at (
    int status, int error, const char* file, unsigned line, const char* format, ...) {
  fflush(NULL);
  fprintf(stderr, "Error at %s:%u: ", file, line);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  if (error != 0) fprintf(stderr, " errno: %s", strerror(error));
  fprintf(stderr, "\n");
  exit(status);
}

// ---- From bytes to the classes of the SDK

struct palestra::Access {

  static void read_intro (Player& p, Reader in) {
    p.me_ = in.i32();
    int* fields[] = {
      &p.nb_players_, &p.nb_rounds_, &p.nb_farmers_, &p.nb_knights_,
      &p.farmers_health_, &p.knights_health_, &p.farmers_regen_, &p.knights_regen_,
      &p.damage_min_, &p.damage_max_, &p.rows_, &p.cols_
    };
    for (size_t k = 0; k < sizeof fields/sizeof *fields; ++k) *fields[k] = in.i32();
    p.secgame_ = in.i32() != 0;
    size_t units = in.count(1);
    p.unit_.resize(units);
    p.units_ = int(units);
    for (size_t id = 0; id < units; ++id) {
      p.unit_[id].type = in.u8() == Knight ? Knight : Farmer;
      p.unit_[id].id = int(id);
    }
    p.nb_players_ = min(p.nb_players_, 4);
    for (int pl = 0; pl < p.nb_players_; ++pl) {
      size_t size = in.count(1);
      const unsigned char* text = in.bytes(size);
      p.name_.push_back(text == NULL ? string() : string(text, text + size));
    }
    p.score_.resize(p.nb_players_);
    p.status_.resize(p.nb_players_);
    p.grid_.resize(size_t(p.rows_)*p.cols_);
    for (int i = 0; i < p.rows_; ++i) {
      for (int j = 0; j < p.cols_; ++j) p.grid_[i*p.cols_ + j].pos = Pos(i, j);
    }
  }

  static void read_view (Board& b, Reader in) {
    for (int pl = 0; pl < b.nb_players_; ++pl) b.status_[pl] = in.f64();
    b.round_ = in.i32();
    for (int pl = 0; pl < b.nb_players_; ++pl) b.score_[pl] = in.i32();
    for (int type = 0; type < UnitTypeSize; ++type) {
      for (int pl = 0; pl < 4; ++pl) b.list_[type][pl].clear();
    }
    for (size_t id = 0; id < b.unit_.size(); ++id) {
      Unit& u = b.unit_[id];
      u.player = in.i32();
      u.health = in.i32();
      u.pos.i = in.i32();
      u.pos.j = in.i32();
      b.list_[u.type][u.player & 3].push_back(int(id));
    }
    size_t cells = b.grid_.size();
    const unsigned char* tiles = in.bytes(cells);
    if (tiles == NULL) return;
    const unsigned char* names = in.left() >= 4*cells ? in.bytes(4*cells) : NULL;
    for (size_t k = 0; k < cells; ++k) {
      Cell& c = b.grid_[k];
      unsigned owner = tiles[k] - unsigned('0');
      c.type = tiles[k] == 'X' ? Wall : Empty;
      c.owner = owner < 4 ? int(owner) : -1;
      c.unit = names == NULL ? -1 : int(load_u32(names + 4*k));
    }
    for (size_t id = 0; id < b.unit_.size() and names == NULL; ++id) {
      Pos p = b.unit_[id].pos;
      if (b.pos_ok(p)) b.grid_[p.i*b.cols_ + p.j].unit = int(id);
    }
  }

  static void read_stream (const unsigned char* stream) {
    for (int k = 0; k < WORDS; ++k) words[k] = load_u32(stream + 4*k);
    front_index = load_u32(stream + 4*WORDS)%WORDS;
    seeded = true;
  }

  static void write_stream (unsigned char* stream) {
    for (int k = 0; k < WORDS; ++k) store_u32(stream + 4*k, words[k]);
    store_u32(stream + 4*WORDS, front_index);
  }

  static OrderList& orders (Action& a) { return a.orders_; }

};

void palestra::guest::begin (Reader intro) {
  size_t size = intro.left();
  const unsigned char* bytes = intro.bytes(size);
  intro_bytes.assign(bytes, bytes + size);
}

void palestra::guest::show (Player& player, Reader view) {
  Access::read_view(player, view);
}

// The player is made here and not in begin(), because its constructor may already draw from
// the stream.
const palestra::OrderList& palestra::guest::play (
    unsigned char* stream, size_t stream_size, Reader view) {
  bool shared = stream_size == STREAM_BYTES;
  if (shared) Access::read_stream(stream);
  if (player == NULL) {
    player = Registry::palestra_only_player_();
    if (player == NULL) {
      fail(ABORTED, "no player is registered: RegisterPlayer(PLAYER_NAME); must end the file");
    }
    Access::read_intro(*player, Reader(intro_bytes.data(), intro_bytes.size()));
  }
  Access::read_view(*player, view);
  Access::orders(*player).clear();
  player->play();
  if (shared) Access::write_stream(stream);
  return Access::orders(*player);
}
