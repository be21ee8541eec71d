//! A game that is no game: it shows every player fixed bytes and keeps what it answers.
#![allow(dead_code, reason = "every test program uses its own part of this")]

use engine::{DynState, Facts, Fatal, Freeze, Match, Notes, Order, Player, Ruleset};
use sandbox::{Limits, Program, Refused, Sandbox};
use std::any::Any;
use std::sync::OnceLock;

/// One sandbox for all tests of a program.
pub fn sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new().expect("this machine runs WebAssembly"))
}

/// Compiles text that is a whole module.
pub fn compile(wat: &str) -> Result<Program, Refused> {
    sandbox().compile(&wat::parse_str(wat).expect("the fixture is well-formed text"))
}

/// A player in text: `fields` are added to a module that keeps to the interface and whose
/// `palestra_play` does `body` first.
///
/// Its buffer is at 1024, its empty reply at 16.
pub fn player(fields: &str, body: &str) -> String {
    shell(&format!("(memory (export \"memory\") 2)\n{fields}"), body)
}

/// As [`player`], without a memory of its own.
pub fn shell(fields: &str, body: &str) -> String {
    format!(
        r#"(module
            (import "palestra" "fail" (func $fail (param i32 i32 i32)))
            (import "wasi_snapshot_preview1" "fd_write"
                (func $write (param i32 i32 i32 i32) (result i32)))
            {fields}
            (func (export "palestra_abi") (result i32) (i32.const 1))
            (func (export "palestra_buffer") (param i32) (result i32) (i32.const 1024))
            (func (export "palestra_begin") (param i32))
            (func $palestra_play (export "palestra_play") (param i32 i32) (result i32)
                {body}
                (i32.const 16)))"#
    )
}

/// The bytes that players of the bench are shown.
#[derive(Clone, Default)]
pub struct Bench {
    pub seats: usize,
    pub rounds: u32,
    pub intro: Vec<u8>,
    pub view: Vec<u8>,
    pub streams: Vec<Vec<u8>>,
    pub status: Vec<f64>,
    pub orders: Vec<Vec<Order>>,
    pub round: u32,
}

impl Bench {
    pub fn new(seats: usize) -> Self {
        Self {
            seats,
            rounds: 10,
            intro: b"intro".to_vec(),
            view: (0..100).collect(),
            streams: vec![vec![1, 2, 3, 4, 5]; seats],
            status: vec![0.0; seats],
            orders: vec![Vec::new(); seats],
            round: 0,
        }
    }
}

const FACTS: Facts = Facts {
    id: "bench",
    title: "Bench",
    version: "Bench 1.0",
    summary: "No game at all.",
    rules_version: 1,
    max_orders: Some(1000),
    shared_stream: false,
    parameters: &[],
    boards: &[],
    players: &[],
    sdk: &[],
    manual: "",
    qualification: "",
    translations: &[],
    pictures: &[],
    kit: "",
};

impl DynState for Bench {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }
    fn rounds_left(&self) -> u32 {
        self.rounds - self.round
    }
    fn round(&self) -> i32 {
        self.round as i32
    }
    fn seats(&self) -> usize {
        self.seats
    }
    fn scores(&self) -> Vec<i64> {
        self.orders.iter().map(|o| o.len() as i64).collect()
    }
    fn step(&mut self, orders: &[Vec<Order>], _: &[bool], _: &mut Notes) -> Result<(), Fatal> {
        self.orders = orders.to_vec();
        self.round += 1;
        Ok(())
    }
    fn set_status(&mut self, seat: usize, status: f64) {
        self.status[seat] = status;
    }
    fn write_intro(&self, _: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.intro);
    }
    fn write_view(&self, _: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.view);
    }
    fn write_stream(&mut self, seat: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.streams[seat]);
    }
    fn read_stream(&mut self, seat: usize, stream: &[u8]) {
        self.streams[seat] = stream.to_vec();
    }
    fn stream_steps(&self, _: &[u8], _: &[u8]) -> Option<u32> {
        None
    }
    fn advance_stream(&self, _: &mut [u8], _: u32) {}
    fn write_canonical(&self, _: &mut Vec<u8>) {}
    fn write_head(&self, _: &mut Vec<u8>) {}
    fn write_board(&self, _: &mut Vec<u8>) {}
    fn write_moves(&self, _: &mut Vec<u8>) {}
    fn stage(&self) -> engine::scene::Stage {
        engine::scene::Stage::default()
    }
    fn values(&self) -> Vec<(&'static str, Vec<f64>)> {
        Vec::new()
    }
    fn clone_box(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Limits of a judge that tests can wait for.
pub fn judge() -> Limits {
    Limits { fuel_max: Some(50_000_000), ..Limits::judge() }
}

/// A match of these players on the bench.
pub fn bench(bench: Bench, players: Vec<Box<dyn Player>>) -> Match {
    Match::new(Box::new(bench), players, Ruleset::Statement, true)
}

/// A match of one player in text, under the limits of a judge.
pub fn alone(wat: &str) -> Match {
    let program = compile(wat).unwrap_or_else(|refused| panic!("{refused}"));
    bench(Bench::new(1), vec![program.player(&judge(), b"intro")])
}

/// The state of a match on the bench.
pub fn state(played: &Match) -> &Bench {
    played.state().as_any().downcast_ref().expect("the bench is what is played on")
}

/// Plays a whole match, which must not end otherwise than by its last round.
pub fn play_out(played: &mut Match) {
    while !played.over() {
        played.play_round().expect("no player can stop a match");
    }
}

/// What froze a player that is a whole match alone.
pub fn freeze(wat: &str) -> Freeze {
    let mut played = alone(wat);
    play_out(&mut played);
    played.frozen(0).expect("this player is frozen").clone()
}
