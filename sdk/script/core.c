/* See core.h. Arguments come from the library of a game, not from players, who only reach these
   functions through it; numbers of players are checked there or in natives.c. */

#include <stdlib.h>
#include <string.h>
#include "core.h"

/* --- Reading ------------------------------------------------------------------------------ */

static const unsigned char* bytes_left;
static uint32_t left;

void core_read(const unsigned char* bytes, uint32_t len) {
  bytes_left = bytes;
  left = len;
}

void core_take(void* into, uint32_t size) {
  memset(into, 0, size);
  const unsigned char* from = core_pass(&size);
  memcpy(into, from, size);
}

int32_t core_take_int(void) {
  int32_t number;
  core_take(&number, sizeof number);
  return number;
}

double core_take_real(void) {
  double number;
  core_take(&number, sizeof number);
  return number;
}

const unsigned char* core_pass(uint32_t* size) {
  const unsigned char* here = bytes_left;
  if (*size > left) *size = left;
  bytes_left += *size;
  left -= *size;
  return here;
}

uint32_t core_left(void) {
  return left;
}

int core_layer(int32_t* out, uint32_t rows, uint32_t cols, uint32_t width, uint32_t bytes,
               const int32_t* table) {
  if ((uint64_t) rows*width*bytes > left) return 0;
  for (uint32_t i = 0; i < rows; ++i) {
    const unsigned char* row = bytes_left + (size_t) i*width*bytes;
    for (uint32_t j = 0; j < cols; ++j) {
      int32_t number;
      if (bytes == 1) number = table != NULL ? table[row[j]] : row[j];
      else memcpy(&number, row + 4*j, 4);
      *out++ = number;
    }
  }
  return 1;
}

/* --- Random numbers ----------------------------------------------------------------------- */

enum { WORDS = 31, SEPARATION = 3, MODULUS = 2147483647 };

static int kind_of_stream;
static uint32_t state[WORDS + 1];

static void forget_orders(void);

void core_kind_of_stream(int kind) {
  kind_of_stream = kind;
}

void core_stream(const unsigned char* bytes, uint32_t len) {
  memcpy(state, bytes, len < sizeof state ? len : sizeof state);
  if (kind_of_stream == LIBC) state[WORDS] %= WORDS;
  forget_orders();
}

void core_stream_back(unsigned char* bytes, uint32_t len) {
  memcpy(bytes, state, len < sizeof state ? len : sizeof state);
}

int32_t core_draw(void) {
  if (kind_of_stream == LEHMER) {
    state[0] = (uint32_t) (48271ull*state[0] % MODULUS);
    return (int32_t) state[0] - 1;
  }
  if (kind_of_stream == LIBC) {
    uint32_t front = state[WORDS], back = (front + WORDS - SEPARATION) % WORDS;
    state[front] += state[back];
    state[WORDS] = (front + 1) % WORDS;
    return (int32_t) (state[front] >> 1);
  }
  state[0] = (uint32_t) ((843314861ull*state[0] + 453816693) & MODULUS);
  return (int32_t) state[0];
}

int32_t core_random(int32_t low, int32_t high) {
  int64_t width = (int64_t) high - low + 1, step;
  if (kind_of_stream == LCG) {
    if (width < 1 || width > 1000000) return low;
    core_draw();
    step = (int64_t) (((uint64_t) width*(uint32_t) core_draw()) >> 31);
  } else {
    // The generator of two games: an empty range costs a draw in one of them only.
    if (width < 1 && kind_of_stream == LIBC) return low;
    int32_t drawn = core_draw();
    if (width < 1) return low;
    step = drawn % width;
  }
  return (int32_t) (low + step);
}

/* --- Orders ------------------------------------------------------------------------------- */

struct order { int32_t verb, unit, a, b; };

static struct order* orders;
static uint32_t kept, room, calls, warned;

static void forget_orders(void) {
  kept = calls = warned = 0;
}

int core_order(int32_t verb, int32_t unit, int32_t a, int32_t b, uint32_t most) {
  int first = 1;
  for (uint32_t k = 0; k < kept && first; ++k) first = orders[k].unit != unit;
  ++calls;
  if (kept > most) return 0;
  if (kept == room) {
    uint32_t more = room == 0 ? 256 : 2*room;
    struct order* grown = realloc(orders, more*sizeof *orders);
    if (grown == NULL) return -1;
    orders = grown;
    room = more;
  }
  orders[kept++] = (struct order) { verb, unit, a, b };
  return first;
}

uint32_t core_calls(void) {
  return calls;
}

void core_warned(void) {
  warned = 1;
}

void core_reply(uint32_t reply[3]) {
  reply[0] = kept;
  reply[1] = (uint32_t) (uintptr_t) orders;
  reply[2] = warned;
}

/* --- Ways --------------------------------------------------------------------------------- */

/* The cell that a direction leads to, -1 outside the board. */
static int32_t neighbour(const struct board* board, int32_t here, size_t direction) {
  int32_t i = here/board->cols + board->steps[2*direction];
  int32_t j = here%board->cols + board->steps[2*direction + 1];
  if (board->round & 1) i = (i + board->rows) % board->rows;
  if (board->round & 2) j = (j + board->cols) % board->cols;
  if (i < 0 || i >= board->rows || j < 0 || j >= board->cols) return -1;
  return i*board->cols + j;
}

int core_distances(const struct board* walked, int32_t* out, const int32_t* passable,
                   const int32_t* from, size_t starts, int32_t far) {
  // A copy, so that the compiler need not read it again after each number that is written.
  const struct board copy = *walked, *board = &copy;
  int32_t cells = board->rows*board->cols;
  int32_t* queue = malloc(4*(size_t) cells + 4);
  if (queue == NULL) return 0;
  int32_t head = 0, tail = 0;
  for (int32_t k = 0; k < cells; ++k) out[k] = far;
  for (size_t k = 0; k < starts; ++k) {
    if (from[k] < 0 || from[k] >= cells || out[from[k]] == 0) continue;
    out[from[k]] = 0;
    queue[tail++] = from[k];
  }
  while (head < tail) {
    int32_t here = queue[head++];
    for (size_t k = 0; k < board->directions; ++k) {
      int32_t next = neighbour(board, here, k);
      if (next < 0 || out[next] != far || !passable[next]) continue;
      out[next] = out[here] + 1;
      queue[tail++] = next;
    }
  }
  free(queue);
  return 1;
}

int core_nearest(const struct board* walked, const int32_t* goals, const int32_t* passable,
                 int32_t start, struct found* found) {
  const struct board copy = *walked, *board = &copy;
  int32_t cells = board->rows*board->cols;
  // By cell: the first direction of the way to it, from 1, and its steps; then the queue.
  int32_t* begun = calloc(3*(size_t) cells + 3, 4);
  if (begun == NULL) return 0;
  int32_t *far = begun + cells, *queue = far + cells;
  int32_t head = 0, tail = 0;
  found->cell = -1;
  int done = 0;
  begun[start] = -1;
  queue[tail++] = start;
  while (head < tail && !done) {
    int32_t here = queue[head++];
    if (here != start && goals[here]) {
      *found = (struct found) { here, begun[here] - 1, far[here] };
      done = 1;
    }
    for (size_t k = 0; k < board->directions && !done; ++k) {
      int32_t next = neighbour(board, here, k);
      if (next < 0 || begun[next] != 0 || !passable[next]) continue;
      begun[next] = here == start ? (int32_t) k + 1 : begun[here];
      far[next] = far[here] + 1;
      queue[tail++] = next;
    }
  }
  free(begun);
  return 1;
}
