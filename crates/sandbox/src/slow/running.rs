//! Modules that take much time for their fuel.

use super::{Kind, Parts};

/// All kinds of modules that run.
pub const RUNNING: &[Kind] = &[
    Kind {
        name: "dependent loads",
        numbers: &[
            ("log2 of the bytes", 12, 26),
            ("log2 of the spacing", 3, 12),
            ("loads", 1, 200),
        ],
        write: loads,
    },
    Kind {
        name: "independent stores",
        numbers: &[("log2 of the bytes", 12, 26), ("spacing", 1, 70_000), ("stores", 1, 200)],
        write: stores,
    },
    Kind {
        name: "exceptions",
        numbers: &[
            ("frames above the handler", 0, 200_000),
            ("frames below it", 0, 200_000),
            ("other handlers passed", 0, 400),
            ("parameters", 0, 16),
            ("exceptions that are kept", 0, 90_000),
        ],
        write: throws,
    },
    Kind {
        name: "bulk operations",
        numbers: &[("operation", 0, 6), ("length", 0, 4096), ("times", 1, 200)],
        write: bulk,
    },
    Kind { name: "growth", numbers: &[("operation", 0, 3), ("times", 1, 50)], write: growth },
    Kind {
        name: "arithmetic",
        numbers: &[("operation", 0, OPERATIONS.len() as u32 - 1), ("times", 1, 200)],
        write: arithmetic,
    },
    Kind {
        name: "calls",
        numbers: &[("kind", 0, 3), ("parameters", 0, 16), ("times", 1, 100)],
        write: calls,
    },
    Kind { name: "deep calls", numbers: &[("depth", 1, 200_000), ("locals", 0, 60)], write: deep },
    Kind {
        name: "unpredictable branches",
        numbers: &[("ways", 1, 200), ("bits", 0, 1)],
        write: branches,
    },
    Kind {
        name: "calls of the arena",
        numbers: &[("function", 0, 4), ("times", 1, 50), ("depth", 0, 100_000)],
        write: arena,
    },
];

/// Instructions on a value at the top of the stack, by the type of the value.
const OPERATIONS: &[(&str, &str)] = &[
    // The loop alone.
    ("i32", ""),
    ("i32", "(i32.const 7) i32.div_u (i32.const 0x7fffff) i32.or"),
    ("i32", "(i32.const 7) i32.rem_s (i32.const 0x7fffff) i32.or"),
    ("i64", "(i64.const 7) i64.div_u (i64.const 0x7fffffffffff) i64.or"),
    ("i64", "(local.get $d) i64.div_s (i64.const 0x7fffffffffff) i64.or"),
    ("i64", "(local.get $d) i64.rem_u (i64.const 0x7fffffffffff) i64.or"),
    ("i64", "i64.popcnt"),
    ("i64", "i64.clz"),
    ("f64", "f64.sqrt"),
    ("f64", "(f64.const 1.1) f64.div"),
    ("f64", "(f64.const 1e-310) f64.mul (f64.const 1e-310) f64.add"),
    ("f64", "f64.nearest"),
    ("f64", "f64.ceil"),
    ("f64", "f64.floor f64.trunc"),
    ("f64", "(f64.const 1.1) f64.min (f64.const 0.1) f64.max"),
    ("f64", "(f64.const -1) f64.copysign"),
    ("f64", "i64.trunc_sat_f64_u f64.convert_i64_u"),
    ("f64", "i64.trunc_sat_f64_s f64.convert_i64_s"),
    ("f64", "f32.demote_f64 f64.promote_f32"),
    ("f32", "f32.sqrt"),
    ("f32", "(f32.const 1.1) f32.div"),
    ("v128", "f64x2.sqrt"),
    ("v128", "(v128.const f64x2 1.1 1.1) f64x2.div"),
    ("v128", "(v128.const i64x2 3 5) i64x2.mul"),
    ("v128", "i8x16.popcnt"),
    ("v128", "f64x2.nearest"),
    ("v128", "(v128.const f64x2 1 2) f64x2.pmin (v128.const f64x2 1 2) f64x2.max"),
    ("v128", "i32x4.trunc_sat_f64x2_u_zero f64x2.convert_low_i32x4_u"),
    ("v128", "i32x4.trunc_sat_f32x4_u f32x4.convert_i32x4_u"),
    ("v128", "(v128.const i32x4 1 2 3 4) i8x16.swizzle"),
    ("v128", "(i32.const 3) i64x2.shr_s"),
    ("v128", "(i32.const 3) i8x16.shr_s"),
    ("v128", "i64x2.abs"),
];

fn repeat(what: &str, times: u32) -> String {
    what.repeat(times as usize)
}

