//! Called as `Game`: the program of the old kits, with their options, lines and exit codes.
//!
//! This module has the common behaviour of the kits. `kit.json` of a game lists its differences.
//! The file `.palestra` of the kit's folder names the game, or else the first word of the
//! settings.

mod getopt;
mod habits;

use crate::interrupt::Interrupt;
use crate::options::Backend;
use crate::players::Seating;
use arena::{Entrant, Found, Observer, Plan, Products, roster};
use engine::{DynGame, DynState, Ending, Match, Notes, Ruleset, Setup};
use getopt::Word;
use habits::Habits;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The file in a kit's folder that names its game.
pub const MARKER: &str = ".palestra";
/// The word in it that lets players look ahead.
pub const FORWARD: &str = "forward";
/// The day of this version, where the kits print that of their build: whoever builds the same
/// sources gets the same bytes.
const RELEASED: &str = "00:00:00 Nov 22 2026";
const BAD_OPTION: u8 = 1;

/// The call, its options checked.
#[derive(Debug, Default)]
struct Call {
    seed: Option<String>,
    input: Option<String>,
    output: Option<String>,
    names: Vec<String>,
}

/// How a run ends before its match: the lines for stderr and the exit code.
struct Stop(u8, String);

/// Runs the program with the arguments behind its name; gives the exit code.
pub fn main(arguments: &[OsString]) -> u8 {
    match run(arguments) {
        Ok(code) => code,
        Err(Stop(code, message)) => {
            if !message.is_empty() {
                eprintln!("{message}");
            }
            code
        }
    }
}

fn run(arguments: &[OsString]) -> Result<u8, Stop> {
    if arguments.is_empty() {
        return Ok(help());
    }
    let mut call = Call::default();
    for word in getopt::read(arguments) {
        match word {
            Word::Name(name) => call.names.push(name),
            Word::Option('s', value) => call.seed = Some(value),
            Word::Option('i', value) => call.input = Some(value),
            Word::Option('o', value) => call.output = Some(value),
            Word::Option('l', _) => return list(),
            Word::Option('v', _) => return version(),
            Word::Option(..) => return Ok(help()),
            Word::Wrong(message) => return Err(Stop(BAD_OPTION, format!("Game: {message}"))),
        }
    }
    play(&call)
}

fn help() -> u8 {
    let text = "Usage: Game [options] player1 player2 ... [< default.cnf] [> default.res]\n\
                Available options:\n\
                -s seed    --seed=seed       set the seed of everything random\n\
                -i file    --input=file      settings file (default: standard input)\n\
                -o file    --output=file     result file (default: standard output)\n\
                -l         --list            list the players\n\
                -v         --version         print the version\n\
                -h         --help            print this help\n";
    print(text.as_bytes());
    0
}

/// Writes on stdout; a closed pipe is nobody's concern here.
fn print(text: &[u8]) {
    let _ = std::io::stdout().write_all(text);
}

fn version() -> Result<u8, Stop> {
    let game = marked().ok_or_else(which_game)?;
    print(format!("{}\ncompiled {}\n", game.facts().version, RELEASED).as_bytes());
    Ok(0)
}

fn list() -> Result<u8, Stop> {
    let game = marked().ok_or_else(which_game)?;
    let mut names = roster::in_folder(Path::new("."));
    names.extend(game.facts().players.iter().map(|name| (*name).to_string()));
    names.sort_unstable();
    names.dedup();
    for name in names {
        print(format!("{name}\n").as_bytes());
    }
    Ok(0)
}

fn which_game() -> Stop {
    let all: Vec<&str> = games::ALL.iter().map(|g| g.facts().id).collect();
    Stop(
        BAD_OPTION,
        format!(
            "Game: which game? Neither a settings file nor a file {MARKER} names it. Write the \
             name into {MARKER}: {}",
            all.join(", ")
        ),
    )
}

/// The text of the marker file here, or beside the program.
fn marker() -> Option<String> {
    let beside = std::env::current_exe().ok().map(|exe| exe.with_file_name(MARKER));
    let places = [Some(MARKER.into()), beside];
    places.into_iter().flatten().find_map(|p| std::fs::read_to_string(p).ok())
}

