//! The compiler for WebAssembly players: clang and wasm-ld, as the `ziglang` package of PyPI
//! carries them for every operating system.

mod wheel;

use crate::cache::Cache;
use crate::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version that is installed. Another one would give other modules from the same sources.
pub const VERSION: &str = "0.17.0";
const KIND: &str = "compilers";

/// A compiler that was found.
#[derive(Clone, Debug)]
pub struct Compiler {
    program: PathBuf,
    lib: PathBuf,
    whence: &'static str,
}

impl Compiler {
    /// Looks in the cache, on the `PATH` and among the packages of `python3`, in this order.
    ///
    /// # Errors
    /// [`Error::NoCompiler`] when there is none of the right [`VERSION`].
    pub fn find(cache: &Cache) -> Result<Self, Error> {
        let package = cache.path(KIND, &folder_name()).join("ziglang");
        Self::in_package(&package, "the cache")
            .or_else(Self::on_path)
            .or_else(Self::in_python)
            .ok_or(Error::NoCompiler)
    }

    fn in_package(package: &Path, whence: &'static str) -> Option<Self> {
        let program = package.join(format!("zig{}", std::env::consts::EXE_SUFFIX));
        let lib = package.join("lib");
        (program.is_file() && lib.is_dir()).then_some(Self { program, lib, whence })
    }

    fn on_path() -> Option<Self> {
        let name = format!("zig{}", std::env::consts::EXE_SUFFIX);
        let program = std::env::split_paths(&std::env::var_os("PATH")?)
            .map(|dir| dir.join(&name))
            .find(|p| p.is_file())?
            .canonicalize()
            .ok()?;
        let lib = program.parent()?.join("lib");
        let right = output(Command::new(&program).arg("version"))? == VERSION;
        (right && lib.join("libcxx").is_dir()).then_some(Self { program, lib, whence: "PATH" })
    }

    fn in_python() -> Option<Self> {
        let script = "import ziglang, importlib.metadata as m; \
                      print(m.version('ziglang')); print(ziglang.__path__[0])";
        let said = output(Command::new("python3").args(["-c", script]))?;
        let (version, folder) = said.split_once('\n')?;
        (version.trim() == VERSION)
            .then(|| Self::in_package(Path::new(folder.trim()), "python3"))
            .flatten()
    }

    /// Installs the pinned version into the cache, which needs no root: with pip, or from the
    /// package's file where one is given. Its bytes must be those that we know. What is there
    /// already is left alone.
    ///
    /// # Errors
    /// [`Error::Install`] with what pip said, when there is no pip, or when the file is another
    /// one.
    pub fn install(cache: &Cache, file: Option<&Path>) -> Result<Self, Error> {
        let fill = |folder: &Path| match file {
            Some(file) => wheel::unpack(file, folder),
            None => wheel::install(folder),
        };
        let folder = cache.folder(KIND, &folder_name(), fill)?;
        Self::in_package(&folder.join("ziglang"), "the cache")
            .ok_or_else(|| Error::Install(format!("{} has no file `zig`", folder.display())))
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The folder with headers and library sources.
    #[must_use]
    pub fn lib(&self) -> &Path {
        &self.lib
    }

    /// Where it was found, in a word or two.
    #[must_use]
    pub fn whence(&self) -> &'static str {
        self.whence
    }

    /// A command of one of the tools inside: `clang`, `wasm-ld`, `ar`, `cc`.
    #[must_use]
    pub fn tool(&self, tool: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(tool).stdin(Stdio::null());
        command
    }
}

fn folder_name() -> String {
    format!("ziglang-{VERSION}")
}

fn output(command: &mut Command) -> Option<String> {
    let done = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    done.status.success().then(|| text.trim().to_string())
}
