//! `palestra kit`: a folder like those of the old kits, in which their commands work.

use crate::failure::{DONE, Done, Failure};
use crate::files;
use crate::options::Kit;
use crate::paint::Paint;
use crate::{input, kit, viewer};
use engine::Facts;
use std::fs;
use std::path::Path;
use toolchain::Sdk;

const MAKEFILE: &str = include_str!("Makefile");
const README: &str = include_str!("README.md");
/// The header for players that look ahead.
const SIMULATION: &str = "\"Simulation.hh\"";
const RUN: &str = include_str!("run");

/// Makes the folder.
pub fn run(options: &Kit) -> Done {
    let game = input::game(&options.game)?;
    let (facts, folder) = (game.facts(), options.folder.as_path());
    let taken = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if taken {
        let message = format!("{} already exists and is not empty", folder.display());
        return Err(Failure::usage(message).help("name a folder that does not exist yet"));
    }
    let mine = !folder.exists();
    fill(facts, options).inspect_err(|_| clear(folder, mine))?;
    let paint = Paint::stdout();
    anstream::println!("Made {}, a kit of {}. Try:", folder.display(), facts.title);
    anstream::println!("  {}", paint.command(format!("cd {} && ./run", folder.display())));
    Ok(DONE)
}

/// Leaves no half of a kit in a folder that was empty. A folder that this program made goes too.
fn clear(folder: &Path, mine: bool) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    if mine {
        let _ = fs::remove_dir(folder);
    }
}

/// Writes the files of a kit.
fn fill(facts: &'static Facts, options: &Kit) -> Result<(), Failure> {
    let folder = options.folder.as_path();
    fs::create_dir_all(folder).map_err(|e| Failure::file("make", folder.display(), &e))?;
    let files = files(facts, options.forward);
    for (name, text) in &files {
        files::write(&folder.join(name), text.as_bytes())?;
    }
    let pictures = folder.join("pictures");
    if !facts.pictures.is_empty() {
        fs::create_dir(&pictures).map_err(|e| Failure::file("make", pictures.display(), &e))?;
    }
    for (name, svg) in facts.pictures {
        files::write(&pictures.join(name), svg.as_bytes())?;
    }
    files::write(&folder.join("compile_commands.json"), commands(folder, &files).as_bytes())?;
    programs(folder)?;
    match viewer::page() {
        Ok(page) => files::write(&folder.join("viewer.html"), page.as_bytes())?,
        Err(failure) => anstream::eprintln!("note: no viewer.html: {}", failure.message),
    }
    match dummy(facts) {
        Some(module) => files::write(&folder.join("AIDummy.wasm"), &module)?,
        None => anstream::eprintln!("note: no AIDummy.wasm: it was not built with this program"),
    }
    Ok(())
}

/// Headers, templates, boards, and what we wrote for kits.
fn files(facts: &'static Facts, forward: bool) -> Vec<(String, String)> {
    let headers = Sdk::of(facts).map(|sdk| sdk.headers().collect::<Vec<_>>()).unwrap_or_default();
    let shown = |name: &str| {
        let template = name.starts_with("AI") && name.ends_with(".cc");
        !name.contains('/') && (name.ends_with(".hh") || template)
    };
    // Players that look ahead would not build in the other kits.
    let allowed = |text: &str| forward || !text.contains(SIMULATION);
    let own = |text: &str| text.replace("GAME", facts.id).replace("TITLE", facts.title);
    let mut files: Vec<(String, String)> = headers
        .into_iter()
        .filter(|(name, text)| shown(name) && (name.ends_with(".hh") || allowed(text)))
        .chain(facts.boards.iter().copied())
        .map(|(name, text)| (name.into(), text.into()))
        .collect();
    let marker = if forward { format!("{} {}\n", facts.id, kit::FORWARD) } else { own("GAME\n") };
    files.push((kit::MARKER.into(), marker));
    files.push(("Makefile".into(), own(MAKEFILE)));
    files.push(("README.md".into(), own(README)));
    files.push(("run".into(), own(RUN)));
    files.push(("MANUAL.md".into(), facts.manual.into()));
    files
}

/// Where the module of the games' own players names the one that it is.
const MARK: &[u8] = b"PALESTRA-PLAYER.................................................";

/// The game's Dummy as a module.
fn dummy(facts: &Facts) -> Option<Vec<u8>> {
    let mut module = viewer::players()?;
    let at = module.windows(MARK.len()).position(|bytes| bytes == MARK)?;
    let who = format!("{}/Dummy", facts.id);
    module[at..at + MARK.len()].fill(0);
    module[at..at + who.len()].copy_from_slice(who.as_bytes());
    Some(module)
}

/// The data that editors need to complete names: one entry per player.
fn commands(folder: &Path, files: &[(String, String)]) -> String {
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.into());
    let players = files.iter().map(|(name, _)| name).filter(|n| n.ends_with(".cc"));
    let entries: Vec<_> = players
        .map(|file| {
            serde_json::json!({
                "directory": folder,
                "file": file,
                "arguments": ["c++", "-std=c++11", "-I.", "-c", file],
            })
        })
        .collect();
    format!("{:#}\n", serde_json::Value::Array(entries))
}

/// This program as `palestra`, and `Game` as another name of it.
fn programs(folder: &Path) -> Result<(), Failure> {
    let exe = std::env::consts::EXE_SUFFIX;
    let (own, game) = (folder.join(format!("palestra{exe}")), folder.join(format!("Game{exe}")));
    let failed = |e: std::io::Error| Failure::file("write", own.display(), &e);
    let running = std::env::current_exe().map_err(failed)?;
    fs::copy(running, &own).map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        symlink("palestra", &game).map_err(failed)?;
        let run = folder.join("run");
        fs::set_permissions(run, fs::Permissions::from_mode(0o755)).map_err(failed)?;
    }
    #[cfg(not(unix))]
    fs::copy(&own, &game).map_err(failed)?;
    Ok(())
}
