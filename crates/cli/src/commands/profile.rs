//! `palestra profile`: where a player spends its time.

use crate::failure::{DONE, Done, Failure};
use crate::files;
use crate::input;
use crate::interrupt::Interrupt;
use crate::options::{Backend, Profile};
use crate::paint::Paint;
use crate::players::{Seating, failure};
use arena::play::Nobody;
use arena::roster::{self, Maker};
use arena::schedule::SEEDS;
use arena::{Entrant, Found, Plan, Products};
use engine::record::Seated;
use engine::{DynGame, Player, Ruleset, Setup};
use sandbox::{Limits, Program, Sandbox};
use std::path::{Path, PathBuf};
use toolchain::Language;

/// Functions or lines that are shown.
const SHOWN: usize = 10;
/// Characters of a line that are shown.
const SOURCE_CHARS: usize = 55;
/// Characters of the name of a function that are shown: lines have 80.
const FUNCTION_CHARS: usize = 62;
/// Samples that say where the time goes.
const ENOUGH: u64 = 500;
/// Matches that are played for them at most.
const MATCHES_MAX: usize = 50;
/// Fewer samples than this are a matter of luck.
const FEW: u64 = 100;

/// A player of which samples are taken.
struct Sampled {
    program: Program,
    profile: sandbox::Profile,
}

impl Maker for Sampled {
    fn player(&self, intro: &[u8]) -> Box<dyn Player> {
        self.program.profiled(&Limits::local(), intro, &self.profile)
    }
}

/// A player that can be profiled.
struct Profiled {
    name: String,
    module: PathBuf,
    /// The source of a script, of which lines are told.
    script: Option<PathBuf>,
}

/// Plays in seat 0 until there are enough samples, and tells the hottest functions; of a script the
/// hottest lines.
pub fn run(options: &Profile) -> Done {
    let game = match &options.game {
        Some(name) => input::game(name)?,
        None => input::game_of_source(Path::new(&options.player))?,
    };
    let mut seating = Seating::new(game, false, Backend::Wasm).with_forward(options.forward);
    let interrupt = Interrupt::listen();
    let prepared = interrupt.preparing(|| player(game, options, &mut seating))?;
    let Profiled { name, module, script } = prepared;
    let wasm = std::fs::read(&module).map_err(|e| Failure::file("read", module.display(), &e))?;
    let sandbox = Sandbox::for_profiles().map_err(Failure::ours)?;
    let refused = |e| Failure::usage(format!("{}: {e}", module.display()));
    let program = sandbox.compile(&wasm).map_err(refused)?;
    let profile = sandbox::Profile::new();
    let seated = Seated { name, kind: "wasm".into(), digest: program.digest().to_string() };
    let player = Entrant::other(seated, Sampled { program, profile: profile.clone() });
    let mut matches = 0;
    while matches < MATCHES_MAX && profile.samples() < ENOUGH && !interrupt.asked() {
        play(game, &player, &mut seating, (options, matches))?;
        matches += 1;
    }
    if let Some(output) = &options.output {
        files::write(output, profile.firefox())?;
    }
    tell(&profile, matches, options, script.as_deref())?;
    Ok(DONE)
}

/// The player with its module, built when it is a source.
fn player(
    game: &'static dyn DynGame,
    options: &Profile,
    seating: &mut Seating,
) -> Result<Profiled, Failure> {
    let found = roster::find(game, &options.player, Path::new(".")).map_err(Failure::usage)?;
    let name = found.name();
    let of = |kind| Failure::usage(format!("{name} is a {kind}: name a source or a module"));
    match found {
        Found::BuiltIn(_) => Err(of("built-in player")),
        Found::House { .. } => Err(of("house player")),
        Found::Module(module) => Ok(Profiled { name, module, script: None }),
        Found::Source(path) if !Language::of(&path).is_script() => {
            let module = seating.build(&path).map_err(|e| failure(&e))?.path;
            Ok(Profiled { name, module, script: None })
        }
        Found::Source(_) if options.output.is_some() => {
            Err(Failure::usage("a player in JavaScript or Python has no profile for a file")
                .help("leave out --output: the command prints the lines"))
        }
        Found::Source(path) => {
            let module = seating.build_for_profile(&path).map_err(|e| failure(&e))?.path;
            Ok(Profiled { name, module, script: Some(path) })
        }
    }
}

