//! `palestra debug`: a recorded round once more, in a debugger.

use crate::failure::{DONE, Done, FROZEN, Failure};
use crate::files;
use crate::native::{Ran, Rerun, build};
use crate::options::{Debug, Debugger};
use crate::paint::Paint;
use engine::DynGame;
use engine::record::Record;
use std::path::{Path, PathBuf};
use std::process::Command;
use toolchain::{Language, Purpose, Source};

mod script;

/// The advice if the orders differ from the recorded orders.
const CHANGED: &str = "check whether the source has changed";

/// Rebuilds the player and runs it in the recorded match.
pub fn run(options: &Debug) -> Done {
    let (record, game) = record(&options.record)?;
    let source = options.source.as_path();
    let player = Source::read(source).map_err(Failure::usage)?;
    if player.language() == Language::Rust && options.sanitize {
        return Err(Failure::usage("stable Rust has no sanitizers").help("use --valgrind"));
    }
    let seat = seat(&record, options.seat, &player.name)?;
    let rerun = Rerun::new(&record, game, seat)?;
    let turn = turn(&record, &rerun, options.round, seat)?;
    if player.language().is_script() {
        return script::run(options, game, &player, &rerun, turn);
    }
    let purpose = if options.sanitize { Purpose::Sanitize } else { Purpose::Debug };
    let program = build(game, source, purpose)?;
    if options.sanitize {
        let mut command = Command::new(&program);
        command.env("UBSAN_OPTIONS", "print_stacktrace=1");
        return tell(&rerun, &rerun.run(command)?, "the sanitizers");
    }
    if options.valgrind {
        let mut command = Command::new("valgrind");
        command.args(["--quiet", "--track-origins=yes"]).arg(&program);
        need("valgrind", "`apt-get install valgrind`")?;
        return tell(&rerun, &rerun.run(command)?, "valgrind");
    }
    compare(&rerun, &rerun.run(Command::new(&program))?, CHANGED);
    let place = Place::of(&player);
    let folder = source.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let session = Session { rerun: &rerun, program: &program, place, turn, folder };
    ended(match debugger(options.debugger)? {
        Debugger::Lldb => session.lldb(&options.batch),
        _ => session.gdb(&options.batch),
    })
}

/// Runs a debugger. It has the terminal, and Ctrl-C is for it.
fn ended(mut command: Command) -> Done {
    let ended = command.status();
    let status = ended.map_err(|e| Failure::ours(format!("the debugger does not start: {e}")))?;
    if status.success() { Ok(DONE) } else { Err(Failure::ours(format!("the debugger: {status}"))) }
}

fn record(path: &Path) -> Result<(Record, &'static dyn DynGame), Failure> {
    let bytes = files::read(path)?;
    let unusable = |e: &dyn std::fmt::Display| {
        Failure::usage(format!("{}: {e}", path.display()))
            .help("`palestra play … --record FILE.match` writes a record")
    };
    let record = Record::from_bytes(&bytes).map_err(|e| unusable(&e))?;
    let game = games::by_id(&record.game)
        .ok_or_else(|| unusable(&format!("there is no game `{}` in this program", record.game)))?;
    Ok((record, game))
}

/// The seat that is asked for, or the only one of a player of this name.
fn seat(record: &Record, asked: Option<usize>, name: &str) -> Result<usize, Failure> {
    let all: Vec<String> =
        record.players.iter().enumerate().map(|(s, p)| format!("{s} {}", p.name)).collect();
    let named = |s: &usize| record.players[*s].name == name;
    let mut seats = (0..record.players.len()).filter(named);
    let found = match (asked, seats.next(), seats.next()) {
        (Some(seat), ..) if seat < record.players.len() => Ok(seat),
        (None, Some(seat), None) => Ok(seat),
        (Some(seat), ..) => Err(format!("the match has no seat {seat}")),
        (None, None, _) => Err(format!("no {name} plays in this match")),
        (None, Some(_), Some(_)) => Err(format!("{name} has several seats in this match")),
    };
    let help = || format!("name the seat with --seat: {}", all.join(", "));
    found.map_err(|why| Failure::usage(why).help(help()))
}

/// The turn in which to stop: that of the round that is asked for, or of its freeze, or the
/// first one.
fn turn(record: &Record, rerun: &Rerun, asked: Option<i32>, seat: usize) -> Result<usize, Failure> {
    let freezes = record.outcome.iter().flat_map(|o| &o.freezes);
    let frozen = freezes.into_iter().find(|f| f.seat == seat).map(|f| f.round);
    let Some(first) = rerun.rounds().next() else {
        return Err(Failure::usage("the player had no turn in this match"));
    };
    let round = asked.or(frozen).unwrap_or(first);
    rerun.rounds().position(|r| r == round).ok_or_else(|| {
        let last = rerun.rounds().last().unwrap_or(first);
        let why = frozen.map_or_else(String::new, |r| format!("; it was frozen in round {r}"));
        Failure::usage(format!("the player had no turn in round {round}{why}"))
            .help(format!("it played the rounds {first} to {last}"))
    })
}

