//! From a source to machine code: the rules for sources, the confined compiler, the check of the
//! module, machine code. Each step has limits of its own.

use crate::blobs::Blobs;
use crate::generate;
use crate::play::{Stop, game, trouble};
use crate::protocol::{Build, Built, Digest, Outcome, Refusal};
use crate::rules;
use serde_bytes::ByteBuf;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toolchain::{
    Archive, Cache, Compiler, Confine, Error, Language, Module, Options, RustSdk, RustToolchain,
    ScriptSdk, ScriptToolchain, Sdk, Source, Toolchain,
};

/// Folders of jobs that a killed process left behind are removed after this long.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);

/// The compilers of this machine, looked for while the process still sees all of it.
pub(crate) struct Compilers {
    cpp: Option<Compiler>,
    rust: Result<RustToolchain, Error>,
}

impl Compilers {
    /// Looks for them.
    pub(crate) fn find(cache: &Cache) -> Self {
        Self { cpp: Compiler::find(cache).ok(), rust: RustToolchain::open(cache) }
    }

    /// The paths that they need to read and start.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let cpp = self.cpp.iter().flat_map(|cpp| [cpp.program().into(), cpp.lib().into()]);
        let rust = self.rust.iter().flat_map(|rust| rust.compiler().paths());
        cpp.chain(rust).collect()
    }
}

/// Builds players.
pub(crate) struct Builder {
    cpp: Toolchain,
    /// Why one of the others is missing is said to the first job that needs it.
    rust: Result<RustToolchain, Error>,
    js: ScriptToolchain,
    python: Result<ScriptToolchain, Error>,
}

impl Builder {
    /// Makes the compilers ready, before the process is confined; builds their libraries and the
    /// engines of other languages when they are missing. The judge downloads nothing: the sources
    /// of Python's engine must be in the cache.
    ///
    /// # Errors
    /// When there is no compiler for C++, or its libraries cannot be built.
    pub(crate) fn open(cache: &Cache, compilers: Compilers) -> Result<Self, Error> {
        tidy(&cache.root().join("work"));
        let cpp = Toolchain::open(cache, &|_| ())?;
        let js = ScriptToolchain::open(Language::Js, cache, &|_| ())?;
        let python = ScriptToolchain::with(Language::Python, cache, &|_| (), Archive::Cached);
        Ok(Self { cpp, rust: compilers.rust, js, python })
    }

    /// Compiles a source that keeps to the rules, and makes machine code of it.
    fn build(&self, job: &Build, text: Vec<u8>, blobs: &mut Blobs<'_>) -> Result<Outcome, Stop> {
        let source = Source::new(&job.file, text);
        let built = match self.module(job, &source, blobs)? {
            Ok(built) => built,
            Err(Error::Source(report)) => {
                let count = report.errors.len() + report.more;
                return Ok(refused(Refusal::Errors { count, text: report.to_string() }));
            }
            Err(error @ Error::Compiler { step, reason, .. }) => {
                let text = error.to_string();
                return Ok(refused(Refusal::Compiler { step, reason, text }));
            }
            Err(error) => return Err(trouble(error)),
        };
        let module = fs::read(&built.path).map_err(trouble)?;
        let warnings = built.warnings.iter().map(ToString::to_string).collect();
        Ok(match generate::machine_code(&module).map_err(trouble)? {
            Ok(code) => {
                let (module, code) = (ByteBuf::from(module), ByteBuf::from(code));
                Outcome::Built(Box::new(Built { module, code, warnings }))
            }
            Err(refusal) => refused(refusal),
        })
    }

    /// The module of a source, from the compiler of its language or the engine that reads it.
    fn module(
        &self,
        job: &Build,
        source: &Source,
        blobs: &mut Blobs<'_>,
    ) -> Result<Result<Module, Error>, Stop> {
        let facts =
            game(&job.game).ok_or_else(|| trouble(format!("no game {}", job.game)))?.facts();
        let language = source.language();
        let lacks = || {
            trouble(format!("{} has no library for players in {}", facts.title, language.title()))
        };
        let confine = if job.trust { Confine::Available } else { Confine::Strict };
        let options = Options { confine, forward: job.forward.is_some(), ..Options::default() };
        let forward = match job.forward {
            Some(object) if !language.is_script() => Some(blobs.one(object)?),
            _ => None,
        };
        Ok(match language {
            Language::Cpp => {
                let sdk = Sdk::of(facts).ok_or_else(lacks)?;
                let tools = match forward {
                    None => self.cpp.clone(),
                    Some(object) => self.cpp.clone().with_forward(&object).map_err(trouble)?,
                };
                tools.build(&sdk, source, &options)
            }
            Language::Rust => {
                let sdk = RustSdk::of(facts).ok_or_else(lacks)?;
                let tools = self.rust.as_ref().map_err(trouble)?.clone();
                let tools = match forward {
                    None => tools,
                    Some(object) => tools.with_forward(&object).map_err(trouble)?,
                };
                tools.build(&sdk, source, &options)
            }
            Language::Js | Language::Python => {
                let sdk = ScriptSdk::of(language, facts).ok_or_else(lacks)?;
                let tools = match language {
                    Language::Python => self.python.as_ref().map_err(trouble)?,
                    _ => &self.js,
                };
                tools.build(&sdk, source)
            }
        })
    }
}

/// Builds a source. The rules for sources need no compiler.
pub(crate) fn build(
    builder: Result<&Builder, &String>,
    job: &Build,
    blobs: &mut Blobs<'_>,
) -> Result<Outcome, Stop> {
    let text = blobs.one(job.source)?;
    let (most, forward) = (job.source_bytes_max, job.forward.is_some());
    let faults = rules::faults(&job.file, &job.name, &text, most, forward);
    if faults.is_empty() {
        return builder.map_err(trouble)?.build(job, text, blobs);
    }
    let faults = serde_json::to_string(&faults).map_err(trouble)?;
    Ok(refused(Refusal::Rules { faults }))
}

/// Machine code of a module that was built before.
pub(crate) fn machine_code(module: Digest, blobs: &mut Blobs<'_>) -> Result<Outcome, Stop> {
    let module = blobs.one(module)?;
    Ok(match generate::machine_code(&module).map_err(trouble)? {
        Ok(code) => Outcome::MachineCode(code.into()),
        Err(refusal) => refused(refusal),
    })
}

fn refused(refusal: Refusal) -> Outcome {
    Outcome::Refused(Box::new(refusal))
}

/// Removes what killed processes left behind. Trouble only means that it stays.
fn tidy(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let age = entry.metadata().and_then(|about| about.modified()).ok();
        let age = age.and_then(|at| at.elapsed().ok());
        if age.is_some_and(|age| age > LEFT_BEHIND) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
