//! The life of a worker process: it says what it is, then does one job after the other, until the
//! judge closes its standard input.

use crate::blobs::Blobs;
use crate::build::{self, Builder};
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
use std::process::ExitCode;
use toolchain::Cache;

/// What a worker process is for.
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

/// What a worker process does, from start to end. Its last argument says which kind it is; its
/// standard input and output belong to the protocol.
#[must_use]
pub fn main(arguments: &[OsString]) -> ExitCode {
    let word = arguments.last().and_then(|word| word.to_str()).unwrap_or_default();
    let ended = match word {
        generate::WORD => return generate::main(),
        probe::WORD => return probe::main(),
        _ if word == Kind::Play.word() => play(),
        _ if word == Kind::Build.word() => build(),
        _ => {
            eprintln!(
                "`{word}` is not a kind of worker process; the kinds are play, build, \
                 machine-code and probe"
            );
            return ExitCode::FAILURE;
        }
    };
    match ended {
        Ok(()) | Err(Broken::Closed) => ExitCode::SUCCESS,
        Err(broken) => {
            eprintln!("the judge sent what no worker understands: {broken}");
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
        _ => Ok(Outcome::Trouble("this worker does no such jobs".into())),
    })
}

fn build() -> Result<(), Broken> {
    let cache = Cache::of_user();
    let builder = Builder::open(&cache);
    let sandbox = Sandbox::for_one_match(None);
    let target = sandbox.as_ref().map(|s| s.target().to_string()).unwrap_or_default();
    let trouble = sandbox.err().map(|error| error.to_string()).unwrap_or_default();
    let compiler = builder.as_ref().map(Builder::compiler).into_iter().flatten();
    let confined =
        confine::confine(&Room::Compiler { read: compiler.collect(), cache: cache.root() });
    serve(Ready { target, confined, trouble }, |job, blobs| match job {
        Job::Build(job) => build::build(builder.as_ref(), job, blobs),
        Job::MachineCode { module } => build::machine_code(*module, blobs),
        _ => Ok(Outcome::Trouble("this worker does no such jobs".into())),
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
