//! Plays matches, many of them, and says honestly what they show.
//!
//! - [`roster`]: from a word (`Demo`, `Xaloc`, `old/AIXaloc.wasm`) to a player that can sit down.
//! - [`play`](mod@play): one match with all its products.
//! - [`hall`]: a game, boards and players, ready for any number of matches; [`runner`] plays them
//!   on all cores, and [`journal`] keeps what was played.
//! - [`compare`](mod@compare): is the new version better?
//! - [`league`]: everybody against everybody; [`ladder`]: which matches to play next where a cut is
//!   undecided.
//! - [`qualify`]: the judge's qualification, rehearsed; [`self_play`]: are the boards fair?
//! - [`tune`]: numbers in a player's source; [`trial`]: the search for better ones.
//! - [`schedule`]: who meets whom, in which seats, on which seeds.
//! - [`points`]: what a result is worth.
//! - [`bet`]: the sequential test of two versions, and its always-valid interval.
//! - [`means`]: means of results that come in clusters.
//! - [`plackett_luce`]: strengths and rank probabilities; [`weng_lin`]: the running number.
//! - [`fairness`]: whether the seats of a board are equally good.
//!
//! Nothing here depends on threads, clocks or the order in which matches end: all random choices
//! come from [`random::Stream`], keyed by a master seed and a number.
#![forbid(unsafe_code)]

pub mod bet;
pub mod compare;
pub mod fairness;
pub mod hall;
pub mod journal;
pub mod ladder;
pub mod league;
pub mod means;
pub mod names;
pub mod plackett_luce;
pub mod play;
pub mod points;
pub mod qualify;
pub mod random;
pub mod roster;
pub mod runner;
pub mod schedule;
pub mod self_play;
pub mod trial;
pub mod tune;
pub mod weng_lin;

/// Grows whenever the same matches may lead to other figures or the same seed to other matches.
pub const VERSION: u32 = 1;

pub use play::{Hearer, Plan, Played, Products};
pub use roster::{Entrant, Found};

/// Digest of a player's code: BLAKE3 in hexadecimal, as the records of matches name it.
#[must_use]
pub fn digest(code: &[u8]) -> String {
    blake3::hash(code).to_hex().to_string()
}
