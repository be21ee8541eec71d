//! A toy game for the tests of the laws: whole, or broken in one way.

use crate::game::{
    self, Board, Facts, Fatal, Features, Game, LookAhead, Notes, Rules, Settings, Setup, Streams,
    Views,
};
use crate::player::{Order, Player};
use crate::random::Lcg;
use crate::scene::{Fact, Scene, Stage};
use crate::text::{Lines, Refusal, push_int};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// The error of a toy.
pub const WHOLE: u8 = 0;
/// Two equal matches differ: something outside the match decides.
pub const LOOKS_OUTSIDE: u8 = 1;
/// A clone shares memory with its original.
pub const SHARES: u8 = 2;
/// Some orders make the rules panic.
pub const PANICS: u8 = 3;
/// The writer does not write what the reader reads.
pub const FORGETS: u8 = 4;
/// The replay does not see the random stream of the players' seats.
pub const LEAKS: u8 = 5;

static OUTSIDE: AtomicI64 = AtomicI64::new(0);

/// A game of one number, which every order changes a little.
pub struct Toy<const FAULT: u8>;

#[derive(Clone, Debug)]
pub struct State<const FAULT: u8> {
    round: i32,
    number: Arc<AtomicI64>,
    board: Shown<FAULT>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown<const FAULT: u8> {
    number: i64,
    round: i32,
    scores: [i32; 2],
}

impl<const FAULT: u8> Shown<FAULT> {
    fn new(number: i64, round: i32) -> Self {
        Self { number, round, scores: [number as i32; 2] }
    }
}

const ROUNDS: i32 = 12;

impl<const FAULT: u8> Board for Shown<FAULT> {
    type Head = ();
    type Moves = ();

    fn write_head((): &(), out: &mut Vec<u8>) {
        out.extend_from_slice(b"Toy\n");
    }
    fn write(&self, (): &(), out: &mut Vec<u8>) {
        push_int(out, self.round.into());
        out.push(b' ');
        push_int(out, self.number + i64::from(FAULT == FORGETS));
        out.push(b'\n');
    }
    fn write_moves((): &(), (): &(), out: &mut Vec<u8>) {
        out.extend_from_slice(b"next\n");
    }
    fn read_head(lines: &mut Lines<'_>) -> Result<(), Refusal> {
        lines.expect("Toy")
    }
    fn read((): &(), lines: &mut Lines<'_>) -> Result<Self, Refusal> {
        let line = lines.need("two numbers")?;
        let text = String::from_utf8_lossy(line);
        let (round, number) = text.split_once(' ').unwrap_or_default();
        let parsed = round.parse().ok().zip(number.parse().ok());
        let (round, number) = parsed.ok_or_else(|| lines.refuse(line, "two numbers"))?;
        Ok(Self::new(number, round))
    }
    fn read_moves((): &(), lines: &mut Lines<'_>) -> Result<(), Refusal> {
        lines.expect("next")
    }
    fn stage(&self, (): &()) -> Stage {
        Stage { rows: 1, cols: 1, ..Stage::default() }
    }
    fn series() -> &'static [&'static str] {
        &["Score"]
    }
    fn values(&self, (): &()) -> Vec<Vec<f64>> {
        vec![vec![self.number as f64; 2]]
    }
    fn scores(&self) -> &[i32] {
        &self.scores
    }
    fn scene(&self, (): &(), _: Option<(&Self, &())>) -> Scene {
        Scene { ground: ".".into(), owner: ".".into(), ..Scene::default() }
    }
    fn inspect(&self, (): &(), _: i32, _: i32) -> Vec<Fact> {
        Vec::new()
    }
}

impl<const FAULT: u8> Game for Toy<FAULT> {
    const FACTS: Facts = Facts {
        id: "toy",
        title: "Toy",
        version: "Toy 1",
        summary: "One number.",
        rules_version: 1,
        max_orders: None,
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
    type State = State<FAULT>;

    fn check_seed(_: &str) -> Result<(), String> {
        Ok(())
    }
    fn builtin(_: &str, _: &[u8]) -> Option<Box<dyn Player>> {
        None
    }
}

/// A settings file, which may say anything.
pub struct Any;

impl Settings for Any {
    fn read(_: &[u8]) -> Result<Self, Refusal> {
        Ok(Self)
    }
    fn seats(&self) -> usize {
        2
    }
}

impl<const FAULT: u8> Rules for State<FAULT> {
    type Game = Toy<FAULT>;
    type Settings = Any;

    fn start(_: &Any, _: &Setup, _: &mut Notes) -> Result<Self, Fatal> {
        Ok(Self { round: 0, number: Arc::default(), board: Shown::default() })
    }
    fn rounds_left(&self) -> u32 {
        (ROUNDS - self.round) as u32
    }
    fn round(&self) -> i32 {
        self.round
    }
    fn step(&mut self, orders: &[Vec<Order>], _: &[bool], _: &mut Notes) -> Result<(), Fatal> {
        assert!(FAULT != PANICS || orders.iter().flatten().all(|o| o.unit < 100), "a toy's panic");
        let sum: i64 = orders.iter().flatten().map(|o| i64::from(o.a)).sum();
        let outside =
            if FAULT == LOOKS_OUTSIDE { OUTSIDE.fetch_add(1, Ordering::SeqCst) } else { 0 };
        let next = self.number.load(Ordering::SeqCst) * 3 % 1_000_003 + sum + outside;
        if FAULT == SHARES {
            self.number.store(next, Ordering::SeqCst);
        } else {
            self.number = Arc::new(AtomicI64::new(next));
        }
        self.round += 1;
        self.board = Shown::new(next, self.round);
        Ok(())
    }
}

impl<const FAULT: u8> Views for State<FAULT> {
    fn write_intro(&self, _: usize, _: &mut Vec<u8>) {}
    fn write_view(&self, _: usize, _: &mut Vec<u8>) {}
    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.number.load(Ordering::SeqCst).to_le_bytes());
        out.extend_from_slice(&self.round.to_le_bytes());
    }
}

impl<const FAULT: u8> Streams for State<FAULT> {
    fn write_stream(&mut self, _: usize, out: &mut Vec<u8>) {
        let leak = if FAULT == LEAKS { OUTSIDE.fetch_add(1, Ordering::SeqCst) } else { 0 };
        self.number = Arc::new(AtomicI64::new(self.number.load(Ordering::SeqCst) + leak));
        out.extend_from_slice(&Lcg::new(1).state().to_le_bytes());
    }
}

impl<const FAULT: u8> LookAhead for State<FAULT> {}

impl<const FAULT: u8> Features for State<FAULT> {}

impl<const FAULT: u8> game::Shown for State<FAULT> {
    type Board = Shown<FAULT>;

    fn head(&self) -> &() {
        &()
    }
    fn board(&self) -> &Shown<FAULT> {
        &self.board
    }
    fn moves(&self) -> &() {
        &()
    }
}

/// The toy with a fault, hidden.
pub static TOYS: [&dyn crate::DynGame; 6] = [
    &Toy::<WHOLE>,
    &Toy::<LOOKS_OUTSIDE>,
    &Toy::<SHARES>,
    &Toy::<PANICS>,
    &Toy::<FORGETS>,
    &Toy::<LEAKS>,
];
