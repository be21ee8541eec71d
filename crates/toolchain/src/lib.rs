//! Player sources to WebAssembly modules, and to programs of one's own machine, with errors that
//! people can read.
//!
//! ```no_run
//! # fn main() -> Result<(), toolchain::Error> {
//! # let game = games::ALL[0];
//! use toolchain::{Cache, Options, Sdk, Source, Toolchain};
//!
//! let cache = Cache::of_user();
//! let tools = Toolchain::open(&cache, &|step| eprintln!("{} of {}", step.done, step.of))?;
//! let sdk = Sdk::of(game.facts()).expect("the game has an SDK for C++");
//! let source = Source::read("AIHunter.cc".as_ref())?;
//! let module = tools.build(&sdk, &source, &Options::default())?;
//! println!("{}", module.path.display());
//! # Ok(())
//! # }
//! ```

mod cache;
mod code;
mod compiler;
mod confine;
mod diagnostics;
mod error;
mod flags;
mod forward;
mod hints;
mod lines;
#[cfg(unix)]
mod native;
mod runtime;
mod rust;
mod scan;
mod script;
mod scripts;
mod sdk;
mod source;
#[cfg(feature = "modules")]
mod unpack;
#[cfg(not(feature = "modules"))]
#[path = "no_unpack.rs"]
mod unpack;
mod view;
mod wasm;

pub use cache::Cache;
pub use compiler::{Compiler, VERSION as COMPILER_VERSION};
pub use confine::{CPU_SECONDS, Confine, Kernel, MEMORY, enclose};
pub use diagnostics::{Diagnostic, Report, Severity};
pub use error::{Error, Reason, Step};
#[cfg(unix)]
pub use native::{Native, NativeCompiler, NativePlayer};
pub use runtime::{Progress, Runtime};
pub use rust::{RustCompiler, RustSdk, RustToolchain, Token, tokens};
pub use script::{Answers, Script};
pub use scripts::{Archive, MICROPYTHON, ScriptSdk, ScriptToolchain};
#[cfg(unix)]
pub use scripts::{LocalScript, Stop};
pub use sdk::{SHARED, Sdk};
pub use source::{Language, Options, Purpose, Source, Standard};
pub use wasm::{LARGEST_MODULE, Module, Toolchain};
