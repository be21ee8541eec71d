//! Tests of Battle Royale.

mod golden;
mod players;
mod rules;
mod settings;
