/* See natives.h and ../script/core.h. Arguments come from the library of the game, not from players,
   who only reach these functions through it; numbers of players are checked there or here. */

#include <stdio.h>
#include <string.h>
#include "core.h"
#include "natives.h"

/* --- Reading ------------------------------------------------------------------------------ */

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
  return JS_NewInt32(cx, core_take_int());
}

NATIVE(read_byte) {
  (void) self, (void) count, (void) arguments, (void) cx;
  unsigned char byte;
  core_take(&byte, 1);
  return JS_NewInt32(cx, byte);
}

NATIVE(read_real) {
  (void) self, (void) count, (void) arguments, (void) cx;
  return JS_NewFloat64(cx, core_take_real());
}

NATIVE(read_left) {
  (void) self, (void) count, (void) arguments, (void) cx;
  return JS_NewUint32(cx, core_left());
}

NATIVE(skip) {
  (void) self, (void) count;
  uint32_t size = argument(cx, arguments[0]);
  core_pass(&size);
  return JS_UNDEFINED;
}

NATIVE(read_text) {
  (void) self, (void) count;
  uint32_t size = argument(cx, arguments[0]);
  const unsigned char* text = core_pass(&size);
  return JS_NewStringLen(cx, (const char*) text, size);
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
  for (uint32_t k = 0; k < many && core_left() > 0 && !JS_IsException(list); ++k) {
    JSValue object = JS_NewObjectProto(cx, prototype);
    int32_t last = 0;
    for (uint32_t f = 0; f < fields; ++f) {
      JSValue value;
      unsigned char byte;
      char code = codes[f];
      switch (code) {
        case 'b': case 'B': core_take(&byte, 1); last = byte; value = JS_NewInt32(cx, last); break;
        case 'i': case 'I': last = core_take_int(); value = JS_NewInt32(cx, last); break;
        case 'e': core_take(&byte, 1); value = word(cx, arguments[5], byte); break;
        case 'w': value = word(cx, arguments[5], (uint32_t) core_take_int()); break;
        case 'n': value = JS_NewUint32(cx, k); break;
        case 'p':
          value = JS_NewObjectProto(cx, position);
          JS_DefinePropertyValue(cx, value, row, JS_NewInt32(cx, core_take_int()), JS_PROP_C_W_E);
          JS_DefinePropertyValue(cx, value, col, JS_NewInt32(cx, core_take_int()), JS_PROP_C_W_E);
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

/* layer(out, rows, cols, width, bytes, table): see core_layer; `out` and the table, where there is
   one, are Int32Arrays. */
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
  if (places < (size_t) rows*cols || (table != NULL && entries < 256)
      || !core_layer(out, rows, cols, width, size, table)) {
    return JS_ThrowInternalError(cx, "the view is too short");
  }
  return JS_UNDEFINED;
}

/* --- Random numbers ----------------------------------------------------------------------- */

NATIVE(stream) {
  (void) self, (void) count;
  core_kind_of_stream((int) argument(cx, arguments[0]));
  return JS_UNDEFINED;
}

NATIVE(any_random) {
  (void) self, (void) count, (void) arguments;
  return JS_NewInt32(cx, core_draw());
}

NATIVE(unit_random) {
  (void) self, (void) count, (void) arguments;
  return JS_NewFloat64(cx, core_draw() / 2147483648.0);
}

/* random(low, high), both included. */
NATIVE(random_between) {
  (void) self, (void) count;
  int32_t low = 0, high = 0;
  if (JS_ToInt32(cx, &low, arguments[0]) < 0) return JS_EXCEPTION;
  if (JS_ToInt32(cx, &high, arguments[1]) < 0) return JS_EXCEPTION;
  return JS_NewInt32(cx, core_random(low, high));
}

/* --- Orders ------------------------------------------------------------------------------- */

/* order(verb, unit, a, b, most): see core_order. */
NATIVE(order) {
  (void) self, (void) count;
  int32_t n[4];
  for (int k = 0; k < 4; ++k) {
    if (JS_ToInt32(cx, &n[k], arguments[k]) < 0) return JS_EXCEPTION;
  }
  int first = core_order(n[0], n[1], n[2], n[3], argument(cx, arguments[4]));
  return first < 0 ? JS_ThrowOutOfMemory(cx) : JS_NewBool(cx, first);
}

/* The number of calls of order in this round. */
NATIVE(order_calls) {
  (void) self, (void) count, (void) arguments;
  return JS_NewUint32(cx, core_calls());
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
  core_warned();
  return say(cx, self, count, arguments);
}

/* --- Ways --------------------------------------------------------------------------------- */

static struct board board_of(JSContext* cx, JSValueConst* arguments, const int32_t* steps,
                             size_t numbers) {
  struct board board = { (int32_t) argument(cx, arguments[0]), (int32_t) argument(cx, arguments[1]),
                         argument(cx, arguments[2]), steps, numbers/2 };
  return board;
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
  int done = core_distances(&board, out, passable, from, sizes[2], far);
  return done ? JS_UNDEFINED : JS_ThrowOutOfMemory(cx);
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
  struct found found;
  if (!core_nearest(&board, goals, passable, start, &found)) return JS_ThrowOutOfMemory(cx);
  if (found.cell < 0) return JS_UNDEFINED;
  JSValue three[] = { JS_NewInt32(cx, found.cell), JS_NewInt32(cx, found.direction),
                      JS_NewInt32(cx, found.steps) };
  return JS_NewArrayFrom(cx, 3, three);
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
