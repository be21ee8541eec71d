// The part of every player module that knows nothing of any game: it speaks the player
// interface (crates/sandbox/ABI.md) when built for WebAssembly, and the same bytes over pipes
// when built as a program of one's own machine.

#include "palestra.hh"

#include <algorithm>
#include <cxxabi.h>
#include <exception>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <typeinfo>

namespace palestra {

// ---- Orders

void OrderList::clear() {
  orders_.clear();
  odd_.clear();
  calls_ = 0;
  repeated_ = false;
  ++stamp_;
  if (stamp_ == 0) {
    seen_.clear();
    stamp_ = 1;
  }
}

bool OrderList::first_for(int unit) {
  const int LARGEST = 1 << 16;
  if (unit >= 0 && unit < LARGEST) {
    if (size_t(unit) >= seen_.size()) seen_.resize(unit + 1, 0);
    if (seen_[unit] == stamp_) return false;
    seen_[unit] = stamp_;
    return true;
  }
  std::vector<int>::iterator at = std::lower_bound(odd_.begin(), odd_.end(), unit);
  if (at != odd_.end() && *at == unit) return false;
  if (odd_.size() < most_) odd_.insert(at, unit);
  return true;
}

// ---- Failures

namespace {

// The name of a type of C++. A module leaves it to the arena to make it readable: the code for that
// would be two thirds of the module.
#ifdef __wasm__
std::string readable(const char* mangled) { return std::string("_ZTS") + mangled; }
#else
std::string readable(const char* mangled) {
  int status = 0;
  char* name = abi::__cxa_demangle(mangled, NULL, NULL, &status);
  std::string text = name != NULL ? name : mangled;
  free(name);
  return text;
}
#endif

// What the exception being handled says.
std::string describe_exception() {
  try {
    throw;
  } catch (const std::exception& e) {
    return readable(typeid(e).name()) + ": " + e.what();
  } catch (const std::string& text) {
    return "string: " + text;
  } catch (const char* text) {
    return std::string("const char*: ") + text;
  } catch (int number) {
    return "int: " + std::to_string(number);
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    return type != NULL ? readable(type->name()) : std::string("unknown exception");
  }
}

// An exception has nowhere to go: it left a noexcept function, or a destructor threw.
void on_terminate() {
  if (std::current_exception()) fail(THREW, describe_exception().c_str());
  fail(ABORTED, "std::terminate");
}

// Runs code of the player; what it throws ends it.
template <typename Code> void guarded(Code code) {
  try {
    code();
  } catch (...) {
    fail(THREW, describe_exception().c_str());
  }
}

// Where the arena writes: grown when needed, never shrunk.
unsigned char* buffer = NULL;
size_t buffer_size = 0;

unsigned char* buffer_of(size_t size) {
  if (size > buffer_size) {
    free(buffer);
    size_t room = size + size/2 + 64;
    buffer = static_cast<unsigned char*>(malloc(room));
    buffer_size = buffer != NULL ? room : 0;
  }
  return buffer;
}

size_t padded(size_t size) { return (size + 7) & ~size_t(7); }

// The intro is kept; the view lies in the buffer while the player plays.
std::vector<unsigned char> intro;
Span view_of_round = { NULL, 0 };

void begin(size_t size) {
  intro.assign(buffer, buffer + size);
  guest::begin(Reader(intro.data(), size));
}

const OrderList* play(size_t stream_size, size_t view_size) {
  const OrderList* orders = NULL;
  view_of_round.at = buffer + padded(stream_size);
  view_of_round.size = view_size;
  guarded([&] {
    Reader view(buffer + padded(stream_size), view_size);
    orders = &guest::play(buffer, stream_size, view);
    fflush(NULL);
  });
  return orders;
}

}  // namespace

Span current_intro() {
  Span span = { intro.data(), intro.size() };
  return span;
}

Span current_view() { return view_of_round; }

void warn(const char* format, ...) {
  // As with cerr, what cout has comes first.
  fflush(stdout);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
}

}  // namespace palestra

#ifdef __wasm__

// ---- WebAssembly

#include "memory.hh"
#ifdef PALESTRA_CHECKS
#include "checks.hh"
#endif

