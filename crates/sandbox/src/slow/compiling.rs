//! Modules that take much time to be compiled. Most would run into limits: numbers that are too
//! large are dropped by whoever asks for the text.

use super::{Kind, Parts};

/// All kinds of modules that are compiled.
pub const COMPILING: &[Kind] = &[
    Kind {
        name: "nested loops that change locals",
        numbers: &[("loops", 1, 1000), ("locals", 1, 2000), ("functions", 1, 2000)],
        write: nested,
    },
    Kind {
        name: "loops after each other that change locals",
        numbers: &[("loops", 1, 3000), ("locals", 1, 2000), ("functions", 1, 2000)],
        write: sequence,
    },
    Kind {
        name: "ifs between the change and the use of locals",
        numbers: &[("ifs", 1, 10_000), ("locals", 1, 2000), ("functions", 1, 2000)],
        write: ifs,
    },
    Kind {
        name: "tables of branches",
        numbers: &[
            ("entries", 1, 20_000),
            ("targets", 1, 500),
            ("locals", 1, 500),
            ("functions", 1, 2000),
        ],
        write: tables,
    },
    Kind {
        name: "calls under handlers",
        numbers: &[("handlers", 1, 500), ("calls", 1, 5000), ("functions", 1, 2000)],
        write: handlers,
    },
    Kind {
        name: "values that live at once",
        numbers: &[("values", 1, 50_000), ("kind", 0, 3), ("functions", 1, 2000)],
        write: values,
    },
    Kind {
        name: "calls with many parameters",
        numbers: &[
            ("parameters", 0, 60),
            ("results", 0, 16),
            ("calls", 1, 30_000),
            ("functions", 1, 2000),
        ],
        write: signatures,
    },
    Kind {
        name: "one instruction again and again",
        numbers: &[
            ("instruction", 0, INSTRUCTIONS.len() as u32 - 1),
            ("times", 1, 60_000),
            ("functions", 1, 2000),
        ],
        write: straight,
    },
    Kind {
        name: "functions",
        numbers: &[("functions", 1, 20_000), ("kind", 0, 3)],
        write: functions,
    },
    Kind {
        name: "blocks with results",
        numbers: &[("blocks", 1, 20_000), ("results", 0, 16), ("functions", 1, 2000)],
        write: results,
    },
];

/// Instructions that leave nothing on the stack.
const INSTRUCTIONS: &[&str] = &[
    "(i32.store (local.get 0) (i32.const 1))",
    "(i32.store (i32.const 4) (i32.load (i32.const 0)))",
    "(f64.store (i32.const 8) (f64.div (f64.load (i32.const 8)) (f64.const 3)))",
    "(drop (memory.grow (i32.const 0)))",
    "(memory.copy (i32.const 0) (i32.const 8) (local.get 0))",
    "(table.set (i32.const 0) (table.get (i32.const 1)))",
    "(call_indirect (type $none) (i32.const 0))",
    "(v128.store (i32.const 0) (i8x16.popcnt (v128.load (i32.const 0))))",
    "(v128.store (i32.const 0) (i64x2.mul (v128.load (i32.const 0)) (v128.load (i32.const 16))))",
    "(v128.store (i32.const 0) (f64x2.nearest (v128.load (i32.const 0))))",
    "(v128.store (i32.const 0) (i8x16.shuffle 1 17 3 19 5 21 7 23 9 25 11 27 13 29 15 31
        (v128.load (i32.const 0)) (v128.load (i32.const 16))))",
    "(i64.store (i32.const 0) (i64.trunc_sat_f64_u (f64.load (i32.const 8))))",
    "(i32.store (i32.const 0) (i32.div_s (i32.load (i32.const 0)) (i32.load (i32.const 8))))",
    "(if (local.get 0) (then (return)))",
    "(if (local.get 0) (then (unreachable)))",
    "(loop $l (br_if $l (local.get 0)))",
    "(throw $t)",
    "(table.grow (ref.null func) (i32.const 1)) drop",
    "(i32.store8 (i32.const 0) (select (i32.const 1) (i32.const 2) (local.get 0)))",
    "(global.set $g (i32.add (global.get $g) (i32.const 1)))",
];

/// So many functions with the same body, as long as the text does not get out of hand: limits
/// refuse what is larger.
fn copies(functions: u32, head: &str, body: &str) -> String {
    const BYTES_MAX: usize = 8 << 20;
    let one = format!("(func {head} {body})");
    one.repeat((functions as usize).min(BYTES_MAX / one.len()).max(1))
}

fn each(count: u32, write: impl Fn(u32) -> String) -> String {
    (0..count).map(write).collect()
}

fn change(locals: u32) -> String {
    each(locals, |k| {
        let other = (k + 1) % locals.max(1);
        format!("(local.set {k} (i32.add (local.get {k}) (local.get {other})))")
    })
}

fn locals(count: u32) -> String {
    format!("(local {})", "i32 ".repeat(count as usize))
}

