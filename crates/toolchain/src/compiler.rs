//! The compiler for WebAssembly players: clang and wasm-ld, as the `ziglang` package of PyPI
//! carries them for every operating system.

use crate::cache::Cache;
use crate::error::{At, Error};
use std::fs;
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

    /// Installs the pinned version into the cache with pip, which needs no root. What is there
    /// already is left alone.
    ///
    /// # Errors
    /// [`Error::Install`] with what pip said, or when there is no pip.
    pub fn install(cache: &Cache) -> Result<Self, Error> {
        let folder = cache.folder(KIND, &folder_name(), pip_install)?;
        Self::in_package(&folder.join("ziglang"), "the cache")
            .ok_or_else(|| Error::Install(format!("{} holds no zig", folder.display())))
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

fn pip_install(folder: &Path) -> Result<(), Error> {
    const PIPS: [&[&str]; 4] =
        [&["python3", "-m", "pip"], &["python", "-m", "pip"], &["pip3"], &["uv", "pip"]];
    let mut said = "neither python3 with pip nor uv is here; install one of them".to_string();
    for pip in PIPS {
        let mut command = Command::new(pip[0]);
        command.args(&pip[1..]).arg("install");
        if pip[0] != "uv" {
            command.args(["--no-compile", "--disable-pip-version-check", "--quiet"]);
        }
        command.args(["--no-deps", "--only-binary", ":all:", "--target"]);
        command.arg(folder).arg(format!("ziglang=={VERSION}")).stdin(Stdio::null());
        let Ok(done) = command.output() else { continue };
        if done.status.success() && folder.join("ziglang").is_dir() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&done.stderr).trim().to_string();
        if !text.contains("No module named pip") {
            said = text;
        }
        // A failed attempt may leave files behind.
        for entry in fs::read_dir(folder).at(folder)?.flatten() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Err(Error::Install(said))
}