extern "C" {

__attribute__((import_module("palestra"), import_name("fail")))
void palestra_import_fail(int kind, const char* text, int size);

// Notes where an exception begins: when it arrives nowhere, its place is long left.
__attribute__((import_module("palestra"), import_name("thrown")))
void palestra_import_thrown();

// The linker leads every throw, those of the library too, through this (--wrap).
[[noreturn]] void __real___cxa_throw(void* thrown, std::type_info* type, void (*destroy)(void*));
[[noreturn]] void __wrap___cxa_throw(void* thrown, std::type_info* type, void (*destroy)(void*)) {
  palestra_import_thrown();
  __real___cxa_throw(thrown, type, destroy);
}

// Made by the linker: runs the constructors of globals.
void __wasm_call_ctors();

__attribute__((export_name("_initialize"))) void _initialize() {
  std::set_terminate(palestra::on_terminate);
  palestra::guarded([] { __wasm_call_ctors(); });
}

__attribute__((export_name("palestra_abi"))) int palestra_abi() { return 1; }

__attribute__((export_name("palestra_buffer"))) void* palestra_buffer(unsigned size) {
  return palestra::buffer_of(size);
}

__attribute__((export_name("palestra_begin"))) void palestra_begin(unsigned size) {
  palestra::guarded([&] { palestra::begin(size); });
}

__attribute__((export_name("palestra_play")))
const void* palestra_play(unsigned stream_size, unsigned view_size) {
  static struct { uint32_t count; const void* orders; uint32_t flags; } reply;
  const palestra::OrderList* list = palestra::play(stream_size, view_size);
  reply.count = uint32_t(list->orders().size());
  reply.orders = list->orders().data();
  reply.flags = list->flags();
  return &reply;
}

// The C library's ways to end a program: the arena wants to know which one it was.

void exit(int code) {
  char text[32];
  snprintf(text, sizeof text, "exit(%d)", code);
  palestra::fail(palestra::EXITED, text);
}
void _Exit(int code) { exit(code); }
void _exit(int code) { exit(code); }
void quick_exit(int code) { exit(code); }
void abort() { palestra::fail(palestra::ABORTED, "abort()"); }

void __assert_fail(const char* what, const char* file, int line, const char* function) {
  char text[512];
  snprintf(text, sizeof text, "%s:%d: %s: assertion failed: %s", file, line, function, what);
  fprintf(stderr, "%s\n", text);
  palestra::fail(palestra::ABORTED, text);
}

// Memory of the rules, for players that look ahead: they take it from here.
void* palestra_forward_alloc(size_t size, size_t align) {
  const size_t USUAL = 8;
  if (align <= USUAL) return malloc(size);
  return aligned_alloc(align, (size + align - 1)/align*align);
}
void palestra_forward_dealloc(void* at, size_t, size_t) { free(at); }

// There is no clock, so nobody sleeps.
unsigned sleep(unsigned) { return 0; }
int usleep(unsigned) { return 0; }

}  // extern "C"

void palestra::fail(Failure kind, const char* text) {
  fflush(NULL);
  palestra_import_fail(kind, text, int(strlen(text)));
  __builtin_trap();
}

#else

// ---- A program of one's own machine
//
// The arena talks to it through the pipes that it finds as standard input and output. They are
// put away before anything of the player runs, so that its cin is empty and its cout goes
// where cerr goes.
//
// To the program: u32 what (1 begin, 2 play), u32 size of the intro or stream, u32 size of the
// view; then the intro, or the stream padded to a multiple of 8 and the view.
// Back: u32 kind (0 done, 1 failed), u32 number of orders or size of the text, u32 flags or
// kind of failure; then, after a round, the padded stream and the orders, or the text.

#include <fcntl.h>
#include <unistd.h>

extern "C" unsigned sleep(unsigned) { return 0; }

namespace palestra {
namespace {

int from_arena = -1, to_arena = -1;

__attribute__((constructor(101))) void put_pipes_away() {
  const int FIRST = 20;
  from_arena = fcntl(0, F_DUPFD_CLOEXEC, FIRST);
  to_arena = fcntl(1, F_DUPFD_CLOEXEC, FIRST);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) {
    dup2(nothing, 0);
    close(nothing);
  }
  dup2(2, 1);
}

void take(void* at, size_t size) {
  char* to = static_cast<char*>(at);
  while (size > 0) {
    ssize_t got = read(from_arena, to, size);
    if (got <= 0) _exit(0);  // the match is over
    to += got;
    size -= size_t(got);
  }
}

void send(const void* at, size_t size) {
  const char* from = static_cast<const char*>(at);
  while (size > 0) {
    ssize_t sent = write(to_arena, from, size);
    if (sent <= 0) _exit(0);
    from += sent;
    size -= size_t(sent);
  }
}

void answer(uint32_t kind, size_t count, uint32_t flags) {
  uint32_t head[3] = { kind, uint32_t(count), flags };
  send(head, sizeof head);
}

void serve_round(size_t stream_size, size_t view_size) {
  const OrderList* list = play(stream_size, view_size);
  answer(0, list->orders().size(), list->flags());
  send(buffer, padded(stream_size));
  send(list->orders().data(), list->orders().size()*sizeof(Order));
}

}  // namespace

void fail(Failure kind, const char* text) {
  fflush(NULL);
  answer(1, strlen(text), kind);
  send(text, strlen(text));
  _exit(1);
}

}  // namespace palestra

int main() {
  using namespace palestra;
  std::set_terminate(on_terminate);
  for (;;) {
    uint32_t head[3];
    take(head, sizeof head);
    size_t size = head[0] == 1 ? head[1] : padded(head[1]) + head[2];
    if (buffer_of(size) == NULL && size > 0) fail(ABORTED, "no memory for the view");
    take(buffer, size);
    if (head[0] == 1) {
      guarded([&] { begin(head[1]); });
      answer(0, 0, 0);
    } else {
      serve_round(head[1], head[2]);
    }
  }
}

#endif
