/* A player in Python: MicroPython, and what speaks the player interface for it
   (crates/sandbox/ABI.md). The engine is one module for all games and players; the player's
   source is data that the arena hands over with palestra_source. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "py/builtin.h"
#include "py/compile.h"
#include "py/cstack.h"
#include "py/gc.h"
#include "py/objexcept.h"
#include "py/objmodule.h"
#include "py/runtime.h"
#include "core.h"
#include "natives.h"

#define EXPORT(name) __attribute__((export_name(#name)))

__attribute__((import_module("palestra"), import_name("fail"))) _Noreturn
void palestra_fail(int kind, const char* text, int len);

enum { ABORTED = 1, EXCEPTION = 2 };

/* Deeper calls are a RuntimeError. The C stack is larger, see the linker's options. */
enum { STACK_BYTES = 512 << 10 };
/* Objects of the player: at first, at most, and how much of them a collection between two rounds
   is worth. */
enum { HEAP_BYTES = 1 << 20, HEAP_BYTES_MAX = 40 << 20, COLLECT_BYTES = 2 << 20 };
/* What the arena keeps of a text, and how many calls are worth telling. */
enum { TEXT_BYTES = 1000, CALLS = 10 };

/* The parts of a source section: see crates/toolchain/src/scripts/mod.rs. */
enum { LIBRARY_NAME, LIBRARY, FILE_NAME, SOURCE, PARTS };

static char* parts[PARTS];
static uint32_t part_bytes[PARTS];
static unsigned char* buffer;
static size_t heap_bytes;

MP_REGISTER_ROOT_POINTER(mp_obj_t palestra_game);
MP_REGISTER_ROOT_POINTER(mp_obj_t palestra_load);
MP_REGISTER_ROOT_POINTER(mp_obj_t palestra_play);
MP_REGISTER_ROOT_POINTER(mp_obj_t palestra_player);
MP_REGISTER_ROOT_POINTER(mp_obj_dict_t* palestra_library);
MP_REGISTER_ROOT_POINTER(mp_obj_dict_t* palestra_main);

static _Noreturn void fail(int kind, const char* text) {
  size_t len = strlen(text);
  natives_flush();
  palestra_fail(kind, text, (int) (len < TEXT_BYTES ? len : TEXT_BYTES));
}

/* --- Texts of a fixed size ------------------------------------------------------------------- */

struct text { char* end; size_t room; };

static void text_add(void* to, const char* from, size_t len) {
  struct text* text = to;
  if (len > text->room) len = text->room;
  memcpy(text->end, from, len);
  text->end += len;
  text->room -= len;
}

/* Ends the player with an exception: place and text, then the calls, innermost first. */
static _Noreturn void uncaught(void* exception) {
  static char said[TEXT_BYTES + 1], what[601];
  // What it says of itself may need a few calls more.
  MP_STATE_THREAD(stack_limit) = STACK_BYTES + (64 << 10);
  mp_obj_t error = MP_OBJ_FROM_PTR(exception);
  struct text words = { what, sizeof what - 1 };
  mp_print_t print = { &words, text_add };
  const mp_obj_type_t* type = mp_obj_get_type(error);
  mp_printf(&print, "%q", type->name);
  nlr_buf_t nlr;
  if (mp_obj_is_subclass_fast(MP_OBJ_FROM_PTR(type), MP_OBJ_FROM_PTR(&mp_type_MemoryError))) {
    mp_printf(&print, ": out of memory");
  } else if (nlr_push(&nlr) == 0) {
    struct text before = words;
    mp_printf(&print, ": ");
    struct text begin = words;
    // A KeyError with its key, as Python writes it.
    mp_obj_print_helper(&print, error, PRINT_STR);
    if (words.end == begin.end) words = before;
    nlr_pop();
  }
  *words.end = '\0';
  size_t entries = 0, *entry = NULL;
  mp_obj_exception_get_traceback(error, &entries, &entry);
  qstr file = qstr_from_str(parts[FILE_NAME]);
  struct text all = { said, sizeof said - 1 };
  print.data = &all;
  for (size_t k = 0; k + 3 <= entries; k += 3) {
    if (entry[k] != file) continue;
    mp_printf(&print, "%q:%d: ", file, (int) entry[k + 1]);
    break;
  }
  mp_printf(&print, "%s\n", what);
  for (size_t k = 0; k + 3 <= entries && k < 3*CALLS; k += 3) {
    size_t* call = entry + k;
    if (call[2] == MP_QSTRnull) continue;
    mp_printf(&print, "    at %q (%q:%d)\n", (qstr) call[2], (qstr) call[0], (int) call[1]);
  }
  *all.end = '\0';
  fail(EXCEPTION, said);
}

