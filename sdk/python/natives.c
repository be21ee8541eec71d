/* See natives.h and ../script/core.h. Functions whose arguments come from players check them; the
   others are only called by the library. */

#include <stdio.h>
#include <string.h>
#include "py/builtin.h"
#include "py/objarray.h"
#include "py/objnamedtuple.h"
#include "py/objtuple.h"
#include "py/runtime.h"
#include "core.h"
#include "natives.h"

static mp_obj_t small(int32_t number) {
  return MP_OBJ_NEW_SMALL_INT(number);
}

static int32_t whole(mp_obj_t object) {
  mp_int_t number = mp_obj_get_int(object);
  if (number < INT32_MIN || number > INT32_MAX) {
    mp_raise_msg(&mp_type_OverflowError, MP_ERROR_TEXT("this number is too large"));
  }
  return (int32_t) number;
}

static _Noreturn void no_memory(void) {
  mp_raise_type(&mp_type_MemoryError);
}

#define NATIVE_0(name) static MP_DEFINE_CONST_FUN_OBJ_0(name##_obj, name)
#define NATIVE_1(name) static MP_DEFINE_CONST_FUN_OBJ_1(name##_obj, name)
#define NATIVE_2(name) static MP_DEFINE_CONST_FUN_OBJ_2(name##_obj, name)
#define NATIVE_3(name) static MP_DEFINE_CONST_FUN_OBJ_3(name##_obj, name)
#define NATIVE_N(name, least, most) \
  static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(name##_obj, least, most, name)

/* --- Positions and directions --------------------------------------------------------------- */

/* Both begin alike, so that p + direction is as simple as p + q. */
struct position { mp_obj_base_t base; int32_t i, j; };
struct direction { struct position step; int32_t code; qstr name; };

static const mp_obj_type_t type_pos, type_direction;

static mp_obj_t new_pos(int32_t i, int32_t j) {
  struct position* self = mp_obj_malloc(struct position, &type_pos);
  self->i = i;
  self->j = j;
  return MP_OBJ_FROM_PTR(self);
}

/* The rows and columns of a position, a direction or a pair of numbers. */
static bool is_step(mp_obj_t object, int32_t* i, int32_t* j) {
  if (mp_obj_is_type(object, &type_pos) || mp_obj_is_type(object, &type_direction)) {
    struct position* self = MP_OBJ_TO_PTR(object);
    *i = self->i;
    *j = self->j;
    return true;
  }
  if (!mp_obj_is_type(object, &mp_type_tuple)) return false;
  mp_obj_tuple_t* pair = MP_OBJ_TO_PTR(object);
  if (pair->len != 2) return false;
  *i = whole(pair->items[0]);
  *j = whole(pair->items[1]);
  return true;
}

static void position_of(mp_obj_t object, int32_t* i, int32_t* j) {
  if (is_step(object, i, j)) return;
  mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("this must be a Pos, not a %q"),
                    mp_obj_get_type(object)->name);
}

static mp_obj_t pos_make(const mp_obj_type_t* type, size_t count, size_t named,
                         const mp_obj_t* arguments) {
  (void) type;
  mp_arg_check_num(count, named, 2, 2, false);
  return new_pos(whole(arguments[0]), whole(arguments[1]));
}

static void pos_print(const mp_print_t* print, mp_obj_t object, mp_print_kind_t kind) {
  struct position* self = MP_OBJ_TO_PTR(object);
  mp_printf(print, kind == PRINT_REPR ? "Pos(%d, %d)" : "(%d, %d)", (int) self->i, (int) self->j);
}

static void pos_attr(mp_obj_t object, qstr name, mp_obj_t* answer) {
  struct position* self = MP_OBJ_TO_PTR(object);
  if (answer[0] != MP_OBJ_NULL) return;
  if (name == MP_QSTR_i) answer[0] = small(self->i);
  else if (name == MP_QSTR_j) answer[0] = small(self->j);
}

static mp_obj_t pos_unary(mp_unary_op_t op, mp_obj_t object) {
  struct position* self = MP_OBJ_TO_PTR(object);
  if (op != MP_UNARY_OP_HASH) return MP_OBJ_NULL;
  uint32_t hash = ((uint32_t) self->i*4096 + (uint32_t) self->j)*73244475u;
  return small((int32_t) ((hash ^ hash >> 16) & 0x3fffffff));
}

