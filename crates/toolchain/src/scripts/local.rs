//! Scripts as programs of one's own machine: CPython or node runs the player, with functions of
//! ours under the library of the game. They are neither sandboxed nor metered, and they speak the
//! same bytes as players in C++ that are built for this machine.

use super::{ScriptSdk, check_text};
use crate::cache::Cache;
use crate::error::{At, Error};
use crate::native::{Native, digest};
use crate::source::{Language, Source};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program of a folder, for those that know nothing of its language.
const PROGRAM: &str = "player";

/// The files in the folder of every player of a language.
const PYTHON: &[(&str, &str)] = &[
    ("host.py", include_str!("../../../../sdk/python/local/host.py")),
    ("natives.py", include_str!("../../../../sdk/python/local/natives.py")),
    ("player.py", include_str!("../../../../sdk/python/local/player.py")),
];
const JS: &[(&str, &str)] = &[
    ("host.mjs", include_str!("../../../../sdk/js/local/host.mjs")),
    ("natives.mjs", include_str!("../../../../sdk/js/local/natives.mjs")),
];

/// A script that the interpreter of this machine can run.
#[derive(Clone, Debug)]
pub struct LocalScript {
    language: Language,
    folder: PathBuf,
}

/// Where a debugger stops.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// The author's file, whose lines the debugger shows.
    pub source: &'a Path,
    /// The input of the player: [`crate::Script::bytes`].
    pub script: &'a Path,
    /// A line for each turn: the number of the round, a colon, then `?`, or the recorded orders
    /// with spaces between: verb, unit and both numbers with `/` between.
    pub recorded: &'a Path,
    /// The turn in which to stop, from 0.
    pub turn: usize,
    /// The debugger commands in that turn, before it ends; empty: the debugger asks on the
    /// terminal.
    pub commands: &'a [String],
}

impl LocalScript {
    /// Puts a player behind the library of its game, or finds it in the cache.
    ///
    /// # Errors
    /// [`Error::Source`] when the source is too large or not UTF-8; [`Error::NoInterpreter`]
    /// without `python3` or `node`; when the cache cannot be written.
    pub fn open(cache: &Cache, sdk: &ScriptSdk, source: &Source) -> Result<Self, Error> {
        check_text(source)?;
        let language = source.language();
        let version = version(language)?;
        let library = sdk.library();
        let facts = format!("{}\n{}\n", sdk.module(), source.file);
        let launcher = launcher(language);
        let (files, ending) = files(language);
        let library_file = format!("library.{ending}");
        let text = String::from_utf8_lossy(&source.text);
        let own = [
            (library_file.as_str(), library.as_str()),
            ("facts", &facts),
            (PROGRAM, &launcher),
            (&source.file, &text),
        ];
        let all = || files.iter().copied().chain(own);
        let parts: Vec<&str> = all().flat_map(|(name, text)| [name, text]).collect();
        let key = digest(&[&[version.as_str()], parts.as_slice()].concat());
        let folder = cache.folder("native", &key, |out| {
            for (name, text) in all() {
                let file = out.join(name);
                fs::write(&file, text).at(&file)?;
            }
            let program = out.join(PROGRAM);
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).at(&program)
        })?;
        Ok(Self { language, folder })
    }

    /// The player as a program.
    #[must_use]
    pub fn native(&self) -> Native {
        Native { path: self.folder.join(PROGRAM), warnings: Vec::new(), cached: true }
    }

    /// The player in a debugger: `pdb`, or `node inspect`, which has the terminal. Commands are
    /// those of `pdb`; for node they are `next`, `step`, `out`, `cont`, `bt` and expressions.
    #[must_use]
    pub fn debugger(&self, stop: Stop<'_>) -> Command {
        let mut command = Command::new(interpreter(self.language));
        let host = match self.language {
            Language::Python => {
                command.args(PYTHON_OPTIONS).envs(PYTHON_VARIABLES);
                "player.py"
            }
            _ if stop.commands.is_empty() => {
                // The debugger starts node itself, and the player stops by itself.
                command.args(["inspect", "--port=0"]);
                command.env("NODE_OPTIONS", NODE_OPTIONS.join(" "));
                command.env("NODE_INSPECT_RESUME_ON_START", "1");
                "host.mjs"
            }
            _ => {
                command.args(NODE_OPTIONS);
                "host.mjs"
            }
        };
        command.arg(self.folder.join(host)).arg(stop.source).arg(stop.script).arg(stop.recorded);
        command.arg(OsString::from(stop.turn.to_string())).args(stop.commands);
        command
    }
}

/// Nothing of the user's own packages, and no files beside the player's.
const PYTHON_OPTIONS: &[&str] = &["-s", "-B", "-X", "utf8"];
/// Two runs have the same order of names in sets.
const PYTHON_VARIABLES: [(&str, &str); 1] = [("PYTHONHASHSEED", "0")];
const NODE_OPTIONS: &[&str] = &["--no-warnings", "--experimental-vm-modules"];

fn interpreter(language: Language) -> &'static str {
    if language == Language::Python { "python3" } else { "node" }
}

fn files(language: Language) -> (&'static [(&'static str, &'static str)], &'static str) {
    if language == Language::Python { (PYTHON, "py") } else { (JS, "js") }
}

fn launcher(language: Language) -> String {
    let line = if language == Language::Python {
        let variables = PYTHON_VARIABLES.map(|(name, value)| format!("{name}={value}")).join(" ");
        format!("env {variables} python3 {} \"$here/player.py\"", PYTHON_OPTIONS.join(" "))
    } else {
        format!("node {} \"$here/host.mjs\"", NODE_OPTIONS.join(" "))
    };
    format!("#!/bin/sh\nhere=$(dirname \"$0\")\nexec {line}\n")
}

/// The version of the interpreter.
fn version(language: Language) -> Result<String, Error> {
    let program = interpreter(language);
    let package = if language == Language::Python { "python3" } else { "nodejs" };
    let missing = || Error::NoInterpreter { language: language.title(), program, package };
    let mut asked = Command::new(program);
    let said = asked.arg("--version").stdin(Stdio::null()).output().map_err(|_| missing())?;
    let version = String::from_utf8_lossy(&said.stdout).trim().to_string();
    if said.status.success() { Ok(version) } else { Err(missing()) }
}
