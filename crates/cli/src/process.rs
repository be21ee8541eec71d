//! Players that are programs of this machine: `cmd:python3 bot.py`. They read and write one line
//! of JSON at a time (`docs/src/protocol.md`), and are neither sandboxed nor metered.

use arena::roster::Maker;
use engine::tell::{Value, json};
use engine::{Cause, DynGame, Freeze, Order, Player, Turn};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How a word begins that names such a player.
pub const PREFIX: &str = "cmd:";
/// The version of the protocol.
const PROTOCOL: u32 = 1;
/// A program may take so long for one answer; the first one includes its start.
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST_LINE: u64 = 1 << 20;
/// More of what it says in a round is dropped.
const MOST_SAID: usize = 64 << 10;

/// A program that plays, to be started once per match.
pub struct Program {
    /// The game, whose words it speaks.
    pub game: &'static dyn DynGame,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Where it is started.
    pub folder: PathBuf,
    /// How long one answer may take.
    pub patience: Duration,
}

impl Program {
    /// The program that a word on the command line names, in its parts split at blanks.
    ///
    /// # Errors
    /// When there is nothing behind `cmd:`, no such program, or the game does not speak JSON.
    pub fn read(game: &'static dyn DynGame, word: &str, folder: &Path) -> Result<Self, String> {
        let command = word.strip_prefix(PREFIX).unwrap_or(word);
        let words: Vec<String> = command.split_whitespace().map(Into::into).collect();
        if words.is_empty() {
            return Err(format!("`{word}` has no command; write for example `cmd:python3 bot.py`"));
        }
        if game.order_words().is_empty() {
            return Err(format!("{} has no line protocol for `cmd:` players", game.facts().title));
        }
        if !is_there(&words[0], folder) {
            let program = &words[0];
            return Err(format!("there is no program `{program}`, neither here nor on the PATH"));
        }
        Ok(Self { game, words, folder: folder.into(), patience: PATIENCE })
    }

    /// The name of the player in results: the last file that the command names, without its
    /// ending.
    pub fn name(&self) -> String {
        let files = self.words.iter().rev().filter(|word| !word.starts_with('-'));
        let stem = files.map(|word| Path::new(word).file_stem().unwrap_or_default()).next();
        let stem = stem.unwrap_or_default().to_string_lossy();
        let plain = stem.strip_prefix("AI").filter(|rest| !rest.is_empty()).unwrap_or(&stem);
        let letters = plain.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_');
        let name: String = letters.take(arena::names::LONGEST).collect();
        if name.is_empty() { "Program".into() } else { name }
    }

    fn start(&self, intro: &[u8]) -> Result<Running, Freeze> {
        let not = |why: io::Error| {
            let program = &self.words[0];
            Freeze::new(Cause::Process, format!("`{program}` could not be started: {why}"))
        };
        let (log, stderr) = Log::new().map_err(not)?;
        let mut child = Command::new(&self.words[0])
            .args(&self.words[1..])
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .map_err(not)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, from) = pipes.ok_or_else(|| not(io::Error::other("no pipe")))?;
        let (sender, lines) = sync_channel(1);
        std::thread::spawn(move || {
            let mut from = BufReader::new(from);
            loop {
                let mut line = Vec::new();
                let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
                let more = read.is_ok_and(|size| size > 0);
                if !more || sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut running = Running { child, to: Some(to), lines, log, patience: self.patience };
        let mut hello = self.game.tell_intro(intro).unwrap_or_default();
        let words: Vec<&str> = self.game.order_words().iter().map(|(word, _)| *word).collect();
        hello["type"] = json!("begin");
        hello["protocol"] = json!(PROTOCOL);
        hello["game"] = json!(self.game.facts().id);
        hello["orders"] = json!(words);
        // A program that is gone already is noticed, with its reason, in its first round.
        let _ = running.tell(&hello);
        Ok(running)
    }
}

/// Whether there is a program of this name: a path, or a file in a folder of the `PATH`.
fn is_there(program: &str, folder: &Path) -> bool {
    if program.contains(['/', '\\']) {
        return folder.join(program).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = [program.to_string(), format!("{program}{}", std::env::consts::EXE_SUFFIX)];
    std::env::split_paths(&path).any(|dir| names.iter().any(|name| dir.join(name).is_file()))
}

/// The standard error of a program: a file that it appends to and we read, so that it can never
/// block on it.
struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// A log, and the end of it for the program.
    fn new() -> io::Result<(Self, File)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("palestra-{process}-{number}.stderr"));
        let writer = File::options().append(true).create_new(true).open(&path)?;
        let file = File::open(&path)?;
        Ok((Self { path, file }, writer))
    }

