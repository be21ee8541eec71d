//! The viewer: one HTML page with a match inside, opened in the browser.

use crate::failure::Failure;
use crate::{files, packed};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::path::{Path, PathBuf};

/// Where the page lies, and the module of the games' own players, if they were built after this
/// program.
const BUILT_LATER: &str = concat!(env!("PALESTRA_BUILD_FOLDER"), "/viewer");

/// The module that holds the games' own players, if it was ever built.
pub fn players() -> Option<Vec<u8>> {
    let later = || std::fs::read(Path::new(BUILT_LATER).join("dummy.wasm")).ok();
    packed::file("dummy.wasm").or_else(later)
}

/// The page without a match.
pub fn page() -> Result<String, Failure> {
    let built_in = packed::file("viewer.html").and_then(|page| String::from_utf8(page).ok());
    let beside = std::env::current_exe().ok().map(|exe| exe.with_file_name("viewer.html"));
    let places = beside.into_iter().chain([Path::new(BUILT_LATER).join("viewer.html")]);
    let read = |place| std::fs::read_to_string(place).ok();
    built_in.or_else(|| places.into_iter().find_map(read)).ok_or_else(|| {
        Failure::ours("this program was built without the viewer")
            .help("build it with `cargo xtask viewer`")
    })
}

/// The page with a match inside; `name` is the file's name, shown in the page.
pub fn page_with(name: &str, bytes: &[u8]) -> Result<String, Failure> {
    let name = name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let page = page()?;
    Ok(page.replacen("PALESTRA-NAME", &name, 1).replacen(
        "PALESTRA-MATCH",
        &STANDARD.encode(bytes),
        1,
    ))
}

/// Writes the page of a match, to `output` or a temporary file, and gives its path.
pub fn write(name: &str, bytes: &[u8], output: Option<&Path>) -> Result<PathBuf, Failure> {
    let page = page_with(name, bytes)?;
    let path = match output {
        Some(path) => path.to_path_buf(),
        None => {
            let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
            let own = format!("palestra-{}-{stem}.html", std::process::id());
            std::env::temp_dir().join(own)
        }
    };
    files::write(&path, page)?;
    Ok(path)
}

/// Shows a page in the browser; where there is none, its path must do.
pub fn open(path: &Path) {
    anstream::println!("Wrote {}", path.display());
    // Why not is the talk of launchers; what helps is the same for all reasons.
    if open::that_detached(path).is_err() {
        anstream::eprintln!("The browser did not start. Open this file in a browser.");
    }
}
