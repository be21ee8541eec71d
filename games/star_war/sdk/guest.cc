// Between the arena and a player of Star War: reads the bytes that games/star_war/view.rs
// describes into the classes of the SDK. Linked into every player module.

#include "Player.hh"

namespace {

const size_t MISSILE_BYTES = 16;

Player* player = NULL;

map<Dir, vector<Dir>, Cmp> ways () {
  map<Dir, vector<Dir>, Cmp> all;
  all[SLOW] = vector<Dir>(1, SLOW);
  for (int row = -1; row <= 1; row += 2) {
    vector<Dir>& slow = all[Dir(row, 0)];
    slow.push_back(Dir(row, 0));
    vector<Dir>& one = all[Dir(row, 1)];
    one.push_back(DEFAULT);
    one.push_back(Dir(row, 0));
    one.push_back(Dir(row, 1));
    vector<Dir>& two = all[Dir(row, 2)];
    two = one;
    two.push_back(FAST);
    two.push_back(Dir(row, 2));
  }
  all[DEFAULT] = vector<Dir>(1, DEFAULT);
  all[FAST] = vector<Dir>(1, DEFAULT);
  all[FAST].push_back(FAST);
  return all;
}

}  // namespace

const palestra::Ways dir2all(ways());

struct palestra::Access {

  static void read_intro (Player& p, Reader& in) {
    p.me_ = in.i32();
    Board& b = p;
    int* fields[] = {
      &b.rounds_, &b.rows_, &b.cols_, &b.window_, &b.fleet_, &b.regen_, &b.missile_bonuses_,
      &b.point_bonuses_, &b.bonus_missiles_, &b.bonus_points_, &b.kill_points_, &b.round_
    };
    for (size_t k = 0; k < sizeof fields/sizeof *fields; ++k) *fields[k] = in.i32();
    size_t cells = size_t(b.rows_)*size_t(b.cols_);
    b.ground_.assign(cells, '.');
    b.unit_.assign(cells, 0);
    b.ship_.resize(b.number_starships());
  }

  static size_t place (const Board& b, Pos p) {
    return size_t(p.real())*size_t(b.cols_) + size_t(p.imag());
  }

  static Pos read_pos (Reader& in) {
    int row = in.i32();
    return Pos(row, in.i32());
  }

  static void read_view (Board& b, Reader& in) {
    for (size_t k = 0; k < 4; ++k) b.status_[k] = in.f64();
    b.round_ = in.i32();
    int missiles = in.i32();
    for (size_t k = 0; k < 4; ++k) b.score_[k] = in.i32();
    // Only the cells that were taken are cleared.
    for (size_t s = 0; s < b.ship_.size(); ++s) b.unit_[place(b, b.ship_[s].pos)] = 0;
    for (size_t k = 0; k < b.miss_.size(); ++k) b.unit_[place(b, b.miss_[k].pos)] = 0;
    for (size_t s = 0; s < b.ship_.size(); ++s) read_starship(b, int(s), in);
    size_t most = in.left()/MISSILE_BYTES;
    b.miss_.resize(min(size_t(missiles), most));
    for (size_t k = 0; k < b.miss_.size(); ++k) read_missile(b, int(k), in);
    const unsigned char* letters = in.bytes(b.ground_.size());
    if (letters != NULL) b.ground_.assign(letters, letters + b.ground_.size());
  }

  static void read_starship (Board& b, int sid, Reader& in) {
    Starship& s = b.ship_[sid];
    s.sid = sid;
    s.pos = read_pos(in);
    s.nb_miss = in.i32();
    s.alive = in.i32() != 0;
    s.time = in.i32();
    if (s.alive) b.unit_[place(b, s.pos)] = sid + 1;
  }

  static void read_missile (Board& b, int k, Reader& in) {
    Missile& m = b.miss_[k];
    m.mid = in.i32();
    m.sid = in.i32();
    m.pos = read_pos(in);
    b.unit_[place(b, m.pos)] = -k - 1;
  }

  static OrderList& orders (Action& a) { return a.orders_; }

  static unsigned& stream (Board& b) { return b.random_.state_; }

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
