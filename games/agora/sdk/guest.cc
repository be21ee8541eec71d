// Between the arena and a player of Agora: reads the bytes that games/agora/view.rs describes into
// the classes of the SDK. Linked into every player module.

#include "Player.hh"

namespace {

Player* player = NULL;

Good good_of (unsigned char letter) {
  switch (letter) {
    case 'B': return Bread;
    case 'O': return Oil;
    case 'W': return Wine;
    case 'C': return Cloth;
    default: return Paving;
  }
}

}  // namespace

struct palestra::Access {

  static void read_intro (State& s, Reader& in) {
    s.me_ = in.i32() & 3;
    Settings& known = s;
    int* fields[] = {
      &known.nb_players_, &known.nb_rounds_, &known.purse_, &known.income_, &known.bids_,
      &known.favour_, &known.rows_, &known.cols_
    };
    for (size_t k = 0; k < sizeof fields/sizeof *fields; ++k) *fields[k] = in.i32();
    const unsigned char* trade = in.bytes(1);
    if (trade != NULL) s.trade_ = good_of(*trade);
    s.grid_.resize(size_t(s.rows())*s.cols());
    const unsigned char* goods = in.bytes(s.grid_.size());
    if (goods == NULL) return;
    for (size_t k = 0; k < s.grid_.size(); ++k) s.grid_[k].good = good_of(goods[k]);
  }

  static void read_view (State& s, Reader& in) {
    s.round_ = in.i32();
    for (int pl = 0; pl < 4; ++pl) s.coins_[pl] = in.i32();
    for (int pl = 0; pl < 4; ++pl) s.stalls_[pl] = in.i32();
    for (int pl = 0; pl < 4; ++pl) s.status_[pl] = in.f64();
    s.score_ = in.i32();
    for (size_t k = 0; k < s.grid_.size(); ++k) s.grid_[k].price = in.i32();
    const unsigned char* owners = in.bytes(s.grid_.size());
    if (owners == NULL) return;
    for (size_t k = 0; k < s.grid_.size(); ++k) {
      s.grid_[k].owner = owners[k] == '.' ? -1 : (owners[k] - '0') & 3;
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
  Access::read_intro(*player, intro);
}

void palestra::guest::show (Player& player, Reader view) {
  Access::read_view(player, view);
}

const palestra::OrderList& palestra::guest::play (
    unsigned char* stream, size_t stream_size, Reader view) {
  if (stream_size >= 4) Access::stream(*player) = load_u32(stream);
  Access::read_view(*player, view);
  Access::orders(*player).clear();
  player->play();
  if (stream_size >= 4) store_u32(stream, Access::stream(*player));
  return Access::orders(*player);
}
