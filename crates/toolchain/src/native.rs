//! Players as programs of one's own machine, for one's own machine only: neither sandboxed nor
//! metered. The same sources, compiled as the old kits did (g++, libstdc++, 64-bit `long`), speak
//! the bytes of the player interface over pipes; gdb and valgrind work on them.

use crate::cache::Cache;
use crate::diagnostics::Diagnostic;
use crate::error::{At, Error};
use crate::forward::Forward;
use crate::script::{BEGIN, PLAY, head};
use crate::sdk::Sdk;
use crate::source::{Options, Purpose, Source};
use crate::wasm::{check_text, read_report};
use engine::{Cause, Freeze, Order, Player, Turn};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// More orders than the SDK ever sends.
const MOST_ORDERS: u32 = 1 << 20;
const MOST_TEXT: u32 = 1 << 16;
const ORDER_BYTES: usize = 16;

/// A compiler of this machine.
#[derive(Clone, Debug)]
pub struct NativeCompiler {
    program: PathBuf,
    version: String,
    cache: Cache,
    forward: Option<Forward>,
}

/// A player that was built for this machine.
#[derive(Clone, Debug)]
pub struct Native {
    /// The program: a file in the cache.
    pub path: PathBuf,
    /// The compiler's remarks.
    pub warnings: Vec<Diagnostic>,
    /// Whether it had been built before.
    pub cached: bool,
}

impl NativeCompiler {
    /// `$CXX`, `g++` or `clang++`, whichever is there first.
    ///
    /// # Errors
    /// [`Error::NoNativeCompiler`] when there is none.
    pub fn find(cache: &Cache) -> Result<Self, Error> {
        let own = std::env::var_os("CXX").filter(|v| !v.is_empty()).map(PathBuf::from);
        let names = own.into_iter().chain(["g++", "clang++"].map(PathBuf::from));
        for program in names {
            let Ok(said) = Command::new(&program).arg("--version").output() else { continue };
            if said.status.success() {
                let version = String::from_utf8_lossy(&said.stdout).into_owned();
                return Ok(Self { program, version, cache: cache.clone(), forward: None });
            }
        }
        Err(Error::NoNativeCompiler)
    }