/// Where a player's turn begins.
enum Place {
    /// A function by its name.
    Function(String),
    /// A line of a file: functions of Rust's traits have names that debuggers take in many ways.
    Line(String, usize),
}

impl Place {
    fn of(player: &Source) -> Self {
        let text = String::from_utf8_lossy(&player.text);
        if player.language() == Language::Rust {
            let line = text.lines().position(|line| line.trim_start().starts_with("fn play("));
            return Self::Line(player.file.clone(), line.map_or(1, |line| line + 1));
        }
        // The class is called what its file defines PLAYER_NAME to be.
        let defined = text.lines().find_map(|line| {
            let mut words = line.split_whitespace();
            let define = words.next() == Some("#define") && words.next() == Some("PLAYER_NAME");
            define.then(|| words.next().map(String::from)).flatten()
        });
        Self::Function(format!("{}::play", defined.unwrap_or_else(|| player.name.clone())))
    }

    fn for_gdb(&self) -> String {
        match self {
            Self::Function(name) => name.clone(),
            Self::Line(file, line) => format!("{file}:{line}"),
        }
    }

    fn for_lldb(&self) -> String {
        match self {
            Self::Function(name) => format!("--name {name}"),
            Self::Line(file, line) => format!("--file {file} --line {line}"),
        }
    }
}

fn here(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn need(program: &str, how: &str) -> Result<(), Failure> {
    if here(program) {
        return Ok(());
    }
    Err(Failure::usage(format!("{program} is not installed")).help(format!("to install it: {how}")))
}

fn debugger(asked: Debugger) -> Result<Debugger, Failure> {
    match asked {
        Debugger::Gdb => need("gdb", "`apt-get install gdb`").map(|()| asked),
        Debugger::Lldb => need("lldb", "`apt-get install lldb`").map(|()| asked),
        Debugger::Auto if here("gdb") => Ok(Debugger::Gdb),
        Debugger::Auto if here("lldb") => Ok(Debugger::Lldb),
        Debugger::Auto => Err(Failure::usage("neither gdb nor lldb is installed")
            .help("install one (`apt-get install gdb`), or use --sanitize or --valgrind")),
    }
}

struct Session<'a> {
    rerun: &'a Rerun,
    program: &'a PathBuf,
    place: Place,
    turn: usize,
    /// Where the source is.
    folder: &'a Path,
}

impl Session<'_> {
    fn gdb(&self, batch: &[String]) -> Command {
        let mut command = Command::new("gdb");
        command.args(["-q", "-nx"]).args((!batch.is_empty()).then_some("-batch"));
        let (input, output) = (self.rerun.input(), self.rerun.output());
        let lines = [
            "set confirm off".to_string(),
            "set pagination off".into(),
            "set debuginfod enabled off".into(),
            format!("directory {}", self.folder.display()),
            format!("break {}", self.place.for_gdb()),
            format!("ignore 1 {}", self.turn),
            format!("run < {} > {}", input.display(), output.display()),
        ];
        for line in lines.iter().chain(batch) {
            command.arg("-ex").arg(line);
        }
        command.arg(self.program);
        command
    }

    fn lldb(&self, batch: &[String]) -> Command {
        let mut command = Command::new("lldb");
        command.arg("-x").args((!batch.is_empty()).then_some("-b"));
        let (input, output) = (self.rerun.input(), self.rerun.output());
        let lines = [
            format!("settings set target.source-map . {}", self.folder.display()),
            format!("breakpoint set {} --ignore-count {}", self.place.for_lldb(), self.turn),
            format!("process launch -i {} -o {}", input.display(), output.display()),
        ];
        for line in lines.iter().chain(batch) {
            command.arg("-o").arg(line);
        }
        command.arg(self.program);
        command
    }
}

/// Whether the program, as it is built now, gives the recorded orders, and what to do otherwise.
fn compare(rerun: &Rerun, ran: &Ran, otherwise: &str) {
    let note = Paint::stderr().dim("note:");
    match (rerun.difference(&ran.answers), rerun.early_end(ran)) {
        (Some(other), _) => anstream::eprintln!(
            "{note} the player gives other orders than in the record, first in {other}; \
             {otherwise}"
        ),
        (None, Some(end)) => anstream::eprintln!("{note} {end}"),
        (None, None) => {
            let rounds = rerun.rounds().len();
            anstream::eprintln!(
                "{note} the player gives the recorded orders in all {rounds} \
             rounds"
            );
        }
    }
}

/// Prints the result of a run under a checker.
fn tell(rerun: &Rerun, ran: &Ran, checker: &str) -> Done {
    const SIGNS: [&str; 4] =
        ["runtime error: ", "AddressSanitizer", "== Invalid ", "uninitialised"];
    anstream::eprint!("{}", ran.said);
    compare(rerun, ran, CHANGED);
    let found = SIGNS.iter().any(|sign| ran.said.contains(sign)) || rerun.early_end(ran).is_some();
    if found {
        anstream::println!("{checker} found something: see above.");
        return Ok(FROZEN);
    }
    anstream::println!("{checker} found nothing in {} rounds.", rerun.rounds().len());
    Ok(DONE)
}
