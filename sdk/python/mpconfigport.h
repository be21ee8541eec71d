/* What MicroPython is compiled with for players: the language and the modules that need nothing of
   the machine. See sdk/python/README.md. */

#ifndef mpconfigport_h
#define mpconfigport_h

#include <alloca.h>
#include <stdint.h>

#define MICROPY_CONFIG_ROM_LEVEL (MICROPY_CONFIG_ROM_LEVEL_EXTRA_FEATURES)

/* Numbers with a point stand inside of an object's 64 bits: they need no memory, so a long
   calculation in one round does not use up the heap. */
#define MICROPY_OBJ_REPR (MICROPY_OBJ_REPR_D)
typedef int64_t mp_int_t;
typedef uint64_t mp_uint_t;
typedef long mp_off_t;
#define UINT_FMT "%llu"
#define INT_FMT "%lld"
#define MP_SSIZE_MAX (0x7fffffff)
#define MICROPY_FLOAT_IMPL (MICROPY_FLOAT_IMPL_DOUBLE)
#define MICROPY_LONGINT_IMPL (MICROPY_LONGINT_IMPL_MPZ)

/* Exceptions are jumps: sdk/python/jump.c. */
#define MICROPY_NLR_SETJMP (1)

/* Deep recursion is an exception. */
#define MICROPY_STACK_CHECK (1)
#define MICROPY_STACK_CHECK_MARGIN (0)

/* Memory is freed between rounds only: the collector cannot see the variables of WebAssembly. */
#define MICROPY_ENABLE_GC (1)
#define MICROPY_GC_ALLOC_THRESHOLD (1)
#define MICROPY_ENABLE_FINALISER (0)
#define MICROPY_GC_SPLIT_HEAP (1)
#define MICROPY_GC_SPLIT_HEAP_AUTO (1)
#define MICROPY_BYTES_PER_GC_BLOCK (16)
#define MICROPY_ALLOC_GC_STACK_SIZE (4096)
#define MP_PLAT_ALLOC_HEAP(size) more_heap(size)
#define MP_PLAT_FREE_HEAP(area) less_heap(area)
void* more_heap(unsigned long size);
void less_heap(void* area);

#define MICROPY_ERROR_REPORTING (MICROPY_ERROR_REPORTING_DETAILED)
#define MICROPY_ENABLE_EMERGENCY_EXCEPTION_BUF (1)
#define MICROPY_EMERGENCY_EXCEPTION_BUF_SIZE (512)
#define MICROPY_ENABLE_SOURCE_LINE (1)
#define MICROPY_WARNINGS (0)
#define MICROPY_OPT_COMPUTED_GOTO (0)
#define MICROPY_ALLOC_PARSE_CHUNK_INIT (4096)
#define MICROPY_ALLOC_QSTR_CHUNK_INIT (1024)

/* The only modules are those here and those of sdk/python/library.py. */
#define MICROPY_ENABLE_EXTERNAL_IMPORT (0)
#define mp_builtin___import__ palestra_import
#define MICROPY_PY_BUILTINS_EXECFILE (0)
#define MICROPY_PY_BUILTINS_INPUT (0)
#define MICROPY_PY_BUILTINS_HELP (0)
#define MICROPY_PY_BUILTINS_COMPILE (0)
#define MICROPY_ENABLE_SCHEDULER (0)
#define MICROPY_KBD_EXCEPTION (0)
#define MICROPY_HELPER_REPL (0)
#define MICROPY_PY_ASYNC_AWAIT (0)
#define MICROPY_PY_CMATH (1)
#define MICROPY_PY_BUILTINS_RANGE_BINOP (1)
#define MICROPY_PY_ALL_INPLACE_SPECIAL_METHODS (1)
#define MICROPY_PY_COLLECTIONS_NAMEDTUPLE__ASDICT (1)
#define MICROPY_PY_RE_MATCH_GROUPS (1)
#define MICROPY_PY_RE_MATCH_SPAN_START_END (1)
#define MICROPY_PY_MICROPYTHON (0)
#define MICROPY_PY_GC (0)
#define MICROPY_PY_IO (1)
#define MICROPY_PY_IO_IOBASE (0)
#define MICROPY_PY_SYS (1)
#define MICROPY_PY_SYS_PLATFORM "palestra"
#define MICROPY_PY_SYS_EXIT (0)
#define MICROPY_PY_SYS_STDFILES (0)
#define MICROPY_PY_SYS_STDIO_BUFFER (0)
#define MICROPY_PY_SYS_MODULES (0)
#define MICROPY_PY_SYS_PATH (0)
#define MICROPY_PY_SYS_ARGV (0)
#define MICROPY_PY_SYS_PS1_PS2 (0)
#define MICROPY_PY_ERRNO (0)
#define MICROPY_PY_SELECT (0)
#define MICROPY_PY_TIME (0)
#define MICROPY_PY_ASYNCIO (0)
#define MICROPY_PY_UCTYPES (0)
#define MICROPY_PY_DEFLATE (0)
#define MICROPY_PY_OS (0)
#define MICROPY_PY_HASHLIB (0)
#define MICROPY_PY_BINASCII (0)
/* The module is in library.py: its numbers are those of the match. */
#define MICROPY_PY_RANDOM (0)
#define MICROPY_PY_FRAMEBUF (0)
#define MICROPY_PY_PLATFORM (0)
#define MICROPY_PY_MACHINE (0)
#define MICROPY_VFS (0)
#define MICROPY_MODULE_WEAK_LINKS (0)
#define MICROPY_MODULE___FILE__ (0)

#define MICROPY_HW_BOARD_NAME "palestra"
#define MICROPY_HW_MCU_NAME "wasm32"
#define MICROPY_MPHALPORT_H "mphalport.h"
#define MP_STATE_PORT MP_STATE_VM

#endif
