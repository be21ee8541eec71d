//! The user's Rust compiler.

use super::WASM;
use crate::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest minor version (of Rust 1) that compiles the SDK.
const OLDEST: u32 = 88;

/// A compiler that was found.
#[derive(Clone, Debug)]
pub struct RustCompiler {
    program: PathBuf,
    sysroot: PathBuf,
    version: String,
}

impl RustCompiler {
    /// `$RUSTC`, or `rustc` on the `PATH`, with the libraries for WebAssembly.
    ///
    /// # Errors
    /// [`Error::NoRust`] with what is missing and how to get it.
    pub fn find() -> Result<Self, Error> {
        let own = std::env::var_os("RUSTC").filter(|v| !v.is_empty());
        Self::at(own.map_or_else(|| PathBuf::from("rustc"), PathBuf::from))
    }

    /// The compiler that this program is, or leads to.
    ///
    /// # Errors
    /// See [`find`](Self::find).
    pub fn at(program: PathBuf) -> Result<Self, Error> {
        let missing = || {
            Error::NoRust(
                "there is no Rust compiler on this machine; install it from https://rustup.rs, \
                 then run\n\n\
                 \x20   \
                 rustup target add wasm32-unknown-unknown\n"
                    .into(),
            )
        };
        let target = ["--target", WASM, "--print", "target-libdir"];
        let said = output(Command::new(&program).args(["--print", "sysroot"]).args(target));
        let (sysroot, libraries) = said
            .as_deref()
            .and_then(|said| said.split_once('\n'))
            .map(|(sysroot, libraries)| (PathBuf::from(sysroot.trim()), libraries.trim().into()))
            .ok_or_else(missing)?;
        // rustup's program is only a signpost; the compiler itself can be confined.
        let real = sysroot.join("bin").join(format!("rustc{}", std::env::consts::EXE_SUFFIX));
        let program = if real.is_file() { real } else { on_path(&program).ok_or_else(missing)? };
        let version = output(Command::new(&program).arg("-vV")).ok_or_else(missing)?;
        check_version(&version)?;
        check_libraries(libraries)?;
        Ok(Self { program, sysroot, version })
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Its version, commit and machine.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Everything that it needs of this machine: itself, its libraries, the programs it starts.
    #[must_use]
    pub fn paths(&self) -> Vec<PathBuf> {
        [self.program.clone()].into_iter().chain(self.readable()).chain(self.helpers()).collect()
    }

    /// A command that keeps to the stable language, on nightly compilers as well.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.env("RUSTC_BOOTSTRAP", "-1").stdin(Stdio::null());
        // Where no process is told which program it is, it does not find its libraries itself.
        command.env("LD_LIBRARY_PATH", self.sysroot.join("lib"));
        command
    }

    /// The files that it must be able to read.
    pub(super) fn readable(&self) -> Vec<PathBuf> {
        let system = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache"];
        let system = system.iter().map(PathBuf::from).filter(|path| path.exists());
        [self.sysroot.join("lib")].into_iter().chain(system).collect()
    }

    /// Programs that it must be able to start: its linker, and the loader of both.
    pub(super) fn helpers(&self) -> Vec<PathBuf> {
        let host = self.version.lines().find_map(|line| line.strip_prefix("host: "));
        let tools = self.sysroot.join("lib/rustlib").join(host.unwrap_or_default()).join("bin");
        let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];
        let loaders = loaders.iter().map(PathBuf::from);
        loaders.chain([tools]).filter(|path| path.exists()).collect()
    }
}

fn check_version(version: &str) -> Result<(), Error> {
    let release = version.lines().find_map(|line| line.strip_prefix("release: "));
    let release = release.unwrap_or_default();
    let minor = release.split('.').nth(1).and_then(|minor| minor.parse().ok());
    if minor.is_some_and(|minor: u32| minor >= OLDEST) {
        return Ok(());
    }
    Err(Error::NoRust(format!(
        "rustc {release} is too old for players: 1.{OLDEST} or a later one is needed; run\n\n    \
         rustup update\n"
    )))
}

fn check_libraries(folder: PathBuf) -> Result<(), Error> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_std = |name: &str| name.starts_with("libstd-") && name.ends_with(".rlib");
    if files.into_iter().any(|file| is_std(&file.file_name().to_string_lossy())) {
        return Ok(());
    }
    Err(Error::NoRust(
        "rustc is here, but not its libraries for WebAssembly; to get them, run\n\n    \
         rustup target add wasm32-unknown-unknown\n\n\
         (without rustup, install your system's package for that target; Debian's is \
         libstd-rust-dev-wasm32)"
            .into(),
    ))
}

fn on_path(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.canonicalize().ok();
    }
    let folders = std::env::var_os("PATH")?;
    let name = program.with_extension(std::env::consts::EXE_EXTENSION);
    std::env::split_paths(&folders).map(|dir| dir.join(&name)).find(|path| path.is_file())
}

fn output(command: &mut Command) -> Option<String> {
    let done = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    done.status.success().then(|| text.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_compilers_are_told_what_to_do() {
        assert!(check_version("rustc 1.95.0\nrelease: 1.95.0\nhost: x").is_ok());
        assert!(check_version("release: 1.99.0-nightly").is_ok());
        let error = check_version("release: 1.70.0").expect_err("too old").to_string();
        assert!(error.contains("1.70.0") && error.contains("rustup update"), "{error}");
    }

    #[test]
    fn a_missing_compiler_or_target_is_told_with_the_next_step() {
        let error = RustCompiler::at("no-such-rustc".into()).expect_err("it is not there");
        assert!(error.to_string().contains("https://rustup.rs"), "{error}");
        let error = check_libraries("no/such/folder".into()).expect_err("nothing is there");
        assert!(error.to_string().contains("rustup target add wasm32-unknown-unknown"), "{error}");
    }
}