static mp_obj_t pos_binary(mp_binary_op_t op, mp_obj_t left, mp_obj_t right) {
  struct position* self = MP_OBJ_TO_PTR(left);
  int32_t i, j;
  if (op != MP_BINARY_OP_ADD && op != MP_BINARY_OP_SUBTRACT && op != MP_BINARY_OP_EQUAL) {
    return MP_OBJ_NULL;
  }
  if (op == MP_BINARY_OP_EQUAL && !mp_obj_is_type(right, &type_pos)) return MP_OBJ_NULL;
  if (!is_step(right, &i, &j)) return MP_OBJ_NULL;
  if (op == MP_BINARY_OP_EQUAL) return mp_obj_new_bool(self->i == i && self->j == j);
  if (op == MP_BINARY_OP_SUBTRACT) {
    return new_pos((int32_t) ((uint32_t) self->i - (uint32_t) i),
                   (int32_t) ((uint32_t) self->j - (uint32_t) j));
  }
  return new_pos((int32_t) ((uint32_t) self->i + (uint32_t) i),
                 (int32_t) ((uint32_t) self->j + (uint32_t) j));
}

/* For `i, j = p`. */
static mp_obj_t pos_iter(mp_obj_t object, mp_obj_iter_buf_t* buffer) {
  struct position* self = MP_OBJ_TO_PTR(object);
  mp_obj_t pair[] = { small(self->i), small(self->j) };
  return mp_getiter(mp_obj_new_tuple(2, pair), buffer);
}

static MP_DEFINE_CONST_OBJ_TYPE(
  type_pos, MP_QSTR_Pos, MP_TYPE_FLAG_ITER_IS_GETITER, make_new, pos_make, print, pos_print,
  attr, pos_attr, unary_op, pos_unary, binary_op, pos_binary, iter, pos_iter);

static void direction_print(const mp_print_t* print, mp_obj_t object, mp_print_kind_t kind) {
  (void) kind;
  struct direction* self = MP_OBJ_TO_PTR(object);
  mp_printf(print, "%q", self->name);
}

static void direction_attr(mp_obj_t object, qstr name, mp_obj_t* answer) {
  struct direction* self = MP_OBJ_TO_PTR(object);
  if (answer[0] != MP_OBJ_NULL) return;
  if (name == MP_QSTR_code) answer[0] = small(self->code);
  else if (name == MP_QSTR_name) answer[0] = MP_OBJ_NEW_QSTR(self->name);
  else pos_attr(object, name, answer);
}

static MP_DEFINE_CONST_OBJ_TYPE(
  type_direction, MP_QSTR_Direction, MP_TYPE_FLAG_NONE, print, direction_print,
  attr, direction_attr);

/* direction(name, code, i, j) */
static mp_obj_t direction(size_t count, const mp_obj_t* arguments) {
  (void) count;
  struct direction* self = mp_obj_malloc(struct direction, &type_direction);
  self->name = mp_obj_str_get_qstr(arguments[0]);
  self->code = whole(arguments[1]);
  self->step.i = whole(arguments[2]);
  self->step.j = whole(arguments[3]);
  return MP_OBJ_FROM_PTR(self);
}
NATIVE_N(direction, 4, 4);

/* code(direction): its number, for orders. */
static mp_obj_t code(mp_obj_t object) {
  if (!mp_obj_is_type(object, &type_direction)) {
    mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("this must be a Dir, not a %q"),
                      mp_obj_get_type(object)->name);
  }
  return small(((struct direction*) MP_OBJ_TO_PTR(object))->code);
}
NATIVE_1(code);

/* --- Arrays ---------------------------------------------------------------------------------- */

enum { TYPECODE = 'i' };

static mp_obj_array_t* new_array(size_t len) {
  mp_obj_array_t* self = mp_obj_malloc(mp_obj_array_t, &mp_type_array);
  self->typecode = TYPECODE;
  self->free = 0;
  self->len = len;
  self->items = m_new(int32_t, len == 0 ? 1 : len);
  return self;
}

/* array(len, start) */
static mp_obj_t array(mp_obj_t len, mp_obj_t start) {
  mp_obj_array_t* self = new_array((size_t) whole(len));
  int32_t value = whole(start);
  for (size_t k = 0; k < self->len; ++k) ((int32_t*) self->items)[k] = value;
  return MP_OBJ_FROM_PTR(self);
}
NATIVE_2(array);

