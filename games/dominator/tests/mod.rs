//! Tests of Dominator.

mod golden;
mod manual;
mod pictures;
mod players;
mod rules;
mod settings;
mod sights;
