// Memory for `new` in players built for WebAssembly. Players live in sets, maps, queues and
// short vectors, and the C library's malloc takes powers of two and a header for each of their
// nodes. Here blocks of similar size lie side by side and free blocks form a chain, so that
// `new` and `delete` are a few instructions each. Included by palestra.cc alone.

#ifndef PALESTRA_MEMORY_HH
#define PALESTRA_MEMORY_HH

#include <new>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

namespace palestra {
namespace memory {

// Kinds of blocks: every 16 bytes up to SMALL, then four per doubling up to LARGEST. Larger
// blocks come from malloc.
const size_t STEP = 16, SMALL = 512, LARGEST = 1 << 15;
const unsigned SMALL_KINDS = SMALL/STEP, KINDS = SMALL_KINDS + 6*4;
// A page holds blocks of one kind only; the size of the memory bounds the number of pages.
const unsigned PAGE_BITS = 14;
const size_t PAGE = size_t(1) << PAGE_BITS, PAGES = (size_t(1) << 30)/PAGE;
// Memory is asked for in pieces of this many bytes.
const size_t PIECE = 16*PAGE, WASM_PAGE = 1 << 16, NONE = size_t(-1);

#ifdef PALESTRA_CHECKS
// Memory is filled with this byte where the judge's build leaves what was there.
const unsigned char FILL = 0xAA;
#endif

struct Block {
  Block* next;
};

// Blocks that are free, by kind.
Block* free_blocks[KINDS];
// The kind of the blocks on each page and one; 0 where there are none of ours.
unsigned char kind_on[PAGES];
// The rest of the last piece.
uintptr_t fresh = 0, fresh_end = 0;

inline unsigned kind_of(size_t size) {
  size_t last = size - (size != 0);
  if (size <= SMALL) return unsigned(last/STEP);
  unsigned log = 31 - __builtin_clz(unsigned(last));
  return SMALL_KINDS + (log - 9)*4 + ((last >> (log - 2)) & 3);
}

inline size_t size_of(unsigned kind) {
  if (kind < SMALL_KINDS) return (kind + 1)*STEP;
  unsigned doublings = (kind - SMALL_KINDS)/4, quarter = (kind - SMALL_KINDS)%4;
  return (size_t(5 + quarter) << doublings)*(SMALL/4);
}

// Pages that were never used; NULL when there are no more.
inline char* pages(size_t size) {
  if (fresh_end - fresh < size) {
    size_t needed = (size + WASM_PAGE - 1)/WASM_PAGE;
    size_t wanted = needed > PIECE/WASM_PAGE ? needed : PIECE/WASM_PAGE;
    size_t first = __builtin_wasm_memory_grow(0, wanted);
    // Near the limit there may be room for what is needed at least.
    if (first == NONE) first = __builtin_wasm_memory_grow(0, wanted = needed);
    if (first == NONE) return NULL;
    fresh = first*WASM_PAGE;
    fresh_end = fresh + wanted*WASM_PAGE;
  }
  char* got = reinterpret_cast<char*>(fresh);
  fresh += size;
  return got;
}

// Makes free blocks of a kind and takes the first; NULL when there is no memory.
inline Block* make_blocks(unsigned kind) {
  size_t size = size_of(kind);
  size_t room = (4*size + PAGE - 1)/PAGE*PAGE;
  char* at = pages(room);
  if (at == NULL) return NULL;
  uintptr_t page = reinterpret_cast<uintptr_t>(at) >> PAGE_BITS;
  for (size_t k = 0; k < room/PAGE; ++k) kind_on[page + k] = static_cast<unsigned char>(kind + 1);
  Block* chain = NULL;
  for (size_t n = room/size; n-- > 1;) {
    Block* block = reinterpret_cast<Block*>(at + n*size);
    block->next = chain;
    chain = block;
  }
  free_blocks[kind] = chain;
  return reinterpret_cast<Block*>(at);
}

__attribute__((noinline)) void* take_slowly(size_t size) {
  for (;;) {
    void* got = NULL;
    if (size <= LARGEST) {
      unsigned kind = kind_of(size);
      Block* block = free_blocks[kind];
      if (block != NULL) free_blocks[kind] = block->next;
      got = block != NULL ? block : make_blocks(kind);
    } else {
      got = malloc(size);
    }
    if (got != NULL) return got;
    std::new_handler handler = std::get_new_handler();
    if (handler == NULL) return NULL;
    handler();
  }
}

inline void* take(size_t size) {
  if (size <= SMALL) {
    unsigned kind = kind_of(size);
    Block* block = free_blocks[kind];
    if (block != NULL) {
      free_blocks[kind] = block->next;
      return block;
    }
  }
  return take_slowly(size);
}

inline void give_back(void* at) {
  uintptr_t page = reinterpret_cast<uintptr_t>(at) >> PAGE_BITS;
  unsigned kind = page < PAGES ? kind_on[page] : 0;
  if (kind == 0) return free(at);
#ifdef PALESTRA_CHECKS
  // A later read gets a strange number.
  memset(at, FILL, size_of(kind - 1));
#endif
  Block* block = static_cast<Block*>(at);
  block->next = free_blocks[kind - 1];
  free_blocks[kind - 1] = block;
}

}  // namespace memory
}  // namespace palestra

// A player may have its own instead.
#define PALESTRA_WEAK __attribute__((weak))

PALESTRA_WEAK void* operator new(size_t size) {
  void* got = palestra::memory::take(size);
  if (got == NULL) throw std::bad_alloc();
#ifdef PALESTRA_CHECKS
  memset(got, palestra::memory::FILL, size);
#endif
  return got;
}
PALESTRA_WEAK void* operator new[](size_t size) { return operator new(size); }
PALESTRA_WEAK void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return palestra::memory::take(size);
}
PALESTRA_WEAK void* operator new[](size_t size, const std::nothrow_t& no) noexcept {
  return operator new(size, no);
}
PALESTRA_WEAK void operator delete(void* at) noexcept { palestra::memory::give_back(at); }
PALESTRA_WEAK void operator delete[](void* at) noexcept { operator delete(at); }
PALESTRA_WEAK void operator delete(void* at, size_t) noexcept { operator delete(at); }
PALESTRA_WEAK void operator delete[](void* at, size_t) noexcept { operator delete(at); }
PALESTRA_WEAK void operator delete(void* at, const std::nothrow_t&) noexcept {
  operator delete(at);
}
PALESTRA_WEAK void operator delete[](void* at, const std::nothrow_t&) noexcept {
  operator delete(at);
}

#endif
