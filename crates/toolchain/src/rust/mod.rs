//! From `AIName.rs` to a WebAssembly module, or to a program of one's own machine, with the
//! user's own `rustc`.

mod found;
mod said;
mod scan;
mod sdk;

pub use found::RustCompiler;
pub use scan::{Token, tokens};
pub use sdk::RustSdk;

use crate::cache::Cache;
use crate::confine::{self, Confine, Jail, Kernel};
use crate::diagnostics::{Report, Severity};
use crate::error::{At, Error, Reason, Step};
use crate::forward::{self, Forward, LOOKS_AHEAD};
use crate::source::{Options, Purpose, Source};
use crate::wasm::{LARGEST_MODULE, Module};
use std::fs;
use std::path::{Path, PathBuf};

/// The target of modules.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";
/// Grows whenever the recipe changes in a way that the flags do not show.
const RECIPE: u32 = 1;
/// The text after the last line of every player, so that line numbers do not change. The printing
/// macros of the SDK replace the standard ones, which print into nothing.
const PROLOGUE: &str = "\n#[allow(unused_imports)] #[macro_use] extern crate palestra;\n";
const PROLOGUE_WORDS: &str = "extern crate palestra";

/// The output, in the folder of the job.
const MADE: &str = "player.out";

/// Options for SDK and players alike.
const COMMON: &[&str] = &["--edition=2024", "-Ccodegen-units=1", "-Copt-level=3"];
/// Options for modules: what the C++ players' linker is told, too.
const MODULE: &[&str] = &[
    "-Cpanic=abort",
    "-Clink-arg=-zstack-size=8388608",
    "-Clink-arg=--max-memory=1073741824",
    // A receipt tells a stack overflow from a wild access by where the stack stands.
    "-Clink-arg=--export=__stack_pointer",
];

/// The product of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Wasm,
    Native,
}

/// A Rust compiler, ready to build players.
#[derive(Clone, Debug)]
pub struct RustToolchain {
    cache: Cache,
    compiler: RustCompiler,
    forward: Option<Forward>,
    library: Option<Forward>,
}

impl RustToolchain {
    /// Finds the user's `rustc`: `$RUSTC`, or the one on the `PATH`.
    ///
    /// # Errors
    /// [`Error::NoRust`] when there is none, or none that can build players, with what to do.
    pub fn open(cache: &Cache) -> Result<Self, Error> {
        let compiler = RustCompiler::find()?;
        Ok(Self { cache: cache.clone(), compiler, forward: None, library: None })
    }