/* At least `least` numbers: those of an array of the engine itself, or a copy of any list. */
static const int32_t* numbers(mp_obj_t object, size_t least) {
  bool is_array = mp_obj_is_type(object, &mp_type_array);
  mp_obj_array_t* array = MP_OBJ_TO_PTR(object);
  size_t len;
  const int32_t* all;
  if (is_array && array->typecode == TYPECODE) {
    len = array->len;
    all = array->items;
  } else if (mp_obj_is_type(object, &mp_type_bytearray) || (is_array && array->typecode == 'B')) {
    len = array->len;
    int32_t* copy = m_new(int32_t, len + 1);
    for (size_t k = 0; k < len; ++k) copy[k] = ((unsigned char*) array->items)[k];
    all = copy;
  } else {
    mp_obj_t* items;
    mp_obj_get_array(object, &len, &items);
    int32_t* copy = m_new(int32_t, len + 1);
    for (size_t k = 0; k < len; ++k) copy[k] = mp_obj_is_true(items[k]);
    all = copy;
  }
  if (len < least) {
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("a list of cells has %d numbers"),
                      (int) least);
  }
  return all;
}

/* --- Reading --------------------------------------------------------------------------------- */

static mp_obj_t read_int(void) {
  return small(core_take_int());
}
NATIVE_0(read_int);

static mp_obj_t read_byte(void) {
  unsigned char byte;
  core_take(&byte, 1);
  return small(byte);
}
NATIVE_0(read_byte);

static mp_obj_t read_real(void) {
  return mp_obj_new_float(core_take_real());
}
NATIVE_0(read_real);

static mp_obj_t read_left(void) {
  return small((int32_t) core_left());
}
NATIVE_0(read_left);

static mp_obj_t skip(mp_obj_t count) {
  uint32_t size = (uint32_t) whole(count);
  core_pass(&size);
  return mp_const_none;
}
NATIVE_1(skip);

static mp_obj_t read_text(mp_obj_t count) {
  uint32_t size = (uint32_t) whole(count);
  const unsigned char* bytes = core_pass(&size);
  return mp_obj_new_str((const char*) bytes, size);
}
NATIVE_1(read_text);

static mp_obj_t word(mp_obj_t words, uint32_t number) {
  size_t len;
  mp_obj_t* items;
  mp_obj_get_array(words, &len, &items);
  return number < len ? items[number] : mp_const_none;
}

/* records(count, type, codes, words, own): that many objects, fewer when the bytes end. A code is
   one letter per field: `b` byte, `i` whole number, `p` position, `n` place in the list, `e` byte
   and `w` whole number that stand for one of the words, `o` what `own` has at this place, `0` to
   `7` that bit of the number before; `B` and `I` are read and not kept. */
static mp_obj_t records(size_t count, const mp_obj_t* arguments) {
  (void) count;
  mp_int_t many = mp_obj_get_int(arguments[0]);
  mp_obj_namedtuple_type_t* type = MP_OBJ_TO_PTR(arguments[1]);
  const char* codes = mp_obj_str_get_str(arguments[2]);
  mp_obj_t words = arguments[3], own = arguments[4];
  mp_obj_t list = mp_obj_new_list(0, NULL);
  for (mp_int_t k = 0; k < many && core_left() > 0; ++k) {
    mp_obj_tuple_t* tuple = mp_obj_malloc_var(mp_obj_tuple_t, items, mp_obj_t, type->n_fields,
                                              (mp_obj_type_t*) &type->base);
    tuple->len = type->n_fields;
    mp_obj_t* field = tuple->items;
    int32_t last = 0, i;
    unsigned char byte;
    for (const char* code = codes; *code != '\0'; ++code) {
      switch (*code) {
        case 'B': core_take(&byte, 1); last = byte; break;
        case 'I': last = core_take_int(); break;
        case 'b': core_take(&byte, 1); last = byte; *field++ = small(last); break;
        case 'i': last = core_take_int(); *field++ = small(last); break;
        case 'e': core_take(&byte, 1); *field++ = word(words, byte); break;
        case 'w': *field++ = word(words, (uint32_t) core_take_int()); break;
        case 'n': *field++ = small((int32_t) k); break;
        case 'o': *field++ = word(own, (uint32_t) k); break;
        case 'p': i = core_take_int(); *field++ = new_pos(i, core_take_int()); break;
        default: *field++ = mp_obj_new_bool((last >> (*code - '0')) & 1);
      }
    }
    mp_obj_list_append(list, MP_OBJ_FROM_PTR(tuple));
  }
  return list;
}
NATIVE_N(records, 5, 5);

