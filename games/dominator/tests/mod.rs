//! Tests of Dominator.

mod golden;
mod players;
mod rules;
mod settings;
mod sights;
