//! Tests of Battle Royale.

mod golden;
mod pictures;
mod players;
mod rules;
mod settings;
