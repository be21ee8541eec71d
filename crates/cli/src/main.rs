//! The `palestra` command.
#![forbid(unsafe_code)]

fn main() {}
