// A player in plain C, written against crates/sandbox/ABI.md and nothing else: no headers, no
// library. Its game is Dominator, whose bytes games/dominator/view.rs describes. Every farmer,
// knight and witch of ours wanders at random.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define EXPORT(name) __attribute__((export_name(#name)))

// The arena writes intro, stream and view here.
static u8 buffer[1 << 20] __attribute__((aligned(8)));

// What we answer.
typedef struct { int verb, unit, a, b; } Order;
static Order orders[1000];
static struct { u32 count; Order* orders; u32 flags; } reply;

EXPORT(palestra_abi) int palestra_abi(void) { return 1; }

EXPORT(palestra_buffer) void* palestra_buffer(u32 size) {
  return size <= sizeof buffer ? buffer : 0;
}

// The intro has the seat and the settings. This player needs none of them.
EXPORT(palestra_begin) void palestra_begin(u32 size) { (void)size; }

static u32 number(const u8* at) {
  return at[0] | at[1] << 8 | at[2] << 16 | (u32)at[3] << 24;
}

// Our random stream: its state is what the arena sent, and goes back there.
static u32 state;

static void step(void) { state = (843314861u*state + 453816693u) & 0x7fffffff; }

static int draw(int low, int high) {
  step();
  step();
  return low + (int)((u64)(high - low + 1)*state >> 31);
}

static void command(int unit, int direction) {
  if (reply.count == sizeof orders/sizeof *orders) return;
  Order order = { 0, unit, direction, 0 };
  orders[reply.count++] = order;
}

// One round: the stream (4 bytes, filled up to 8), behind it the view.
EXPORT(palestra_play) void* palestra_play(u32 stream_size, u32 view_size) {
  enum { HEAD = 72, UNIT_BYTES = 16, FARMER = 0, KNIGHT = 1, WITCH = 2 };
  const u8* view = buffer + ((stream_size + 7) & ~7u);
  (void)view_size;
  state = number(buffer);
  reply.count = 0;
  reply.orders = orders;
  u32 units = number(view + 4);
  for (int kind = FARMER; kind <= WITCH; ++kind) {
    for (u32 id = 0; id < units; ++id) {
      // Kind, team as we see it, team whose list it is in; we are always team 0.
      const u8* unit = view + HEAD + id*UNIT_BYTES;
      if (unit[0] != kind || unit[2] != 0) continue;
      if (kind == FARMER) command(id, 2*draw(0, 3));
      if (kind == KNIGHT) command(id, draw(0, 7));
      if (kind == WITCH) command(id, 2*draw(0, 4));
    }
  }
  for (int k = 0; k < 4; ++k) buffer[k] = (u8)(state >> 8*k);
  return &reply;
}
