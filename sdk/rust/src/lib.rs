//! For players written in Rust: what they see, and how they give orders.
//!
//! A player is one file, `AIName.rs`. It uses the module of its game, has a type that implements
//! the `Player` of that game, and names this type in `player!` at its end. Everything in it may
//! use Rust's standard library; there are no files, no clock and no threads where it plays.
//!
//! What `eprintln!` and `dbg!` print is shown to the player's author. A panic ends the player, and
//! its receipt names the message, the file and the line.

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