/// Plays match number `number`, counted from 0, each with a seed of its own.
fn play(
    game: &'static dyn DynGame,
    player: &Entrant,
    seating: &mut Seating,
    (options, number): (&Profile, usize),
) -> Result<(), Failure> {
    let settings = input::settings(game, options.input.as_deref())?;
    let seats = game.check_settings(&settings.text).map_err(|r| input::refused(&settings, &r))?;
    let own = game.facts().players.iter().find(|name| **name != "Null").copied();
    let rival = seating.entrant(own.unwrap_or("Null"), Path::new("."))?;
    let mut entrants = vec![rival; seats];
    entrants[0] = player.clone();
    let first = input::seed(game, Some(&options.seed))?;
    let seed = match first.parse::<u64>() {
        Ok(first) => ((first + number as u64) % SEEDS as u64).to_string(),
        Err(_) => first,
    };
    let setup = Setup {
        seed,
        ruleset: Ruleset::Statement,
        names: entrants.iter().map(|e| e.seated.name.clone()).collect(),
        judged: false,
    };
    let plan = Plan { game, settings: &settings.text, setup, entrants: &entrants };
    arena::play::play(&plan, Products::default(), &mut Nobody).map_err(Failure::usage)?;
    Ok(())
}

fn tell(
    profile: &sandbox::Profile,
    matches: usize,
    options: &Profile,
    script: Option<&Path>,
) -> Result<(), Failure> {
    let samples = profile.samples();
    let played = if matches == 1 { "1 match".into() } else { format!("{matches} matches") };
    if samples == 0 {
        anstream::println!(
            "The player used less than a millisecond in {played}: there are no samples."
        );
    } else {
        match script {
            Some(path) => tell_lines(profile, path)?,
            None => tell_functions(profile),
        }
        anstream::println!(
            "\n{samples} samples in {played}, about one per millisecond of the player."
        );
        if samples < FEW {
            anstream::println!("These are few: the shares above are rough.");
        }
    }
    if let Some(output) = &options.output {
        anstream::println!("Wrote {}: open it at profiler.firefox.com.", output.display());
    }
    Ok(())
}

fn tell_functions(profile: &sandbox::Profile) {
    anstream::println!("{}", Paint::stdout().dim("  alone  inside  function"));
    for hot in profile.hottest(SHOWN) {
        let (alone, inside) = (100.0 * hot.alone, 100.0 * hot.inside);
        let function = shortened(&hot.function);
        anstream::println!("{alone:>6.1} %{inside:>6.1} %  {function}");
    }
}

/// The first characters of a name that is too long for a line of a terminal.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(FUNCTION_CHARS) {
        None => name.into(),
        Some(_) => name.chars().take(FUNCTION_CHARS - 1).chain(['…']).collect(),
    }
}

/// The lines with their text; the rest is the library's, before and after the player's `play`.
fn tell_lines(profile: &sandbox::Profile, path: &Path) -> Result<(), Failure> {
    let text = std::fs::read(path).map_err(|e| Failure::file("read", path.display(), &e))?;
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let paint = Paint::stdout();
    anstream::println!("{}", paint.dim("  alone  inside   line"));
    for hot in profile.hottest_lines(SHOWN) {
        let (alone, inside) = (100.0 * hot.alone, 100.0 * hot.inside);
        let source = (hot.line as usize).checked_sub(1).and_then(|k| lines.get(k));
        let source: String = source.unwrap_or(&"").trim().chars().take(SOURCE_CHARS).collect();
        let source = paint.dim(source.replace(char::is_control, " "));
        anstream::println!("{alone:>6.1} %{inside:>6.1} % {:>6}  {source}", hot.line);
    }
    let all: f64 = profile.hottest_lines(usize::MAX).iter().map(|hot| hot.alone).sum();
    let library = 100.0 * (1.0 - all).max(0.0);
    anstream::println!("{library:>6.1} %                   the library, outside of these lines");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_fit_a_line() {
        let long = "std::__1::vector<int>".repeat(9);
        let short = shortened(&long);
        assert_eq!(short.chars().count(), FUNCTION_CHARS);
        assert!(short.starts_with("std::__1::vector<int>") && short.ends_with('…'), "{short}");
        assert_eq!(shortened("play"), "play");
    }
}