void nlr_jump_fail(void* exception) {
  uncaught(exception);
}

/* --- Memory ---------------------------------------------------------------------------------- */

size_t gc_get_max_new_split(void) {
  return HEAP_BYTES_MAX - heap_bytes;
}

void* more_heap(unsigned long size) {
  void* area = size <= HEAP_BYTES_MAX - heap_bytes ? malloc(size) : NULL;
  if (area != NULL) heap_bytes += size;
  return area;
}

void less_heap(void* memory) {
  mp_state_mem_area_t* area = memory;
  heap_bytes -= (size_t) (area->gc_pool_end - (unsigned char*) memory);
  free(memory);
}

/* Never during a call: the variables of WebAssembly cannot be seen. */
void gc_collect(void) { }

/* Between two rounds the engine's own pointers are all that there are. */
static void collect(void) {
  if (MP_STATE_MEM(gc_alloc_amount)*MICROPY_BYTES_PER_GC_BLOCK < COLLECT_BYTES) return;
  gc_collect_start();
  gc_collect_end();
}

/* --- Imports --------------------------------------------------------------------------------- */

mp_obj_t palestra_import(size_t count, const mp_obj_t* arguments) {
  size_t len;
  const char* name = mp_obj_str_get_data(arguments[0], &len);
  if (count >= 5 && MP_OBJ_SMALL_INT_VALUE(arguments[4]) != 0) {
    mp_raise_msg(&mp_type_ImportError, MP_ERROR_TEXT("a player is one file"));
  }
  // `import a.b` would have to give a; `from a.b import c` has names.
  bool whole = strchr(name, '.') != NULL && (count < 4 || arguments[3] == mp_const_none);
  if (whole && strcmp(name, parts[LIBRARY_NAME]) == 0) {
    mp_raise_msg_varg(&mp_type_ImportError, MP_ERROR_TEXT("write \"from %s import *\""), name);
  }
  nlr_buf_t nlr;
  if (!whole && nlr_push(&nlr) == 0) {
    mp_obj_t found = mp_builtin___import___default(count, arguments);
    nlr_pop();
    return found;
  }
  mp_raise_msg_varg(&mp_type_ImportError,
                    MP_ERROR_TEXT("there is no module \"%s\": a player is one file and can import "
                                  "\"%s\" and a few modules of Python"), name, parts[LIBRARY_NAME]);
}

static mp_obj_t open(size_t count, const mp_obj_t* arguments, mp_map_t* named) {
  (void) count, (void) arguments, (void) named;
  mp_raise_msg(&mp_type_OSError, MP_ERROR_TEXT("a player has no files"));
}
MP_DEFINE_CONST_FUN_OBJ_KW(mp_builtin_open_obj, 0, open);

/* --- Running --------------------------------------------------------------------------------- */

static void in(mp_obj_dict_t* globals) {
  mp_globals_set(globals);
  mp_locals_set(globals);
}

/* A function that runs a text in a dictionary; nothing runs yet. */
static mp_obj_t compiled(mp_obj_dict_t* globals, int name, int text) {
  in(globals);
  nlr_buf_t nlr;
  if (nlr_push(&nlr) != 0) uncaught(nlr.ret_val);
  qstr file = qstr_from_str(parts[name]);
  mp_lexer_t* lexer = mp_lexer_new_from_str_len(file, parts[text], part_bytes[text], 0);
  mp_parse_tree_t tree = mp_parse(lexer, MP_PARSE_FILE_INPUT);
  mp_obj_t made = mp_compile(&tree, file, false);
  nlr_pop();
  return made;
}

static mp_obj_t call(mp_obj_t function, size_t count, const mp_obj_t* arguments) {
  nlr_buf_t nlr;
  if (nlr_push(&nlr) != 0) uncaught(nlr.ret_val);
  mp_obj_t answer = mp_call_function_n_kw(function, count, 0, arguments);
  nlr_pop();
  return answer;
}

static mp_obj_t member(mp_obj_dict_t* globals, qstr name) {
  mp_map_elem_t* found = mp_map_lookup(&globals->map, MP_OBJ_NEW_QSTR(name), MP_MAP_LOOKUP);
  return found == NULL ? MP_OBJ_NULL : found->value;
}