    /// With the rules for players that look ahead, as the bytes of a library of this machine.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn with_forward(mut self, library: &[u8]) -> Result<Self, Error> {
        self.forward = Some(Forward::keep_library(&self.cache, library)?);
        Ok(self)
    }

    /// Builds a player, or finds it in the cache.
    ///
    /// # Errors
    /// [`Error::Source`] with what is wrong with it.
    pub fn build(&self, sdk: &Sdk, source: &Source, options: &Options) -> Result<Native, Error> {
        let checked = check_text(source, options)?;
        let mut warnings = checked.warnings;
        let forward = Forward::asked(self.forward.as_ref(), checked.looks_ahead)?;
        let mut flags = self.flags(options);
        flags.extend(forward.map(|_| format!("-DPALESTRA_GAME=\"{}\"", sdk.game())));
        let folder = sdk.unpack(&self.cache)?;
        let guest_key = digest(&[&self.version, sdk.hash(), &flags.join(" ")]);
        let key = digest(&[&guest_key, &source.file, &String::from_utf8_lossy(&source.text)]);
        let key = forward.map_or(key.clone(), |forward| forward.key(&key)[..32].to_string());
        let cached = self.cache.path("native", &key).is_dir();
        let guest = self.cache.folder("native-guests", &guest_key, |out| {
            for name in ["shared/palestra.cc", "game/guest.cc"] {
                let object = out.join(name.replace("shared/", "").replace("game/", ""));
                let object = object.with_extension("o");
                let mut command = self.command(sdk, &folder, &flags);
                command.arg("-w").arg("-c").arg(folder.join(name)).arg("-o").arg(object);
                let said = command.output().at(&self.program)?;
                if !said.status.success() {
                    return Err(Error::Runtime(String::from_utf8_lossy(&said.stderr).into()));
                }
            }
            Ok(())
        })?;
        let made = self.cache.folder("native", &key, |out| {
            let here = out.join(&source.file);
            std::fs::write(&here, &source.text).at(&here)?;
            let mut command = self.command(sdk, &folder, &flags);
            command.args(["-Wall", "-Wno-unused-variable", "-x", "c++"]).arg(&source.file);
            command.args(["-x", "none", "-o", "player"]).current_dir(out);
            command.args(["guest.o", "palestra.o"].map(|o| guest.join(o)));
            command.args(forward.map(Forward::link).into_iter().flatten());
            let said = command.output().at(&self.program)?;
            let found = read_report(&String::from_utf8_lossy(&said.stderr), sdk, source);
            if said.status.success() {
                warnings.extend(found.warnings);
                return Ok(());
            }
            Err(Error::Source(found))
        })?;
        Ok(Native { path: made.join("player"), warnings, cached })
    }

    fn flags(&self, options: &Options) -> Vec<String> {
        // Some kits switched assertions off; who looks for a mistake wants them.
        const SEEKING: [&str; 3] = ["-g", "-fno-omit-frame-pointer", "-UNDEBUG"];
        // The library's own checks; the sanitizers say more, and where it was.
        const LIBRARY: &str = "-D_GLIBCXX_ASSERTIONS";
        let mut flags = vec![format!("-std=c++{}", options.standard.number())];
        let mut add = |more: &[&str]| flags.extend(more.iter().map(|f| (*f).to_string()));
        add(match options.purpose {
            Purpose::Match => &["-O2"],
            Purpose::Debug => &["-O0"],
            Purpose::Sanitize => &["-O1", "-fsanitize=address,undefined"],
        });
        match options.purpose {
            Purpose::Match if options.check => add(&[SEEKING[0], LIBRARY]),
            Purpose::Match if options.lines => add(&SEEKING[..1]),
            Purpose::Match => {}
            Purpose::Debug => add(&[SEEKING[0], SEEKING[1], SEEKING[2], LIBRARY]),
            Purpose::Sanitize => add(&SEEKING),
        }
        // So that a debugger can call what the headers define; clang has no such option.
        if options.purpose == Purpose::Debug && !self.version.contains("clang") {
            add(&["-fkeep-inline-functions"]);
        }
        flags
    }

    fn command(&self, sdk: &Sdk, folder: &Path, flags: &[String]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(sdk.flags()).args(flags).env("LC_ALL", "C").stdin(Stdio::null());
        command.arg(format!("-I{}", folder.join("game").display()));
        command.arg(format!("-I{}", folder.join("shared").display()));
        command
    }
}

pub(crate) fn digest(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_string()
}

/// A running program that plays. It is neither sandboxed nor metered.
pub struct NativePlayer {
    child: Child,
    to: ChildStdin,
    from: ChildStdout,
    /// Its stderr: a nameless file, so that it can never block on it.
    said: File,
    read: u64,
    begun: bool,
    frame: Vec<u8>,
}

