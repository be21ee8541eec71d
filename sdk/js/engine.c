/* A player in JavaScript: QuickJS-ng, and what speaks the player interface for it
   (crates/sandbox/ABI.md). The engine is one module for all games and players; the player's
   source is data that the arena hands over with palestra_source. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "quickjs.h"
#include "core.h"
#include "natives.h"

#define EXPORT(name) __attribute__((export_name(#name)))

__attribute__((import_module("palestra"), import_name("fail"))) _Noreturn
void palestra_fail(int kind, const char* text, int len);

enum { ABORTED = 1, EXCEPTION = 2 };

/* Deeper calls are a RangeError. The C stack is twice as large, see the linker's options. */
enum { STACK_BYTES = 1 << 20 };
/* What the arena keeps of a text. */
enum { TEXT_BYTES = 1000 };

/* The parts of a source section: see crates/toolchain/src/scripts/mod.rs. */
enum { LIBRARY_NAME, LIBRARY, FILE_NAME, SOURCE, PARTS };

static JSRuntime* runtime;
static JSContext* context;
static char* parts[PARTS];
static uint32_t part_bytes[PARTS];
static JSValue player, game, play;

static unsigned char* buffer;

static _Noreturn void fail(int kind, const char* text) {
  size_t len = strlen(text);
  palestra_fail(kind, text, (int) (len < TEXT_BYTES ? len : TEXT_BYTES));
}

/* The place of a line of a stack, "    at f (AIName.js:12:5)": without the column. Answers
   whether it is one of the player's own. */
static int own_place(const char* line, size_t len, char* out, size_t room) {
  const char* file = parts[FILE_NAME];
  size_t name = strlen(file);
  for (size_t k = 0; k + name < len; ++k) {
    if (memcmp(line + k, file, name) != 0 || line[k + name] != ':') continue;
    size_t end = k + name + 1;
    while (end < len && line[end] >= '0' && line[end] <= '9') ++end;
    snprintf(out, room, "%.*s", (int) (end - k), line + k);
    return 1;
  }
  return 0;
}

/* Ends the player with the exception that is pending: place and text, then the calls. */
static _Noreturn void uncaught(void) {
  JSValue error = JS_GetException(context);
  JS_SetMaxStackSize(runtime, 2 * STACK_BYTES - (STACK_BYTES >> 2));
  const char* text = JS_ToCString(context, error);
  if (text == NULL) {
    JS_FreeValue(context, JS_GetException(context));
    text = "an exception without a text";
  }
  JSValue stack = JS_UNDEFINED;
  if (JS_IsError(error)) stack = JS_GetPropertyStr(context, error, "stack");
  const char* calls = JS_IsString(stack) ? JS_ToCString(context, stack) : NULL;
  if (calls == NULL) calls = "";
  static char said[TEXT_BYTES + 1];
  char place[200] = "";
  const char* line = calls;
  while (*line != '\0' && place[0] == '\0') {
    size_t len = strcspn(line, "\n");
    own_place(line, len, place, sizeof place);
    line += len + (line[len] != '\0');
  }
  snprintf(said, sizeof said, "%s%s%.600s\n%s", place, place[0] ? ": " : "", text, calls);
  fail(EXCEPTION, said);
}

static JSValue sure(JSValue value) {
  if (JS_IsException(value)) uncaught();
  return value;
}

/* The only module beside the player itself is the game's library. */
static JSModuleDef* load(JSContext* cx, const char* name, void* opaque) {
  (void) opaque;
  JS_ThrowReferenceError(cx, "there is no module \"%s\": a player is one file and can import "
                         "\"%s\" only", name, parts[LIBRARY_NAME]);
  return NULL;
}

static char* normalize(JSContext* cx, const char* base, const char* name, void* opaque) {
  (void) base;
  (void) opaque;
  return js_strdup(cx, name);
}

static JSValue compiled(int name, int text) {
  int flags = JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY;
  return sure(JS_Eval(context, parts[text], part_bytes[text], parts[name], flags));
}

