//! The parts of a match record that each visitor may see.

pub use worker::play::without_logs;