/* layer(out, rows, cols, width, bytes, table): see core_layer. */
static mp_obj_t layer(size_t count, const mp_obj_t* arguments) {
  (void) count;
  mp_obj_array_t* out = MP_OBJ_TO_PTR(arguments[0]);
  uint32_t n[4];
  for (int k = 0; k < 4; ++k) n[k] = (uint32_t) whole(arguments[k + 1]);
  const int32_t* table = arguments[5] == mp_const_none ? NULL : numbers(arguments[5], 256);
  if (out->len < (size_t) n[0]*n[1] || !core_layer(out->items, n[0], n[1], n[2], n[3], table)) {
    mp_raise_msg(&mp_type_RuntimeError, MP_ERROR_TEXT("the view is too short"));
  }
  return mp_const_none;
}
NATIVE_N(layer, 6, 6);

/* stand(ids, cols, list): writes into the array `ids` where the objects of a list are: -1, or the
   identifier of the last one that stands there and is not lost. The fields of the identifier, the
   position and the mark (-1: none) are given by their numbers. */
static mp_obj_t stand(size_t count, const mp_obj_t* arguments) {
  (void) count;
  mp_obj_array_t* ids = MP_OBJ_TO_PTR(arguments[0]);
  int32_t cols = whole(arguments[1]), *out = ids->items;
  size_t len;
  mp_obj_t* items;
  mp_obj_get_array(arguments[2], &len, &items);
  int32_t id = whole(arguments[3]), at = whole(arguments[4]), lost = whole(arguments[5]);
  for (size_t k = 0; k < ids->len; ++k) out[k] = -1;
  for (size_t k = 0; k < len; ++k) {
    mp_obj_tuple_t* one = MP_OBJ_TO_PTR(items[k]);
    struct position* pos = MP_OBJ_TO_PTR(one->items[at]);
    if (lost >= 0 && mp_obj_is_true(one->items[lost])) continue;
    int64_t place = (int64_t) pos->i*cols + pos->j;
    if (place >= 0 && place < (int64_t) ids->len) out[place] = whole(one->items[id]);
  }
  return mp_const_none;
}
NATIVE_N(stand, 6, 6);

/* --- Random numbers -------------------------------------------------------------------------- */

static mp_obj_t stream(mp_obj_t kind) {
  core_kind_of_stream(whole(kind));
  return mp_const_none;
}
NATIVE_1(stream);

static mp_obj_t any_random(void) {
  return small(core_draw());
}
NATIVE_0(any_random);

static mp_obj_t unit_random(void) {
  return mp_obj_new_float(core_draw()/2147483648.0);
}
NATIVE_0(unit_random);

static mp_obj_t random_between(mp_obj_t low, mp_obj_t high) {
  return small(core_random(whole(low), whole(high)));
}
NATIVE_2(random_between);

/* --- Orders and messages --------------------------------------------------------------------- */

/* order(verb, unit, a, b, most): see core_order. */
static mp_obj_t order(size_t count, const mp_obj_t* arguments) {
  (void) count;
  int32_t n[5];
  for (int k = 0; k < 5; ++k) n[k] = whole(arguments[k]);
  int first = core_order(n[0], n[1], n[2], n[3], (uint32_t) n[4]);
  if (first < 0) no_memory();
  return mp_obj_new_bool(first);
}
NATIVE_N(order, 5, 5);

static mp_obj_t order_calls(void) {
  return small((int32_t) core_calls());
}
NATIVE_0(order_calls);

static char line[1024];
static size_t line_bytes;

void natives_flush(void) {
  if (line_bytes > 0) fwrite(line, 1, line_bytes, stderr);
  line_bytes = 0;
}

/* What `print` writes: to the author, line by line. */
void mp_hal_stdout_tx_strn_cooked(const char* text, size_t len) {
  for (size_t k = 0; k < len; ++k) {
    line[line_bytes++] = text[k];
    if (text[k] == '\n' || line_bytes == sizeof line) natives_flush();
  }
}

