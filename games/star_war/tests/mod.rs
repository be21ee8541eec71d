//! Tests of Star War.

mod boards;
mod golden;
