//! Builds the viewer: the games for the browser, then one HTML file around them. The module of
//! the games' own players, for kits, is built with them.

use anyhow::{Context, Result, ensure};
use harness::run::{WASM_TARGET, build_folder, cargo, root, run, target, wasm_library};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file must stay small enough to travel with every match.
const LARGEST: u64 = 3 << 20;
/// Bytes of the beginning of a text that nothing else begins with.
const TELLING: usize = 64;

/// Builds the viewer and the module of the games' own players, and says where the page is.
///
/// # Errors
/// When the games do not compile for the browser, npm fails, or the page is too large.
pub fn build() -> Result<PathBuf> {
    let module = compiled("dummy-wasm", "dummy_wasm.wasm", "viewer")?;
    without_texts(&module)?;
    let page = page()?;
    fs::copy(module, page.with_file_name("dummy.wasm"))?;
    Ok(page)
}

/// Builds the viewer alone and says where the page is.
///
/// # Errors
/// As [`build`].
pub fn page() -> Result<PathBuf> {
    let wasm = compiled("viewer-wasm", "viewer_wasm.wasm", "viewer")?;
    without_texts(&wasm)?;
    let folder = build_folder().join("viewer");
    fs::create_dir_all(&folder)?;
    let viewer = root().join("viewer");
    packages(&viewer)?;
    run(Command::new("npm")
        .args(["run", "build"])
        .current_dir(&viewer)
        .env("PALESTRA_WASM", wasm))?;
    let page = folder.join("viewer.html");
    fs::copy(viewer.join("dist/index.html"), &page)?;
    check(&page)?;
    Ok(page)
}

/// Installs the packages of `viewer/package-lock.json` where that was not done yet.
///
/// # Errors
/// When npm is missing or fails.
pub fn packages(viewer: &Path) -> Result<()> {
    let lock = viewer.join("package-lock.json");
    let installed = viewer.join("node_modules/.palestra-lock");
    if fs::read(&lock).ok().as_deref() == fs::read(&installed).ok().as_deref() {
        return Ok(());
    }
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(viewer))?;
    fs::copy(lock, installed)?;
    Ok(())
}

/// Compiles a package for WebAssembly with a profile of `Cargo.toml`, and says where its module is.
/// As a module and nothing else: a library for other crates beside it would turn off optimisation
/// as a whole, and all packages below would be compiled in another way.
///
/// # Errors
/// When the target is missing or the package does not compile.
pub fn compiled(package: &str, module: &str, profile: &str) -> Result<PathBuf> {
    wasm_library()?;
    let mut build = cargo(["rustc", "--package", package, "--lib", "--crate-type", "cdylib"]);
    let built = run(build.args(["--profile", profile, "--target", WASM_TARGET]));
    let help = || format!("is the target installed? `rustup target add {WASM_TARGET}`");
    built.with_context(help)?;
    Ok(target().join(WASM_TARGET).join(profile).join(module))
}

/// Checks that a module has neither manuals nor sources of players: nobody reads them there.
fn without_texts(module: &Path) -> Result<()> {
    let bytes = fs::read(module)?;
    let mut looked_for = 0;
    for game in fs::read_dir(root().join("games"))? {
        let game = game?.path();
        for text in ["README.md", "players/AICaptain.cc"].map(|name| game.join(name)) {
            let Ok(words) = fs::read(&text) else { continue };
            let begin = words.get(..TELLING).unwrap_or(&words);
            let inside = bytes.windows(begin.len().max(1)).any(|part| part == begin);
            let (module, text) = (module.display(), text.display());
            ensure!(!inside, "{module} contains {text}: name it with `native_text!`");
            looked_for += 1;
        }
    }
    ensure!(looked_for > 0, "no game has a README.md or an AICaptain.cc: look for other texts");
    Ok(())
}

fn check(page: &Path) -> Result<()> {
    let html = fs::read_to_string(page)?;
    let size = html.len() as u64;
    ensure!(size <= LARGEST, "{} has {size} bytes; at most {LARGEST} are allowed", page.display());
    for placeholder in ["PALESTRA-MATCH", "PALESTRA-NAME"] {
        let count = html.matches(placeholder).count();
        ensure!(count == 1, "the page has {count} times `{placeholder}` and must have it once");
    }
    Ok(())
}
