/* See natives.h. Arguments come from the library of the game, not from players, who only reach
   these functions through it; numbers of players are checked there or here. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "natives.h"

/* --- Reading ------------------------------------------------------------------------------ */

static const unsigned char* bytes_left;
static uint32_t left;

void natives_read(const unsigned char* bytes, uint32_t len) {
  bytes_left = bytes;
  left = len;
}

/* The next bytes, zeros behind the end. */
static void take(void* into, uint32_t size) {
  memset(into, 0, size);
  uint32_t have = size < left ? size : left;
  memcpy(into, bytes_left, have);
  bytes_left += have;
  left -= have;
}

static int32_t take_int(void) {
  int32_t number;
  take(&number, sizeof number);
  return number;
}

static double take_real(void) {
  double number;
  take(&number, sizeof number);
  return number;
}

/* The numbers of an Int32Array; NULL and an exception when it is none. */
static int32_t* numbers(JSContext* cx, JSValueConst array, size_t* count) {
  size_t offset = 0, bytes = 0, each = 0, whole;
  JSValue buffer = JS_GetTypedArrayBuffer(cx, array, &offset, &bytes, &each);
  if (JS_IsException(buffer)) return NULL;
  uint8_t* at = JS_GetArrayBuffer(cx, &whole, buffer);
  JS_FreeValue(cx, buffer);
  if (at == NULL || each != 4) {
    JS_ThrowTypeError(cx, "this must be an Int32Array");
    return NULL;
  }
  *count = bytes/4;
  return (int32_t*) (at + offset);
}

static uint32_t argument(JSContext* cx, JSValueConst value) {
  uint32_t number = 0;
  JS_ToUint32(cx, &number, value);
  return number;
}

#define NATIVE(name) \
  static JSValue name(JSContext* cx, JSValueConst self, int count, JSValueConst* arguments)

NATIVE(read_int) {
  (void) self, (void) count, (void) arguments, (void) cx;
  return JS_NewInt32(cx, take_int());
}

NATIVE(read_byte) {
  (void) self, (void) count, (void) arguments, (void) cx;
  unsigned char byte;
  take(&byte, 1);
  return JS_NewInt32(cx, byte);
}

NATIVE(read_real) {
  (void) self, (void) count, (void) arguments, (void) cx;
  return JS_NewFloat64(cx, take_real());
}

NATIVE(read_left) {
  (void) self, (void) count, (void) arguments, (void) cx;
  return JS_NewUint32(cx, left);
}

NATIVE(skip) {
  (void) self, (void) count;
  uint32_t size = argument(cx, arguments[0]);
  size = size < left ? size : left;
  bytes_left += size;
  left -= size;
  return JS_UNDEFINED;
}

NATIVE(read_text) {
  (void) self, (void) count;
  uint32_t size = argument(cx, arguments[0]);
  size = size < left ? size : left;
  JSValue text = JS_NewStringLen(cx, (const char*) bytes_left, size);
  bytes_left += size;
  left -= size;
  return text;
}

static JSValue word(JSContext* cx, JSValueConst words, uint32_t number) {
  return JS_GetPropertyUint32(cx, words, number);
}

/* records(count, prototype, names, codes, position, words): that many objects, fewer when the bytes
   end. A code is one letter per name: `b` byte, `i` whole number, `p` position, `n` place in the
   list, `e` byte and `w` whole number that stand for one of the words, `0` to `7` that bit of the
   number before; `B` and `I` are read and not kept. */