/// The game that the marker file names.
pub fn marked() -> Option<&'static dyn DynGame> {
    games::by_id(marker()?.split_whitespace().next()?)
}

/// Whether the marker file says that players look ahead here.
pub fn may_look_ahead() -> bool {
    marker().is_some_and(|text| text.split_whitespace().skip(1).any(|word| word == FORWARD))
}

/// The game whose settings these are: that of the version in their first words, which the
/// kits write in several ways (`Star War v1.0`, `starwar v1`).
fn by_settings(settings: &[u8]) -> Option<&'static dyn DynGame> {
    let text = letters(settings);
    games::ALL.iter().copied().find(|game| {
        let version = letters(game.facts().version.as_bytes());
        !version.is_empty() && text.starts_with(&version)
    })
}

fn letters(text: &[u8]) -> String {
    let kept = text.iter().filter(|b| !b.is_ascii_whitespace() && **b != b'_');
    kept.take_while(|b| b.is_ascii_alphabetic()).map(|b| b.to_ascii_lowercase() as char).collect()
}

fn play(call: &Call) -> Result<u8, Stop> {
    let mut settings = None;
    let game = match marked() {
        Some(game) => game,
        None => {
            let text = read_settings(call);
            let game = by_settings(&text).ok_or_else(which_game)?;
            settings = Some(text);
            game
        }
    };
    let habits = Habits::of(game).map_err(|why| Stop(BAD_OPTION, format!("kit.json: {why}")))?;
    let seed = seed(game, &habits, call)?;
    if habits.checks_first {
        eprintln!("info: seed {}", seed.trim());
    }
    // The kits open the result file before they look at the settings; a failure is silent.
    let output: Option<Box<dyn Write>> = match &call.output {
        Some(path) => File::create(path).ok().map(|f| Box::new(f) as _),
        None => Some(Box::new(std::io::stdout())),
    };
    let settings = settings.unwrap_or_else(|| read_settings(call));
    let (setup, state) = load(game, &habits, call, &settings, seed)?;
    let entrants = register(game, &habits, call)?;
    let plan = Plan { game, settings: &settings, setup, entrants: &entrants };
    let products = Products { res: output, ..Products::default() };
    let mut voice = Voice::new(&habits, &*state);
    let played = arena::play::play_from(state, &plan, products, &mut voice);
    match played.outcome.ending {
        Ending::Aborted(why) => Err(Stop(habits.refused, format!("ERROR: {why}"))),
        Ending::Voided { message: why, .. } => Err(Stop(BAD_OPTION, why)),
        Ending::Stopped => Ok(130),
        Ending::Finished => {
            let mut text = Vec::new();
            habits.tell_end(&call.names, &played.outcome.scores, &mut text);
            let _ = std::io::stderr().write_all(&text);
            Ok(0)
        }
    }
}

/// The settings; a file that cannot be read behaves as an empty one.
fn read_settings(call: &Call) -> Vec<u8> {
    let mut text = Vec::new();
    match &call.input {
        Some(path) => text = std::fs::read(path).unwrap_or_default(),
        None => drop(std::io::stdin().read_to_end(&mut text)),
    }
    text
}

/// Checks lengths of names and the seed, in the order of the kits.
fn seed(game: &dyn DynGame, habits: &Habits, call: &Call) -> Result<String, Stop> {
    if habits.checks_first && call.names.iter().any(|n| n.len() > arena::names::LONGEST) {
        return Err(Stop(habits.wrong_call, "ERROR: Player name too long.".into()));
    }
    let given = call.seed.as_deref();
    if habits.default_seed.is_none() && given.is_none_or(|s| s.trim_start().starts_with('-')) {
        let clock = SystemTime::now().duration_since(UNIX_EPOCH);
        return Ok(clock.map_or(0, |d| d.as_secs()).to_string());
    }
    let seed = given.or(habits.default_seed.as_deref()).unwrap_or_default();
    match game.check_seed(seed) {
        Ok(()) => Ok(seed.into()),
        Err(why) => Err(Stop(habits.wrong_call, format!("ERROR: Missing seed?\n{why}"))),
    }
}

