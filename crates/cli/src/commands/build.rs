//! `palestra build`: a player's source to a module that can be played anywhere.

use crate::failure::{DONE, Done, Failure};
use crate::files;
use crate::input;
use crate::options::{Backend, Build};
use crate::paint::Paint;
use crate::players::{Seating, failure};

/// Builds a player.
pub fn run(options: &Build) -> Done {
    let source = &options.source;
    if !source.is_file() {
        return Err(Failure::usage(format!("there is no file {}", source.display()))
            .help("`palestra new GAME NAME` writes a player to start from: AINAME.cc"));
    }
    let game = match &options.game {
        Some(name) => input::game(name)?,
        None => input::game_of_source(source)?,
    };
    let mut seating = Seating::new(game, false, Backend::Wasm).with_forward(options.forward);
    seating.options().standard = options.std;
    seating.options().check = options.checks;
    let module = seating.build(source).map_err(|e| failure(&e))?;
    seating.check_source(&module.path)?;
    module.warnings.iter().for_each(|warning| anstream::eprintln!("{warning}"));
    let output = options.output.clone().unwrap_or_else(|| source.with_extension("wasm"));
    let bytes = std::fs::read(&module.path)
        .map_err(|e| Failure::file("read", module.path.display(), &e))?;
    files::write(&output, &bytes)?;
    let kilobytes = bytes.len().div_ceil(1024);
    let (title, output) = (game.facts().title, output.display());
    anstream::println!("Wrote {output}, {kilobytes} KB, a player of {title}.");
    let play = format!("palestra play {} {output} Demo Demo Demo", game.facts().id);
    anstream::println!("To play it: {}", Paint::stdout().command(play));
    Ok(DONE)
}
