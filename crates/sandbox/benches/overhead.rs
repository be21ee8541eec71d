//! The cost of the sandbox beyond the players' own computation: `cargo bench -p sandbox`.
//!
//! Times of the best of several runs, on one thread. The players do nothing, so that all time is
//! ours.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Bench, bench, judge, play_out, player};
use engine::{Match, Player};
use sandbox::{Program, Sandbox};
use std::time::{Duration, Instant};

const RUNS: usize = 20;

/// The shortest of several runs.
fn best(mut run: impl FnMut() -> Duration) -> Duration {
    (0..RUNS).map(|_| run()).min().unwrap_or_default()
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    let kept = work();
    let time = begun.elapsed();
    drop(kept);
    time
}

fn board(rounds: u32, view: usize) -> Bench {
    Bench { rounds, view: vec![7; view], ..Bench::new(4) }
}

/// A match of four players of the same program, seated and ready.
fn seated(program: &Program, rounds: u32, view: usize) -> Match {
    let players = (0..4).map(|_| program.player(&judge(), b"intro")).collect();
    bench(board(rounds, view), players)
}

fn nobody(rounds: u32, view: usize) -> Match {
    let players = (0..4).map(|_| Box::new(Looker) as Box<dyn Player>).collect();
    bench(board(rounds, view), players)
}

/// A built-in player that looks at its view, so that only the sandbox makes the difference.
struct Looker;

impl Player for Looker {
    fn play(&mut self, turn: &mut engine::Turn<'_>) -> Result<(), engine::Freeze> {
        std::hint::black_box(turn.view());
        Ok(())
    }
}

fn main() {
    let sandbox = Sandbox::new().expect("this machine runs WebAssembly");
    let wasm = wat::parse_str(player("", "")).expect("the fixture is well-formed");
    let program = sandbox.compile(&wasm).expect("the fixture is a player");
    let print = |what: &str, time: Duration| println!("{what:<58}{:>10.2} us", micros(time));

    print("a sandbox", best(|| timed(|| Sandbox::new().expect("as above"))));
    print("compile a tiny module", best(|| timed(|| sandbox.compile(&wasm))));
    const CROWD: u32 = 100;
    let crowd = || -> Vec<_> { (0..CROWD).map(|_| program.player(&judge(), b"intro")).collect() };
    print("seat a player: instantiate, begin", best(|| timed(crowd)) / CROWD);
    for view in [1 << 10, 16 << 10, 64 << 10] {
        const ROUNDS: u32 = 1000;
        let play = |seat: &dyn Fn() -> Match| {
            best(|| {
                let mut played = seat();
                timed(|| play_out(&mut played))
            })
        };
        let ours = play(&|| seated(&program, ROUNDS, view));
        let none = play(&|| nobody(ROUNDS, view));
        let each = ours.saturating_sub(none) / (4 * ROUNDS);
        print(&format!("a turn with a view of {} KiB", view >> 10), each);
    }
    let whole = best(|| {
        timed(|| {
            let mut played = seated(&program, 200, 16 << 10);
            play_out(&mut played);
            played
        })
    });
    print("a match of 4 players, 200 rounds, views of 16 KiB", whole);
}

fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1000.0
}
