//! MicroPython's sources: downloaded once, known by their digest, and unpacked as far as the engine
//! needs them.

use crate::cache::Cache;
use crate::error::{At, Error};
use crate::unpack;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version of MicroPython.
pub const MICROPYTHON: &str = "1.25.0";

/// The sources as Debian packages them, without the parts that are not free.
const FILE: &str = "micropython_1.25.0+ds.orig.tar.xz";
pub(super) const SHA256: &str = "7b25be99a502f070b2de81dafc08da7051d992325d6e67daa9045a918fffdbea";
/// Debian's mirrors have the file while a release has it, its archive for ever: by SHA-1. Some
/// networks reach the mirrors as apt does only; the digest tells whether the file is right.
const ADDRESSES: [&str; 3] = [
    "https://deb.debian.org/debian/pool/main/m/micropython/micropython_1.25.0+ds.orig.tar.xz",
    "http://deb.debian.org/debian/pool/main/m/micropython/micropython_1.25.0+ds.orig.tar.xz",
    "https://snapshot.debian.org/file/bd37cbe7cf223e8ffce06183a119dcce2c537a95",
];

/// The unpacked folders, below the folder of the version.
const WANTED: [&str; 4] = ["py/", "extmod/", "lib/re1.5/", "LICENSE"];

/// Where the sources come from when they are not in the cache.
#[derive(Clone, Copy, Debug)]
pub enum Archive<'a> {
    /// From Debian.
    Download,
    /// From a file that was downloaded before.
    File(&'a Path),
    /// From nowhere: they must be in the cache.
    Cached,
}

/// The folder with the sources, in the cache.
pub(super) fn ensure(cache: &Cache, archive: Archive<'_>) -> Result<PathBuf, Error> {
    let name = format!("micropython-{MICROPYTHON}-{}", &SHA256[..16]);
    cache.folder("sources", &name, |folder| {
        let packed = folder.join(FILE);
        match archive {
            Archive::Download => download(&packed)?,
            Archive::File(file) => drop(fs::copy(file, &packed).at(file)?),
            Archive::Cached => return Err(Error::NoPython("they are not in the cache".into())),
        }
        let bytes = fs::read(&packed).at(&packed)?;
        check(&bytes)?;
        unpack(&bytes, folder)?;
        fs::remove_file(&packed).at(&packed)
    })
}

/// The program of the machine that downloads a file, and its arguments before file and address.
const PROGRAMS: [&[&str]; 3] = [
    &["curl", "--fail", "--silent", "--show-error", "--location", "--max-time", "300", "-o"],
    &["wget", "--quiet", "--timeout=60", "--tries=2", "-O"],
    &[
        "python3",
        "-c",
        "import sys, urllib.request as r\n\
         open(sys.argv[1], 'wb').write(r.urlopen(sys.argv[2]).read())",
    ],
];

fn download(to: &Path) -> Result<(), Error> {
    let mut said = "curl, wget and python3 are all missing".to_string();
    for address in ADDRESSES {
        for program in PROGRAMS {
            let mut command = Command::new(program[0]);
            command.args(&program[1..]).arg(to).arg(address).stdin(Stdio::null());
            let Ok(done) = command.output() else { continue };
            if done.status.success() && to.is_file() {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&done.stderr);
            let last = text.trim().lines().last().unwrap_or("it failed");
            said = format!("{}: {last}", program[0]);
        }
    }
    Err(Error::NoPython(said))
}

fn check(bytes: &[u8]) -> Result<(), Error> {
    let hash = unpack::sha256(bytes).at(Path::new(FILE))?;
    if hash == SHA256 {
        return Ok(());
    }
    Err(Error::NoPython(format!("the file has the SHA-256 {hash}; {FILE} has {SHA256}")))
}

fn unpack(packed: &[u8], folder: &Path) -> Result<(), Error> {
    let broken = |why: String| Error::NoPython(format!("{FILE} cannot be unpacked: {why}"));
    let tar = unpack::xz(packed).map_err(|e| broken(e.to_string()))?;
    for (path, text) in files(&tar).ok_or_else(|| broken("its list of files is damaged".into()))? {
        let Some((_, path)) = path.split_once('/') else { continue };
        if !WANTED.iter().any(|begin| path.starts_with(begin)) || path.contains("..") {
            continue;
        }
        let to = folder.join(path);
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).at(parent)?;
        }
        fs::write(&to, text).at(&to)?;
    }
    Ok(())
}

/// Bytes of a block of a tar archive: each file has one as its head.
const BLOCK: usize = 512;

/// Paths and texts of the plain files of a tar archive with short names.
fn files(mut tar: &[u8]) -> Option<Vec<(String, &[u8])>> {
    let mut all = Vec::new();
    while let Some((head, rest)) = tar.split_at_checked(BLOCK) {
        if head[0] == 0 {
            break;
        }
        let size = usize::from_str_radix(text(&head[124..136])?.trim(), 8).ok()?;
        let (body, rest) = rest.split_at_checked(size.next_multiple_of(BLOCK))?;
        if matches!(head[156], b'0' | 0) {
            let (name, prefix) = (text(&head[..100])?, text(&head[345..500])?);
            let path = if prefix.is_empty() { name.into() } else { format!("{prefix}/{name}") };
            all.push((path, &body[..size]));
        }
        tar = rest;
    }
    Some(all)
}

/// A text that ends with a zero or with its room.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes.split(|byte| *byte == 0).next()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_file_is_refused_by_its_digest() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("other.tar.xz");
        fs::write(&file, "abc").expect("writes");
        let cache = Cache::new(folder.path().join("cache"));
        let error = ensure(&cache, Archive::File(&file)).expect_err("is another one").to_string();
        // The SHA-256 of `abc`, from FIPS 180-4's example.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(error.contains(abc), "{error}");
        let error = ensure(&cache, Archive::Cached).expect_err("is not there").to_string();
        assert!(error.contains("--micropython"), "{error}");
    }

    #[test]
    fn an_archive_is_read_as_far_as_it_is_whole() {
        let mut tar = vec![0; BLOCK];
        tar[..4].copy_from_slice(b"a/py");
        tar[124..135].copy_from_slice(b"00000000005");
        tar[156] = b'0';
        tar.extend(b"hello".iter().copied().chain([0; BLOCK - 5]));
        assert_eq!(files(&tar), Some(vec![("a/py".to_string(), &b"hello"[..])]));
        assert_eq!(files(&tar[..BLOCK + 5]), None);
    }
}
