//! Tests of Dominator.

mod golden;
mod players;
