//! Searches for modules that are slow for their fuel, or slow to compile under the limits.
//!
//! `cargo run --release -p sandbox --example slow -- --steps N --seed S [--compile] [--only WORD]
//! [--numbers 1,2,3] [--text]` prints the worst shape of each kind, worst first: CPU seconds per
//! nominal second of
//! fuel, or CPU seconds to compile. `--numbers` measures one shape only.

use sandbox::slow::{self, Shape};
use sandbox::{Limits, Sandbox, Seal};
use std::time::Duration;

/// Units of fuel that a module gets: a tenth of a nominal second.
const FUEL: u64 = Limits::FUEL_PER_SECOND / 10;
/// CPU time that it gets.
const CPU_TIME: Duration = Duration::from_secs(2);

struct Options {
    steps: usize,
    seed: u64,
    compile: bool,
    text: bool,
    only: String,
    numbers: Vec<u32>,
}

fn options() -> Options {
    let mut options = Options {
        steps: 200,
        seed: 1,
        compile: false,
        text: false,
        only: String::new(),
        numbers: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match word.as_str() {
            "--steps" => options.steps = value().parse().expect("--steps takes a number"),
            "--seed" => options.seed = value().parse().expect("--seed takes a number"),
            "--only" => options.only = value(),
            "--numbers" => {
                let all = value();
                let all = all.split(',').map(|n| n.parse().expect("--numbers takes 1,2,3"));
                options.numbers = all.collect();
            }
            "--compile" => options.compile = true,
            "--text" => options.text = true,
            other => panic!("there is no option {other}; see the head of this file"),
        }
    }
    options
}

/// CPU seconds per nominal second of fuel.
fn ratio(sandbox: &Sandbox, shape: &Shape) -> Option<f64> {
    let program = sandbox.compile(&wat::parse_str(shape.text()).ok()?).ok()?;
    let limits = Limits { fuel_max: Some(FUEL), cpu_time_max: Some(CPU_TIME), ..Limits::judge() };
    let before = slow::cpu_time();
    let player = program.player(&limits, b"");
    let used = slow::cpu_time() - before;
    // What a module costs once, a trap with a deep stack for instance, is no matter of fuel.
    if used < CPU_TIME / 40 {
        return None;
    }
    let nominal = player.fuel() as f64 / Limits::FUEL_PER_SECOND as f64;
    Some(used.as_secs_f64() / nominal)
}

/// CPU seconds to compile a module that the limits let through, on one thread.
fn compile(sandbox: &Sandbox, seal: &Seal, shape: &Shape) -> Option<f64> {
    let wasm = wat::parse_str(shape.text()).ok()?;
    sandbox::check(&wasm).ok()?;
    let before = slow::cpu_time_of_process();
    sandbox.machine_code(&wasm, seal).ok()?;
    Some((slow::cpu_time_of_process() - before).as_secs_f64())
}

fn main() {
    let options = options();
    let sandbox = Sandbox::new().expect("this machine runs WebAssembly");
    let seal = Seal::random().expect("this system has random bytes");
    let kinds = if options.compile { slow::COMPILING } else { slow::RUNNING };
    let score = |shape: &Shape| {
        if !shape.kind.name.contains(&options.only) {
            return None;
        }
        let score = match options.compile {
            true => compile(&sandbox, &seal, shape),
            false => ratio(&sandbox, shape),
        };
        eprintln!("{:>12.3}  {shape}", score.unwrap_or(f64::NAN));
        score
    };
    if !options.numbers.is_empty() {
        kinds.iter().filter(|kind| kind.name.contains(&options.only)).for_each(|kind| {
            score(&Shape::new(kind, &options.numbers));
        });
        return;
    }
    for (score, shape) in slow::climb(kinds, options.steps, options.seed, score) {
        if score.is_finite() {
            println!("{score:>12.2}  {shape}");
            if options.text {
                println!("{}", shape.text());
            }
        }
    }
}
