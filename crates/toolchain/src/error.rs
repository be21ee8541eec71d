//! The errors on the way from a source to a module.

use crate::diagnostics::Report;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no module.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No compiler for WebAssembly players is there.
    #[error(
        "there is no compiler for players here; to install one in your cache folder, run\n\n    \
         palestra toolchain install\n"
    )]
    NoCompiler,
    /// No compiler for native players is there.
    #[error(
        "there is no g++ or clang++ on this machine; install one, or use the WebAssembly \
     backend"
    )]
    NoNativeCompiler,
    /// No Rust compiler that can build players is there; the text says what to do.
    #[error("{0}")]
    NoRust(String),
    /// The interpreter that runs players natively and debugs them is not there.
    #[error(
        "there is no `{program}` on this machine, which runs players in {language} outside of the \
         sandbox; install it with `apt-get install {package}`"
    )]
    NoInterpreter {
        /// The language of the player.
        language: &'static str,
        /// The program that is missing.
        program: &'static str,
        /// The Debian package that has it.
        package: &'static str,
    },
    /// The sources of Python's engine are not there.
    #[error(
        "the sources of MicroPython, which runs players in Python, could not be downloaded: {0}\n\
         With a connection to the Internet, run\n\n    palestra toolchain install --python\n\n\
         Without one, download micropython_1.25.0+ds.orig.tar.xz from \
         https://deb.debian.org/debian/pool/main/m/micropython/ elsewhere, and run\n\n    \
         palestra toolchain install --micropython FILE\n"
    )]
    NoPython(String),
    /// The rules for players that look ahead are not there.
    #[error(
        "this program was built without the rules for players; build them with `cargo xtask \
     forward`"
    )]
    NoForward,
    /// The compiler could not be installed.
    #[error("the compiler could not be installed: {0}")]
    Install(String),
    /// Our own part of the job failed: headers or runtime do not compile.
    #[error("the C++ runtime could not be built: {0}")]
    Runtime(String),
    /// The source does not compile.
    #[error("{0}")]
    Source(Report),
    /// The compiler broke its limits of time, memory or output, or died.
    #[error("the {step} gave up on {file}: {why}")]
    Compiler {
        /// The file that was being compiled.
        file: String,
        /// Which of its programs gave up.
        step: Step,
        /// The reason, in a word.
        reason: Reason,
        /// The reason, at most 400 bytes.
        why: String,
    },
    /// The kernel cannot confine the compiler as strictly as was asked for.
    #[error("this machine compiles no sources of other people: {0}")]
    NotConfined(String),
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// The steps on the way from a source to a module; each has limits of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// From the source to an object. For Rust: to the module, the linker included.
    Compile,
    /// From objects to the module.
    Link,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Compile => "compiler",
            Self::Link => "linker",
        })
    }
}

/// Why a compiler gave up on a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It took more than 20 seconds of CPU time, or two minutes.
    Time,
    /// It needed more than 2 GB of memory.
    Memory,
    /// It crashed.
    Crashed,
    /// Its output is too large: a module of more than 16 MB.
    TooLarge,
    /// The source includes a file that is not part of the SDK.
    ForeignFile,
    /// It failed and named no error in the source.
    Unexplained,
}

/// Adds the path to errors of the file system.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, Error>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T, Error> {
        self.map_err(|source| Error::Io { path: path.to_path_buf(), source })
    }
}