/* warn(text): a line that the rules need not say again. */
static mp_obj_t warn(mp_obj_t text) {
  size_t len;
  const char* bytes = mp_obj_str_get_data(text, &len);
  core_warned();
  natives_flush();
  mp_hal_stdout_tx_strn_cooked(bytes, len);
  mp_hal_stdout_tx_strn_cooked("\n", 1);
  return mp_const_none;
}
NATIVE_1(warn);

/* module(name, members): a module that players can import. */
static mp_obj_t module(mp_obj_t name, mp_obj_t members) {
  mp_obj_t made = mp_obj_new_module(mp_obj_str_get_qstr(name));
  mp_obj_module_t* self = MP_OBJ_TO_PTR(made);
  mp_obj_dict_t* from = MP_OBJ_TO_PTR(members);
  for (size_t k = 0; k < from->map.alloc; ++k) {
    if (!mp_map_slot_is_filled(&from->map, k)) continue;
    mp_obj_dict_store(MP_OBJ_FROM_PTR(self->globals), from->map.table[k].key,
                      from->map.table[k].value);
  }
  return made;
}
NATIVE_2(module);

/* --- Boards ---------------------------------------------------------------------------------- */

/* The board of a game: what players call most is here. `cell` is the type of cells; a layer is a
   pair of an array and what its numbers mean: None numbers, True yes or no, a list of words, or the
   number for nothing. `found` is the type of what `nearest` gives, `steps` the usual directions. */
struct area {
  mp_obj_base_t base;
  int32_t rows, cols;
  uint32_t round;
  bool any_column;
  mp_obj_t cell, layers, found, steps;
};

static int32_t place_of(struct area* self, mp_obj_t object) {
  int32_t i, j;
  position_of(object, &i, &j);
  if (self->any_column) j = (j % self->cols + self->cols) % self->cols;
  if (i >= 0 && i < self->rows && j >= 0 && j < self->cols) return i*self->cols + j;
  mp_raise_msg_varg(&mp_type_IndexError,
                    MP_ERROR_TEXT("(%d, %d) is outside: the board has %d rows, %d columns"),
                    (int) i, (int) j, (int) self->rows, (int) self->cols);
}

static mp_obj_t area_index(mp_obj_t object, mp_obj_t p) {
  return small(place_of(MP_OBJ_TO_PTR(object), p));
}
NATIVE_2(area_index);

static mp_obj_t area_pos_ok(mp_obj_t object, mp_obj_t p) {
  struct area* self = MP_OBJ_TO_PTR(object);
  int32_t i, j;
  position_of(p, &i, &j);
  bool fine = i >= 0 && i < self->rows && (self->any_column || (j >= 0 && j < self->cols));
  return mp_obj_new_bool(fine);
}
NATIVE_2(area_pos_ok);

static mp_obj_t area_cell(mp_obj_t object, mp_obj_t p) {
  struct area* self = MP_OBJ_TO_PTR(object);
  int32_t place = place_of(self, p);
  mp_obj_namedtuple_type_t* type = MP_OBJ_TO_PTR(self->cell);
  mp_obj_tuple_t* tuple = mp_obj_malloc_var(mp_obj_tuple_t, items, mp_obj_t, type->n_fields,
                                            (mp_obj_type_t*) &type->base);
  tuple->len = type->n_fields;
  mp_obj_tuple_t* layers = MP_OBJ_TO_PTR(self->layers);
  for (size_t k = 0; k < layers->len; ++k) {
    mp_obj_tuple_t* pair = MP_OBJ_TO_PTR(layers->items[k]);
    mp_obj_array_t* array = MP_OBJ_TO_PTR(pair->items[0]);
    int32_t number = ((int32_t*) array->items)[place];
    mp_obj_t meaning = pair->items[1];
    if (meaning == mp_const_none) tuple->items[k] = small(number);
    else if (meaning == mp_const_true) tuple->items[k] = mp_obj_new_bool(number != 0);
    else if (!mp_obj_is_small_int(meaning)) tuple->items[k] = word(meaning, (uint32_t) number);
    else if (whole(meaning) == number) tuple->items[k] = mp_const_none;
    else tuple->items[k] = small(number);
  }
  return MP_OBJ_FROM_PTR(tuple);
}
NATIVE_2(area_cell);

enum { DIRECTIONS = 64 };

