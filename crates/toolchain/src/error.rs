//! What can go wrong on the way from a source to a module.

use crate::diagnostics::Report;
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
    #[error("there is no g++ or clang++ here; install one, or use the WebAssembly backend")]
    NoNativeCompiler,
    /// No Rust compiler that can build players is there; the text says what to do.
    #[error("{0}")]
    NoRust(String),
    /// The rules for players that look ahead are not there.
    #[error("this program was built without the forward model; `cargo xtask forward` builds it")]
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
    #[error("the compiler gave up on {file}: {why}")]
    Compiler {
        /// The file that was being compiled.
        file: String,
        /// What happened.
        why: String,
    },
    /// The kernel cannot confine the compiler as strictly as was asked for.
    #[error("strangers' sources are not compiled here: {0}")]
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

/// Adds the path to errors of the file system.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, Error>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T, Error> {
        self.map_err(|source| Error::Io { path: path.to_path_buf(), source })
    }
}
