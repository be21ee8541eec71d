//! The games for the browser.
//!
//! [`Shelf`] holds the matches that are open and answers in JSON; [`border`] is the thin layer
//! through which JavaScript calls it. The viewer's side of the border is
//! `viewer/src/games.ts`.

pub mod border;
pub mod open;
pub mod shelf;

pub use open::{Opened, open};
pub use shelf::Shelf;

#[cfg(test)]
mod tests;
