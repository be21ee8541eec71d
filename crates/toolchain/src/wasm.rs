//! From `AIName.cc` to a WebAssembly module.

use crate::cache::Cache;
use crate::compiler::{self, Compiler};
use crate::confine::{self, Jail};
use crate::diagnostics::{self, Diagnostic, Report, Severity, Subject};
use crate::error::{At, Error, Reason, Step};
use crate::flags;
use crate::forward::{self, Forward, LOOKS_AHEAD};
use crate::lines::Lines;
use crate::runtime::{Progress, Runtime};
use crate::scan::{self, Scan};
use crate::sdk::Sdk;
use crate::source::{Options, Source};
use crate::view;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// No honest module is larger.
pub const LARGEST_MODULE: u64 = 16 << 20;
/// Nor does one include so many files that their list is larger; it has 64 KB with a large header.
const LARGEST_LIST: u64 = 1 << 20;

/// A compiler with its libraries, ready to build players.
#[derive(Clone, Debug)]
pub struct Toolchain {
    cache: Cache,
    compiler: Compiler,
    runtime: Runtime,
    forward: Option<Forward>,
}

/// A player that was built.
#[derive(Clone, Debug)]
pub struct Module {
    /// Where it is: a file in the cache.
    pub path: PathBuf,
    /// The key of the cache: a digest of everything it was made from.
    pub key: String,
    /// The compiler's remarks.
    pub warnings: Vec<Diagnostic>,
    /// Whether it had been built before.
    pub cached: bool,
}

/// Where the parts of a game that all its players share are kept.
struct Guest {
    folder: PathBuf,
    sdk: PathBuf,
}

impl Toolchain {
    /// Finds a compiler and makes sure that the libraries are built, which takes half a minute
    /// the first time.
    ///
    /// # Errors
    /// [`Error::NoCompiler`] when there is none; see [`Runtime::ensure`].
    pub fn open(cache: &Cache, progress: &(dyn Fn(Progress) + Sync)) -> Result<Self, Error> {
        let compiler = Compiler::find(cache)?;
        let runtime = Runtime::ensure(cache, &compiler, progress)?;
        Ok(Self { cache: cache.clone(), compiler, runtime, forward: None })
    }

    /// Installs what is missing and opens it.
    ///
    /// # Errors
    /// See [`Compiler::install`] and [`Runtime::ensure`].
    pub fn install(cache: &Cache, progress: &(dyn Fn(Progress) + Sync)) -> Result<Self, Error> {
        if Compiler::find(cache).is_err() {
            Compiler::install(cache, None)?;
        }
        Self::open(cache, progress)
    }

