//! The messages between the judge and its workers, and how they travel.
//!
//! A message is one frame: its length in bytes (`u32`, little endian), the version of the protocol
//! (`u16`, little endian), then the message itself in postcard's encoding. Both sides distrust
//! each other: a frame has at most [`FRAME_MAX`] bytes, and memory for it is taken as its bytes
//! arrive.

use engine::{Freeze, Ruleset};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use similarity::behaviour::Answer;
use similarity::evidence::Stretch;
use similarity::tokens::Fragment;
use similarity::{Language, Remark, Sketch};
use std::fmt;
use std::io::{self, Read, Write};
use std::str::FromStr;

/// Version of the messages below. It grows with every change of any of them.
pub const VERSION: u16 = 6;
/// Bytes of one message at most.
pub const FRAME_MAX: usize = 96 << 20;
/// Bytes before each message: its length and the version.
pub const HEAD: usize = 6;
/// A frame is read in pieces of this many bytes.
const PIECE: usize = 1 << 16;

/// Names bytes: their BLAKE3 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Digest {
    type Err = String;

    /// Reads 64 hexadecimal digits.
    fn from_str(text: &str) -> Result<Self, String> {
        match blake3::Hash::from_hex(text) {
            Ok(hash) => Ok(Self(*hash.as_bytes())),
            Err(_) => Err(format!("`{text}` is not a digest; a digest has 64 hexadecimal digits")),
        }
    }
}

/// The messages of the judge to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ToWorker {
    /// Do this. The next job follows after its [`Outcome`].
    Job(Box<Job>),
    /// The bytes that the worker needed, in the order in which it named them.
    Blobs(Vec<ByteBuf>),
}

/// The messages of a worker to the judge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum FromWorker {
    /// The first message: what this worker is.
    Ready(Ready),
    /// The worker needs these bytes for its job. The job must have named them.
    Need(Vec<Digest>),
    /// The job is done.
    Done(Box<Outcome>),
}

/// The description of a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ready {
    /// The target of its machine code: [`sandbox::Sandbox::target`].
    pub target: String,
    /// How the kernel confines it.
    pub confined: crate::confine::Confined,
    /// Why it cannot do the jobs of its kind, for operators; empty when it can.
    pub trouble: String,
}

/// A job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Job {
    /// From a source to machine code.
    Build(Build),
    /// Machine code of a module that was built before, for this worker's target.
    MachineCode {
        /// The module.
        module: Digest,
    },
    /// A match.
    Play(Play),
    /// The orders of a player in the situations of recorded matches.
    Behave(Behave),
    /// The stored form of a player for comparisons.
    Sketch(Compared),
    /// The common code of two players.
    Evidence(Compared, Compared),
}

/// A player that is compared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compared {
    /// The language of its source.
    pub language: Language,
    /// Its source.
    pub source: Digest,
    /// Its module, if it was built.
    pub module: Option<Digest>,
}

/// From a source to machine code.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Build {
    /// Id of the game.
    pub game: String,
    /// The player's name.
    pub name: String,
    /// Name of the source file.
    pub file: String,
    /// The source.
    pub source: Digest,
    /// Bytes that the source may have.
    pub source_bytes_max: u64,
    /// The rules for players that look ahead, where the season allows that.
    pub forward: Option<Digest>,
    /// Whether the compiler may run where the kernel cannot confine it completely.
    pub trust: bool,
}

/// The limits of a player, as in [`sandbox::Limits`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Units of fuel for the whole match.
    pub fuel: u64,
    /// Bytes of memory.
    pub memory_bytes: u64,
    /// Bytes of standard error that are kept.
    pub stderr_bytes: u64,
    /// CPU time of the player in milliseconds, if it is limited; the backstop behind the fuel.
    pub cpu_millis: Option<u64>,
}

/// A match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Play {
    /// Id of the game.
    pub game: String,
    /// Text of the settings file.
    #[serde(with = "serde_bytes")]
    pub settings: Vec<u8>,
    /// The seed.
    pub seed: String,
    /// Which rules hold.
    pub ruleset: Ruleset,
    /// Whether the judge's limits are on: then the share of the fuel is a player's status.
    pub judged: bool,
    /// The limits of each player.
    pub limits: Limits,
    /// The players, by seat.
    pub seats: Vec<Player>,
    /// Whether a record is wanted.
    pub record: bool,
}

/// A player of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Its name in the season.
    pub name: String,
    /// The program.
    pub program: Program,
    /// Whether it used up its CPU time in this match before: the next time it is frozen.
    pub struck: bool,
}

