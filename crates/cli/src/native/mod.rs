//! A player as a local program, shown exactly what it was shown in a recorded match.
//!
//! The program gets the recorded views and random streams from a file, whatever it answers: so
//! every round is the recorded situation, with the recorded opponents, under a debugger too.

#[cfg(feature = "players")]
mod suspects;

use crate::failure::Failure;
use crate::forward;
use crate::players::{failure, rust_sdk, script_sdk, sdk};
use engine::record::Record;
use engine::{DynGame, Order};
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use tempfile::TempDir;
use toolchain::RustToolchain;
use toolchain::{
    Answers, Cache, Error, Language, LocalScript, NativeCompiler, Options, Purpose, Script, Source,
};

#[cfg(feature = "players")]
pub use suspects::explain;

/// Builds a player's source as a local program. It may look ahead: its match was played.
pub fn build(game: &dyn DynGame, path: &Path, purpose: Purpose) -> Result<PathBuf, Failure> {
    let options = Options { purpose, forward: true, ..Options::default() };
    let built = || -> Result<PathBuf, Error> {
        let (source, cache) = (Source::read(path)?, Cache::of_user());
        if source.language().is_script() {
            return Ok(script(game, &source)?.native().path);
        }
        if source.language() == Language::Rust {
            let compiler = forward::rust(RustToolchain::open(&cache)?, true)?;
            return Ok(compiler.build_native(&rust_sdk(game)?, &source, &options)?.path);
        }
        let compiler = forward::native(NativeCompiler::find(&cache)?, true)?;
        Ok(compiler.build(&sdk(game)?, &source, &options)?.path)
    };
    built().map_err(|error| match error {
        Error::NoNativeCompiler => Failure::usage("there is no g++ or clang++ on this machine")
            .help("install one: `apt-get install g++`, `xcode-select --install`, or set CXX"),
        error => failure(&error),
    })
}

/// A script as a local program, which the interpreter of this machine runs.
pub fn local(game: &dyn DynGame, source: &Source) -> Result<LocalScript, Failure> {
    script(game, source).map_err(|error| failure(&error))
}

fn script(game: &dyn DynGame, source: &Source) -> Result<LocalScript, Error> {
    LocalScript::open(&Cache::of_user(), &script_sdk(source.language(), game)?, source)
}

/// The views of one player, and its answers.
pub struct Rerun {
    script: Script,
    /// By turn: the number of the round, and the recorded orders; those of the turn in which it
    /// was frozen are not in the record.
    turns: Vec<(i32, Option<Vec<Order>>)>,
    folder: TempDir,
}

/// Where native and recorded orders part.
pub struct Difference {
    round: i32,
    /// Which order of the round, from 0.
    order: usize,
    recorded: Option<Order>,
    native: Option<Order>,
}

/// How a run of the program went.
pub struct Ran {
    /// Its orders, turn by turn.
    pub answers: Answers,
    /// How it ended.
    pub status: ExitStatus,
    /// The output of the player and of the program that ran it.
    pub said: String,
}

impl Rerun {
    /// The views of the player at `seat`.
    pub fn new(record: &Record, game: &dyn DynGame, seat: usize) -> Result<Self, Failure> {
        let mut shown = Vec::new();
        let mut turns = Vec::new();
        let freezes = record.outcome.iter().flat_map(|o| &o.freezes);
        let frozen = freezes.into_iter().find(|f| f.seat == seat).map(|f| f.round);
        let intro = record
            .turns(game, seat, |k, round, stream, view| {
                shown.push((stream.to_vec(), view.to_vec()));
                let orders = record.rounds[k].seats[seat].orders.clone();
                turns.push((round, (frozen != Some(round)).then_some(orders)));
            })
            .map_err(Failure::usage)?;
        let mut script = Script::new(&intro);
        shown.iter().for_each(|(stream, view)| script.turn(stream, view));
        let failed =
            |e: std::io::Error| Failure::file("write in", std::env::temp_dir().display(), &e);
        let folder = TempDir::with_prefix("palestra-").map_err(failed)?;
        std::fs::write(folder.path().join("input"), script.bytes()).map_err(failed)?;
        Ok(Self { script, turns, folder })
    }

