//! The life of a worker process: it says what it is, then does one job after the other, until the
//! judge closes its standard input.

use crate::blobs::Blobs;
use crate::build::{self, Builder, Compilers};
use crate::confine::{self, Room};
use crate::generate;
use crate::play::{Runner, Stop};
use crate::probe;
use crate::protocol::{self, Broken, FromWorker, Job, Outcome, Ready, ToWorker};
use crate::similar;
use sandbox::Sandbox;
use serde::{Deserialize, Serialize};
use similarity::Templates;
use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use toolchain::Cache;

/// The purpose of a worker process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Runs machine code, and parses sources to compare them. Sees no file at all.
    Play,
    /// Compiles. Sees the compiler and its own cache folder.
    Build,
}

impl Kind {
    /// The last word of the command that starts it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Build => "build",
        }
    }
}

impl Job {
    /// The kind of worker that does it.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Build(_) | Self::MachineCode { .. } => Kind::Build,
            Self::Play(_) | Self::Behave(_) | Self::Sketch { .. } | Self::Evidence { .. } => {
                Kind::Play
            }
        }
    }
}

/// The last word of the command that builds the libraries of compilers.
const LIBRARIES: &str = "libraries";

/// Runs a worker process from start to end. Its last argument is its kind. Its standard input and
/// output belong to the protocol.
#[must_use]
pub fn main(arguments: &[OsString]) -> ExitCode {
    let word = arguments.last().and_then(|word| word.to_str()).unwrap_or_default();
    let ended = match word {
        generate::WORD => return generate::main(),
        probe::WORD => return probe::main(),
        LIBRARIES => return libraries(),
        _ if word == Kind::Play.word() => play(),
        _ if word == Kind::Build.word() => build(),
        _ => {
            eprintln!(
                "`{word}` is not a kind of worker process; the kinds are play, build, \
                 libraries, machine-code and probe"
            );
            return ExitCode::FAILURE;
        }
    };
    match ended {
        Ok(()) | Err(Broken::Closed) => ExitCode::SUCCESS,
        Err(broken) => {
            eprintln!("the judge sent an unknown message: {broken}");
            ExitCode::FAILURE
        }
    }
}

fn play() -> Result<(), Broken> {
    // Everything that needs files comes before the process is confined.
    confine::leave_root();
    let sandbox = Sandbox::for_one_match(None);
    let templates = Templates::standard();
    let target = sandbox.as_ref().map(|s| s.target().to_string()).unwrap_or_default();
    let trouble = sandbox.as_ref().err().map(ToString::to_string).unwrap_or_default();
    let confined = confine::confine(&Room::Nothing);
    let mut runner = sandbox.ok().map(Runner::new);
    serve(Ready { target, confined, trouble }, |job, blobs| match (job, &mut runner) {
        (Job::Play(play), Some(runner)) => runner.play(play, blobs),
        (Job::Behave(behave), Some(runner)) => runner.behave(behave, blobs),
        (Job::Sketch(player), _) => similar::sketch(&templates, player, blobs),
        (Job::Evidence(left, right), _) => similar::evidence(&templates, left, right, blobs),
        _ => Ok(Outcome::Trouble("this kind of worker process does not do this job".into())),
    })
}

/// The cache of the user, by a path that holds in every folder: the process may change to another.
fn cache() -> Cache {
    let cache = Cache::of_user();
    std::path::absolute(cache.root()).map_or(cache, Cache::new)
}

/// Builds the libraries of compilers where they are missing. Another process does it, because a
/// process that had threads cannot be enclosed, and an enclosed one cannot build them.
fn have_libraries() -> Result<(), String> {
    let done = generate::command(LIBRARIES).and_then(|mut it| it.stdin(Stdio::null()).output());
    let done = done.map_err(|error| error.to_string())?;
    let said = || String::from_utf8_lossy(&done.stderr).trim().to_string();
    done.status.success().then_some(()).ok_or_else(said)
}

fn libraries() -> ExitCode {
    confine::end_with_parent();
    let cache = cache();
    match Builder::open(&cache, Compilers::find(&cache)) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), Broken> {
    let ready = have_libraries();
    let cache = cache();
    let compilers = Compilers::find(&cache);
    let paths = compilers.paths();
    let read: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    // The kernel lets nobody do this who is confined, or who has threads.
    let enclosed = std::fs::create_dir_all(cache.root())
        .and_then(|()| std::env::current_exe())
        .and_then(|own| toolchain::enclose(&own, &read, cache.root()));
    let builder = ready.and_then(|()| Builder::open(&cache, compilers).map_err(|e| e.to_string()));
    let sandbox = Sandbox::for_one_match(None);
    let target = sandbox.as_ref().map(|s| s.target().to_string()).unwrap_or_default();
    let trouble = sandbox.err().map(|error| error.to_string());
    let trouble = enclosed.err().map(|error| error.to_string()).or(trouble).unwrap_or_default();
    let confined = confine::confine(&Room::Compiler { read, cache: cache.root() });
    serve(Ready { target, confined, trouble }, |job, blobs| match job {
        Job::Build(job) => build::build(builder.as_ref(), job, blobs),
        Job::MachineCode { module } => build::machine_code(*module, blobs),
        _ => Ok(Outcome::Trouble("this kind of worker process does not do this job".into())),
    })
}

/// Does jobs until the judge has no more.
fn serve(
    ready: Ready,
    mut work: impl FnMut(&Job, &mut Blobs<'_>) -> Result<Outcome, Stop>,
) -> Result<(), Broken> {
    let mut from = BufReader::new(io::stdin().lock());
    let mut to = BufWriter::new(io::stdout().lock());
    let fit = ready.trouble.is_empty();
    protocol::send(&mut to, &FromWorker::Ready(ready))?;
    if !fit {
        return Ok(());
    }
    loop {
        let ToWorker::Job(job) = protocol::receive(&mut from)? else {
            return Err(Broken::Garbage(postcard::Error::DeserializeBadEnum));
        };
        let outcome = match work(&job, &mut Blobs::new(&mut from, &mut to)) {
            Ok(outcome) | Err(Stop::Outcome(outcome)) => outcome,
            Err(Stop::Judge(broken)) => return Err(broken),
        };
        protocol::send(&mut to, &FromWorker::Done(Box::new(outcome)))?;
    }
}
