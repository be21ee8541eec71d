//! The rules for players that look ahead.
//!
//! A player that may do so copies what it sees into a *simulation*, gives it the orders that it
//! expects of everybody, and steps it: the real rules play a round. This crate is built for
//! WebAssembly as one object and linked into the player's module; its functions are the border
//! that `sdk/cpp/Simulation.hh` and `sdk/rust/src/simulation.rs` use. It takes its memory from the
//! player's own `malloc`, so that the two never fight over it.
#![allow(unsafe_code, reason = "the border between two languages is made of addresses")]

mod border;
#[cfg(target_family = "wasm")]
mod memory;
mod simulation;

pub use simulation::Simulation;
