//! Players that are trained networks.
//!
//! `palestra.export_player` puts a network behind this crate, compiled for WebAssembly, as the
//! source section of the player interface (`crates/sandbox/ABI.md`). The arena compiles the module
//! once for all such players. The Python package links the same code, so a network is trained on
//! exactly the inputs that it gets as a player.
//!
//! | file | contents |
//! |---|---|
//! | `sight.rs` | the inputs of a network: what one unit sees |
//! | `network.rs` | the layers, and the bytes that hold them |
//! | `player.rs` | from a view to orders |
//! | `guest.rs` | the exports of the module |
//!
//! The module has the rules inside, because the state that a player sees is made from its view
//! ([`engine::DynGame::imagine`]). It never steps them, so it does not look ahead.

#[cfg(target_family = "wasm")]
mod guest;
mod network;
mod player;
mod sight;

pub use network::{Activation, Choice, Layer, Network, REACH_MAX, Unusable};
pub use player::{Learned, has_choice};
pub use sight::{Board, Sight};