    /// Appends what is new; of very much only the beginning.
    fn listen(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        let mut said = Vec::new();
        self.file.read_to_end(&mut said)?;
        said.truncate(MOST_SAID);
        out.append(&mut said);
        Ok(())
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        // A file left over in the folder for temporary files harms nobody.
        let _ = std::fs::remove_file(&self.path);
    }
}

struct Running {
    child: Child,
    to: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    log: Log,
    patience: Duration,
}

impl Running {
    fn tell(&mut self, message: &Value) -> io::Result<()> {
        let Some(to) = &mut self.to else { return Err(io::ErrorKind::BrokenPipe.into()) };
        writeln!(to, "{message}")?;
        to.flush()
    }

    /// The answer to a message.
    fn ask(&mut self, message: &Value) -> Result<Vec<u8>, Freeze> {
        // Whether the pipe is broken is seen when no answer comes.
        let _ = self.tell(message);
        match self.lines.recv_timeout(self.patience) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.patience.as_secs_f64();
                let what = format!("it gave no answer within {seconds} seconds");
                Err(Freeze::new(Cause::Process, what))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.epitaph()),
        }
    }

    fn epitaph(&mut self) -> Freeze {
        // It may have closed its output only: then it is ended here.
        self.to = None;
        let _ = self.child.kill();
        let how = match self.child.wait().ok().and_then(|status| status.code()) {
            Some(code) => format!("its process ended: exit({code})"),
            None => "its process ended, or closed its output".into(),
        };
        Freeze::new(Cause::Process, how)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut to) = self.to.take() {
            let _ = writeln!(to, "{}", json!({"type": "end"}));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The player of one match.
struct Talker {
    game: &'static dyn DynGame,
    intro: Vec<u8>,
    running: Result<Running, Freeze>,
}

impl Player for Talker {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let running = self.running.as_mut().map_err(|freeze| freeze.clone())?;
        let mut message = self.game.tell_view(&self.intro, turn.view()).unwrap_or_default();
        message["type"] = json!("round");
        message["seed"] = json!(seed(turn.stream, turn.round()));
        let answer = running.ask(&message);
        // What cannot be read is lost; it is no reason to stop a match.
        let _ = running.log.listen(turn.said);
        orders(self.game, &answer?, turn.orders)
    }
}

/// A number for the program's own random generator: the same in the same round of the same
/// match.
fn seed(stream: &[u8], round: i32) -> u32 {
    let mix = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    stream.iter().chain(&round.to_le_bytes()).fold(0x811c_9dc5, mix) >> 1
}

/// Reads `[[unit, "word"], …]`.
fn orders(game: &dyn DynGame, line: &[u8], out: &mut Vec<Order>) -> Result<(), Freeze> {
    let text = String::from_utf8_lossy(line);
    let shown: String = text.trim().chars().take(100).collect();
    let wrong = |what: String| {
        Freeze::new(
            Cause::Interface,
            format!(
                "{what}; an answer is one line like \
            [[12, \"{}\"]], but it wrote: {shown}",
                game.order_words()[0].0
            ),
        )
    };
    let answer: Vec<Value> = match serde_json::from_str(&text) {
        Ok(Value::Array(answer)) => answer,
        Ok(_) => return Err(wrong("its answer is not a list of orders".into())),
        Err(error) => return Err(wrong(format!("its answer is not JSON ({error})"))),
    };
    for order in &answer {
        let unit = order.get(0).and_then(Value::as_i64).and_then(|unit| i32::try_from(unit).ok());
        let word = order.get(1).and_then(Value::as_str);
        let (Some(unit), Some(word)) = (unit, word) else {
            return Err(wrong(format!("{order} is not an order")));
        };
        let Some((_, [verb, a, b])) = game.order_words().iter().find(|(known, _)| *known == word)
        else {
            let words: Vec<&str> = game.order_words().iter().map(|(word, _)| *word).collect();
            return Err(wrong(format!("`{word}` is not one of {}", words.join(", "))));
        };
        out.push(Order { verb: *verb, unit, a: *a, b: *b });
    }
    Ok(())
}

impl Maker for Program {
    fn player(&self, intro: &[u8]) -> Box<dyn Player> {
        let running = self.start(intro);
        Box::new(Talker { game: self.game, intro: intro.into(), running })
    }
}
