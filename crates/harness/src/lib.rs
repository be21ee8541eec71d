//! Tests that need more than one process, called by `cargo xtask`: the judge on other servers, a
//! cluster whose hosts fail, workers against a league. They start the built program and know
//! nothing of its inside.
#![forbid(unsafe_code)]

pub mod cluster;
mod cpu;
mod database;
pub mod disturb;
pub mod hosts;
pub mod run;
pub mod throughput;