/// The program of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Program {
    /// A player of the game's own.
    BuiltIn(String),
    /// A module. Before a process plays it, its machine puts the machine code in its place.
    Module(Digest),
    /// Machine code that this machine made.
    Code(Digest),
}

/// The orders of a player in the situations of recorded matches.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Behave {
    /// Id of the game.
    pub game: String,
    /// The records of the matches.
    pub records: Vec<Digest>,
    /// The player.
    pub player: Player,
    /// The limits in each of them.
    pub limits: Limits,
}

/// The outcome of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The source was built.
    Built(Box<Built>),
    /// The source or its module is refused.
    Refused(Box<Refusal>),
    /// The machine code of a module.
    MachineCode(ByteBuf),
    /// The match was played.
    Played(Box<Played>),
    /// The player of this seat used up its CPU time for the first time: the match does not count.
    Overtime {
        /// The seat, 0 ..= 3.
        seat: usize,
    },
    /// Settings and seed give no match: says what the rules said.
    NoMatch(String),
    /// The orders of the player, by record and situation.
    Behaved(Vec<Vec<Answer>>),
    /// The stored form of a source.
    Sketched(Box<Sketched>),
    /// The common code of two sources; none if one of them cannot be read as code.
    Evidence(Option<Box<Common>>),
    /// The machine failed, not the player: no compiler, a full disk. Says what.
    Trouble(String),
    /// The job names machine code that is not for this worker: its machine makes it anew.
    Unfit {
        /// The machine code.
        code: Digest,
    },
}

/// A player that was built.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Built {
    /// The module.
    pub module: ByteBuf,
    /// Its machine code for the worker's target.
    pub code: ByteBuf,
    /// The compiler's remarks.
    pub warnings: Vec<String>,
}

/// Why a source gives no player.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Refusal {
    /// It breaks the rules for sources.
    Rules {
        /// The [faults](crate::rules::Fault), as JSON.
        faults: String,
    },
    /// It does not compile.
    Errors {
        /// Errors of the compiler.
        count: usize,
        /// The compiler's messages.
        text: String,
    },
    /// The compiler used too much time or memory, or crashed.
    Compiler {
        /// Which of its programs gave up.
        step: toolchain::Step,
        /// Why.
        reason: toolchain::Reason,
        /// The failure, in a sentence.
        text: String,
    },
    /// The module has, or lacks, something that a player may not.
    Module {
        /// What, in a sentence.
        text: String,
    },
    /// Machine code for the module takes too much time or memory.
    MachineCode(Excess),
}

/// The limit that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Excess {
    /// CPU seconds.
    Time {
        /// How many are allowed.
        seconds: u64,
    },
    /// Bytes of memory.
    Memory {
        /// How many are allowed.
        bytes: u64,
    },
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Scores by seat.
    pub scores: Vec<i64>,
    /// Share of its budget that each player used; -1 when frozen.
    pub status: Vec<f64>,
    /// Receipts of the frozen players.
    pub freezes: Vec<Freeze>,
    /// Why it ended early; empty when all rounds were played.
    pub ending: String,
    /// Rounds that were played.
    pub rounds: usize,
    /// Whether the same match gives the same on every machine: no clock froze anybody.
    pub deterministic: bool,
    /// Whether its record replays to the state in which the match ended.
    pub verified: bool,
    /// The whole record; empty when none was wanted.
    #[serde(with = "serde_bytes")]
    pub record: Vec<u8>,
    /// The record without the players' logs, where it differs from the whole one.
    pub public: Option<ByteBuf>,
}

/// The stored form of a source.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sketched {
    /// Its patterns; empty when it takes no part in comparisons.
    pub sketch: Sketch,
    /// The remarks about it, for organisers.
    pub remarks: Vec<Remark>,
    /// Whether organisers should look at the source itself.
    pub finding: bool,
    /// Whether it takes part in comparisons.
    pub counts: bool,
}

/// The common code of two sources.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Common {
    /// The longest common fragments, longest first.
    pub fragments: Vec<Fragment>,
    /// Share of the fingerprints in common, 0 ..= 1.
    pub fingerprints: f64,
    /// Patterns of both that were subtracted because a template has them.
    pub subtracted: (usize, usize),
    /// The first source in stretches, without gaps.
    pub left: Vec<Stretch>,
    /// The second source in stretches.
    pub right: Vec<Stretch>,
}