fn nested(n: &[u32]) -> Parts {
    let open = each(n[0], |k| format!("(loop $l{k} "));
    let close = each(n[0], |k| format!("(br_if $l{} (local.get 0)))", n[0] - 1 - k));
    let body = format!("{open} {} {close}", change(n[1]));
    Parts::new(copies(n[2], &locals(n[1]), &body), "")
}

fn sequence(n: &[u32]) -> Parts {
    // One local in each loop, all of them before and after.
    let one = |k: u32| {
        let local = k % n[1];
        format!(
            "(loop $l (local.set {local} (i32.add (local.get {local}) (i32.const 1)))
            (br_if $l (local.get {local})))"
        )
    };
    let body = format!("{} {} {}", change(n[1]), each(n[0], one), change(n[1]));
    Parts::new(copies(n[2], &locals(n[1]), &body), "")
}

fn ifs(n: &[u32]) -> Parts {
    let one = |k: u32| {
        let local = k % n[1];
        format!("(if (local.get {local}) (then (local.set {local} (i32.const {k}))))")
    };
    let body = format!("{} {} {}", change(n[1]), each(n[0], one), change(n[1]));
    Parts::new(copies(n[2], &locals(n[1]), &body), "")
}

fn tables(n: &[u32]) -> Parts {
    let entries = each(n[0], |k| format!("{} ", k % n[1]));
    let open = "(block ".repeat(n[1] as usize);
    let close = each(n[1], |k| format!(") (local.set {} (i32.const {k}))", k % n[2]));
    let body = format!(
        "(loop $l {open} (br_table {entries} 0 (local.get 0)) {close} {} (br_if $l (local.get 0)))",
        change(n[2])
    );
    Parts::new(copies(n[3], &locals(n[2]), &body), "")
}

fn handlers(n: &[u32]) -> Parts {
    let open = "(block (try_table (catch_all 0) ".repeat(n[0] as usize);
    let calls = "(call $f) ".repeat(n[1] as usize);
    let close = "))".repeat(n[0] as usize);
    let body = format!("{open} {calls} {close}");
    Parts::new(format!("(func $f) {}", copies(n[2], "", &body)), "")
}

fn values(n: &[u32]) -> Parts {
    let (push, join, last) = match n[1] {
        0 => ("(i32.load (i32.const 0))", "i32.add ", "drop"),
        1 => ("(call $v)", "i32.add ", "drop"),
        2 => ("(v128.load (i32.const 0))", "v128.xor ", "drop"),
        _ => ("(i64.load (local.get 0))", "i64.div_u ", "drop"),
    };
    let body = format!(
        "{} {} {last}",
        push.repeat(n[0] as usize),
        join.repeat(n[0].saturating_sub(1) as usize)
    );
    let fields =
        format!("(func $v (result i32) (i32.const 1)) {}", copies(n[2], "(param i32)", &body));
    Parts::new(fields, "")
}

fn signatures(n: &[u32]) -> Parts {
    let (params, results) = ("i64 ".repeat(n[0] as usize), "i64 ".repeat(n[1] as usize));
    let give = "(i64.const 1) ".repeat(n[0] as usize);
    let take = "drop ".repeat(n[1] as usize);
    let calls = format!("{give} (call $f) {take} ").repeat(n[2] as usize);
    let fields = format!(
        "(func $f (param {params}) (result {results}) {}) {}",
        "(i64.const 2) ".repeat(n[1] as usize),
        copies(n[3], "", &calls)
    );
    Parts::new(fields, "")
}

fn straight(n: &[u32]) -> Parts {
    let one = INSTRUCTIONS[n[0] as usize % INSTRUCTIONS.len()];
    let fields = format!(
        "(table 2 funcref) (type $none (func)) (tag $t) (global $g (mut i32) (i32.const 0)) {}",
        copies(n[2], "(param i32)", &format!("{one} ").repeat(n[1] as usize))
    );
    Parts::new(fields, "")
}

fn functions(n: &[u32]) -> Parts {
    let fields = match n[1] {
        0 => copies(n[0], "", ""),
        1 => each(n[0], |k| format!("(func $f{k} (call $f{}))", (k + 1) % n[0])),
        2 => format!(
            "(table {0} funcref) (elem (i32.const 0) {1}) {2}",
            n[0],
            each(n[0], |k| format!("$f{k} ")),
            each(n[0], |k| format!("(func $f{k} (param i32) (result i32) (local.get 0))"))
        ),
        _ => {
            copies(n[0], "(param i32)", "(if (local.get 0) (then (call_indirect (i32.const 0))))")
                + "(table 1 funcref)"
        }
    };
    Parts::new(fields, "")
}

fn results(n: &[u32]) -> Parts {
    let results = "i32 ".repeat(n[1] as usize);
    let give = "(local.get 0) ".repeat(n[1] as usize);
    let one = format!(
        "(block (param {results}) (result {results}) (br_if 0 (local.get 0))
            (if (param {results}) (result {results}) (local.get 0) (then) (else))) "
    );
    let body = format!("{give} {} {}", one.repeat(n[0] as usize), "drop ".repeat(n[1] as usize));
    Parts::new(copies(n[2], "(param i32)", &body), "")
}
