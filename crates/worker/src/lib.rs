//! Worker processes of the judge: they build and run what players send.
//!
//! The judge itself never compiles, loads or runs a player. It starts processes of this crate,
//! sends them [jobs](protocol::Job) on their standard input and reads [results](protocol::Outcome)
//! from their standard output. A worker has no database, no secret and no file of the judge, and
//! the kernel [confines](confine) it. `docs/worker-protocol.md` describes the protocol.
#![forbid(unsafe_code)]

mod blobs;
mod build;
#[cfg(target_os = "linux")]
mod calls;
pub mod confine;
mod generate;
pub mod play;
mod probe;
mod process;
pub mod protocol;
pub mod rules;
pub mod sentences;
mod similar;

pub use process::{Kind, main};