impl Common {
    /// Whether the stretches fit these texts: a worker is not trusted with that.
    #[must_use]
    pub fn fits(&self, left: &str, right: &str) -> bool {
        let fits = |text: &str, all: &[Stretch]| {
            let mut at = 0;
            all.iter().all(|stretch| {
                let follows = stretch.start == at && text.get(at..stretch.end).is_some();
                at = stretch.end;
                follows
            })
        };
        fits(left, &self.left) && fits(right, &self.right)
    }
}

impl Compared {
    fn names(&self) -> impl Iterator<Item = Digest> {
        [self.source].into_iter().chain(self.module)
    }
}

impl Job {
    /// Everything that the job names: the worker may need nothing else.
    #[must_use]
    pub fn names(&self) -> Vec<Digest> {
        let code = |player: &Player| match player.program {
            Program::BuiltIn(_) => None,
            Program::Module(bytes) | Program::Code(bytes) => Some(bytes),
        };
        match self {
            Self::Build(build) => [build.source].into_iter().chain(build.forward).collect(),
            Self::MachineCode { module } => vec![*module],
            Self::Play(play) => play.seats.iter().filter_map(code).collect(),
            Self::Behave(behave) => {
                behave.records.iter().copied().chain(code(&behave.player)).collect()
            }
            Self::Sketch(player) => player.names().collect(),
            Self::Evidence(left, right) => left.names().chain(right.names()).collect(),
        }
    }
}

/// Why a message cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// The other side is gone.
    #[error("the other side closed the connection")]
    Closed,
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is larger than a message may be.
    #[error("a message of {0} bytes; at most {FRAME_MAX} are allowed")]
    TooLarge(usize),
    /// It is of another version of the protocol.
    #[error("a message of version {0} of the protocol; this program speaks version {VERSION}")]
    Version(u16),
    /// Its bytes are no message.
    #[error("the bytes are not a message: {0}")]
    Garbage(postcard::Error),
}

/// The frame of a message.
///
/// # Errors
/// When the message has more than [`FRAME_MAX`] bytes.
pub fn frame<T: Serialize>(message: &T) -> Result<Vec<u8>, Broken> {
    let mut bytes = vec![0; HEAD];
    bytes = postcard::to_extend(message, bytes).map_err(Broken::Garbage)?;
    let size = bytes.len() - HEAD;
    match u32::try_from(size) {
        Ok(len) if size <= FRAME_MAX => bytes[..4].copy_from_slice(&len.to_le_bytes()),
        _ => return Err(Broken::TooLarge(size)),
    }
    bytes[4..HEAD].copy_from_slice(&VERSION.to_le_bytes());
    Ok(bytes)
}

/// Reads the head of a frame: bytes of the message that follows.
///
/// # Errors
/// [`Broken::Version`] and [`Broken::TooLarge`].
pub fn head(head: [u8; HEAD]) -> Result<usize, Broken> {
    let [a, b, c, d, e, f] = head;
    let version = u16::from_le_bytes([e, f]);
    if version != VERSION {
        return Err(Broken::Version(version));
    }
    let size = u32::from_le_bytes([a, b, c, d]) as usize;
    if size > FRAME_MAX { Err(Broken::TooLarge(size)) } else { Ok(size) }
}

/// Reads the message of a frame.
///
/// # Errors
/// [`Broken::Garbage`] when the bytes are no message, or more than one.
pub fn message<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Broken> {
    match postcard::take_from_bytes(bytes).map_err(Broken::Garbage)? {
        (message, []) => Ok(message),
        _ => Err(Broken::Garbage(postcard::Error::DeserializeUnexpectedEnd)),
    }
}

/// Sends a message.
///
/// # Errors
/// When it is too large, or the other side is gone.
pub fn send<T: Serialize>(to: &mut impl Write, what: &T) -> Result<(), Broken> {
    to.write_all(&frame(what)?)?;
    Ok(to.flush()?)
}

/// Receives a message.
///
/// # Errors
/// [`Broken::Closed`] when there is none any more; what is wrong with it otherwise.
pub fn receive<T: DeserializeOwned>(from: &mut impl Read) -> Result<T, Broken> {
    let mut bytes = [0; HEAD];
    match from.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Err(Broken::Closed),
        done => done?,
    }
    let size = head(bytes)?;
    let mut body = Vec::with_capacity(size.min(PIECE));
    if from.take(size as u64).read_to_end(&mut body)? < size {
        return Err(Broken::Closed);
    }
    message(&body)
}

#[cfg(test)]
mod tests;