NATIVE(records) {
  (void) self, (void) count;
  uint32_t many = argument(cx, arguments[0]);
  JSValueConst prototype = arguments[1], position = arguments[4];
  const char* codes = JS_ToCString(cx, arguments[3]);
  if (codes == NULL) return JS_EXCEPTION;
  uint32_t fields = strlen(codes);
  JSAtom names[32];
  if (fields > 32) fields = 32;
  for (uint32_t f = 0; f < fields; ++f) {
    JSValue name = JS_GetPropertyUint32(cx, arguments[2], f);
    names[f] = JS_ValueToAtom(cx, name);
    JS_FreeValue(cx, name);
  }
  JSAtom row = JS_NewAtom(cx, "i"), col = JS_NewAtom(cx, "j");
  JSValue list = JS_NewArray(cx);
  for (uint32_t k = 0; k < many && left > 0 && !JS_IsException(list); ++k) {
    JSValue object = JS_NewObjectProto(cx, prototype);
    int32_t last = 0;
    for (uint32_t f = 0; f < fields; ++f) {
      JSValue value;
      unsigned char byte;
      char code = codes[f];
      switch (code) {
        case 'b': case 'B': take(&byte, 1); last = byte; value = JS_NewInt32(cx, last); break;
        case 'i': case 'I': last = take_int(); value = JS_NewInt32(cx, last); break;
        case 'e': take(&byte, 1); value = word(cx, arguments[5], byte); break;
        case 'w': value = word(cx, arguments[5], (uint32_t) take_int()); break;
        case 'n': value = JS_NewUint32(cx, k); break;
        case 'p':
          value = JS_NewObjectProto(cx, position);
          JS_DefinePropertyValue(cx, value, row, JS_NewInt32(cx, take_int()), JS_PROP_C_W_E);
          JS_DefinePropertyValue(cx, value, col, JS_NewInt32(cx, take_int()), JS_PROP_C_W_E);
          break;
        default: value = JS_NewBool(cx, (last >> (code - '0')) & 1);
      }
      if (code == 'B' || code == 'I') continue;
      JS_DefinePropertyValue(cx, object, names[f], value, JS_PROP_C_W_E);
    }
    if (JS_SetPropertyUint32(cx, list, k, object) < 0) {
      JS_FreeValue(cx, list);
      list = JS_EXCEPTION;
    }
  }
  for (uint32_t f = 0; f < fields; ++f) JS_FreeAtom(cx, names[f]);
  JS_FreeAtom(cx, row);
  JS_FreeAtom(cx, col);
  JS_FreeCString(cx, codes);
  return list;
}

/* layer(out, rows, cols, width, bytes, table): numbers of `bytes` each, `width` to a row of which
   `cols` are kept, into the Int32Array `out`. Where there is a table, an Int32Array of 256, bytes
   become what stands there. What it reads is still there afterwards. */
NATIVE(layer) {
  (void) self, (void) count;
  size_t places, entries = 0;
  int32_t* out = numbers(cx, arguments[0], &places);
  if (out == NULL) return JS_EXCEPTION;
  uint32_t rows = argument(cx, arguments[1]), cols = argument(cx, arguments[2]);
  uint32_t width = argument(cx, arguments[3]), size = argument(cx, arguments[4]);
  const int32_t* table = NULL;
  if (!JS_IsUndefined(arguments[5])) {
    table = numbers(cx, arguments[5], &entries);
    if (table == NULL) return JS_EXCEPTION;
  }
  if (places < (size_t) rows*cols || (uint64_t) rows*width*size > left) {
    return JS_ThrowInternalError(cx, "the view is too short");
  }
  for (uint32_t i = 0; i < rows; ++i) {
    const unsigned char* row = bytes_left + (size_t) i*width*size;
    for (uint32_t j = 0; j < cols; ++j) {
      int32_t number;
      if (size == 1) number = table != NULL && entries >= 256 ? table[row[j]] : row[j];
      else memcpy(&number, row + 4*j, 4);
      *out++ = number;
    }
  }
  return JS_UNDEFINED;
}

/* --- Random numbers ----------------------------------------------------------------------- */

enum { LCG, LEHMER, LIBC };
enum { WORDS = 31, SEPARATION = 3, MODULUS = 2147483647 };

static int kind_of_stream;
static uint32_t state[WORDS + 1];

static void forget_orders(void);

void natives_stream(const unsigned char* bytes, uint32_t len) {
  memcpy(state, bytes, len < sizeof state ? len : sizeof state);
  if (kind_of_stream == LIBC) state[WORDS] %= WORDS;
  forget_orders();
}

void natives_stream_back(unsigned char* bytes, uint32_t len) {
  memcpy(bytes, state, len < sizeof state ? len : sizeof state);
}

