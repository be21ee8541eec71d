//! The worker processes of this machine.

mod cgroup;
mod codes;
mod machine;
mod process;

pub use machine::{Machine, Setup, processes_max};