/* Runs a module to its end. */
static void run(JSValue module) {
  JSValue done = sure(JS_EvalFunction(context, JS_DupValue(context, module)));
  JSContext* cx;
  int jobs;
  while ((jobs = JS_ExecutePendingJob(runtime, &cx)) > 0) { }
  if (jobs < 0) uncaught();
  if (JS_PromiseState(context, done) == JS_PROMISE_REJECTED) {
    JS_Throw(context, JS_PromiseResult(context, done));
    uncaught();
  }
  JS_FreeValue(context, done);
}

EXPORT(palestra_abi) int abi(void) {
  return 1;
}

EXPORT(palestra_buffer) unsigned char* make_buffer(uint32_t len) {
  free(buffer);
  buffer = malloc(len);
  return buffer;
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

/* Makes the engine and compiles the player, without running anything of it. */
EXPORT(palestra_source) void source(uint32_t len) {
  take_parts(len);
  runtime = JS_NewRuntime();
  context = runtime == NULL ? NULL : JS_NewContext(runtime);
  if (context == NULL) fail(ABORTED, "there is no memory for the JavaScript engine");
  JS_SetMaxStackSize(runtime, STACK_BYTES);
  JS_SetModuleLoaderFunc(runtime, normalize, load, NULL);
  JSValue global = JS_GetGlobalObject(context);
  JS_SetPropertyStr(context, global, "native", natives(context));
  run(compiled(LIBRARY_NAME, LIBRARY));
  // The library keeps it for itself.
  JSAtom native = JS_NewAtom(context, "native");
  game = JS_GetProperty(context, global, native);
  JS_DeleteProperty(context, global, native, 0);
  JS_FreeAtom(context, native);
  JS_FreeValue(context, global);
  player = compiled(FILE_NAME, SOURCE);
}

EXPORT(palestra_begin) void begin(uint32_t len) {
  core_read(buffer, len);
  JSValue start = sure(JS_GetPropertyStr(context, game, "begin"));
  JSValue made = sure(JS_Call(context, start, game, 0, NULL));
  JS_FreeValue(context, start);
  JS_FreeValue(context, game);
  game = made;
  run(player);
  JSModuleDef* module = JS_VALUE_GET_PTR(player);
  JSValue names = sure(JS_GetModuleNamespace(context, module));
  play = JS_GetPropertyStr(context, names, "play");
  if (JS_IsException(play)) uncaught();
  JS_FreeValue(context, names);
  if (!JS_IsFunction(context, play)) {
    JS_ThrowTypeError(context, "%s exports no function play: write `export function play(game)`",
                      parts[FILE_NAME]);
    uncaught();
  }
}

EXPORT(palestra_play) const uint32_t* round_of(uint32_t stream_len, uint32_t view_len) {
  static uint32_t reply[3];
  // Where the stack begins may differ from call to call.
  JS_UpdateStackTop(runtime);
  core_stream(buffer, stream_len);
  core_read(buffer + ((stream_len + 7) & ~7u), view_len);
  JSValue loaded = sure(JS_GetPropertyStr(context, game, "load_"));
  JS_FreeValue(context, sure(JS_Call(context, loaded, game, 0, NULL)));
  JS_FreeValue(context, loaded);
  JSValue answer = sure(JS_Call(context, play, JS_UNDEFINED, 1, &game));
  JSContext* cx;
  int jobs;
  while ((jobs = JS_ExecutePendingJob(runtime, &cx)) > 0) { }
  if (jobs < 0) uncaught();
  if (JS_IsPromise(answer) && JS_PromiseState(context, answer) == JS_PROMISE_REJECTED) {
    JS_Throw(context, JS_PromiseResult(context, answer));
    uncaught();
  }
  JS_FreeValue(context, answer);
  core_stream_back(buffer, stream_len);
  core_reply(reply);
  return reply;
}
