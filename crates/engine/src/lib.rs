//! The parts that all games share. This crate contains nothing about a single game.
//!
//! A match is data flowing one way: settings and seed make a state; each round every player
//! gets its [view](Views::write_view), answers with [orders](Order), and the
//! [rules](Rules::step) make the next state, from which come the result file, the match record
//! and the pictures.
//!
//! The crate does no I/O, knows no clock and builds for `wasm32-unknown-unknown`.

pub mod batch;
pub mod bytes;
pub mod digest;
pub mod features;
pub mod film;
pub mod game;
pub mod grid;
pub mod hidden;
pub mod laws;
pub mod matches;
pub mod owners;
pub mod parameters;
pub mod player;
pub mod random;
pub mod record;
pub mod say;
pub mod scene;
pub mod seen;
pub mod signature;
pub mod tell;
pub mod text;

pub use batch::Batch;
pub use film::Film;
pub use game::{
    Board, Facts, Fatal, Features, Game, HousePlayer, LookAhead, Notes, Rules, Ruleset, Settings,
    Setup, Shown, State, Streams, Translation, Views, VoidBy,
};
pub use grid::{Dir, Grid, Pos};
pub use hidden::{DynGame, DynState};
pub use matches::{Ending, Match, Outcome};
pub use owners::Owners;
pub use parameters::Parameter;
pub use player::{Cause, Freeze, Order, Player, Turn};
pub use random::Lcg;
pub use say::Say;
pub use seen::Seen;
pub use text::{Lines, Refusal, Tokens};

/// Most players that any game seats.
pub const SEATS: usize = 4;