static void take_parts(uint32_t len) {
  uint32_t at = 0;
  for (int k = 0; k < PARTS; ++k) {
    uint32_t size = 0;
    if (at + 4 <= len) memcpy(&size, buffer + at, 4);
    at += 4;
    if (at > len || size > len - at) fail(ABORTED, "the source section is damaged");
    parts[k] = malloc((size_t) size + 1);
    if (parts[k] == NULL) fail(ABORTED, "there is no memory for the source");
    memcpy(parts[k], buffer + at, size);
    parts[k][size] = '\0';
    part_bytes[k] = size;
    at += size;
  }
}

static mp_obj_dict_t* new_globals(const char* name) {
  mp_obj_t globals = mp_obj_new_dict(0);
  mp_obj_t text = MP_OBJ_NEW_QSTR(qstr_from_str(name));
  mp_obj_dict_store(globals, MP_OBJ_NEW_QSTR(MP_QSTR___name__), text);
  return MP_OBJ_TO_PTR(globals);
}

/* Not among the modules that can be imported. */
static const mp_obj_module_t native = { { &mp_type_module }, (mp_obj_dict_t*) &natives };

EXPORT(palestra_abi) int abi(void) {
  return 1;
}

EXPORT(palestra_buffer) unsigned char* make_buffer(uint32_t len) {
  free(buffer);
  buffer = malloc(len);
  return buffer;
}

/* Makes the engine and compiles the player, without running anything of it. */
EXPORT(palestra_source) void source(uint32_t len) {
  take_parts(len);
  mp_cstack_init_with_sp_here(STACK_BYTES);
  char* heap = malloc(HEAP_BYTES);
  if (heap == NULL) fail(ABORTED, "there is no memory for the Python engine");
  heap_bytes = HEAP_BYTES;
  gc_init(heap, heap + HEAP_BYTES);
  MP_STATE_MEM(gc_auto_collect_enabled) = 0;
  mp_init();
  mp_obj_dict_t* library = MP_STATE_VM(palestra_library) = new_globals(parts[LIBRARY_NAME]);
  MP_STATE_VM(palestra_main) = new_globals("__main__");
  mp_obj_dict_store(MP_OBJ_FROM_PTR(library), MP_OBJ_NEW_QSTR(MP_QSTR_native),
                    MP_OBJ_FROM_PTR(&native));
  call(compiled(library, LIBRARY_NAME, LIBRARY), 0, NULL);
  MP_STATE_VM(palestra_player) = compiled(MP_STATE_VM(palestra_main), FILE_NAME, SOURCE);
}

EXPORT(palestra_begin) void begin(uint32_t len) {
  core_read(buffer, len);
  in(MP_STATE_VM(palestra_library));
  MP_STATE_VM(palestra_game) = call(member(MP_STATE_VM(palestra_library), MP_QSTR_begin), 0, NULL);
  MP_STATE_VM(palestra_load) = member(MP_STATE_VM(palestra_library), MP_QSTR_load);
  in(MP_STATE_VM(palestra_main));
  call(MP_STATE_VM(palestra_player), 0, NULL);
  MP_STATE_VM(palestra_player) = MP_OBJ_NULL;
  mp_obj_t play = member(MP_STATE_VM(palestra_main), MP_QSTR_play);
  if (play == MP_OBJ_NULL || !mp_obj_is_callable(play)) {
    static char said[200];
    snprintf(said, sizeof said, "%s has no function play: write `def play(game):`",
             parts[FILE_NAME]);
    fail(EXCEPTION, said);
  }
  MP_STATE_VM(palestra_play) = play;
}

EXPORT(palestra_play) const uint32_t* round_of(uint32_t stream_len, uint32_t view_len) {
  static uint32_t reply[3];
  collect();
  // Where the stack begins may differ from call to call.
  mp_cstack_init_with_sp_here(STACK_BYTES);
  core_stream(buffer, stream_len);
  core_read(buffer + ((stream_len + 7) & ~7u), view_len);
  in(MP_STATE_VM(palestra_main));
  call(MP_STATE_VM(palestra_load), 1, &MP_STATE_VM(palestra_game));
  call(MP_STATE_VM(palestra_play), 1, &MP_STATE_VM(palestra_game));
  natives_flush();
  core_stream_back(buffer, stream_len);
  core_reply(reply);
  return reply;
}