    /// With the rules for players that look ahead, as the bytes of an object.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn with_forward(mut self, object: &[u8]) -> Result<Self, Error> {
        self.forward = Some(Forward::keep(&self.cache, object)?);
        Ok(self)
    }

    /// With the same rules for local programs, as the bytes of a library of this machine.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn with_local_forward(mut self, library: &[u8]) -> Result<Self, Error> {
        self.library = Some(Forward::keep_library(&self.cache, library)?);
        Ok(self)
    }

    /// The compiler.
    #[must_use]
    pub fn compiler(&self) -> &RustCompiler {
        &self.compiler
    }

    /// Builds a module, or finds it in the cache.
    ///
    /// # Errors
    /// [`Error::Source`] with what is wrong with it; [`Error::Compiler`] when the compiler broke
    /// its limits; [`Error::NotConfined`] when strict confinement is not to be had.
    pub fn build(
        &self,
        sdk: &RustSdk,
        source: &Source,
        options: &Options,
    ) -> Result<Module, Error> {
        let options = &Options { forward: options.forward && forward::named(source), ..*options };
        let key = self.key(sdk, source, options, Kind::Wasm)?;
        // Each time, also for what is in the cache: the rules for sources may have changed.
        let mut warnings = check_text(sdk, source)?;
        if let Some((path, said)) = self.cache.player(&key) {
            warnings.extend(said);
            return Ok(Module { path, key, warnings, cached: true });
        }
        let job = self.cache.workshop()?;
        let (module, said) = self.compile(sdk, source, options, Kind::Wasm, job.path())?;
        let path = self.cache.keep_player(&key, &module, &said)?;
        warnings.extend(said);
        Ok(Module { path, key, warnings, cached: false })
    }

    /// Builds a program of this machine, for debuggers, or finds it in the cache.
    ///
    /// # Errors
    /// See [`build`](Self::build).
    #[cfg(unix)]
    pub fn build_native(
        &self,
        sdk: &RustSdk,
        source: &Source,
        options: &Options,
    ) -> Result<crate::Native, Error> {
        let options = &Options { forward: options.forward && forward::named(source), ..*options };
        let key = self.key(sdk, source, options, Kind::Native)?[..32].to_string();
        let cached = self.cache.path("native", &key).is_dir();
        let mut warnings = check_text(sdk, source)?;
        let folder = self.cache.folder("native", &key, |out| {
            let job = self.cache.workshop()?;
            let (_, said) = self.compile(sdk, source, options, Kind::Native, job.path())?;
            warnings.extend(said);
            let made = job.path().join(MADE);
            // A copy would be open for writing when another thread starts a program, which would
            // inherit the file: the system then refuses to run it.
            fs::rename(&made, out.join("player")).at(&made)
        })?;
        Ok(crate::Native { path: folder.join("player"), warnings, cached })
    }

    /// The SDK of a game, compiled when it is not in the cache.
    fn guest(&self, sdk: &RustSdk, options: &Options, kind: Kind) -> Result<PathBuf, Error> {
        let folder = sdk.unpack(&self.cache)?;
        let key = self.guest_key(sdk, options, kind)[..32].to_string();
        self.cache.folder("guests", &key, |out| {
            let mut command = self.compiler.command();
            command.args(flags(options, kind)).args(["--crate-type=rlib", "--crate-name=palestra"]);
            command.arg(remap(&folder, "sdk")).arg("--cap-lints=allow").current_dir(&folder);
            // The folder of temporary files may be out of reach.
            command.env("TMPDIR", out);
            command.arg("--out-dir").arg(out).arg("lib.rs");
            let done = command.output().at(self.compiler.program())?;
            let said = String::from_utf8_lossy(&done.stderr);
            done.status.success().then_some(()).ok_or_else(|| Error::Runtime(said.into()))
        })
    }

    fn compile(
        &self,
        sdk: &RustSdk,
        source: &Source,
        options: &Options,
        kind: Kind,
        job: &Path,
    ) -> Result<(Vec<u8>, Vec<crate::Diagnostic>), Error> {
        check_kernel(options)?;
        let guest = self.guest(sdk, options, kind)?;
        let here = job.join(&source.file);
        let mut text = source.text.clone();
        if !String::from_utf8_lossy(&text).contains(PROLOGUE_WORDS) {
            text.extend_from_slice(PROLOGUE.as_bytes());
        }
        fs::write(&here, text).at(&here)?;
        let mut rustc = self.compiler.command();
        rustc.args(flags(options, kind)).args(["--crate-name=player", "--error-format=json"]);
        rustc.arg(if kind == Kind::Wasm { "--crate-type=cdylib" } else { "--crate-type=bin" });
        // Paths of this machine must not show in modules.
        rustc.arg(remap(job, "."));
        let mut library = std::ffi::OsString::from("palestra=");
        library.push(guest.join("libpalestra.rlib"));
        rustc.arg("--extern").arg(library);
        rustc.args(["--emit=link=player.out,dep-info=deps"]).arg(&source.file);
        let read = self.compiler.readable();
        let forward = self.rules(kind).filter(|_| options.forward);
        for part in forward.into_iter().flat_map(|forward| match kind {
            Kind::Wasm => [forward.object().into_os_string(), LOOKS_AHEAD.into()],
            Kind::Native => forward.link(),
        }) {
            let mut argument = std::ffi::OsString::from("-Clink-arg=");
            argument.push(part);
            rustc.arg(argument);
        }
        let read = read.iter().map(PathBuf::as_path).chain([guest.as_path()]);
        let read = read.chain(forward.map(Forward::folder)).collect();
        let programs = self.compiler.helpers();
        let jail = Jail {
            confine: options.confine,
            user: options.user,
            program: self.compiler.program(),
            helpers: programs.iter().map(PathBuf::as_path).collect(),
            read,
            job,
            file: &source.file,
        };
        let done = match kind {
            Kind::Wasm => confine::run(rustc, Step::Compile, &jail)?,
            // The linker of this machine may be anywhere; this is for one's own sources.
            Kind::Native => confine::run_free(rustc, Step::Compile, &jail)?,
        };
        let found = said::read(&done.stderr, sdk, source);
        if !done.success {
            return Err(failed(found, &done.stderr, &jail, source, options));
        }
        only_the_source(&jail)?;
        let module = match kind {
            Kind::Wasm => jail.made(Step::Link, MADE, LARGEST_MODULE)?,
            Kind::Native => Vec::new(),
        };
        Ok((module, found.warnings))
    }

    fn guest_key(&self, sdk: &RustSdk, options: &Options, kind: Kind) -> String {
        let mut hasher = blake3::Hasher::new();
        let flags = flags(options, kind).join(" ");
        let version = self.compiler.version();
        let what = format!("rust {RECIPE}\n{version}\n{flags}\n{}\n", sdk.hash());
        hasher.update(what.as_bytes());
        hasher.finalize().to_hex().to_string()
    }

    /// Digest of everything that decides what comes out.
    fn key(
        &self,
        sdk: &RustSdk,
        source: &Source,
        options: &Options,
        kind: Kind,
    ) -> Result<String, Error> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.guest_key(sdk, options, kind).as_bytes());
        hasher.update(source.file.as_bytes());
        hasher.update(b"\n");
        hasher.update(&source.text);
        let key = hasher.finalize().to_hex().to_string();
        let forward = Forward::asked(self.rules(kind), options.forward)?;
        Ok(forward.map_or(key.clone(), |forward| forward.key(&key)))
    }

    /// The rules for players of this kind that look ahead.
    fn rules(&self, kind: Kind) -> Option<&Forward> {
        match kind {
            Kind::Wasm => self.forward.as_ref(),
            Kind::Native => self.library.as_ref(),
        }
    }
}

