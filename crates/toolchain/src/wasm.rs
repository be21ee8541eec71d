//! From `AIName.cc` to a WebAssembly module.

use crate::cache::Cache;
use crate::compiler::{self, Compiler};
use crate::confine::{self, Jail};
use crate::diagnostics::{self, Diagnostic, Report, Severity, Subject};
use crate::error::{At, Error};
use crate::flags;
use crate::forward::{self, Forward, LOOKS_AHEAD};
use crate::runtime::{Progress, Runtime};
use crate::scan;
use crate::sdk::Sdk;
use crate::source::{Options, Source};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// No honest module is larger.
pub(crate) const LARGEST_MODULE: u64 = 16 << 20;

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
    /// What the compiler had to remark.
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
            Compiler::install(cache)?;
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
        // Who does not look ahead needs no rules.
        let looks = scan::includes(&source.text, forward::HEADER).is_some();
        let options = &Options { forward: options.forward && looks, ..*options };
        let forward = Forward::asked(self.forward.as_ref(), options.forward)?;
        // Each time, also for what is in the cache: the rules for sources may have changed.
        let mut report = Report::default();
        check_text(source, options, &mut report)?;
        let key = match forward {
            Some(forward) => forward.key(&key(sdk, source, options)),
            None => key(sdk, source, options),
        };
        let mut warnings = report.warnings;
        if let Some((path, said)) = self.cache.player(&key) {
            warnings.extend(said);
            return Ok(Module { path, key, warnings, cached: true });
        }
        let guest = self.guest(sdk, options)?;
        let job = self.cache.workshop()?;
        let mut said = Report::default();
        let module = self.compile(sdk, &guest, source, options, job.path(), &mut said)?;
        let path = self.cache.keep_player(&key, &module, &said.warnings)?;
        warnings.extend(said.warnings);
        Ok(Module { path, key, warnings, cached: false })
    }

    /// Guest, runtime and precompiled headers of a game, compiled when not in the cache.
    fn guest(&self, sdk: &Sdk, options: &Options) -> Result<Guest, Error> {
        let folder = sdk.unpack(&self.cache)?;
        let flags = self.flags(sdk, &folder, options);
        let key = key_of(sdk, options)[..32].to_string();
        let made = self.cache.folder("guests", &key, |out| {
            let compile = |arguments: &[&str], to: &str| {
                let mut command = self.compiler.tool("clang");
                command.args(&flags).arg("-w").args(arguments).arg("-o").arg(out.join(to));
                let done = command.output().at(self.compiler.program())?;
                let text = String::from_utf8_lossy(&done.stderr);
                done.status.success().then_some(()).ok_or_else(|| Error::Runtime(text.into()))
            };
            let path = |name: &str| folder.join(name).display().to_string();
            compile(&["-c", &path("shared/palestra.cc")], "palestra.o")?;
            compile(&["-c", &path("game/guest.cc")], "guest.o")?;
            compile(&["-x", "c++-header", &path("game/Player.hh")], "player.pch")
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

    fn compile(
        &self,
        sdk: &Sdk,
        guest: &Guest,
        source: &Source,
        options: &Options,
        job: &Path,
        report: &mut Report,
    ) -> Result<Vec<u8>, Error> {
        let here = job.join(&source.file);
        fs::write(&here, &source.text).at(&here)?;
        let mut clang = self.compiler.tool("clang");
        clang.args(self.flags(sdk, &guest.sdk, options));
        clang.args(["-Wall", "-Wno-unused-variable", "-fno-color-diagnostics"]);
        clang.args(["-fno-caret-diagnostics", "-ftemplate-backtrace-limit=4"]);
        clang.args(["-ferror-limit=40", "-MD", "-MF", "deps"]);
        if starts_with_player_header(&source.text) {
            clang.arg("-include-pch").arg(guest.folder.join("player.pch"));
        }
        clang.args(["-x", "c++", "-c", "-o", "player.o"]).arg(&source.file);
        let mut read = vec![self.compiler.lib(), &guest.sdk, &guest.folder, self.runtime.folder()];
        let forward = self.forward.as_ref().filter(|_| options.forward);
        read.extend(forward.map(Forward::folder));
        let jail = Jail {
            confine: options.confine,
            program: self.compiler.program(),
            helpers: Vec::new(),
            read,
            job,
            file: &source.file,
        };
        run(clang, &jail, sdk, source, report)?;
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
        run(link, &jail, sdk, source, report)?;
        let wasm = job.join("player.wasm");
        if fs::metadata(&wasm).at(&wasm)?.len() > LARGEST_MODULE {
            let why = "the module has more than 16 MB".to_string();
            return Err(Error::Compiler { file: source.file.clone(), why });
        }
        fs::read(&wasm).at(&wasm)
    }
}

/// Runs one tool and turns what it says into a report.
fn run(
    command: Command,
    jail: &Jail<'_>,
    sdk: &Sdk,
    source: &Source,
    report: &mut Report,
) -> Result<(), Error> {
    let done = confine::run(command, jail)?;
    let found = read_report(&done.stderr, sdk, source);
    report.warnings.extend(found.warnings);
    if done.status.success() {
        return Ok(());
    }
    if found.errors.is_empty() {
        let why = done.stderr.lines().next().unwrap_or("it said nothing").to_string();
        return Err(Error::Compiler { file: source.file.clone(), why });
    }
    let (errors, more) = (found.errors, found.more);
    Err(Error::Source(Report { errors, more, warnings: std::mem::take(&mut report.warnings) }))
}

/// What a compiler said about a player.
pub(crate) fn read_report(said: &str, sdk: &Sdk, source: &Source) -> Report {
    let text = String::from_utf8_lossy(&source.text);
    let (file, name, identifiers) = (&*source.file, &*source.name, sdk.identifiers());
    diagnostics::read(said, &Subject { file, name, text: &text, identifiers })
}

/// Refuses sources that reach for files, and notes mistakes that no compiler notices.
pub(crate) fn check_text(
    source: &Source,
    options: &Options,
    report: &mut Report,
) -> Result<(), Error> {
    let mut errors = scan::refuse(&source.file, &source.text);
    let line = scan::includes(&source.text, forward::HEADER).filter(|_| !options.forward);
    errors.extend(line.map(|line| forward::is_off(source, line)));
    let advice = scan::advise(&source.file, &source.name, &source.text);
    for found in advice {
        match found.severity {
            Severity::Error => errors.push(found),
            Severity::Warning => report.warnings.push(found),
        }
    }
    if errors.is_empty() {
        return Ok(());
    }
    Err(Error::Source(Report { errors, more: 0, warnings: std::mem::take(&mut report.warnings) }))
}

/// Whether every file that went into the object is one of ours: the last word on includes, which
/// macros could hide from [`scan`].
fn only_known_files(jail: &Jail<'_>) -> Result<(), Error> {
    let path = jail.job.join("deps");
    let text = String::from_utf8_lossy(&fs::read(&path).at(&path)?).into_owned();
    // A rule of make: blanks inside names are escaped, lines end in a backslash.
    let text = text.replace("\\\n", " ").replace("\\ ", "\u{1}");
    let files = text.split_once(": ").map_or("", |rule| rule.1).split_whitespace();
    for file in files.map(|f| f.replace('\u{1}', " ")) {
        let full = jail.job.join(&file);
        let full = full.canonicalize().unwrap_or(full);
        let known = |folder: &Path| folder.canonicalize().is_ok_and(|dir| full.starts_with(dir));
        if !known(jail.job) && !jail.read.iter().any(|folder| known(folder)) {
            let why = format!("it includes {file}, which is not part of the SDK");
            return Err(Error::Compiler { file: jail.file.to_string(), why });
        }
    }
    Ok(())
}

/// Whether the precompiled headers stand for the first line of the file. Anything before it
/// could change what they mean.
fn starts_with_player_header(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&text[..text.len().min(16 << 10)]);
    let first = scan::first_code(&text);
    let squeezed: String = first.split_whitespace().collect();
    squeezed == "#include\"Player.hh\""
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

/// Digest of everything that decides what a module is.
fn key(sdk: &Sdk, source: &Source, options: &Options) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key_of(sdk, options).as_bytes());
    hasher.update(source.file.as_bytes());
    hasher.update(b"\n");
    hasher.update(&source.text);
    hasher.finalize().to_hex().to_string()
}
