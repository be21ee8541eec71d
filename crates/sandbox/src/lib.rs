//! Runs players in WebAssembly: metered, capped, with no way out.
//!
//! A [`Sandbox`] compiles modules into [`Program`]s; a program seats any number of players under
//! given [`Limits`]. `ABI.md` says what a module exports and imports, `SECURITY.md` what is
//! promised to whom.
//!
//! ```
//! use sandbox::{Limits, Sandbox};
//!
//! let sandbox = Sandbox::new()?;
//! let refused = sandbox.compile(b"no module").err().expect("this is not a module");
//! assert!(refused.to_string().contains("not a WebAssembly module"));
//! assert_eq!(Limits::judge().memory_bytes_max, 64 << 20);
//! # Ok::<(), sandbox::Unavailable>(())
//! ```
//!
//! # How it is metered
//!
//! Every instruction costs one unit of fuel, whatever machine it runs on; bulk instructions cost
//! one more per byte, and calls into the arena what `ABI.md` says. The same module that sees the
//! same bytes uses the same fuel everywhere, as long as [`VERSION`] is the same.

mod bounds;
mod cache;
mod census;
mod clock;
mod guest;
mod limits;
mod player;
mod prices;
mod profile;
mod program;
mod receipt;
mod seal;
mod shape;
pub mod slow;
mod source;
mod wasi;

pub use bounds::Limit;
pub use census::Census;
pub use limits::{Limits, OnTimeout};
pub use profile::{Hot, HotLine, Profile};
pub use program::{Program, Sandbox, Unavailable, Unfit};
pub use seal::Seal;
pub use shape::{Refused, check};

/// Names what decides fuel and behaviour: two sandboxes of the same version agree on both.
pub const VERSION: &str = "wasmtime 48.0.8, prices 3";

/// Native stack that a player may use, in bytes.
///
/// It is a property of the machine code, not of the module, so it is generous: a player's own
/// stack, which the module brings along, mostly ends first.
pub const STACK_BYTES_MAX: usize = 8 << 20;
