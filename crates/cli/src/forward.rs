//! The rules for players that look ahead: an object that is linked into their modules, and a
//! library for players that run as processes of this machine.

use crate::packed;
use std::path::PathBuf;
#[cfg(unix)]
use toolchain::NativeCompiler;
use toolchain::{Error, RustToolchain, Toolchain};

/// Where `cargo xtask forward` puts both when it runs after this program was built.
const BUILT_LATER: &str = concat!(env!("PALESTRA_BUILD_FOLDER"), "/forward");

/// For modules.
pub fn object() -> Option<Vec<u8>> {
    found("forward.o")
}

/// For processes.
#[cfg(unix)]
fn host() -> Option<Vec<u8>> {
    found("forward.host")
}

fn found(name: &str) -> Option<Vec<u8>> {
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_path_buf()));
    let folders = beside.into_iter().chain([PathBuf::from(BUILT_LATER)]);
    let read = |folder: PathBuf| std::fs::read(folder.join(name)).ok();
    packed::file(name).or_else(|| folders.into_iter().find_map(read))
}

/// A compiler with the rules, where they are here.
fn give<C>(
    compiler: C,
    rules: Option<Vec<u8>>,
    with: fn(C, &[u8]) -> Result<C, Error>,
) -> Result<C, Error> {
    match rules {
        Some(rules) => with(compiler, &rules),
        None => Ok(compiler),
    }
}

/// The compiler of players in C++ to modules; they may look ahead where `allowed`.
pub fn cpp(compiler: Toolchain, allowed: bool) -> Result<Toolchain, Error> {
    give(compiler, allowed.then(object).flatten(), Toolchain::with_forward)
}

/// The compiler of players in C++ to processes; they may look ahead where `allowed`.
#[cfg(unix)]
pub fn native(compiler: NativeCompiler, allowed: bool) -> Result<NativeCompiler, Error> {
    give(compiler, allowed.then(host).flatten(), NativeCompiler::with_forward)
}

/// The compiler of players in Rust, to either; they may look ahead where `allowed`.
pub fn rust(compiler: RustToolchain, allowed: bool) -> Result<RustToolchain, Error> {
    let compiler = give(compiler, allowed.then(object).flatten(), RustToolchain::with_forward)?;
    #[cfg(unix)]
    let compiler = give(compiler, allowed.then(host).flatten(), RustToolchain::with_local_forward)?;
    Ok(compiler)
}
