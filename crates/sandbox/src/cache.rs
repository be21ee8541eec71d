//! Machine code kept on disk, so that a player is compiled once per machine.
//!
//! Machine code is loaded without any check of what it does, so a file must be ours: it begins
//! with a digest keyed by a secret that only this user can read, in a folder that only this user
//! can write to. Anything else is as good as absent.

use crate::VERSION;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use wasmtime::{Engine, Module};

const DIGEST_LEN: usize = 32;
const SECRET_FILE: &str = "secret";

/// A folder with machine code.
pub(crate) struct Cache {
    folder: PathBuf,
    secret: [u8; 32],
    settings: String,
}

impl Cache {
    /// Opens a folder, makes it if need be; `None` when it cannot be trusted or used.
    pub(crate) fn open(folder: PathBuf, engine: &Engine) -> Option<Self> {
        fs::create_dir_all(&folder).ok()?;
        let secret = secret(&folder)?;
        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        let settings = format!("{VERSION} {:016x}", hasher.finish());
        Some(Self { folder, secret, settings })
    }

    fn path(&self, module: &blake3::Hash) -> PathBuf {
        let mut key = blake3::Hasher::new_derive_key("palestra sandbox: name of a cache file");
        key.update(module.as_bytes());
        key.update(self.settings.as_bytes());
        self.folder.join(format!("{}.code", key.finalize().to_hex()))
    }

    /// The digest of a file: of its code and of the name that it belongs to.
    fn seal(&self, path: &Path, code: &[u8]) -> blake3::Hash {
        let mut seal = blake3::Hasher::new_keyed(&self.secret);
        seal.update(path.file_name().unwrap_or_default().as_encoded_bytes());
        seal.update(code);
        seal.finalize()
    }

    /// The module of which this is the digest, if its code is here and is ours.
    #[expect(unsafe_code, reason = "machine code is loaded as it is; its seal says it is ours")]
    pub(crate) fn load(&self, engine: &Engine, module: &blake3::Hash) -> Option<Module> {
        let path = self.path(module);
        let file = fs::read(&path).ok()?;
        let (seal, code) = file.split_at_checked(DIGEST_LEN)?;
        // Comparing two `Hash` values takes the same time wherever they differ.
        if self.seal(&path, code) != blake3::Hash::from_slice(seal).ok()? {
            return None;
        }
        // SAFETY: only `store` writes files with this seal, and it writes what `serialize` gave;
        // the bytes are in our own memory, where nobody changes them any more.
        unsafe { Module::deserialize(engine, code) }.ok()
    }

    /// Keeps the code of a module. Trouble only means that it is compiled again.
    pub(crate) fn store(&self, module: &Module, digest: &blake3::Hash) {
        let Ok(code) = module.serialize() else { return };
        let path = self.path(digest);
        let seal = self.seal(&path, &code);
        // Whole files only, whoever else writes the same one now.
        let draft = path.with_extension(format!("{}.draft", std::process::id()));
        let written = File::create(&draft).and_then(|mut file| {
            file.write_all(seal.as_bytes()).and_then(|()| file.write_all(&code))
        });
        if written.and_then(|()| fs::rename(&draft, &path)).is_err() {
            let _ = fs::remove_file(&draft);
        }
    }
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

/// Whose a file is.
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
