//! `palestra new`: a player to start from.

use crate::failure::{DONE, Done, Failure};
use crate::input;
use crate::options::New;
use crate::paint::Paint;
use engine::Facts;
use std::path::Path;

/// Writes `AIName.cc`, made from one of the game's templates.
pub fn run(options: &New) -> Done {
    let facts = input::game(&options.game)?.facts();
    let name = &options.name;
    arena::names::check(name).map_err(Failure::usage)?;
    if facts.players.contains(&name.as_str()) {
        return Err(Failure::usage(format!("{} has a player {name} already", facts.title))
            .help("choose a name of your own"));
    }
    let text = template(facts, if options.empty { "Null" } else { richest(facts) }, name)?;
    let path = format!("AI{name}.cc");
    if Path::new(&path).exists() {
        return Err(Failure::usage(format!("{path} is there already; it is left as it is")));
    }
    std::fs::write(&path, text).map_err(|e| Failure::file("write", &path, &e))?;
    let paint = Paint::stdout();
    anstream::println!("Wrote {path}, a player of {}. To play it:", facts.title);
    let play = format!("palestra play {} {name} Demo Demo Dummy --watch", facts.id);
    anstream::println!("  {}", paint.command(play));
    anstream::println!("What it can see and do:");
    anstream::println!("  {}", paint.command(format!("palestra games {} --manual", facts.id)));
    Ok(DONE)
}

/// The player whose template teaches most: one made for that, else Demo.
fn richest(facts: &'static Facts) -> &'static str {
    let player = |path: &'static str| path.strip_prefix("AI")?.strip_suffix(".cc");
    let mut templates = facts.sdk.iter().filter_map(|(path, _)| player(path));
    templates.find(|name| !["Null", "Demo"].contains(name)).unwrap_or("Demo")
}

/// The template `AIFROM.cc` with another name in its `#define`.
fn template(facts: &Facts, from: &str, name: &str) -> Result<String, Failure> {
    let file = format!("AI{from}.cc");
    let Some((_, text)) = facts.sdk.iter().find(|(path, _)| *path == file) else {
        return Err(Failure::ours(format!("{} has no template {file}", facts.title)));
    };
    let define = "#define PLAYER_NAME ";
    Ok(text.replacen(&format!("{define}{from}"), &format!("{define}{name}"), 1))
}