    /// The file that the program reads as its standard input.
    pub fn input(&self) -> PathBuf {
        self.folder.path().join("input")
    }

    /// A file with the recorded orders, for debuggers of scripts: see [`toolchain::Stop`].
    pub fn recorded(&self) -> Result<PathBuf, Failure> {
        let path = self.folder.path().join("recorded");
        let text: String = self.turns.iter().map(line).collect();
        std::fs::write(&path, text).map_err(|e| Failure::file("write", path.display(), &e))?;
        Ok(path)
    }

    /// A file for what it writes on its standard output.
    pub fn output(&self) -> PathBuf {
        self.folder.path().join("output")
    }

    /// The rounds in which the player had a turn.
    pub fn rounds(&self) -> impl ExactSizeIterator<Item = i32> {
        self.turns.iter().map(|(round, _)| *round)
    }

    /// Runs a command that ends as the program, and hears what it says.
    pub fn run(&self, mut command: Command) -> Result<Ran, Failure> {
        let failed = |e: std::io::Error| {
            Failure::ours(format!("{} does not start: {e}", command.get_program().display()))
        };
        let input = File::open(self.input()).map_err(failed)?;
        let output = File::create(self.output()).map_err(failed)?;
        let failed = |e: std::io::Error| Failure::ours(format!("the player does not start: {e}"));
        command.stdin(input).stdout(output).stderr(Stdio::piped());
        let done = command.spawn().and_then(|child| child.wait_with_output()).map_err(failed)?;
        let written = std::fs::read(self.output()).map_err(failed)?;
        Ok(Ran {
            answers: self.script.answers(&written),
            status: done.status,
            said: String::from_utf8_lossy(&done.stderr).into_owned(),
        })
    }

    /// The first order that is another than recorded.
    pub fn difference(&self, answers: &Answers) -> Option<Difference> {
        self.turns.iter().zip(&answers.turns).find_map(|((round, recorded), native)| {
            let recorded = recorded.as_ref()?;
            let longest = recorded.len().max(native.len());
            let order = (0..longest).find(|k| recorded.get(*k) != native.get(*k))?;
            let (recorded, native) = (recorded.get(order).copied(), native.get(order).copied());
            Some(Difference { round: *round, order, recorded, native })
        })
    }

    /// The meaning of the program's end, if it ended before the last turn.
    pub fn early_end(&self, ran: &Ran) -> Option<String> {
        let lived = ran.answers.turns.len();
        let (round, _) = self.turns.get(lived)?;
        let how = match (&ran.answers.last_words, ran.said.lines().last()) {
            (Some(words), _) => words.clone(),
            (None, Some(line)) => format!("{} ({line})", ran.status),
            (None, None) => ran.status.to_string(),
        };
        Some(format!("it ended in round {round}: {how}"))
    }
}

fn line((round, orders): &(i32, Option<Vec<Order>>)) -> String {
    let shown = |o: &Order| format!("{}/{}/{}/{}", o.verb, o.unit, o.a, o.b);
    let orders = orders.as_ref().map(|all| all.iter().map(shown).collect::<Vec<_>>().join(" "));
    format!("{round}:{}\n", orders.unwrap_or_else(|| "?".into()))
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |order: &Option<Order>| match order {
            Some(o) => format!("verb {} unit {} a {} b {}", o.verb, o.unit, o.a, o.b),
            None => "none".into(),
        };
        let (round, order) = (self.round, self.order + 1);
        let (recorded, native) = (shown(&self.recorded), shown(&self.native));
        write!(f, "round {round}, order {order}: recorded {recorded}; natively {native}")
    }
}
