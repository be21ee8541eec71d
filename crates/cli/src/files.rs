//! Files that commands write: whole or not at all.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that appears in its place when [`keep`](Self::keep) is called. Until then its bytes go
/// into a file beside it, which is removed when something fails. Devices and pipes are written as
/// they are.
pub enum Whole {
    /// Beside its place.
    Beside(NamedTempFile, PathBuf),
    /// A device or a pipe.
    Straight(File),
}

impl Whole {
    /// Begins a file.
    ///
    /// # Errors
    /// When the folder is missing or may not be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A link stays a link: the file that it leads to is replaced.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if fs::metadata(&place).is_ok_and(|there| !there.is_file()) {
            return Ok(Self::Straight(File::create(&place)?));
        }
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".palestra-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let there = fs::metadata(&place).map(|there| there.permissions());
            // A new file gets what the user's mask leaves of it.
            builder.permissions(there.unwrap_or_else(|_| fs::Permissions::from_mode(0o666)));
        }
        let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        Ok(Self::Beside(file, place))
    }

    /// Puts the file into its place.
    ///
    /// # Errors
    /// When the file cannot be renamed.
    pub fn keep(self) -> io::Result<()> {
        match self {
            Self::Beside(file, place) => file.persist(place).map(drop).map_err(|e| e.error),
            Self::Straight(mut file) => file.flush(),
        }
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Beside(file, _) => file.write(bytes),
            Self::Straight(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Beside(file, _) => file.flush(),
            Self::Straight(file) => file.flush(),
        }
    }
}

/// Reads a file that must have contents.
///
/// # Errors
/// When the file cannot be read, or is empty.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = fs::read(path).map_err(|e| Failure::file("read", path.display(), &e))?;
    match bytes.is_empty() {
        true => Err(Failure::usage(format!("{}: the file is empty", path.display()))),
        false => Ok(bytes),
    }
}

/// Writes a file.
///
/// # Errors
/// When the folder is missing, or the disk is full: a file that was there stays as it was.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let written = Whole::create(path).and_then(|mut file| {
        file.write_all(bytes.as_ref())?;
        file.keep()
    });
    written.map_err(|e| Failure::file("write", path.display(), &e))
}

/// Refuses a file whose folder is missing, before the work whose result it gets.
///
/// # Errors
/// When there is no such folder.
pub fn has_folder(path: Option<&Path>) -> Result<(), Failure> {
    let folder = path.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    match (path, folder) {
        (Some(path), Some(folder)) if !folder.is_dir() => {
            let (path, folder) = (path.display(), folder.display());
            let message = format!("cannot write {path}: the folder {folder} does not exist");
            Err(Failure::usage(message).help(format!("make it: mkdir -p {folder}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_not_kept_leaves_what_was_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.res");
        fs::write(&path, "before").expect("writes");
        let mut begun = Whole::create(&path).expect("begins");
        begun.write_all(b"half").expect("writes");
        drop(begun);
        assert_eq!(fs::read_to_string(&path).expect("reads"), "before");
        assert_eq!(fs::read_dir(folder.path()).expect("lists").count(), 1, "nothing is left");
        write(&path, "after").map_err(|f| f.message).expect("writes");
        assert_eq!(fs::read_to_string(&path).expect("reads"), "after");
    }

    #[test]
    #[cfg(unix)]
    fn links_modes_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        write(&file, "one").map_err(|f| f.message).expect("writes");
        assert_ne!(fs::metadata(&file).expect("is there").mode() & 0o044, 0, "others may read");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("changes");
        symlink("file", &link).expect("links");
        write(&link, "two").map_err(|f| f.message).expect("writes");
        assert!(fs::symlink_metadata(&link).expect("is there").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("reads"), "two");
        assert_eq!(fs::metadata(&file).expect("is there").mode() & 0o777, 0o600);
        write(Path::new("/dev/null"), "x").map_err(|f| f.message).expect("writes");
        assert!(!fs::metadata("/dev/null").expect("is there").is_file());
        assert!(write(Path::new("/dev/full"), "x").is_err());
    }

    #[test]
    fn a_missing_folder_is_named() {
        let missing = Path::new("/nowhere/at/all/report.html");
        let said = has_folder(Some(missing)).expect_err("is refused").message;
        assert!(said.contains("the folder /nowhere/at/all does not exist"), "{said}");
        assert!(has_folder(Some(Path::new("report.html"))).is_ok());
        assert!(has_folder(None).is_ok());
    }
}
