//! Our changes of MicroPython.

use crate::scripts::engine::Patch;

pub(super) const PATCHES: &[Patch] = &[
    // The sum of the hashes of its elements makes most pairs of a board collide.
    Patch {
        file: "py/objtuple.c",
        from: "                hash += MP_OBJ_SMALL_INT_VALUE(mp_unary_op(MP_UNARY_OP_HASH, \
               self->items[i]));\n            }\n",
        to: r#"                uint32_t one =
                    (uint32_t)MP_OBJ_SMALL_INT_VALUE(mp_unary_op(MP_UNARY_OP_HASH, self->items[i]));
                hash = (uint32_t)hash * 1000003u + one;
            }
            hash = (uint32_t)(hash ^ hash >> 16) * 73244475u;
            hash = (hash ^ hash >> 16) & 0x3fffffff;
"#,
    },
    // Tables that are nearly full make searches in them long.
    Patch {
        file: "py/map.c",
        from: "    // map is a hash table (not an ordered array), so do a hash lookup\n",
        to: r#"    if (lookup_kind == MP_MAP_LOOKUP_ADD_IF_NOT_FOUND && map->alloc >= 8
        && map->used * 4 >= map->alloc * 3) {
        mp_map_rehash(map);
    }
"#,
    },
    Patch {
        file: "py/map.c",
        from: r#"    mp_uint_t hash = MP_OBJ_SMALL_INT_VALUE(mp_unary_op(MP_UNARY_OP_HASH, index));
    size_t pos = hash % set->alloc;
"#,
        to: r#"    if ((lookup_kind & MP_MAP_LOOKUP_ADD_IF_NOT_FOUND) && set->alloc >= 8
        && set->used * 4 >= set->alloc * 3) {
        mp_set_rehash(set);
    }
    mp_uint_t hash = MP_OBJ_SMALL_INT_VALUE(mp_unary_op(MP_UNARY_OP_HASH, index));
    size_t pos = hash % set->alloc;
"#,
    },
    // Calls of small and middle-sized functions need no memory of the heap.
    Patch {
        file: "py/objfun.c",
        from: "#define VM_MAX_STATE_ON_STACK (sizeof(mp_uint_t) * 11)",
        to: "#define VM_MAX_STATE_ON_STACK (sizeof(mp_uint_t) * 40)",
    },
    // Nothing is collected during a call, so a search for free memory goes on where the last one
    // ended. It would begin at the first hole each time. Before memory is refused all holes are
    // tried.
    Patch { file: "py/gc.c", from: "    if (n_free == 1) {\n", to: "    {\n" },
    Patch {
        file: "py/gc.c",
        from: "    bool added = false;\n",
        to: "    bool added = false, again = false;\n",
    },
    Patch {
        file: "py/gc.c",
        from: r#"                added = true;
                continue;
            }
            #endif
            return NULL;
"#,
        to: r#"                added = true;
                continue;
            }
            #endif
            if (!again) {
                again = true;
                MP_STATE_MEM(gc_last_free_area) = &MP_STATE_MEM(area);
                for (area = &MP_STATE_MEM(area); area != NULL; area = NEXT_AREA(area)) {
                    area->gc_last_free_atb_index = 0;
                }
                continue;
            }
            return NULL;
"#,
    },
    Patch {
        file: "py/gc.c",
        from: "    if (block / BLOCKS_PER_ATB < area->gc_last_free_atb_index) {\n",
        to: "    if (block / BLOCKS_PER_ATB < area->gc_last_free_atb_index\n        \
             && area->gc_last_free_atb_index - block / BLOCKS_PER_ATB < 128) {\n",
    },
    // The loop over the instructions moves out of the function that calls setjmp: in there the
    // compiler keeps all variables in memory. What the handler of exceptions needs of them it
    // gets by address.
    Patch {
        file: "py/vm.c",
        from: "mp_vm_return_kind_t MICROPY_WRAP_MP_EXECUTE_BYTECODE(mp_execute_bytecode)\
               (mp_code_state_t *code_state, volatile mp_obj_t inject_exc) {\n",
        to: r#"#define RAISED ((mp_vm_return_kind_t)3)
static __attribute__((noinline)) mp_vm_return_kind_t run_bytecode(mp_code_state_t *code_state,
    mp_obj_t *inject_at, mp_exc_stack_t **exc_sp_at, void **raised) {
#define inject_exc (*inject_at)
#define exc_sp (*exc_sp_at)
"#,
    },
    Patch {
        file: "py/vm.c",
        from: "nlr_pop(); nlr.ret_val = MP_OBJ_TO_PTR(o); goto exception_handler;",
        to: "nlr_pop(); *raised = MP_OBJ_TO_PTR(o); return RAISED;",
    },
    Patch {
        file: "py/vm.c",
        from: "    mp_exc_stack_t *volatile exc_sp = MP_CODE_STATE_EXC_SP_IDX_TO_PTR(exc_stack, \
               code_state->exc_sp_idx);",
        to: "",
    },
    Patch {
        file: "py/vm.c",
        from: r#"    for (;;) {
        nlr_buf_t nlr;
outer_dispatch_loop:
        if (nlr_push(&nlr) == 0) {
"#,
        to: "    {\n        {\n",
    },
    Patch {
        file: "py/vm.c",
        from: r#"            } // for loop

        } else {
exception_handler:
"#,
        to: r#"            } // for loop
        }
    }
}
#undef inject_exc
#undef exc_sp

