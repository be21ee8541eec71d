//! Machine code of modules: made once on this machine, kept in a folder of its own user. It never
//! travels, so nobody can send machine code that a compiler did not make here.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;
use worker::protocol::Digest;

/// Machine code that was made so long ago is removed: it is made again when it is needed.
const AGE_MAX: Duration = Duration::from_secs(60 * 24 * 3600);

/// The machine code of all modules.
pub(super) struct Codes {
    folder: PathBuf,
    /// By module: made, or being made.
    cells: Mutex<HashMap<Digest, Arc<OnceCell<Digest>>>>,
    /// Where the machine code with a digest is, and of which module.
    files: Mutex<HashMap<Digest, (PathBuf, Digest)>>,
}

impl Codes {
    /// The machine code in a folder; what was made long ago is removed.
    pub(super) fn in_folder(folder: &Path) -> Self {
        let (cells, files) = Default::default();
        let codes = Self { folder: folder.into(), cells, files };
        codes.tidy();
        codes
    }

    fn path(&self, target: &str, module: Digest) -> PathBuf {
        let target = Digest::of(target.as_bytes()).to_string();
        self.folder.join(&target[..16]).join(module.to_string())
    }

    /// The digest of the machine code of a module; `make` gives the bytes where there is none.
    /// Whoever asks meanwhile waits. `Err` inside: what `make` said.
    ///
    /// # Errors
    /// What `make` returns, and when the folder cannot be written.
    pub(super) async fn of(
        &self,
        target: &str,
        module: Digest,
        make: impl Future<Output = anyhow::Result<Result<Vec<u8>, String>>>,
    ) -> anyhow::Result<Result<Digest, String>> {
        let cell = {
            let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(cells.entry(module).or_default())
        };
        let path = self.path(target, module);
        let made = cell
            .get_or_try_init(|| async {
                let code = match fs::read(&path) {
                    Ok(code) => code,
                    Err(_) => make.await.map_err(Failure::Error)?.map_err(Failure::Refused)?,
                };
                self.keep(target, module, &code).map_err(Failure::Error)
            })
            .await;
        match made {
            Ok(code) => Ok(Ok(*code)),
            Err(Failure::Refused(why)) => Ok(Err(why)),
            Err(Failure::Error(error)) => Err(error),
        }
    }

    /// Keeps the machine code of a module, and gives its digest.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub(super) fn keep(&self, target: &str, module: Digest, code: &[u8]) -> anyhow::Result<Digest> {
        let path = self.path(target, module);
        if !path.exists() {
            write(&path, code).map_err(|error| {
                anyhow::anyhow!("machine code cannot be kept in {}: {error}", path.display())
            })?;
        }
        let digest = Digest::of(code);
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(digest, (path, module));
        Ok(digest)
    }

    /// The machine code with this digest; none where it is something else.
    pub(super) fn bytes(&self, code: &Digest) -> Option<anyhow::Result<Vec<u8>>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let path = files.get(code)?.0.clone();
        drop(files);
        let bytes = fs::read(&path).map_err(anyhow::Error::from).and_then(|bytes| {
            anyhow::ensure!(Digest::of(&bytes) == *code, "{} was changed", path.display());
            Ok(bytes)
        });
        if bytes.is_err() {
            self.forget(code);
        }
        Some(bytes)
    }

    /// Forgets machine code that cannot be used.
    pub(super) fn forget(&self, code: &Digest) {
        let known = self.files.lock().unwrap_or_else(PoisonError::into_inner).remove(code);
        if let Some((path, module)) = known {
            self.cells.lock().unwrap_or_else(PoisonError::into_inner).remove(&module);
            // Where it is gone already, that is as well.
            let _ = fs::remove_file(path);
        }
    }

    fn tidy(&self) {
        for target in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            for file in fs::read_dir(target.path()).into_iter().flatten().flatten() {
                let made = file.metadata().and_then(|data| data.modified());
                let age = made.ok().and_then(|made| made.elapsed().ok()).unwrap_or_default();
                if age > AGE_MAX {
                    let _ = fs::remove_file(file.path());
                }
            }
        }
    }
}

/// Why there is no machine code.
enum Failure {
    Refused(String),
    Error(anyhow::Error),
}

/// Writes beside and renames, so that nobody reads half a file.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
    }
    let beside = path.with_extension(format!("{}.part", std::process::id()));
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn code_is_made_once_and_changed_files_are_not_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let codes = Codes::in_folder(folder.path());
        let module = Digest::of(b"module");
        let make = async || Ok(Ok(b"machine code".to_vec()));
        let code = codes.of("here", module, make()).await.expect("made").expect("accepted");
        assert_eq!(code, Digest::of(b"machine code"));
        let never = async || panic!("made twice");
        for codes in [&codes, &Codes::in_folder(folder.path())] {
            assert_eq!(codes.of("here", module, never()).await.expect("kept"), Ok(code));
            assert_eq!(codes.bytes(&code).expect("is there").expect("read"), b"machine code");
        }
        fs::write(codes.path("here", module), b"something else").expect("written");
        assert!(codes.bytes(&code).expect("was there").is_err());
        assert_eq!(codes.of("here", module, make()).await.expect("made again"), Ok(code));
        let refused = async || Ok(Err("too large".to_string()));
        let other = Digest::of(b"other");
        assert_eq!(
            codes.of("here", other, refused()).await.expect("asked"),
            Err("too large".into())
        );
    }
}
