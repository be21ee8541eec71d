//! The notes and decisions of people about pairs, in a file that only grows.
//!
//! Each line is a JSON object. Entries belong to sources, by their digests, not to names: a
//! file that is renamed keeps its history.

use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// No honest line is longer.
const LINE_MAX: u64 = 1 << 16;

/// The decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// One copied from the other, or both from a third.
    Copied,
    /// They worked independently, or were allowed to share.
    Cleared,
    /// Nothing is decided yet.
    Open,
}

impl Decision {
    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Copied => "copied",
            Self::Cleared => "cleared",
            Self::Open => "open",
        }
    }
}

/// A note or decision about a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When, in seconds since 1970.
    pub time: u64,
    /// The author of the note.
    pub by: String,
    /// Digests of both sources, the lesser one first.
    pub sources: [String; 2],
    /// The names at that time.
    pub names: [String; 2],
    /// The decision.
    pub verdict: Decision,
    /// The note; may be empty.
    pub note: String,
}

/// The digests of a pair in the order of entries.
#[must_use]
pub fn key(a: &str, b: &str) -> [String; 2] {
    if a <= b { [a.into(), b.into()] } else { [b.into(), a.into()] }
}

/// Reads all entries; a file that is not there has none. Also says how many lines are no
/// entries, because somebody damaged the file.
///
/// # Errors
/// When the file cannot be read.
pub fn read(path: &Path) -> io::Result<(Vec<Entry>, usize)> {
    let file = match File::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        file => file?,
    };
    let mut reader = BufReader::new(file);
    let (mut entries, mut damaged) = (Vec::new(), 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        if io::Read::take(&mut reader, LINE_MAX).read_until(b'\n', &mut line)? == 0 {
            return Ok((entries, damaged));
        }
        match serde_json::from_slice(&line) {
            Ok(entry) => entries.push(entry),
            Err(_) if line.trim_ascii().is_empty() => {}
            Err(_) => damaged += 1,
        }
    }
}

/// Adds an entry at the end of the file, which is made if need be.
///
/// # Errors
/// When the file cannot be written, or the entry is too long.
pub fn add(path: &Path, entry: &Entry) -> io::Result<()> {
    let mut line = serde_json::to_string(entry)?;
    if line.len() as u64 >= LINE_MAX {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the note is too long"));
    }
    line.push('\n');
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(line.as_bytes())?;
    file.sync_all()
}