    /// With the rules for players that look ahead, as the bytes of an object.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn with_forward(mut self, object: &[u8]) -> Result<Self, Error> {
        self.forward = Some(Forward::keep(&self.cache, object)?);
        Ok(self)
    }

    /// The compiler.
    #[must_use]
    pub fn compiler(&self) -> &Compiler {
        &self.compiler
    }

    /// Builds a player, or finds it in the cache.
    ///
    /// # Errors
    /// [`Error::Source`] with what is wrong with it; [`Error::Compiler`] when the compiler broke
    /// its limits; [`Error::NotConfined`] when strict confinement is not to be had.
    pub fn build(&self, sdk: &Sdk, source: &Source, options: &Options) -> Result<Module, Error> {
        // Each time, also for what is in the cache: the rules for sources may have changed.
        let checked = check_text(source, options)?;
        // Who does not look ahead needs no rules.
        let options = &Options { forward: checked.looks_ahead, ..*options };
        let forward = Forward::asked(self.forward.as_ref(), options.forward)?;
        let key = match forward {
            Some(forward) => forward.key(&key(sdk, source, options)),
            None => key(sdk, source, options),
        };
        let mut warnings = checked.warnings;
        if let Some((path, said)) = self.cache.player(&key) {
            warnings.extend(said);
            return Ok(Module { path, key, warnings, cached: true });
        }
        let (module, said) = self.make(sdk, source, options, checked.text)?;
        let path = self.cache.keep_player(&key, &module, &said)?;
        warnings.extend(said);
        Ok(Module { path, key, warnings, cached: false })
    }

    /// Guest, runtime and precompiled headers of a game, compiled when not in the cache.
    fn guest(&self, sdk: &Sdk, options: &Options, catches: bool) -> Result<Guest, Error> {
        let folder = sdk.unpack(&self.cache)?;
        let flags = self.flags(sdk, &folder, options);
        let key = guest_key(sdk, options, catches, &folder);
        let made = self.cache.folder("guests", &key, |out| {
            let compile = |arguments: &[&str], to: &str| {
                let mut command = self.compiler.tool("clang");
                command.args(&flags).arg("-w").args(arguments).arg("-o").arg(out.join(to));
                let done = command.output().at(self.compiler.program())?;
                let text = String::from_utf8_lossy(&done.stderr);
                done.status.success().then_some(()).ok_or_else(|| Error::Runtime(text.into()))
            };
            let path = |name: &str| folder.join(name).display().to_string();
            // Without lines: a function that a player has too would claim those of the player's
            // code behind it, for it has another length there.
            compile(&["-g0", "-c", &path("shared/palestra.cc")], "palestra.o")?;
            compile(&["-g0", "-c", &path("game/guest.cc")], "guest.o")?;
            let header = ["-x", "c++-header", &path("game/Player.hh")];
            compile(&[flags::unwinding(catches), &header].concat(), "player.pch")
        })?;
        Ok(Guest { folder: made, sdk: folder })
    }

    fn flags(&self, sdk: &Sdk, folder: &Path, options: &Options) -> Vec<String> {
        let mut all = flags::common(&self.compiler);
        all.extend(flags::guest(folder, options.standard.number(), options.check, options.lines));
        all.extend(sdk.flags().iter().cloned());
        if options.forward {
            all.push(format!("-DPALESTRA_GAME=\"{}\"", sdk.game()));
        }
        all.push("-include".into());
        all.push(folder.join("shared/prelude.hh").display().to_string());
        all
    }

    /// Compiles and links in a folder of its own; answers the module and the warnings.
    fn make(
        &self,
        sdk: &Sdk,
        source: &Source,
        options: &Options,
        text: Text,
    ) -> Result<(Vec<u8>, Vec<Diagnostic>), Error> {
        let guest = self.guest(sdk, options, text.catches)?;
        let forward = self.forward.as_ref().filter(|_| options.forward);
        let folder = self.cache.workshop()?;
        let job = folder.path();
        let mut read = vec![self.compiler.lib(), &guest.sdk, &guest.folder, self.runtime.folder()];
        read.extend(forward.map(Forward::folder));
        let here = job.join(&source.file);
        fs::write(&here, &source.text).at(&here)?;
        let mut clang = self.compiler.tool("clang");
        clang.args(self.flags(sdk, &guest.sdk, options)).args(view::only(&read, job)?);
        clang.args(["-Wall", "-Wno-unused-variable", "-fno-color-diagnostics"]);
        clang.arg("-fno-crash-diagnostics");
        clang.args(["-fno-caret-diagnostics", "-ftemplate-backtrace-limit=4"]);
        clang.args(["-ferror-limit=40", "-MD", "-MF", "deps"]);
        clang.args(flags::unwinding(text.catches));
        if text.starts_with_player_header {
            clang.arg("-include-pch").arg(guest.folder.join("player.pch"));
        }
        clang.args(["-x", "c++", "-c", "-o", "player.o"]).arg(&source.file);
        let jail = Jail {
            confine: options.confine,
            user: options.user,
            program: self.compiler.program(),
            helpers: Vec::new(),
            read,
            job,
            file: &source.file,
        };
        let mut report = Report::default();
        run(clang, Step::Compile, &jail, sdk, source, &mut report)?;
        only_known_files(&jail)?;
        let mut link = self.compiler.tool("wasm-ld");
        link.args(flags::LINK);
        if !options.lines && !options.check {
            link.arg("--strip-debug");
        }
        link.args(["-o", "player.wasm", "player.o"]);
        link.args(["guest.o", "palestra.o"].map(|o| guest.folder.join(o)));
        if let Some(forward) = forward {
            link.arg(LOOKS_AHEAD).arg(forward.object());
        }
        link.args(self.runtime.archives());
        run(link, Step::Link, &jail, sdk, source, &mut report)?;
        let module = jail.made(Step::Link, "player.wasm", LARGEST_MODULE)?;
        Ok((module, report.warnings))
    }
}

/// Runs one tool and turns what it says into a report.
fn run(
    command: Command,
    step: Step,
    jail: &Jail<'_>,
    sdk: &Sdk,
    source: &Source,
    report: &mut Report,
) -> Result<(), Error> {
    let done = confine::run(command, step, jail)?;
    let found = read_report(&done.stderr, sdk, source);
    if done.success {
        report.extend(Report { errors: Vec::new(), more: 0, warnings: found.warnings });
        return Ok(());
    }
    if found.errors.is_empty() {
        let why = done.stderr.lines().next().unwrap_or("it printed no reason");
        return Err(jail.gave_up(step, Reason::Unexplained, why));
    }
    report.extend(found);
    report.check()
}