fn loads(n: &[u32]) -> Parts {
    // Each spot holds the address of another one, in an order that no processor foresees: a
    // generator of random numbers whose period is the number of spots.
    let (bytes, spacing) = (1_u32 << n[0], 1_u32 << n[1].min(n[0]));
    let body = format!(
        "(local $k i32) (local $p i32)
        (loop $fill
            (i32.store (local.get $p) (i32.and (i32.const {mask}) (i32.mul (i32.const {spacing})
                (i32.add (i32.const 12345) (i32.mul (local.get $k) (i32.const 1664525))))))
            (local.set $k (i32.add (local.get $k) (i32.const 1)))
            (local.set $p (i32.add (local.get $p) (i32.const {spacing})))
            (br_if $fill (i32.lt_u (local.get $p) (i32.const {bytes}))))
        (local.set $p (i32.const 0))
        (loop $walk (local.get $p) {chain} (local.set $p) (br $walk))",
        mask = bytes - 1,
        chain = repeat("i32.load ", n[2]),
    );
    Parts { pages: (bytes >> 16).max(1), ..Parts::new("", body) }
}

fn stores(n: &[u32]) -> Parts {
    let bytes = 1_u32 << n[0];
    let one = format!(
        "(i32.store8 (local.get $p) (i32.const 1)) (local.set $p (i32.and (i32.const {}) \
         (i32.add (local.get $p) (i32.const {}))))",
        bytes - 1,
        n[1]
    );
    let body = format!("(local $p i32) (loop $walk {} (br $walk))", repeat(&one, n[2]));
    Parts { pages: (bytes >> 16).max(1), ..Parts::new("", body) }
}

fn throws(n: &[u32]) -> Parts {
    let params = repeat("i64 ", n[3]);
    let values = repeat("(i64.const 1) ", n[3]);
    let catches = repeat("(catch $other $caught) ", n[2]);
    let keep = "(func $keep (local $x exnref) (local $k i32)
        (loop $more
            (local.set $x (block $caught (result exnref)
                (try_table (result exnref) (catch_all_ref $caught) (throw $other))))
            (table.set $kept (local.get $k) (local.get $x))
            (local.set $k (i32.add (local.get $k) (i32.const 1)))
            (br_if $more (i32.lt_u (local.get $k) (table.size $kept)))))";
    let fields = format!(
        "(tag $other) (tag $t (param {params})) (table $kept {kept} exnref) {keep}
        (func $thrower (param $n i32)
            (if (local.get $n)
                (then (call $thrower (i32.sub (local.get $n) (i32.const 1))))
                (else {values} (throw $t))))
        (func $work (param $n i32)
            (if (local.get $n)
                (then (call $work (i32.sub (local.get $n) (i32.const 1))))
                (else (loop $more
                    (block $caught
                        (try_table {catches} (catch_all $caught)
                            (call $thrower (i32.const {below}))))
                    (br $more)))))",
        below = n[1],
        kept = n[4],
    );
    let fill = if n[4] > 0 { "(call $keep)" } else { "" };
    Parts::new(fields, format!("{fill} (call $work (i32.const {}))", n[0]))
}

fn bulk(n: &[u32]) -> Parts {
    let len = n[1];
    let one = match n[0] {
        0 => format!("(memory.fill (i32.const 0) (i32.const 1) (i32.const {len}))"),
        1 => format!("(memory.copy (i32.const 0) (i32.const 8192) (i32.const {len}))"),
        2 => format!("(memory.init $d (i32.const 0) (i32.const 0) (i32.const {}))", len.min(64)),
        3 => format!("(table.fill $t (i32.const 0) (ref.null func) (i32.const {len}))"),
        4 => format!("(table.copy $t $t (i32.const 0) (i32.const 4096) (i32.const {len}))"),
        5 => format!("(table.init $t $e (i32.const 0) (i32.const 0) (i32.const {}))", len.min(2)),
        _ => "(table.set $t (i32.const 1) (table.get $t (i32.const 0)))".into(),
    };
    let fields = format!(
        "(table $t 8192 funcref) (elem $e func $f $f) (func $f) (data $d \"{}\")",
        repeat("x", 64)
    );
    Parts::new(fields, format!("(loop $more {} (br $more))", repeat(&one, n[2])))
}

fn growth(n: &[u32]) -> Parts {
    let one = match n[0] {
        0 => "(drop (memory.grow (i32.const 0)))",
        1 => "(drop (table.grow $t (ref.null func) (i32.const 0)))",
        2 => "(drop (memory.grow (i32.const 20000)))",
        _ => "(drop (memory.size))",
    };
    let body = format!("(loop $more {} (br $more))", repeat(one, n[1]));
    Parts::new("(table $t 1 funcref)", body)
}

