//! Folders and files that only the server's own user may read, and the lock of a served folder.

use anyhow::{Context, bail};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// The file in the server's folder that the running server holds locked.
const LOCK: &str = "palestra.lock";

/// Makes a folder that only this user may enter. One that is there already is closed to others,
/// with a line in the log, and so is everything in it that `inside` names.
///
/// # Errors
/// When the folder cannot be made. One that belongs to somebody else is used as it is.
pub fn folder(path: &Path, inside: &[&str]) -> io::Result<()> {
    make(path)?;
    #[cfg(unix)]
    match permissions::close(path) {
        Ok(false) => {}
        Ok(true) => {
            let closed: usize = inside.iter().map(|name| permissions::walk(&path.join(name))).sum();
            tracing::warn!(
                folder = %path.display(),
                files = closed,
                "other users could read the folder: its permissions are now 0700"
            );
        }
        Err(error) => tracing::warn!(
            folder = %path.display(),
            %error,
            "other users may read the folder, and that cannot be changed: chmod it to 0700"
        ),
    }
    Ok(())
}

fn make(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Writes a file that only this user may read.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = open(path)?;
    file.set_len(0)?;
    file.write_all(bytes.as_ref())
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
mod permissions {
    use std::fs::{self, Permissions};
    use std::io;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    /// Rights of the group and of others.
    const OTHERS: u32 = 0o077;

    /// Takes others' rights to a file or folder, if they have any.
    pub(super) fn close(path: &Path) -> io::Result<bool> {
        let mode = fs::metadata(path)?.permissions().mode();
        if mode & OTHERS == 0 {
            return Ok(false);
        }
        fs::set_permissions(path, Permissions::from_mode(mode & 0o7777 & !OTHERS))?;
        Ok(true)
    }

    /// Closes a file, or a folder with all in it; gives how many were open. Links are left alone:
    /// they lead elsewhere.
    pub(super) fn walk(path: &Path) -> usize {
        let Ok(kind) = fs::symlink_metadata(path).map(|m| m.file_type()) else { return 0 };
        if kind.is_symlink() {
            return 0;
        }
        let inside = fs::read_dir(path).into_iter().flatten().flatten();
        let inside: usize = inside.map(|entry| walk(&entry.path())).sum();
        inside + usize::from(close(path).unwrap_or(false))
    }
}

/// The right to serve a folder, until this is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a server's folder.
    ///
    /// # Errors
    /// When another process has it: which, and what to do.
    pub fn take(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(LOCK);
        let shown = path.display();
        let mut file = open(&path).with_context(|| format!("cannot open {shown}"))?;
        match file.try_lock() {
            Ok(()) => {
                file.set_len(0).and_then(|()| write!(file, "process {}", std::process::id()))?;
                Ok(Self { _file: file })
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                file.rewind()?;
                // It says who holds the lock; without it the refusal is less helpful, no more.
                let _ = file.take(100).read_to_string(&mut holder);
                let holder = if holder.is_empty() { "another process" } else { &holder };
                bail!(
                    "{} is already served by {holder}: stop that server first, or use another \
                     folder",
                    folder.display()
                )
            }
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("cannot lock {shown}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_has_a_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let lock = Lock::take(folder.path()).expect("free");
        let why = Lock::take(folder.path()).expect_err("taken").to_string();
        let holder = format!("is already served by process {}", std::process::id());
        assert!(why.contains(&holder) && why.contains("stop that server first"), "{why}");
        drop(lock);
        Lock::take(folder.path()).expect("free again");
    }

    #[cfg(unix)]
    #[test]
    fn what_was_open_to_others_is_closed() {
        use std::fs::{self, Permissions};
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("server");
        let names = ["", "files", "files/ab", "files/ab/abcd", "palestra.db", "other"];
        fs::create_dir_all(root.join("files/ab")).expect("made");
        for file in &names[3..] {
            fs::write(root.join(file), "").expect("written");
        }
        for name in names {
            fs::set_permissions(root.join(name), Permissions::from_mode(0o755)).expect("opened");
        }
        super::folder(&root, &["files", "palestra.db", "missing"]).expect("closed");
        let mode = |name| fs::metadata(root.join(name)).expect("there").permissions().mode();
        let modes = names.map(|name| mode(name) & 0o777);
        assert_eq!(modes, [0o700, 0o700, 0o700, 0o700, 0o700, 0o755]);
    }
}
