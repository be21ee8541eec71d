//! Machine code kept on disk, so that a player is compiled once per machine.
//!
//! A file must be ours: its code carries a [`Seal`] whose key only this user can read, in a
//! folder that only this user can write to. Anything else is as good as absent.

use crate::seal::{self, Seal, TAIL_BYTES};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

const SECRET_FILE: &str = "secret";

/// A folder with machine code.
pub(crate) struct Cache {
    folder: PathBuf,
    pub(crate) seal: Seal,
}

impl Cache {
    /// Opens a folder, makes it if need be; `None` when it cannot be trusted or used.
    pub(crate) fn open(folder: PathBuf) -> Option<Self> {
        fs::create_dir_all(&folder).ok()?;
        let seal = Seal::from_key(secret(&folder)?);
        Some(Self { folder, seal })
    }

    fn path(&self, target: &str, module: &blake3::Hash) -> PathBuf {
        let mut key =
            blake3::Hasher::new_derive_key("palestra sandbox: name of a file of sealed code");
        key.update(module.as_bytes());
        key.update(target.as_bytes());
        self.folder.join(format!("{}.code", key.finalize().to_hex()))
    }

    /// The file with the code of the module of which this is the digest, if it is here and its
    /// seal holds. The file is ready to be mapped: most of the code is never read in a match.
    pub(crate) fn find(&self, target: &str, module: &blake3::Hash) -> Option<File> {
        let mut file = open_to_map(&self.path(target, module)).ok()?;
        let code = file.metadata().ok()?.len().checked_sub(TAIL_BYTES as u64)?;
        let mut hasher = self.seal.hasher(target);
        digest(&mut file, code, &mut hasher).ok()?;
        let mut tail = [0; TAIL_BYTES];
        file.read_exact(&mut tail).ok()?;
        (seal::holds(&mut hasher, &tail)? == *module).then_some(file)
    }

    /// Keeps sealed code. Trouble only means that the module is compiled again.
    pub(crate) fn store(&self, target: &str, module: &blake3::Hash, sealed: &[u8]) {
        let path = self.path(target, module);
        // Whole files only, whoever else writes the same one now.
        let draft = path.with_extension(format!("{}.draft", std::process::id()));
        let written = File::create(&draft).and_then(|mut file| file.write_all(sealed));
        if written.and_then(|()| fs::rename(&draft, &path)).is_err() {
            let _ = fs::remove_file(&draft);
        }
    }
}

/// Digests this many bytes of a file, in pieces that stay in the processor's caches.
fn digest(file: &mut File, bytes: u64, into: &mut blake3::Hasher) -> io::Result<()> {
    let mut piece = vec![0; 1 << 16];
    let mut left = bytes;
    while left > 0 {
        let most = usize::try_from(left).map_or(piece.len(), |left| left.min(piece.len()));
        file.read_exact(&mut piece[..most])?;
        into.update(&piece[..most]);
        left -= most as u64;
    }
    Ok(())
}

#[cfg(not(windows))]
fn open_to_map(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Code can be mapped when the file was opened to be executed.
#[cfg(windows)]
fn open_to_map(path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    const READ_AND_EXECUTE: u32 = 0x0012_0089 | 0x0012_00a0;
    OpenOptions::new().read(true).access_mode(READ_AND_EXECUTE).open(path)
}

/// The secret of a folder: made when there is none. `None` when others can write to the folder,
/// or to the secret.
fn secret(folder: &Path) -> Option<[u8; 32]> {
    let path = folder.join(SECRET_FILE);
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).ok()?;
    // Written under another name first, so that nobody reads half a secret.
    let draft = folder.join(format!("{SECRET_FILE}.{}.draft", std::process::id()));
    let _ = fs::remove_file(&draft);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options);
    let mut file = options.open(&draft).ok()?;
    let written = file.write_all(&secret);
    let owner = Owner::of(&draft);
    // A link fails when there is a secret already: then that one holds.
    let _ = fs::hard_link(&draft, &path);
    let _ = fs::remove_file(&draft);
    written.ok()?;
    if !owner?.alone_writes(folder) || !owner?.alone_writes(&path) {
        return None;
    }
    File::open(&path).and_then(|mut file| file.read_exact(&mut secret)).ok()?;
    Some(secret)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn private(_: &mut OpenOptions) {}

/// The owner of a file.
#[derive(Clone, Copy)]
struct Owner(u32);

#[cfg(unix)]
impl Owner {
    fn of(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        fs::symlink_metadata(path).ok().map(|about| Self(about.uid()))
    }

    /// Whether nobody else can write here.
    fn alone_writes(self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        const BY_OTHERS: u32 = 0o022;
        let about = fs::symlink_metadata(path);
        about.is_ok_and(|a| a.uid() == self.0 && a.mode() & BY_OTHERS == 0)
    }
}

#[cfg(not(unix))]
impl Owner {
    fn of(_: &Path) -> Option<Self> {
        Some(Self(0))
    }

    /// Folders in a user's profile are that user's alone on Windows.
    fn alone_writes(self, _: &Path) -> bool {
        let Self(_) = self;
        true
    }
}
