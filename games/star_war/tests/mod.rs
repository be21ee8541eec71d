//! Tests of Star War.

mod boards;
mod drawn;
mod golden;
mod manual;
mod pictures;
mod players;
mod random;
mod rounds;
mod scenes;
mod switches;
