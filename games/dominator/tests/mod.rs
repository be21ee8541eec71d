//! Tests of Dominator.

mod golden;
mod manual;
mod players;
mod rules;
mod settings;
mod sights;
