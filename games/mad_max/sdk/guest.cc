// Between the arena and a player of Mad Max: reads the bytes that games/mad_max/view.rs
// describes into the classes of the SDK. Linked into every player module.

#include "Player.hh"

namespace {

const size_t UNIT_BYTES = 24;

Player* player = NULL;

// The cell of every letter, without a unit.
Cell cell_of[256];

}  // namespace

struct palestra::Access {

  static void read_settings (Player& player, Reader& in) {
    player.me_ = in.i32();
    Settings& s = player;
    int* fields[] = {
      &s.nb_players_, &s.nb_rounds_, &s.nb_cities_, &s.nb_warriors_, &s.nb_cars_,
      &s.warriors_health_, &s.cars_fuel_, &s.damage_, &s.rows_, &s.cols_
    };
    for (size_t k = 0; k < sizeof fields/sizeof *fields; ++k) *fields[k] = in.i32();
  }

  static void read_state (Info& info, Reader& in) {
    State& s = info;
    s.height_ = info.rows();
    s.width_ = info.cols();
    s.round_ = in.i32();
    size_t units = in.count(UNIT_BYTES);
    for (int pl = 0; pl < 4; ++pl) s.num_cities_[pl] = in.i32();
    for (int pl = 0; pl < 4; ++pl) s.total_score_[pl] = in.i32();
    for (int pl = 0; pl < 4; ++pl) s.status_[pl] = in.f64();
    size_t places = size_t(s.height_)*(s.width_ + 1);
    const unsigned char* ids = in.bytes(4*places);
    for (int type = 0; type < UnitTypeSize; ++type)
      for (int pl = 0; pl < 4; ++pl) s.list_of_[type][pl].clear();
    s.unit_.resize(units);
    s.units_ = int(units);
    for (size_t id = 0; id < units; ++id) read_unit(s, int(id), in);
    const unsigned char* letters = in.bytes(places);
    if (ids != NULL and letters != NULL) read_grid(s, ids, letters);
  }

  static void read_unit (State& s, int id, Reader& in) {
    Unit& u = s.unit_[id];
    u.type = UnitType(in.i32() & 1);
    u.id = id;
    u.player = in.i32() & 3;
    u.food = in.i32();
    u.water = in.i32();
    u.pos.i = in.i32();
    u.pos.j = in.i32();
    s.list_of_[u.type][u.player].push_back(id);
  }

  static void read_grid (State& s, const unsigned char* ids, const unsigned char* letters) {
    s.grid_.resize(size_t(s.height_)*s.width_);
    size_t k = 0;
    for (int i = 0; i < s.height_; ++i) {
      for (int j = 0; j < s.width_; ++j) {
        Cell& c = s.grid_[k++];
        c = cell_of[*letters++];
        c.id = int(load_u32(ids));
        ids += 4;
      }
      // Each row ends with a line feed and a number that says nothing.
      ++letters;
      ids += 4;
    }
  }

  static OrderList& orders (Action& a) { return a.orders_; }

  static unsigned int& stream (Random_generator& r) { return r.rnd_seed; }

};

void palestra::guest::begin (Reader intro) {
  player = Registry::palestra_only_player_();
  if (player == NULL) {
    fail(ABORTED, "no player is registered: RegisterPlayer(PLAYER_NAME); must end the file");
  }
  for (const char* c = ".RWSX0123"; *c != 0; ++c) cell_of[int(*c)] = Info::char2cell(*c);
  Access::read_settings(*player, intro);
}

void palestra::guest::show (Player& player, Reader view) {
  Access::read_state(player, view);
}

const palestra::OrderList& palestra::guest::play (
    unsigned char* stream, size_t stream_size, Reader view) {
  if (stream_size >= 4) Access::stream(*player) = load_u32(stream);
  Access::read_state(*player, view);
  Access::orders(*player).clear();
  player->play();
  if (stream_size >= 4) store_u32(stream, Access::stream(*player));
  return Access::orders(*player);
}
