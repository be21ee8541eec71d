// Between the arena and a player of Dominator: reads the bytes that games/dominator/view.rs
// describes into the classes of the SDK. Linked into every player module.

#include "Player.hh"

namespace {

// How cells are written in a view.
const int OWNER_BITS = 7, NOBODYS = 4, WALL_CELL = 5, HAUNTED_BIT = 0x80;
// The flags of a unit.
const int ACTIVE_FLAG = 1, LOST_FLAG = 2;
const size_t UNIT_BYTES = 16;

Player* player = NULL;

}  // namespace

struct palestra::Access {

  static void read_settings (Settings& s, Reader& in) {
    int* fields[] = {
      &s.nb_players_, &s.nb_rounds_, &s.nb_farmers_, &s.nb_knights_, &s.nb_witches_,
      &s.farmers_health_, &s.knights_health_, &s.farmers_regen_, &s.knights_regen_,
      &s.damage_min_, &s.damage_max_, &s.rows_, &s.cols_
    };
    for (size_t k = 0; k < sizeof fields/sizeof *fields; ++k) *fields[k] = in.i32();
  }

  static void read_state (State& s, int side, Reader& in) {
    s.side_ = side;
    s.round_ = in.i32();
    size_t units = in.count(UNIT_BYTES);
    for (int pl = 0; pl < 4; ++pl) s.land_[pl] = in.i32();
    for (int pl = 0; pl < 4; ++pl) s.total_score_[pl] = in.i32();
    for (int pl = 0; pl < 4; ++pl) s.status_[pl] = in.f64();
    for (int type = 0; type < UnitTypeSize; ++type)
      for (int pl = 0; pl < 4; ++pl) s.list_of_[type][pl].clear();
    s.unit_.resize(units);
    s.units_ = int(units);
    vector<bool> lost(units);
    for (size_t id = 0; id < units; ++id) lost[id] = read_unit(s, int(id), in);
    read_grid(s, in);
    for (size_t id = 0; id < units; ++id) {
      Pos p = s.unit_[id].pos;
      if (not lost[id]) s.grid_.at(p.i*side + p.j).id = int(id);
    }
  }

  static bool read_unit (State& s, int id, Reader& in) {
    Unit& u = s.unit_[id];
    u.type = UnitType(in.u8()%UnitTypeSize);
    u.id = id;
    u.player = in.u8();
    int listed = in.u8(), flags = in.u8();
    u.active = (flags & ACTIVE_FLAG) != 0;
    u.health = in.i32();
    u.pos.i = in.i32();
    u.pos.j = in.i32();
    s.list_of_[u.type][listed & 3].push_back(id);
    return (flags & LOST_FLAG) != 0;
  }

  static void read_grid (State& s, Reader& in) {
    size_t cells = size_t(s.side_)*s.side_;
    s.grid_.resize(cells);
    const unsigned char* codes = in.bytes(cells);
    if (codes == NULL) return;
    for (size_t k = 0; k < cells; ++k) {
      Cell& c = s.grid_[k];
      int code = codes[k] & OWNER_BITS;
      c.type = code == WALL_CELL ? Wall : Empty;
      c.owner = code < NOBODYS ? code : -1;
      c.id = -1;
      c.haunted = (codes[k] & HAUNTED_BIT) != 0;
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
  intro.i32();  // the seat: players of this game are not told
  Access::read_settings(*player, intro);
}

void palestra::guest::show (Player& player, Reader view) {
  Access::read_state(player, player.rows(), view);
}

const palestra::OrderList& palestra::guest::play (
    unsigned char* stream, size_t stream_size, Reader view) {
  if (stream_size >= 4) Access::stream(*player) = load_u32(stream);
  Access::read_state(*player, player->rows(), view);
  Access::orders(*player).clear();
  player->play();
  if (stream_size >= 4) store_u32(stream, Access::stream(*player));
  return Access::orders(*player);
}

// The members of State that no known player uses.

void State::update_vectors_by_player () {
  for (int pl = 0; pl < 4; ++pl) {
    list_of_[Farmer][pl].clear();
    list_of_[Knight][pl].clear();
  }
  for (int id = 0; id < nb_units(); ++id) {
    const Unit& u = unit_[id];
    if (u.type != Witch and seat_ok_(u.player)) list_of_[u.type][u.player].push_back(id);
  }
}

bool State::witch_at_ (int i, int j) const {
  if (i < 0 or i >= side_ or j < 0 or j >= side_) return false;
  int id = grid_[i*side_ + j].id;
  return id >= 0 and id < nb_units() and unit_[id].type == Witch;
}

void State::update_haunted () {
  for (size_t k = 0; k < grid_.size(); ++k) grid_[k].haunted = false;
  for (int pl = 0; pl < 4; ++pl) {
    for (size_t k = 0; k < list_of_[Witch][pl].size(); ++k) {
      Unit& w = unit_[list_of_[Witch][pl][k]];
      w.active = true;
      for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y)
          if ((x != 0 or y != 0) and abs(x) + abs(y) <= 2 and witch_at_(w.pos.i + x, w.pos.j + y))
            w.active = false;
      if (not w.active) continue;
      for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y) {
          int i = w.pos.i + x, j = w.pos.j + y;
          if (abs(x) + abs(y) <= 2 and i >= 0 and i < side_ and j >= 0 and j < side_)
            grid_[i*side_ + j].haunted = true;
        }
    }
  }
}

State State::rotate (int pl) const {
  State s = *this;
  if (pl <= 0 or pl > 3) return s;
  int last = side_ - 1;
  for (int i = 0; i < side_; ++i) {
    for (int j = 0; j < side_; ++j) {
      Pos from = pl == 1 ? Pos(last - j, i) : pl == 2 ? Pos(last - i, last - j) : Pos(j, last - i);
      Cell& c = s.grid_[i*side_ + j];
      c = grid_[from.i*side_ + from.j];
      if (c.owner >= 0) c.owner = (c.owner + 4 - pl)%4;
      if (c.id >= 0) {
        s.unit_[c.id].pos = Pos(i, j);
        s.unit_[c.id].player = (unit_[c.id].player + 4 - pl)%4;
      }
    }
  }
  for (int k = 0; k < 4; ++k) {
    int from = (k + pl)%4;
    s.land_[k] = land_[from];
    s.total_score_[k] = total_score_[from];
    s.status_[k] = status_[from];
    for (int type = 0; type < UnitTypeSize; ++type) s.list_of_[type][k] = list_of_[type][from];
  }
  return s;
}
