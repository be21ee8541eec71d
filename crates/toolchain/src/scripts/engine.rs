//! The engine of a language as a WebAssembly module, compiled once into the cache.

use crate::cache::Cache;
use crate::compiler::{self, Compiler};
use crate::error::{At, Error};
use crate::flags;
use crate::runtime::{Progress, Runtime};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The functions of all engines for the library of a game: see `sdk/script/core.h`.
pub(super) const CORE: &[(&str, &str)] = &[
    ("core.c", include_str!("../../../../sdk/script/core.c")),
    ("core.h", include_str!("../../../../sdk/script/core.h")),
];

/// The additions of engines for profiles: see `sdk/script/sampled.h`.
const SAMPLED: &[(&str, &str)] = &[
    ("sampled.c", include_str!("../../../../sdk/script/sampled.c")),
    ("sampled.h", include_str!("../../../../sdk/script/sampled.h")),
];

/// The purpose of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Matches.
    Matches,
    /// Profiles: it tells where the player is, and spends more fuel.
    Profiles,
}

/// The stack stands first, so that running over its end traps instead of overwriting globals.
/// Names are left out: receipts name functions of the player, not of the engine.
const LINK: &[&str] = &[
    "--no-entry",
    "--export-memory",
    "--stack-first",
    "--export=__stack_pointer",
    "-z",
    "stack-size=2097152",
    "--max-memory=1073741824",
    "--gc-sections",
    "--strip-all",
    "--build-id=none",
];

const MODULE: &str = "engine.wasm";

/// A change of a source: in this file, this text becomes that one.
#[derive(Clone, Copy)]
pub(super) struct Patch {
    pub(super) file: &'static str,
    pub(super) from: &'static str,
    pub(super) to: &'static str,
}

/// The sources of an engine.
pub(super) trait Engine {
    /// Its name in the cache.
    const NAME: &'static str;
    /// Options of the compiler beside the usual ones for C.
    const FLAGS: &'static [&'static str];
    /// The changes of its sources.
    const PATCHES: &'static [Patch];

    /// The further changes for profiles.
    const SAMPLED_PATCHES: &'static [Patch];
    /// The file that these changes include.
    const CALLS: (&'static str, &'static str);

    /// The identity of its sources: their bytes, perhaps compressed, or digests of files outside of
    /// this program.
    fn identity(&self) -> Vec<(&str, &[u8])>;

    /// Writes its sources, before they are changed, and answers which of them are compiled.
    ///
    /// # Errors
    /// When the folder cannot be written.
    fn write(&self, folder: &Path) -> Result<Vec<String>, Error>;

    /// Writes what is made from the changed sources.
    ///
    /// # Errors
    /// When the compiler does not preprocess them, or the folder cannot be written.
    fn generate(
        &self,
        _folder: &Path,
        _sources: &[String],
        _clang: Clang<'_>,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// The engine in the cache, compiled now when it is not there: about 30 CPU seconds.
    ///
    /// # Errors
    /// When the cache cannot be written or the compiler fails.
    fn ensure(
        &self,
        cache: &Cache,
        compiler: &Compiler,
        runtime: &Runtime,
        purpose: Purpose,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Vec<u8>, Error> {
        let folder = cache.folder("engines", &self.key(purpose), |to| {
            progress(Progress { done: 0, of: 1 });
            self.build(to, compiler, runtime, purpose)?;
            progress(Progress { done: 1, of: 1 });
            Ok(())
        })?;
        let module = folder.join(MODULE);
        fs::read(&module).at(&module)
    }

    /// The changes of its sources, in order.
    fn patches(purpose: Purpose) -> impl Iterator<Item = Patch> {
        let more = if purpose == Purpose::Profiles { Self::SAMPLED_PATCHES } else { &[] };
        Self::PATCHES.iter().chain(more).copied()
    }

    /// Names everything that decides what comes out.
    fn key(&self, purpose: Purpose) -> String {
        let mut hasher = blake3::Hasher::new();
        let patches = Self::patches(purpose).flat_map(|p| [(p.file, p.from), (p.file, p.to)]);
        let sampled = SAMPLED.iter().copied().chain([Self::CALLS]);
        let sampled = sampled.filter(|_| purpose == Purpose::Profiles);
        let texts = CORE.iter().copied().chain(patches).chain(sampled);
        let texts = texts.map(|(name, text)| (name, text.as_bytes()));
        for (name, bytes) in self.identity().into_iter().chain(texts) {
            hasher.update(name.as_bytes());
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        }
        let fixed = [Self::FLAGS, LINK].concat().join(" ");
        hasher.update(format!("{} {} {fixed}", compiler::VERSION, flags::RECIPE).as_bytes());
        format!("{}-{}", Self::NAME, &hasher.finalize().to_hex()[..32])
    }

    /// Compiles it into an empty folder.
    ///
    /// # Errors
    /// As [`Engine::ensure`].
    fn build(
        &self,
        folder: &Path,
        compiler: &Compiler,
        runtime: &Runtime,
        purpose: Purpose,
    ) -> Result<(), Error> {
        let work = folder.join("sources");
        fs::create_dir_all(&work).at(&work)?;
        write(&work, CORE)?;
        let mut sources = self.write(&work)?;
        sources.push("core.c".into());
        if purpose == Purpose::Profiles {
            write(&work, SAMPLED)?;
            write(&work, &[Self::CALLS])?;
            sources.push("sampled.c".into());
        }
        Self::patches(purpose).try_for_each(|patch| patch.apply(&work))?;
        let clang: Clang<'_> = &|| {
            let mut clang = compiler.tool("clang");
            clang.args(flags::c(compiler)).args(Self::FLAGS).current_dir(&work);
            clang
        };
        self.generate(&work, &sources, clang)?;
        let mut link = compiler.tool("wasm-ld");
        link.args(LINK).arg("-o").arg(folder.join(MODULE)).current_dir(&work);
        for name in sources {
            let object = format!("{}.o", name.replace('/', "-"));
            let mut clang = clang();
            clang.args(["-c", &name, "-o", &object]);
            run(clang)?;
            link.arg(object);
        }
        link.args(c_library(runtime));
        run(link)?;
        fs::remove_dir_all(&work).at(&work)
    }
}

/// Calls the compiler, in the folder of the sources.
pub(super) type Clang<'a> = &'a dyn Fn() -> Command;

impl Patch {
    fn apply(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join(self.file);
        let text = fs::read_to_string(&path).at(&path)?;
        if text.matches(self.from).count() != 1 {
            let (file, from) = (self.file, self.from);
            return Err(Error::Runtime(format!("{file} does not have this text once: {from}")));
        }
        fs::write(&path, text.replace(self.from, self.to)).at(&path)
    }
}

/// Writes texts as files.
pub(super) fn write(folder: &Path, files: &[(&str, &str)]) -> Result<(), Error> {
    files.iter().try_for_each(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).at(&path)
    })
}

/// C needs nothing of the library of C++.
fn c_library(runtime: &Runtime) -> impl Iterator<Item = PathBuf> {
    runtime.archives().filter(|archive| !archive.ends_with("libc++.a"))
}

/// Runs the compiler and answers what it wrote.
pub(super) fn run(mut command: Command) -> Result<Vec<u8>, Error> {
    let done = command.output().at(Path::new("zig"))?;
    let said = String::from_utf8_lossy(&done.stderr);
    done.status.success().then_some(done.stdout).ok_or_else(|| Error::Runtime(said.into()))
}
