//! Runs the built binary in a folder of its own.
#![allow(dead_code, reason = "each test program uses a part of it")]

use engine::DynGame;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The built binary.
pub const PALESTRA: &str = env!("CARGO_BIN_EXE_palestra");

/// The games that have this template. A game may come without one.
pub fn with_template(file: &str) -> impl Iterator<Item = &'static dyn DynGame> {
    let has = move |game: &&dyn DynGame| game.facts().sdk.iter().any(|(path, _)| *path == file);
    games::ALL.iter().copied().filter(has)
}

/// A folder that one test has for itself.
pub struct Folder {
    path: PathBuf,
    /// The cache of its own, or none: compilers take long to set up.
    cache: Option<PathBuf>,
}

impl Folder {
    /// An empty folder of this name.
    pub fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("makes the folder");
        let cache = Some(path.join("cache"));
        Self { path, cache }
    }

    /// An empty folder of this name that uses the user's cache and its compilers.
    pub fn shared_cache(name: &str) -> Self {
        Self { cache: None, ..Self::new(name) }
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.path.join(file)
    }

    pub fn write(&self, file: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(file), bytes).expect("writes the file");
    }

    pub fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.path(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
    }

    /// Runs `palestra` here; the arguments are split at blanks.
    pub fn palestra(&self, arguments: &str) -> Ran {
        self.run(PALESTRA, arguments, b"")
    }

    /// Runs `palestra` here with these arguments.
    pub fn palestra_words(&self, words: &[&str]) -> Ran {
        self.start(Command::new(PALESTRA).args(words), b"")
    }

    /// Runs `palestra` here with another Rust compiler.
    pub fn with_rustc(&self, rustc: &str, words: &[&str]) -> Ran {
        self.start(Command::new(PALESTRA).args(words).env("RUSTC", rustc), b"")
    }

    /// Runs a program here with something on its standard input.
    pub fn run(&self, program: impl AsRef<std::ffi::OsStr>, arguments: &str, input: &[u8]) -> Ran {
        self.start(Command::new(program).args(arguments.split_whitespace()), input)
    }

    fn start(&self, command: &mut Command, input: &[u8]) -> Ran {
        if let Some(cache) = &self.cache {
            command.env("PALESTRA_CACHE", cache);
        }
        let mut child = command
            .current_dir(&self.path)
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        // A program that does not read its input may be gone already.
        let _ = child.stdin.take().expect("has a pipe").write_all(input);
        Ran::new(child.wait_with_output().expect("ends"))
    }
}

/// What a run gave.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    fn new(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The same run, which must have ended with this exit code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }
}

/// Fails with the whole text when a part is missing.
#[track_caller]
pub fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is missing in:\n{text}");
}

/// A player in WebAssembly text that traps when the byte of its view at this place is odd.
pub fn crashing() -> Vec<u8> {
    let wat = r#"(module
        (memory (export "memory") 4)
        (func (export "palestra_abi") (result i32) (i32.const 1))
        (func (export "palestra_buffer") (param i32) (result i32) (i32.const 65536))
        (func (export "palestra_begin") (param i32))
        (func (export "palestra_play") (param $view i32) (param i32) (result i32)
            (if (i32.and (i32.load8_u (i32.const 65700)) (i32.const 1)) (then (unreachable)))
            (i32.const 131072)))"#;
    wat::parse_str(wat).expect("is a module")
}
