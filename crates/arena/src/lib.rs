//! Plays matches: finds the players that a command line names, seats them, and collects what a
//! match gives: result file, record, film, outcome.
//!
//! - [`roster`]: from a word (`Demo`, `Xaloc`, `old/AIXaloc.wasm`) to a player that can sit down.
//! - [`play`](mod@play): one match with all its products.
#![forbid(unsafe_code)]

pub mod names;
pub mod play;
pub mod roster;

pub use play::{Hearer, Plan, Played, Products};
pub use roster::{Entrant, Found};