static struct board board_of(struct area* self, mp_obj_t dirs, int32_t steps[2*DIRECTIONS]) {
  size_t len;
  mp_obj_t* items;
  mp_obj_get_array(dirs, &len, &items);
  if (len > DIRECTIONS) mp_raise_ValueError(MP_ERROR_TEXT("too many directions"));
  for (size_t k = 0; k < len; ++k) {
    position_of(items[k], &steps[2*k], &steps[2*k + 1]);
    // Longer steps have no meaning on any board.
    if (steps[2*k] < -self->rows || steps[2*k] > self->rows || steps[2*k + 1] < -self->cols
        || steps[2*k + 1] > self->cols) {
      mp_raise_ValueError(MP_ERROR_TEXT("a direction is longer than the board"));
    }
  }
  return (struct board) { self->rows, self->cols, self->round, steps, len };
}

/* distances(goals, free, dirs) */
static mp_obj_t area_distances(size_t count, const mp_obj_t* arguments) {
  struct area* self = MP_OBJ_TO_PTR(arguments[0]);
  int32_t steps[2*DIRECTIONS];
  struct board board = board_of(self, count > 3 ? arguments[3] : self->steps, steps);
  size_t cells = (size_t) self->rows*self->cols, starts = 0;
  const int32_t* passable = numbers(arguments[2], cells);
  int32_t* from = m_new(int32_t, cells + 1);
  mp_obj_t goal, all = mp_getiter(arguments[1], NULL);
  while ((goal = mp_iternext(all)) != MP_OBJ_STOP_ITERATION) {
    int32_t place = place_of(self, goal);
    if (starts <= cells) from[starts++] = place;
  }
  mp_obj_array_t* out = new_array(cells);
  if (starts > cells) starts = cells;
  if (!core_distances(&board, out->items, passable, from, starts, INT32_MAX)) no_memory();
  m_del(int32_t, from, cells + 1);
  return MP_OBJ_FROM_PTR(out);
}
NATIVE_N(area_distances, 3, 4);

/* nearest(start, goals, free, dirs) */
static mp_obj_t area_nearest(size_t count, const mp_obj_t* arguments) {
  struct area* self = MP_OBJ_TO_PTR(arguments[0]);
  int32_t steps[2*DIRECTIONS], start = place_of(self, arguments[1]);
  mp_obj_t dirs = count > 4 ? arguments[4] : self->steps, *items;
  struct board board = board_of(self, dirs, steps);
  size_t cells = (size_t) self->rows*self->cols, len;
  const int32_t* goals = numbers(arguments[2], cells);
  const int32_t* passable = numbers(arguments[3], cells);
  struct found found;
  if (!core_nearest(&board, goals, passable, start, &found)) no_memory();
  if (found.cell < 0) return mp_const_none;
  mp_obj_get_array(dirs, &len, &items);
  mp_obj_t three[] = { new_pos(found.cell/self->cols, found.cell%self->cols),
                       items[found.direction], small(found.steps) };
  return mp_call_function_n_kw(self->found, 3, 0, three);
}
NATIVE_N(area_nearest, 4, 5);

/* dest(p, dir): around the edges. */
static mp_obj_t area_dest(mp_obj_t object, mp_obj_t p, mp_obj_t dir) {
  struct area* self = MP_OBJ_TO_PTR(object);
  int32_t i, j, down, right;
  position_of(p, &i, &j);
  position_of(dir, &down, &right);
  int64_t row = ((int64_t) i + down) % self->rows, col = ((int64_t) j + right) % self->cols;
  if (row < 0) row += self->rows;
  if (col < 0) col += self->cols;
  return new_pos((int32_t) row, (int32_t) col);
}
NATIVE_3(area_dest);

/* area(rows, cols, round, any_column, cell, layers, found, steps) */
static mp_obj_t area_make(const mp_obj_type_t* type, size_t count, size_t named,
                          const mp_obj_t* arguments) {
  mp_arg_check_num(count, named, 8, 8, false);
  struct area* self = mp_obj_malloc(struct area, type);
  self->rows = whole(arguments[0]);
  self->cols = whole(arguments[1]);
  self->round = (uint32_t) whole(arguments[2]);
  self->any_column = mp_obj_is_true(arguments[3]);
  self->cell = arguments[4];
  self->layers = arguments[5];
  self->found = arguments[6];
  self->steps = arguments[7];
  return MP_OBJ_FROM_PTR(self);
}

