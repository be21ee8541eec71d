// Builds for finding mistakes (PALESTRA_CHECKS): the compiler calls these functions where a
// player has undefined behaviour, and the library where an index or an iterator is wrong.
// Each ends the player, with the place and the fault in words. Included by palestra.cc alone.

#ifndef PALESTRA_CHECKS_HH
#define PALESTRA_CHECKS_HH

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <string>

namespace palestra {
namespace checks {

// The compiler's description of a place and a type, in the layouts of its own library.
struct Place {
  const char* file;
  uint32_t line, column;
};
struct Type {
  uint16_t kind, info;
  char name[1];
};

typedef uintptr_t Value;

const uint16_t INTEGER = 0, FLOAT = 1;

inline unsigned bits(const Type& type) {
  return type.kind == INTEGER ? 1u << (type.info >> 1) : type.info;
}

template <typename T> T stored_at(Value at) {
  T value;
  memcpy(&value, reinterpret_cast<const void*>(at), sizeof value);
  return value;
}

// A number of this type: it lies in the word itself where it has room.
std::string number(const Type& type, Value value) {
  char text[64];
  const unsigned WORD = 8*sizeof(Value);
  if (type.kind == FLOAT) {
    float narrow;
    memcpy(&narrow, &value, sizeof narrow);
    double wide = bits(type) <= WORD ? narrow
                : bits(type) == 64 ? stored_at<double>(value)
                : double(stored_at<long double>(value));
    snprintf(text, sizeof text, "%g", wide);
    return text;
  }
  if (bits(type) > 64) return "a number";
  uint64_t plain = bits(type) > WORD ? stored_at<uint64_t>(value) : value;
  unsigned unused = 64 - bits(type);
  if (type.info & 1) {
    long long signed_value = (long long)(plain << unused) >> unused;
    snprintf(text, sizeof text, "%lld", signed_value);
  } else {
    snprintf(text, sizeof text, "%llu", (unsigned long long)(plain << unused >> unused));
  }
  // Variables and memory are filled with this byte (flags.rs, memory.hh) where the judge's build
  // leaves what was there.
  const uint64_t UNSET = 0xAAAAAAAAAAAAAAAAull;
  bool unset = bits(type) >= 32 && plain << unused == UNSET << unused;
  return unset ? std::string(text) + " (a variable that was never set)" : text;
}

[[noreturn]] void stop(const Place& place, const std::string& words) {
  char at[64];
  snprintf(at, sizeof at, ":%u:%u: ", place.line, place.column);
  fail(MISTAKE, ((place.file != NULL ? place.file : "") + (at + words)).c_str());
}

struct Overflow {
  Place place;
  const Type* type;
};

[[noreturn]] void overflow(const Overflow& data, Value left, const char* sign, Value right) {
  const Type& type = *data.type;
  stop(data.place, "overflow: " + number(type, left) + sign + number(type, right)
       + " does not fit into " + type.name);
}

}  // namespace checks
}  // namespace palestra

extern "C" {

struct PalestraPointer {
  palestra::checks::Place place;
  const palestra::checks::Type* type;
  unsigned char log_alignment, kind;
};
[[noreturn]] void __ubsan_handle_type_mismatch_v1_abort(PalestraPointer* data, uintptr_t) {
  const char* KINDS[] = {
    "read through a null pointer to ", "write through a null pointer to ",
    "reference to nothing: a null pointer to ", "use of a member through a null pointer to ",
    "call of a method through a null pointer to "
  };
  const unsigned COUNT = sizeof KINDS/sizeof *KINDS;
  const char* what = data->kind < COUNT ? KINDS[data->kind] : "use of a null pointer to ";
  palestra::checks::stop(data->place, std::string(what) + data->type->name);
}

struct PalestraArray {
  palestra::checks::Place place;
  const palestra::checks::Type *array, *index;
};
[[noreturn]] void __ubsan_handle_out_of_bounds_abort(PalestraArray* data, uintptr_t index) {
  const char* size = strchr(data->array->name, '[');
  std::string elements = size != NULL ? std::string(size + 1, strcspn(size + 1, "]")) : "its";
  palestra::checks::stop(data->place,
    "index " + palestra::checks::number(*data->index, index) + " of an array of " + elements
    + " elements");
}

[[noreturn]] void __ubsan_handle_local_out_of_bounds_abort() {
  palestra::checks::Place nowhere = { NULL, 0, 0 };
  palestra::checks::stop(nowhere, "access outside of an array");
}

[[noreturn]] void __ubsan_handle_divrem_overflow_abort(palestra::checks::Overflow* data,
                                                       uintptr_t left, uintptr_t right) {
  std::string by = palestra::checks::number(*data->type, right);
  if (by == "0") palestra::checks::stop(data->place, "division by zero");
  palestra::checks::overflow(*data, left, " / ", right);
}
[[noreturn]] void __ubsan_handle_add_overflow_abort(palestra::checks::Overflow* data,
                                                    uintptr_t left, uintptr_t right) {
  palestra::checks::overflow(*data, left, " + ", right);
}
[[noreturn]] void __ubsan_handle_sub_overflow_abort(palestra::checks::Overflow* data,
                                                    uintptr_t left, uintptr_t right) {
  palestra::checks::overflow(*data, left, " - ", right);
}
[[noreturn]] void __ubsan_handle_mul_overflow_abort(palestra::checks::Overflow* data,
                                                    uintptr_t left, uintptr_t right) {
  palestra::checks::overflow(*data, left, " * ", right);
}
[[noreturn]] void __ubsan_handle_negate_overflow_abort(palestra::checks::Overflow* data,
                                                       uintptr_t value) {
  palestra::checks::stop(data->place, "overflow: -(" + palestra::checks::number(*data->type, value)
                         + ") does not fit into " + data->type->name);
}

struct PalestraCast {
  palestra::checks::Place place;
  const palestra::checks::Type *from, *to;
};
[[noreturn]] void __ubsan_handle_float_cast_overflow_abort(PalestraCast* data, uintptr_t from) {
  palestra::checks::stop(data->place, "conversion: " + palestra::checks::number(*data->from, from)
                         + " does not fit into " + data->to->name);
}

struct PalestraInvalid {
  palestra::checks::Place place;
  const palestra::checks::Type* type;
};
[[noreturn]] void __ubsan_handle_load_invalid_value_abort(PalestraInvalid* data, uintptr_t) {
  palestra::checks::stop(data->place, std::string("a variable of type ") + data->type->name
                         + " that was never set");
}

[[noreturn]] void __ubsan_handle_missing_return(palestra::checks::Place* place) {
  palestra::checks::stop(*place, "this function can end without `return`, and did");
}

}  // extern "C"

// libc++ calls this function when one of its checks fails: `FILE:LINE: assertion … failed: WORDS`.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char* format, ...) noexcept {
  char text[512];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  const char* WORDS = " failed: ";
  const char* words = strstr(text, WORDS);
  palestra::checks::Place nowhere = { NULL, 0, 0 };
  std::string plain = words != NULL ? words + strlen(WORDS) : text;
  palestra::checks::stop(nowhere, plain.substr(0, plain.find('\n')));
}
_LIBCPP_END_NAMESPACE_STD

#endif
