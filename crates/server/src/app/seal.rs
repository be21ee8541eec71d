//! The key that marks browsers: a file in the server's folder.

use anyhow::Context;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// The file with the key, in the server's folder.
const FILE: &str = "machine-code.key";

/// The key that marks browsers. It never leaves this process.
pub struct Seal {
    key: [u8; 32],
}

impl Seal {
    /// The key of a server's folder, made when there is none.
    ///
    /// # Errors
    /// When the folder cannot be written or the file cannot be read.
    pub fn of_folder(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(FILE);
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|e| anyhow::anyhow!("no random numbers: {e}"))?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        // Written under another name first, so that nobody reads half a key.
        let draft = folder.join(format!("{FILE}.{}", crate::secret::id()));
        let made = options.open(&draft).and_then(|mut file| file.write_all(&key));
        made.with_context(|| format!("cannot write {}", draft.display()))?;
        // A link fails when there is a key already: then that one holds.
        let linked = fs::hard_link(&draft, &path);
        fs::remove_file(&draft)?;
        match linked {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(error).with_context(|| format!("cannot write {}", path.display()));
            }
            _ => {}
        }
        let mut file = fs::File::open(&path)?;
        file.read_exact(&mut key).with_context(|| format!("{} is not a key", path.display()))?;
        Ok(Self { key })
    }

    /// A fresh mark for a browser that has signed in to the account with this login.
    #[must_use]
    pub fn mark(&self, login: &str) -> String {
        let id = crate::secret::id();
        format!("{id}.{}", self.of_browser(login, &id).to_hex())
    }

    /// The id in the mark of a browser that has signed in to the account with this login before;
    /// none where the mark is another account's or nobody's.
    #[must_use]
    pub fn marked<'a>(&self, login: &str, mark: &'a str) -> Option<&'a str> {
        let (id, seal) = mark.split_once('.')?;
        let right = self.of_browser(login, id);
        blake3::Hash::from_hex(seal).is_ok_and(|hash| hash == right).then_some(id)
    }

    fn of_browser(&self, login: &str, id: &str) -> blake3::Hash {
        let key = blake3::derive_key("palestra 2026 browser", &self.key);
        blake3::keyed_hash(&key, format!("{login}\n{id}").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_key_and_its_marks_hold() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = Seal::of_folder(folder.path()).expect("a key");
        let again = Seal::of_folder(folder.path()).expect("the same key");
        assert_eq!(first.key, again.key);
        let mark = first.mark("alice");
        assert!(again.marked("alice", &mark).is_some_and(|id| mark.starts_with(id)));
        assert_eq!((again.marked("bob", &mark), again.marked("alice", "a.b")), (None, None));
        let other = tempfile::tempdir().expect("a folder");
        let other = Seal::of_folder(other.path()).expect("another key");
        assert_eq!(other.marked("alice", &mark), None);
    }
}
