//! Tests of Star War.

mod boards;
mod drawn;
mod golden;
mod random;
mod rounds;
mod switches;