impl NativePlayer {
    /// Starts a program and gives it its intro.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(program: &Path, intro: &[u8]) -> Result<Self, Error> {
        let said = tempfile::tempfile().at(&std::env::temp_dir())?;
        let writer = said.try_clone().at(program)?;
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(writer)
            .spawn()
            .at(program)?;
        let missing = || io::Error::other("no pipe");
        let to = child.stdin.take().ok_or_else(missing).at(program)?;
        let from = child.stdout.take().ok_or_else(missing).at(program)?;
        let mut player = Self { child, to, from, said, read: 0, begun: false, frame: Vec::new() };
        player.frame_of(BEGIN, intro.len(), 0);
        player.frame.extend_from_slice(intro);
        // A program that dies here is noticed, with its reason, in its first round.
        let _ = player.to.write_all(&player.frame);
        Ok(player)
    }

    fn frame_of(&mut self, what: u32, first: usize, second: usize) {
        self.frame.clear();
        self.frame.extend(head(what, first, second));
    }

    fn head(&mut self) -> io::Result<[u32; 3]> {
        let mut bytes = [0; 12];
        self.from.read_exact(&mut bytes)?;
        Ok([0, 4, 8]
            .map(|at| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])))
    }

    /// One round over the pipes. The inner result is what the program itself reports.
    fn exchange(&mut self, turn: &mut Turn<'_>) -> io::Result<Result<(), Freeze>> {
        if !self.begun {
            self.begun = true;
            let [kind, count, why] = self.head()?;
            if kind != 0 {
                return self.failure(count, why).map(Err);
            }
        }
        let stream_size = turn.stream.len();
        let padded = stream_size.next_multiple_of(8);
        let view_size = turn.view().len();
        self.frame_of(PLAY, stream_size, view_size);
        self.frame.extend_from_slice(turn.stream);
        self.frame.resize(12 + padded, 0);
        self.frame.extend_from_slice(turn.view());
        self.to.write_all(&self.frame)?;
        let [kind, count, flags] = self.head()?;
        if kind != 0 {
            return self.failure(count, flags).map(Err);
        }
        if count > MOST_ORDERS {
            let what = format!("it answered with {count} orders");
            return Ok(Err(Freeze::new(Cause::Interface, what)));
        }
        self.frame.resize(padded + count as usize * ORDER_BYTES, 0);
        self.from.read_exact(&mut self.frame)?;
        turn.stream.copy_from_slice(&self.frame[..stream_size]);
        turn.warned = flags & 1 != 0;
        for order in self.frame[padded..].chunks_exact(ORDER_BYTES) {
            let number =
                |k: usize| i32::from_le_bytes([order[k], order[k + 1], order[k + 2], order[k + 3]]);
            let (verb, unit, a, b) = (number(0), number(4), number(8), number(12));
            turn.orders.push(Order { verb, unit, a, b });
        }
        Ok(Ok(()))
    }

    fn failure(&mut self, size: u32, kind: u32) -> io::Result<Freeze> {
        let mut text = vec![0; size.min(MOST_TEXT) as usize];
        self.from.read_exact(&mut text)?;
        let text = String::from_utf8_lossy(&text).into_owned();
        Ok(Freeze::new(if kind == 2 { Cause::Exception } else { Cause::Exit }, text))
    }

    /// Why the program is gone.
    fn epitaph(&mut self) -> Freeze {
        let _ = self.child.kill();
        let Ok(status) = self.child.wait() else {
            return Freeze::new(Cause::Process, "its process is gone");
        };
        match (status.signal(), status.code()) {
            (Some(6), _) => Freeze::new(Cause::Exit, "abort(), or a failed assertion"),
            (Some(8), _) => Freeze::new(Cause::Trap, "an integer divided by zero (SIGFPE)"),
            (Some(11), _) => {
                Freeze::new(Cause::Trap, "a wild access or endless recursion (SIGSEGV)")
            }
            (Some(signal), _) => Freeze::new(Cause::Process, format!("ended by signal {signal}")),
            (_, Some(code)) => Freeze::new(Cause::Exit, format!("exit({code})")),
            _ => Freeze::new(Cause::Process, status.to_string()),
        }
    }

    fn listen(&mut self, turn: &mut Turn<'_>) -> io::Result<()> {
        let end = self.said.metadata()?.len();
        let start = turn.said.len();
        turn.said.resize(start + end.saturating_sub(self.read) as usize, 0);
        // It shares its position with the program, so it is read without moving there.
        self.said.read_exact_at(&mut turn.said[start..], self.read)?;
        self.read = end;
        Ok(())
    }
}

impl Player for NativePlayer {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let played = self.exchange(turn);
        let heard = self.listen(turn);
        match (played, heard) {
            (Ok(result), Ok(())) => result,
            _ => Err(self.epitaph()),
        }
    }
}

impl Drop for NativePlayer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
