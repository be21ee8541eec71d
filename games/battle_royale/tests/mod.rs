//! Tests of Battle Royale.

mod golden;
mod rules;
mod settings;