fn flags(options: &Options, kind: Kind) -> Vec<String> {
    let mut flags: Vec<String> = COMMON.iter().map(|f| (*f).to_string()).collect();
    if !options.forward {
        flags.push("--cfg=palestra_no_forward".into());
    }
    if kind == Kind::Wasm {
        flags.push(format!("--target={WASM}"));
        flags.extend(MODULE.iter().map(|f| (*f).to_string()));
    }
    let lines = match kind {
        Kind::Native => "-Cdebuginfo=full",
        Kind::Wasm if options.lines || options.check => "-Cdebuginfo=line-tables-only",
        Kind::Wasm => "-Cstrip=debuginfo",
    };
    flags.push(lines.to_string());
    if kind == Kind::Native && options.purpose == Purpose::Debug {
        flags.push("-Copt-level=0".into());
    }
    if options.check {
        flags.push("-Cdebug-assertions=on".into());
        flags.push("-Coverflow-checks=on".into());
    }
    flags
}

fn remap(folder: &Path, to: &str) -> std::ffi::OsString {
    let mut flag = std::ffi::OsString::from("--remap-path-prefix=");
    flag.push(folder);
    flag.push("=");
    flag.push(to);
    flag
}

/// Without namespaces a compiler tells whether a file is there that it may not read.
fn check_kernel(options: &Options) -> Result<(), Error> {
    let kernel = Kernel::probe();
    if options.confine == Confine::Available || kernel.strict_for_rust() {
        return Ok(());
    }
    let why = format!("this kernel cannot confine a Rust compiler ({kernel})");
    Err(Error::NotConfined(why))
}

fn failed(
    found: Report,
    stderr: &str,
    jail: &Jail<'_>,
    source: &Source,
    options: &Options,
) -> Error {
    let off = said::looks_ahead(&found, source).filter(|_| !options.forward);
    if let Some(off) = off {
        return Error::Source(Report { errors: vec![off], ..Report::default() });
    }
    if found.errors.is_empty() {
        let why = stderr.lines().find(|l| !l.starts_with('{')).unwrap_or("it printed no reason");
        return jail.gave_up(Step::Compile, Reason::Unexplained, why);
    }
    Error::Source(found)
}

/// Refuses sources that reach for files, and notes mistakes that no compiler notices.
fn check_text(sdk: &RustSdk, source: &Source) -> Result<Vec<crate::Diagnostic>, Error> {
    let mut report = Report::default();
    match crate::scan::too_large(&source.file, source.text.len()) {
        Some(found) => report.note(Severity::Error, || found),
        None => scan::refuse(sdk, source, &mut report),
    }
    report.check()?;
    Ok(report.warnings)
}

/// Whether nothing but the player's own file went into the module: the last word on includes,
/// which macros could hide from [`scan`].
fn only_the_source(jail: &Jail<'_>) -> Result<(), Error> {
    const LARGEST: u64 = 1 << 20;
    let text = jail.made(Step::Compile, "deps", LARGEST)?;
    let text = String::from_utf8_lossy(&text);
    // Rules of make, one per output and one per file read; blanks inside names are escaped.
    let rules = text.lines().filter(|line| !line.starts_with('#'));
    let read = rules.flat_map(|rule| rule.split_once(": ").map(|r| r.1).into_iter());
    let here = jail.job.join(jail.file);
    for input in read.flat_map(|files| files.split(' ').filter(|f| !f.is_empty())) {
        if Path::new(input) != Path::new(jail.file) && Path::new(input) != here {
            let why = format!("it includes {input}, and a player is one file");
            return Err(jail.gave_up(Step::Compile, Reason::ForeignFile, why));
        }
    }
    Ok(())
}
