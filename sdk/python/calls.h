/* Only in engines for profiles, inside py/vm.c: the calls that are open, for sampled.h. */

#include "py/objfun.h"
#include "sampled.h"

struct open_call { mp_code_state_t* state; struct open_call* before; };

static struct open_call* open_calls;

static void sampled_calls(void) {
  sample.asked = sample.len = 0;
  for (struct open_call* call = open_calls; call != NULL; call = call->before) {
    const mp_obj_fun_bc_t* function = call->state->fun_bc;
    const byte* ip = function->bytecode;
    MP_BC_PRELUDE_SIG_DECODE(ip);
    MP_BC_PRELUDE_SIZE_DECODE(ip);
    const byte* lines_end = ip + n_info;
    size_t at = (size_t) (call->state->ip - (lines_end + n_cell));
    qstr name = mp_decode_uint_value(ip);
    for (size_t k = 0; k < 1 + n_pos_args + n_kwonly_args; ++k) ip = mp_decode_uint_skip(ip);
    qstr file = function->context->constants.source_file;
    sampled_call(qstr_str(file), (int) mp_bytecode_get_source_line(ip, lines_end, at),
                 qstr_str(name));
  }
}