/// The messages of a compiler about a player.
pub(crate) fn read_report(said: &str, sdk: &Sdk, source: &Source) -> Report {
    let text = String::from_utf8_lossy(&source.text);
    let (file, name, identifiers) = (&*source.file, &*source.name, sdk.identifiers());
    diagnostics::read(said, &Subject { file, name, lines: Lines::of(&text), identifiers })
}

/// The result of the check of the text.
pub(crate) struct Checked {
    pub(crate) warnings: Vec<Diagnostic>,
    /// Whether it looks ahead, and may.
    pub(crate) looks_ahead: bool,
    text: Text,
}

/// How the text of a source says that it is compiled.
#[derive(Clone, Copy)]
struct Text {
    /// Whether it may catch exceptions.
    catches: bool,
    /// Whether the precompiled headers stand for its first line.
    starts_with_player_header: bool,
}

/// Refuses sources that reach for files, and notes mistakes that no compiler notices.
pub(crate) fn check_text(source: &Source, options: &Options) -> Result<Checked, Error> {
    let mut report = Report::default();
    if let Some(found) = scan::too_large(&source.file, source.text.len()) {
        report.note(Severity::Error, || found);
        report.check()?;
    }
    let text = String::from_utf8_lossy(&source.text);
    let scan = Scan::of(&source.file, &source.name, &text);
    scan.refuse(&mut report);
    let looks = scan.includes(forward::HEADER);
    if let Some(line) = looks.filter(|_| !options.forward) {
        report.note(Severity::Error, || forward::is_off(&source.file, scan.lines(), line));
    }
    scan.advise(&mut report);
    report.check()?;
    Ok(Checked {
        warnings: report.warnings,
        looks_ahead: looks.is_some(),
        text: Text {
            catches: scan.may_catch(),
            starts_with_player_header: scan.starts_with_player_header(),
        },
    })
}

/// Whether every file that went into the object is one of ours: the last word on includes, which
/// macros could hide from [`scan`].
fn only_known_files(jail: &Jail<'_>) -> Result<(), Error> {
    let text = jail.made(Step::Compile, "deps", LARGEST_LIST)?;
    let text = String::from_utf8_lossy(&text);
    // A rule of make: blanks inside names are escaped, lines end in a backslash.
    let text = text.replace("\\\n", " ").replace("\\ ", "\u{1}");
    let files = text.split_once(": ").map_or("", |rule| rule.1).split_whitespace();
    let known = jail.read.iter().copied().chain([jail.job]);
    let known: Vec<PathBuf> = known.filter_map(|folder| folder.canonicalize().ok()).collect();
    for file in files.map(|f| f.replace('\u{1}', " ")) {
        let full = jail.job.join(&file);
        let full = full.canonicalize().unwrap_or(full);
        if !known.iter().any(|folder| full.starts_with(folder)) {
            let why = format!("it includes {file}, which is not part of the SDK");
            return Err(jail.gave_up(Step::Compile, Reason::ForeignFile, why));
        }
    }
    Ok(())
}

/// Digest of what all players of a game share.
fn key_of(sdk: &Sdk, options: &Options) -> String {
    let mut hasher = blake3::Hasher::new();
    let what = format!(
        "{}\n{}\n{:?}\n{}\n{}\n{}\n{}\n{}\n",
        flags::RECIPE,
        compiler::VERSION,
        flags::fingerprint(options.check),
        sdk.hash(),
        sdk.flags().join(" "),
        options.standard.number(),
        options.check,
        options.lines,
    );
    let what = if options.forward { what + "forward\n" } else { what };
    hasher.update(what.as_bytes());
    hasher.finalize().to_hex().to_string()
}

/// Names the guest of a game whose library is in this folder, for players that may catch exceptions
/// or not. Precompiled headers contain the paths
/// of the headers, so after a move of the cache they are made again.
fn guest_key(sdk: &Sdk, options: &Options, catches: bool, folder: &Path) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key_of(sdk, options).as_bytes());
    hasher.update(&[u8::from(catches)]);
    hasher.update(folder.as_os_str().as_encoded_bytes());
    hasher.finalize().to_hex()[..32].to_string()
}

/// Digest of everything that decides what a module is.
fn key(sdk: &Sdk, source: &Source, options: &Options) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key_of(sdk, options).as_bytes());
    hasher.update(source.file.as_bytes());
    hasher.update(b"\n");
    hasher.update(&source.text);
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_that_moved_makes_its_headers_again() {
        let sdk = games::ALL.iter().find_map(|game| Sdk::of(game.facts())).expect("a game");
        let key = |folder| guest_key(&sdk, &Options::default(), false, Path::new(folder));
        assert_ne!(key("/old/sdk"), key("/new/sdk"));
        assert_eq!(key("/old/sdk"), key("/old/sdk"));
    }
}
