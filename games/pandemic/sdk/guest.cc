// Between the arena and a player of Pandemic: reads the bytes that games/pandemic/view.rs
// describes into the classes of the SDK. Linked into every player module.

#include "Player.hh"

namespace {

// How units are written in a view.
const int IMMUNE_FLAG = 1, MASKED_FLAG = 2;
const size_t POS_BYTES = 8, UNIT_BYTES = 28;

Player* player = NULL;

}  // namespace

struct palestra::Access {

  static void read_intro (Player& p, Reader& in) {
    p.me_ = in.i32();
    Settings& s = p;
    int* fields[] = {
      &s.rows_, &s.cols_, &s.nb_rounds_, &s.initial_health_, &s.nb_units_,
      &s.bonus_per_city_cell_, &s.bonus_per_path_cell_, &s.factor_connected_component_
    };
    s.nb_players_ = 4;
    for (size_t k = 0; k < sizeof fields/sizeof *fields; ++k) *fields[k] = in.i32();
    size_t cities = in.count(1), paths = in.count(1);
    in.i32();
    s.infection_factor_ = in.f64();
    s.mask_protection_ = in.f64();
    read_map(p, s.rows_, cities, paths, in);
  }

  static void read_map (State& s, int side, size_t cities, size_t paths, Reader& in) {
    s.side_ = side;
    s.city_.resize(cities);
    s.city_owner_.assign(cities, -1);
    for (size_t k = 0; k < cities; ++k) read_cells(s.city_[k], in);
    s.path_.resize(paths);
    s.path_owner_.assign(paths, -1);
    for (size_t k = 0; k < paths; ++k) {
      s.path_[k].first.first = in.i32();
      s.path_[k].first.second = in.i32();
      read_cells(s.path_[k].second, in);
    }
    size_t cells = size_t(side)*side;
    State::Place nothing = { -1, -1, -1, -1 };
    s.place_.assign(cells, nothing);
    s.virus_.assign(cells, 0);
    s.ground_.assign(cells, WALL);
    const unsigned char* grounds = in.bytes(cells);
    for (size_t k = 0; grounds != NULL and k < cells; ++k) {
      s.ground_[k] = grounds[k]%CELL_TYPE_SIZE;
    }
    for (size_t k = 0; k < cities; ++k) {
      for (Pos p : s.city_[k]) s.place_.at(p.i*side + p.j).city = int(k);
    }
    for (size_t k = 0; k < paths; ++k) {
      for (Pos p : s.path_[k].second) s.place_.at(p.i*side + p.j).path = int(k);
    }
  }

  static void read_cells (vector<Pos>& cells, Reader& in) {
    cells.resize(in.count(POS_BYTES));
    for (Pos& p : cells) {
      p.i = in.i32();
      p.j = in.i32();
    }
  }

  static void read_view (State& s, size_t units, Reader& in) {
    s.round_ = in.i32();
    in.i32();  // number of masks on the ground
    for (double& status : s.status_) status = in.f64();
    for (int& score : s.total_score_) score = in.i32();
    for (int& owner : s.city_owner_) owner = in.i32();
    for (int& owner : s.path_owner_) owner = in.i32();
    for (vector<int>& ids : s.units_of_) ids.clear();
    for (const Unit& u : s.unit_) s.place_.at(u.pos.i*s.side_ + u.pos.j).unit = -1;
    s.unit_.resize(min(units, in.left()/UNIT_BYTES));
    s.units_ = int(s.unit_.size());
    for (size_t id = 0; id < s.unit_.size(); ++id) read_unit(s, int(id), in);
    const unsigned char* bytes = in.bytes(s.virus_.size());
    if (bytes != NULL) copy(bytes, bytes + s.virus_.size(), s.virus_.begin());
  }

  static void read_unit (State& s, int id, Reader& in) {
    Unit& u = s.unit_[id];
    u.id = id;
    u.player = in.i32();
    u.pos.i = in.i32();
    u.pos.j = in.i32();
    u.health = in.i32();
    u.damage = in.i32();
    u.turns = in.i32();
    int flags = in.i32();
    u.immune = (flags & IMMUNE_FLAG) != 0;
    u.mask = (flags & MASKED_FLAG) != 0;
    s.units_of_[u.player & 3].push_back(id);
    s.place_.at(u.pos.i*s.side_ + u.pos.j).unit = id;
  }

  static OrderList& orders (Action& a) { return a.orders_; }

  static unsigned int& stream (Random_generator& r) { return r.rnd_seed; }

};

void palestra::guest::begin (Reader intro) {
  player = Registry::palestra_only_player_();
  if (player == NULL) {
    fail(ABORTED, "no player is registered: RegisterPlayer(PLAYER_NAME); must end the file");
  }
  Access::read_intro(*player, intro);
}

void palestra::guest::show (Player& player, Reader view) {
  Access::read_view(player, 4*size_t(player.nb_units()), view);
}

const palestra::OrderList& palestra::guest::play (
    unsigned char* stream, size_t stream_size, Reader view) {
  if (stream_size >= 4) Access::stream(*player) = load_u32(stream);
  Access::read_view(*player, 4*size_t(player->nb_units()), view);
  Access::orders(*player).clear();
  player->play();
  if (stream_size >= 4) store_u32(stream, Access::stream(*player));
  return Access::orders(*player);
}
