//! The library for players in Rust: the board that they see, and the orders that they give.
//!
//! A player is one file, `AIName.rs`. It uses the module of its game, has a type that implements
//! the `Player` of that game, and names this type in `player!` at its end. Everything in it may
//! use Rust's standard library; there are no files, no clock and no threads where it plays.
//!
//! The player's author sees the output of `eprintln!` and `dbg!`. A panic ends the player, and its
//! receipt names the message, the file and the line.

mod common;
mod compass;
#[cfg(not(target_family = "wasm"))]
mod native;
mod orders;
mod pos;
mod random;
#[doc(hidden)]
pub mod runtime;
#[doc(hidden)]
pub mod say;
mod seats;
#[cfg(not(palestra_no_forward))]
mod simulation;
#[cfg(target_family = "wasm")]
mod wasm;

pub use pos::Pos;
#[cfg(not(palestra_no_forward))]
pub use simulation::Simulation;

// The games. A player is compiled with the module of its own game only; here all of them are
// modules, as `build.rs` finds them.
include!(concat!(env!("OUT_DIR"), "/games.rs"));