fn arithmetic(n: &[u32]) -> Parts {
    let (ty, operation) = OPERATIONS[n[0] as usize % OPERATIONS.len()];
    let body = format!(
        "(local $d i64) (local $x {ty}) (local.set $d (i64.const 0x123456789abcd))
        (loop $more (local.get $x) {} (local.set $x) (br $more))",
        repeat(&format!("{operation} "), n[1])
    );
    Parts::new("", body)
}

fn calls(n: &[u32]) -> Parts {
    let params = repeat("i64 ", n[1]);
    let values = repeat("(i64.const 1) ", n[1]);
    let one = match n[0] {
        0 => "(call $f)",
        1 => "(call_indirect (type $f) (i32.const 0))",
        2 => {
            "(call_indirect (type $f) (i32.and (local.tee $k (i32.add (local.get $k) \
              (i32.const 1))) (i32.const 1)))"
        }
        _ => "(call $g)",
    };
    let fields = format!(
        "(type $f (func (param {params}))) (table 2 funcref) (elem (i32.const 0) $f $g)
        (func $f (type $f)) (func $g (type $f) {} (return_call $f))",
        (0..n[1]).map(|k| format!("(local.get {k}) ")).collect::<String>()
    );
    let body = format!(
        "(local $k i32) (loop $more {} (br $more))",
        repeat(&format!("{values}{one} "), n[2])
    );
    Parts::new(fields, body)
}

fn deep(n: &[u32]) -> Parts {
    // Locals that are needed after the call have to stay in the frame.
    let sets: String =
        (0..n[1]).map(|k| format!("(local.set $l{k} (i64.extend_i32_u (local.get $n)))")).collect();
    let locals: String = (0..n[1]).map(|k| format!("(local $l{k} i64) ")).collect();
    let sum: String = (0..n[1]).map(|k| format!("(local.get $l{k}) i64.add ")).collect();
    let fields = format!(
        "(func $deep (param $n i32) (result i64) {locals} {sets}
            (if (i32.eqz (local.get $n)) (then (return (i64.const 1))))
            (call $deep (i32.sub (local.get $n) (i32.const 1))) {sum})"
    );
    let body = format!("(loop $more (drop (call $deep (i32.const {}))) (br $more))", n[0]);
    Parts::new(fields, body)
}

fn branches(n: &[u32]) -> Parts {
    let step = "(local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 13))))
        (local.set $x (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 7))))
        (local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 17))))";
    let one = match n[1] {
        0 => (0..n[0])
            .map(|k| {
                format!(
                    "(if (i64.eqz (i64.and (local.get $x) (i64.const {}))) \
                     (then (local.set $s (i64.mul (local.get $s) (i64.const 3)))))",
                    1_u64 << (k % 60)
                )
            })
            .collect(),
        _ => {
            let labels: String = (0..n[0]).map(|k| format!("$b{k} ")).collect();
            let open: String = (0..n[0]).map(|k| format!("(block $b{k} ")).collect();
            let ends = repeat(") (br $next)", n[0]);
            format!(
                "(block $next {open} (br_table {labels} (i32.rem_u (i32.wrap_i64 (local.get $x)) \
                 (i32.const {}))) {ends})",
                n[0]
            )
        }
    };
    let body = format!(
        "(local $x i64) (local $s i64) (local.set $x (i64.const 88172645463325252))
        (loop $more {step} {one} (br $more))"
    );
    Parts::new("", body)
}

fn arena(n: &[u32]) -> Parts {
    let wasi = |name: &str, params: &str| {
        format!(
            "(import \"wasi_snapshot_preview1\" \"{name}\" (func $f (param {params}) (result i32)))"
        )
    };
    let (import, call) = match n[0] {
        0 => ("(import \"palestra\" \"thrown\" (func $f))".to_string(), "(call $f)"),
        1 => (wasi("sched_yield", ""), "(drop (call $f))"),
        2 => (wasi("random_get", "i32 i32"), "(drop (call $f (i32.const 0) (i32.const 0)))"),
        3 => (wasi("random_get", "i32 i32"), "(drop (call $f (i32.const 0) (i32.const 4096)))"),
        _ => (
            wasi("fd_write", "i32 i32 i32 i32"),
            "(drop (call $f (i32.const 2) (i32.const 2048) (i32.const 1024) (i32.const 0)))",
        ),
    };
    let fields = format!(
        "{import} (func $work (param $n i32)
            (if (local.get $n)
                (then (call $work (i32.sub (local.get $n) (i32.const 1))))
                (else (loop $more {} (br $more)))))",
        repeat(call, n[1])
    );
    Parts::new(fields, format!("(call $work (i32.const {}))", n[2]))
}
