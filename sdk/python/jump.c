/* What clang's setjmp and longjmp call in WebAssembly. A jump is an exception of WebAssembly with
   the address of `struct thrown`; the function that called setjmp catches it and asks
   __wasm_setjmp_test whether the jump is its own. */

#include <stddef.h>
#include <stdint.h>

/* The tag of jumps, and its number in clang. */
__asm__(".globl __c_longjmp\n.tagtype __c_longjmp i32\n__c_longjmp:\n");
enum { LONGJMP = 1 };

struct buffer {
  void* call;
  uint32_t label;
  struct thrown { void* buffer; int value; } thrown;
};

void __wasm_setjmp(void* buffer, uint32_t label, void* call) {
  struct buffer* self = buffer;
  self->call = call;
  self->label = label;
}

uint32_t __wasm_setjmp_test(void* buffer, void* call) {
  struct buffer* self = buffer;
  return self->call == call ? self->label : 0;
}

_Noreturn void __wasm_longjmp(void* buffer, int value) {
  struct buffer* self = buffer;
  self->thrown = (struct thrown) { buffer, value == 0 ? 1 : value };
  __builtin_wasm_throw(LONGJMP, &self->thrown);
}