/* The next number of the game's generator, as its kit draws it. */
static int32_t draw(void) {
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

NATIVE(stream) {
  (void) self, (void) count;
  kind_of_stream = (int) argument(cx, arguments[0]);
  return JS_UNDEFINED;
}

NATIVE(any_random) {
  (void) self, (void) count, (void) arguments;
  return JS_NewInt32(cx, draw());
}

NATIVE(unit_random) {
  (void) self, (void) count, (void) arguments;
  return JS_NewFloat64(cx, draw() / 2147483648.0);
}

/* random(low, high), both included. */
NATIVE(random_between) {
  (void) self, (void) count;
  int32_t low = 0, high = 0;
  if (JS_ToInt32(cx, &low, arguments[0]) < 0) return JS_EXCEPTION;
  if (JS_ToInt32(cx, &high, arguments[1]) < 0) return JS_EXCEPTION;
  int64_t width = (int64_t) high - low + 1, step;
  if (kind_of_stream == LCG) {
    if (width < 1 || width > 1000000) return JS_NewInt32(cx, low);
    draw();
    step = (int64_t) (((uint64_t) width*(uint32_t) draw()) >> 31);
  } else {
    // The generator of two games: an empty range costs a draw in one of them only.
    if (width < 1 && kind_of_stream == LIBC) return JS_NewInt32(cx, low);
    int32_t drawn = draw();
    if (width < 1) return JS_NewInt32(cx, low);
    step = drawn % width;
  }
  return JS_NewInt32(cx, (int32_t) (low + step));
}

/* --- Orders ------------------------------------------------------------------------------- */

struct order { int32_t verb, unit, a, b; };

static struct order* orders;
static uint32_t kept, room, calls, warned;

static void forget_orders(void) {
  kept = calls = warned = 0;
}

void natives_reply(uint32_t reply[3]) {
  reply[0] = kept;
  reply[1] = (uint32_t) (uintptr_t) orders;
  reply[2] = warned;
}

/* order(verb, unit, a, b, most): answers whether the unit is named for the first time in this
   round. Of more than `most` calls the list keeps one more than that: the arena then sees that
   there were too many. */
NATIVE(order) {
  (void) self, (void) count;
  int32_t n[4];
  for (int k = 0; k < 4; ++k) {
    if (JS_ToInt32(cx, &n[k], arguments[k]) < 0) return JS_EXCEPTION;
  }
  uint32_t most = argument(cx, arguments[4]);
  int first = 1;
  for (uint32_t k = 0; k < kept && first; ++k) first = orders[k].unit != n[1];
  ++calls;
  if (kept > most) return JS_NewBool(cx, 0);
  if (kept == room) {
    uint32_t more = room == 0 ? 256 : 2*room;
    struct order* grown = realloc(orders, more*sizeof *orders);
    if (grown == NULL) return JS_ThrowOutOfMemory(cx);
    orders = grown;
    room = more;
  }
  orders[kept++] = (struct order) { n[0], n[1], n[2], n[3] };
  return JS_NewBool(cx, first);
}

/* The number of calls of order in this round. */
NATIVE(order_calls) {
  (void) self, (void) count, (void) arguments;
  return JS_NewUint32(cx, calls);
}

/* say(text): a line on stderr. warn(text): one that the rules need not say again. */
NATIVE(say) {
  (void) self, (void) count;
  size_t len;
  const char* text = JS_ToCStringLen(cx, &len, arguments[0]);
  if (text == NULL) return JS_EXCEPTION;
  fwrite(text, 1, len, stderr);
  fputc('\n', stderr);
  JS_FreeCString(cx, text);
  return JS_UNDEFINED;
}

NATIVE(warn) {
  warned = 1;
  return say(cx, self, count, arguments);
}

/* --- Ways --------------------------------------------------------------------------------- */

/* A board to walk on: cells row after row, steps as pairs of rows and columns; bit 0 of `round`
   says that rows go round, bit 1 that columns do. */
struct board {
  int32_t rows, cols;
  uint32_t round;
  const int32_t* steps;
  size_t directions;
};

static struct board board_of(JSContext* cx, JSValueConst* arguments, const int32_t* steps,
                             size_t numbers) {
  struct board board = { (int32_t) argument(cx, arguments[0]), (int32_t) argument(cx, arguments[1]),
                         argument(cx, arguments[2]), steps, numbers/2 };
  return board;
}

/* The cell that a direction leads to, -1 outside the board. */
static int32_t neighbour(const struct board* board, int32_t here, size_t direction) {
  int32_t i = here/board->cols + board->steps[2*direction];
  int32_t j = here%board->cols + board->steps[2*direction + 1];
  if (board->round & 1) i = (i + board->rows) % board->rows;
  if (board->round & 2) j = (j + board->cols) % board->cols;
  if (i < 0 || i >= board->rows || j < 0 || j >= board->cols) return -1;
  return i*board->cols + j;
}

/* distances(out, free, from, steps, rows, cols, round, far): into the Int32Array `out` how many
   steps each cell is away from the nearest of `from`, over cells where the Int32Array `free` is not
   0; `far` where there is no way. `from` and `steps` are Int32Arrays. */
NATIVE(distances) {
  (void) self, (void) count;
  size_t sizes[4];
  int32_t* arrays[4];
  for (int k = 0; k < 4; ++k) {
    arrays[k] = numbers(cx, arguments[k], &sizes[k]);
    if (arrays[k] == NULL) return JS_EXCEPTION;
  }
  int32_t *out = arrays[0], *passable = arrays[1], *from = arrays[2];
  struct board board = board_of(cx, arguments + 4, arrays[3], sizes[3]);
  int32_t far = (int32_t) argument(cx, arguments[7]), cells = board.rows*board.cols;
  if (sizes[0] < (size_t) cells || sizes[1] < (size_t) cells) {
    return JS_ThrowRangeError(cx, "an array of cells has %d numbers", cells);
  }
  int32_t* queue = malloc(4*(size_t) cells + 4);
  if (queue == NULL) return JS_ThrowOutOfMemory(cx);
  int32_t head = 0, tail = 0;
  for (int32_t k = 0; k < cells; ++k) out[k] = far;
  for (size_t k = 0; k < sizes[2]; ++k) {
    if (from[k] < 0 || from[k] >= cells || out[from[k]] == 0) continue;
    out[from[k]] = 0;
    queue[tail++] = from[k];
  }
  while (head < tail) {
    int32_t here = queue[head++];
    for (size_t k = 0; k < board.directions; ++k) {
      int32_t next = neighbour(&board, here, k);
      if (next < 0 || out[next] != far || !passable[next]) continue;
      out[next] = out[here] + 1;
      queue[tail++] = next;
    }
  }
  free(queue);
  return JS_UNDEFINED;
}

/* nearest(goals, free, steps, rows, cols, round, start): the nearest cell other than `start` where
   `goals` is not 0, over cells where `free` is not 0: the cell, the number of the direction with
   which the way to it begins, and its steps; undefined when there is none. Of cells at the same
   distance it is the first that a breadth-first search in the order of the directions finds. */
NATIVE(nearest) {
  (void) self, (void) count;
  size_t sizes[3];
  int32_t* arrays[3];
  for (int k = 0; k < 3; ++k) {
    arrays[k] = numbers(cx, arguments[k], &sizes[k]);
    if (arrays[k] == NULL) return JS_EXCEPTION;
  }
  int32_t *goals = arrays[0], *passable = arrays[1];
  struct board board = board_of(cx, arguments + 3, arrays[2], sizes[2]);
  int32_t start = (int32_t) argument(cx, arguments[6]), cells = board.rows*board.cols;
  if (sizes[0] < (size_t) cells || sizes[1] < (size_t) cells) {
    return JS_ThrowRangeError(cx, "an array of cells has %d numbers", cells);
  }
  // By cell: the first direction of the way to it, from 1, and its steps; then the queue.
  int32_t* begun = calloc(3*(size_t) cells + 3, 4);
  if (begun == NULL) return JS_ThrowOutOfMemory(cx);
  int32_t *far = begun + cells, *queue = far + cells;
  int32_t head = 0, tail = 0, found = -1;
  begun[start] = -1;
  queue[tail++] = start;
  while (head < tail && found < 0) {
    int32_t here = queue[head++];
    if (here != start && goals[here]) found = here;
    for (size_t k = 0; k < board.directions && found < 0; ++k) {
      int32_t next = neighbour(&board, here, k);
      if (next < 0 || begun[next] != 0 || !passable[next]) continue;
      begun[next] = here == start ? (int32_t) k + 1 : begun[here];
      far[next] = far[here] + 1;
      queue[tail++] = next;
    }
  }
  JSValue answer = JS_UNDEFINED;
  if (found >= 0) {
    JSValue three[] = { JS_NewInt32(cx, found), JS_NewInt32(cx, begun[found] - 1),
                        JS_NewInt32(cx, far[found]) };
    answer = JS_NewArrayFrom(cx, 3, three);
  }
  free(begun);
  return answer;
}

JSValue natives(JSContext* context) {
  static const struct { const char* name; JSCFunction* function; int arguments; } all[] = {
    { "int", read_int, 0 }, { "byte", read_byte, 0 }, { "real", read_real, 0 },
    { "left", read_left, 0 }, { "skip", skip, 1 }, { "text", read_text, 1 },
    { "records", records, 6 }, { "layer", layer, 6 }, { "stream", stream, 1 },
    { "any", any_random, 0 }, { "unit", unit_random, 0 }, { "random", random_between, 2 },
    { "order", order, 5 }, { "calls", order_calls, 0 }, { "say", say, 1 }, { "warn", warn, 1 },
    { "distances", distances, 8 }, { "nearest", nearest, 7 },
  };
  JSValue object = JS_NewObject(context);
  for (size_t k = 0; k < sizeof all/sizeof *all; ++k) {
    JSValue function = JS_NewCFunction(context, all[k].function, all[k].name, all[k].arguments);
    JS_SetPropertyStr(context, object, all[k].name, function);
  }
  return object;
}
