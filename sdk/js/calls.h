/* Only in engines for profiles, inside quickjs.c: the calls that are open, for sampled.h. */

#include "sampled.h"

static void sampled_calls(JSRuntime* rt, const uint8_t* pc) {
  sample.asked = sample.len = 0;
  for (JSStackFrame* frame = rt->current_stack_frame; frame != NULL; frame = frame->prev_frame) {
    JSObject* function = JS_VALUE_GET_OBJ(frame->cur_func);
    if (!js_class_has_bytecode(function->class_id)) continue;
    JSFunctionBytecode* code = function->u.func.function_bytecode;
    // The innermost call is at the instruction that comes next, the others behind theirs.
    const uint8_t* at = frame == rt->current_stack_frame ? pc : frame->cur_pc - 1;
    if (frame != rt->current_stack_frame && frame->cur_pc == NULL) continue;
    char file[ATOM_GET_STR_BUF_SIZE], name[ATOM_GET_STR_BUF_SIZE];
    int column, line = find_line_num(code->realm, code, at - code->byte_code_buf, &column);
    sampled_call(JS_AtomGetStrRT(rt, file, sizeof file, code->filename), line,
                 JS_AtomGetStrRT(rt, name, sizeof name, code->func_name));
  }
}
