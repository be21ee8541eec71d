//! Tests of Pandemic.

mod boards;
mod drawn;
mod files;
mod generator;
mod golden;
mod manual;
mod pictures;
mod players;
mod rounds;
mod scores;
mod settings;
mod switches;
mod virus;