mp_vm_return_kind_t mp_execute_bytecode(mp_code_state_t *code_state, volatile mp_obj_t inject_exc) {
    mp_exc_stack_t *const exc_stack =
        (mp_exc_stack_t *)(code_state->state + code_state->n_state);
    mp_exc_stack_t *volatile exc_sp =
        MP_CODE_STATE_EXC_SP_IDX_TO_PTR(exc_stack, code_state->exc_sp_idx);
    for (;;) {
        nlr_buf_t nlr;
outer_dispatch_loop:
        if (nlr_push(&nlr) == 0) {
            void *raised;
            mp_vm_return_kind_t kind = run_bytecode(code_state, (mp_obj_t *)&inject_exc,
                (mp_exc_stack_t **)&exc_sp, &raised);
            if (kind != RAISED) {
                return kind;
            }
            nlr.ret_val = raised;
            goto exception_handler;
        } else {
exception_handler:
"#,
    },
    // Nothing interrupts a player.
    Patch {
        file: "py/vm.c",
        from: "    #define DISPATCH() goto dispatch_loop\n    \
               #define DISPATCH_WITH_PEND_EXC_CHECK() goto pending_exception_check\n",
        to: "    #define DISPATCH() goto dispatch_loop\n    \
             #define DISPATCH_WITH_PEND_EXC_CHECK() goto dispatch_loop\n",
    },
    // What players do most: sums and comparisons of small numbers, elements of lists.
    Patch {
        file: "py/vm.c",
        from: r#"                        mp_obj_t rhs = POP();
                        mp_obj_t lhs = TOP();
                        SET_TOP("#,
        to: r#"                        mp_obj_t rhs, lhs;
binary_operation:
                        rhs = POP();
                        lhs = TOP();
                        if (mp_obj_is_small_int(lhs) && mp_obj_is_small_int(rhs)) {
                            mp_int_t a = MP_OBJ_SMALL_INT_VALUE(lhs);
                            mp_int_t b = MP_OBJ_SMALL_INT_VALUE(rhs), sum = 0;
                            switch (ip[-1] - MP_BC_BINARY_OP_MULTI) {
                                case MP_BINARY_OP_LESS: SET_TOP(mp_obj_new_bool(a < b)); DISPATCH();
                                case MP_BINARY_OP_MORE: SET_TOP(mp_obj_new_bool(a > b)); DISPATCH();
                                case MP_BINARY_OP_EQUAL:
                                    SET_TOP(mp_obj_new_bool(a == b)); DISPATCH();
                                case MP_BINARY_OP_NOT_EQUAL:
                                    SET_TOP(mp_obj_new_bool(a != b)); DISPATCH();
                                case MP_BINARY_OP_LESS_EQUAL:
                                    SET_TOP(mp_obj_new_bool(a <= b)); DISPATCH();
                                case MP_BINARY_OP_MORE_EQUAL:
                                    SET_TOP(mp_obj_new_bool(a >= b)); DISPATCH();
                                case MP_BINARY_OP_ADD:
                                case MP_BINARY_OP_INPLACE_ADD: sum = a + b; break;
                                case MP_BINARY_OP_SUBTRACT:
                                case MP_BINARY_OP_INPLACE_SUBTRACT: sum = a - b; break;
                                default: goto other_operation;
                            }
                            if (MP_SMALL_INT_FITS(sum)) {
                                SET_TOP(MP_OBJ_NEW_SMALL_INT(sum));
                                DISPATCH();
                            }
                        }
other_operation:
                        SET_TOP("#,
    },
    Patch {
        file: "py/vm.c",
        from: r#"                    mp_obj_t index = POP();
                    SET_TOP("#,
        to: r#"                    mp_obj_t index = POP();
                    mp_obj_t list_in = TOP();
                    if (mp_obj_is_small_int(index) && mp_obj_is_type(list_in, &mp_type_list)) {
                        mp_obj_list_t *list = MP_OBJ_TO_PTR(list_in);
                        mp_int_t at = MP_OBJ_SMALL_INT_VALUE(index);
                        at += at < 0 ? (mp_int_t)list->len : 0;
                        if (at >= 0 && at < (mp_int_t)list->len) {
                            SET_TOP(list->items[at]);
                            DISPATCH();
                        }
                    }
                    SET_TOP("#,
    },
    Patch {
        file: "py/vm.c",
        from: "#include \"py/objtype.h\"\n",
        to: "#include \"py/objlist.h\"\n#include \"py/objtype.h\"\n#include \"py/smallint.h\"\n",
    },
    // Families of instructions are cases like the others.
    Patch {
        file: "py/vm.c",
        from: r#"                ENTRY_DEFAULT:
                    if (ip[-1] < "#,
        to: r#"                case MP_BC_LOAD_CONST_SMALL_INT_MULTI
                    ... MP_BC_LOAD_CONST_SMALL_INT_MULTI + MP_BC_LOAD_CONST_SMALL_INT_MULTI_NUM - 1:
                    PUSH(MP_OBJ_NEW_SMALL_INT((mp_int_t)ip[-1] - MP_BC_LOAD_CONST_SMALL_INT_MULTI
                        - MP_BC_LOAD_CONST_SMALL_INT_MULTI_EXCESS));
                    DISPATCH();
                case MP_BC_LOAD_FAST_MULTI
                    ... MP_BC_LOAD_FAST_MULTI + MP_BC_LOAD_FAST_MULTI_NUM - 1:
                    obj_shared = fastn[MP_BC_LOAD_FAST_MULTI - (mp_int_t)ip[-1]];
                    goto load_check;
                case MP_BC_STORE_FAST_MULTI
                    ... MP_BC_STORE_FAST_MULTI + MP_BC_STORE_FAST_MULTI_NUM - 1:
                    fastn[MP_BC_STORE_FAST_MULTI - (mp_int_t)ip[-1]] = POP();
                    DISPATCH();
                case MP_BC_BINARY_OP_MULTI
                    ... MP_BC_BINARY_OP_MULTI + MP_BC_BINARY_OP_MULTI_NUM - 1:
                    goto binary_operation;
                ENTRY_DEFAULT:
                    if (ip[-1] < "#,
    },
];

/// The further changes for profiles: each call is in a list while it is open, and each instruction
/// checks for a request.
pub(super) const SAMPLED: &[Patch] = &[
    Patch {
        file: "py/vm.c",
        from: "#include \"py/smallint.h\"\n",
        to: "#include \"py/smallint.h\"\n#include \"calls.h\"\n",
    },
    Patch {
        file: "py/vm.c",
        from: "\n#define TRACE(ip)\n",
        to: "\n#define TRACE(ip) \
             if (sample.asked) { code_state->ip = ip; sampled_calls(); }\n",
    },
    Patch {
        file: "py/vm.c",
        from: "\nmp_vm_return_kind_t mp_execute_bytecode(mp_code_state_t *code_state, \
               volatile mp_obj_t inject_exc) {\n",
        to: r#"
static mp_vm_return_kind_t execute(mp_code_state_t *code_state, volatile mp_obj_t inject_exc);

mp_vm_return_kind_t mp_execute_bytecode(mp_code_state_t *code_state, volatile mp_obj_t inject_exc) {
    struct open_call call = { code_state, open_calls };
    open_calls = &call;
    mp_vm_return_kind_t kind = execute(code_state, inject_exc);
    open_calls = call.before;
    return kind;
}

static mp_vm_return_kind_t execute(mp_code_state_t *code_state, volatile mp_obj_t inject_exc) {
"#,
    },
];