/// Makes the board, then checks the number of names.
fn load(
    game: &dyn DynGame,
    habits: &Habits,
    call: &Call,
    settings: &[u8],
    seed: String,
) -> Result<(Setup, Box<dyn DynState>), Stop> {
    eprintln!("info: loading game");
    let refused = |why: String| Stop(habits.refused, format!("ERROR: {why}"));
    let seats = game.check_settings(settings).map_err(|r| refused(r.to_string()))?;
    let mut names = call.names.clone();
    names.resize(seats, String::new());
    let setup = Setup { seed, ruleset: Ruleset::Kit, names, judged: false };
    let mut notes = Notes::default();
    let state = game.start(settings, &setup, &mut notes).map_err(|f| refused(f.to_string()))?;
    eprint!("{}", notes.text);
    eprintln!("info: loaded game");
    if call.names.len() != seats {
        return Err(Stop(habits.wrong_call, habits.wrong_number.clone()));
    }
    Ok((setup, state))
}

fn register(
    game: &'static dyn DynGame,
    habits: &Habits,
    call: &Call,
) -> Result<Vec<Entrant>, Stop> {
    let mut entrants = Vec::new();
    let mut seating = Seating::new(game, false, Backend::Auto);
    for name in &call.names {
        eprintln!("info: loading player {name}");
        let word = built(game, name).unwrap_or_else(|| name.clone());
        let entrant = seating.entrant(&word, Path::new(".")).map_err(|failure| {
            let (before, after) = &habits.not_registered;
            Stop(habits.wrong_call, format!("{before}{name}{after}\n{}", failure.message))
        })?;
        entrants.push(entrant);
    }
    eprintln!("info: players loaded");
    Ok(entrants)
}

/// The module that `make` built from a player's source, if it is newer than that: it may be one
/// with checks.
fn built(game: &dyn DynGame, name: &str) -> Option<String> {
    let Ok(Found::Source(source)) = roster::find(game, name, Path::new(".")) else { return None };
    let module = source.with_extension("wasm");
    let changed = |path: &Path| std::fs::metadata(path).and_then(|m| m.modified()).ok();
    (changed(&module)? >= changed(&source)?).then(|| module.display().to_string())
}

/// Tells a match as the kits did.
struct Voice<'a> {
    habits: &'a Habits,
    round: i32,
    interrupt: Interrupt,
    /// Frozen players that were told of, by seat.
    told: Vec<bool>,
    text: Vec<u8>,
}

impl<'a> Voice<'a> {
    fn new(habits: &'a Habits, first: &dyn DynState) -> Self {
        let round = habits.first_round.unwrap_or_else(|| first.round());
        Self {
            habits,
            round,
            interrupt: Interrupt::listen(),
            told: vec![false; first.seats()],
            text: Vec::new(),
        }
    }
}

impl Observer for Voice<'_> {
    fn round(&mut self, played: &Match) -> ControlFlow<()> {
        let round = self.round;
        self.text.clear();
        self.habits.tell_round(round, played, &mut self.text);
        for seat in 0..played.state().seats() {
            if let Some(freeze) = played.frozen(seat).filter(|_| !self.told[seat]) {
                self.told[seat] = true;
                let (cause, detail) = (freeze.cause.in_words(), &freeze.detail);
                // Writing to memory cannot fail.
                let _ =
                    writeln!(self.text, "warning: player {seat} is frozen: it {cause}: {detail}");
            }
        }
        let _ = std::io::stderr().write_all(&self.text);
        self.round += 1;
        if self.interrupt.asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn versions_are_told_by_their_letters() {
        assert_eq!(letters(b"Mad_Max 1.6"), "madmax");
        assert_eq!(letters(b" star war\tv1\nsecgame ?"), letters(b"Star War v1.0"));
    }
}