static const mp_rom_map_elem_t area_members[] = {
  { MP_ROM_QSTR(MP_QSTR_index), MP_ROM_PTR(&area_index_obj) },
  { MP_ROM_QSTR(MP_QSTR_pos_ok), MP_ROM_PTR(&area_pos_ok_obj) },
  { MP_ROM_QSTR(MP_QSTR_cell), MP_ROM_PTR(&area_cell_obj) },
  { MP_ROM_QSTR(MP_QSTR_distances), MP_ROM_PTR(&area_distances_obj) },
  { MP_ROM_QSTR(MP_QSTR_nearest), MP_ROM_PTR(&area_nearest_obj) },
  { MP_ROM_QSTR(MP_QSTR_dest), MP_ROM_PTR(&area_dest_obj) },
};
static MP_DEFINE_CONST_DICT(area_dict, area_members);

static MP_DEFINE_CONST_OBJ_TYPE(
  type_area, MP_QSTR_area, MP_TYPE_FLAG_NONE, make_new, area_make, locals_dict, &area_dict);

/* --- Lists by number ------------------------------------------------------------------------- */

/* What `game.unit(id)` calls: the object with this number in a list. */
struct numbered { mp_obj_base_t base; qstr one; mp_obj_t list; qstr many; };

static mp_obj_t numbered_call(mp_obj_t object, size_t count, size_t named, const mp_obj_t* args) {
  struct numbered* self = MP_OBJ_TO_PTR(object);
  mp_arg_check_num(count, named, 1, 1, false);
  size_t len;
  mp_obj_t* items;
  mp_obj_get_array(self->list, &len, &items);
  mp_int_t id = mp_obj_get_int(args[0]);
  if (id >= 0 && id < (mp_int_t) len) return items[id];
  if (self->many == MP_QSTR_player) {
    mp_raise_msg_varg(&mp_type_IndexError, MP_ERROR_TEXT("%q(%d): players are 0 to %d"),
                      self->one, (int) id, (int) len - 1);
  }
  mp_raise_msg_varg(&mp_type_IndexError, MP_ERROR_TEXT("%q(%d): there are %d %q"), self->one,
                    (int) id, (int) len, self->many);
}

/* numbered(one, many): "player" stands for lists by player. */
static mp_obj_t numbered_make(const mp_obj_type_t* type, size_t count, size_t named,
                              const mp_obj_t* arguments) {
  mp_arg_check_num(count, named, 2, 2, false);
  struct numbered* self = mp_obj_malloc(struct numbered, type);
  self->one = mp_obj_str_get_qstr(arguments[0]);
  self->many = mp_obj_str_get_qstr(arguments[1]);
  self->list = mp_const_empty_tuple;
  return MP_OBJ_FROM_PTR(self);
}

static MP_DEFINE_CONST_OBJ_TYPE(
  type_numbered, MP_QSTR_function, MP_TYPE_FLAG_NONE, make_new, numbered_make,
  call, numbered_call);

/* number(numbered, list): sets the list. */
static mp_obj_t number(mp_obj_t object, mp_obj_t list) {
  ((struct numbered*) MP_OBJ_TO_PTR(object))->list = list;
  return list;
}
NATIVE_2(number);

/* --- All of it ------------------------------------------------------------------------------- */

#define MEMBER(name, object) { MP_ROM_QSTR(MP_QSTR_##name), MP_ROM_PTR(&object) }

static const mp_rom_map_elem_t members[] = {
  MEMBER(int, read_int_obj), MEMBER(byte, read_byte_obj), MEMBER(real, read_real_obj),
  MEMBER(left, read_left_obj), MEMBER(skip, skip_obj), MEMBER(text, read_text_obj),
  MEMBER(records, records_obj), MEMBER(layer, layer_obj), MEMBER(stand, stand_obj),
  MEMBER(stream, stream_obj), MEMBER(any, any_random_obj), MEMBER(unit, unit_random_obj),
  MEMBER(random, random_between_obj), MEMBER(order, order_obj), MEMBER(calls, order_calls_obj),
  MEMBER(warn, warn_obj), MEMBER(array, array_obj), MEMBER(direction, direction_obj),
  MEMBER(code, code_obj), MEMBER(module, module_obj), MEMBER(Pos, type_pos),
  MEMBER(Direction, type_direction), MEMBER(area, type_area), MEMBER(numbered, type_numbered),
  MEMBER(number, number_obj),
};
MP_DEFINE_CONST_DICT(natives, members);
