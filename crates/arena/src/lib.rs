//! Plays matches, many of them, and says honestly what they show.
//!
//! - [`roster`]: from a word (`Demo`, `Xaloc`, `old/AIXaloc.wasm`) to a player with a seat.
//! - [`play`](mod@play): one match with all its products.
//! - [`environment`]: a game, boards and players, ready for any number of matches. [`runner`] plays
//!   them on all cores, and [`journal`] keeps the results.
//! - [`compare`](mod@compare): is the new version better?
//! - [`league`]: every player against every other; [`ladder`]: which matches to play next where a
//!   cut is undecided.
//! - [`qualify`]: the judge's qualification, rehearsed; [`self_play`]: are the boards fair?
//! - [`tune`]: numbers in a player's source; [`trial`]: the search for better ones.
//! - [`learning`]: many matches at once, for programs that learn; [`lessons`]: what recorded
//!   players saw and did.
//! - [`schedule`]: who meets whom, in which seats, on which seeds.
//! - [`venue`]: where the matches of a series are played.
//! - [`stats`]: tests, means, strengths, ratings and place points.
//!
//! Nothing here depends on threads, clocks or the order in which matches end: all random choices
//! come from [`random::Stream`], keyed by a master seed and a number.
#![forbid(unsafe_code)]

pub mod compare;
pub mod environment;
pub mod journal;
pub mod ladder;
pub mod league;
#[cfg(feature = "learning")]
pub mod learning;
#[cfg(feature = "learning")]
pub mod lessons;
pub mod names;
pub mod play;
pub mod qualify;
pub mod random;
pub mod roster;
pub mod runner;
pub mod schedule;
pub mod self_play;
pub mod stats;
pub mod trial;
pub mod tune;
pub mod venue;

/// Grows whenever the same matches may lead to other figures or the same seed to other matches.
pub const VERSION: u32 = 1;

/// The version of the sandbox, which results depend on.
#[cfg(feature = "sandbox")]
const SANDBOX_VERSION: &str = sandbox::VERSION;
#[cfg(not(feature = "sandbox"))]
const SANDBOX_VERSION: &str = "none";

pub use play::{Observer, Plan, Played, Products};
pub use roster::{Entrant, Found};

/// Digest of a player's code: BLAKE3 in hexadecimal, as the records of matches name it.
#[must_use]
pub fn digest(code: &[u8]) -> String {
    blake3::hash(code).to_hex().to_string()
}
