//! The journal of a series: results as they come, so that an interrupted series can go on.
//!
//! A line of JSON that says what the series is, then one line per result. A last line that was
//! cut short is dropped.

use crate::environment::Trouble;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

const FORMAT: u32 = 1;

/// A journal, or none: then nothing is kept.
#[derive(Default)]
pub struct Journal {
    kept: Option<BufReader<File>>,
    /// Bytes of whole lines read so far.
    good: u64,
    writer: Option<BufWriter<File>>,
    resumed: u64,
}

impl Journal {
    /// A journal that keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The journal in this file, for the series with this digest. With `resume` its results are
    /// taken over if it is a journal of the same series; else it begins anew.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn open(path: &Path, digest: &str, resume: bool) -> Result<Self, Trouble> {
        let trouble = |e: std::io::Error| Trouble::Journal(format!("{}: {e}", path.display()));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(trouble)?;
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(!resume)
            .open(path)
            .map_err(trouble)?;
        let head =
            format!("{}\n", serde_json::json!({"palestra_journal": FORMAT, "digest": digest}));
        let mut reader = BufReader::new(file.try_clone().map_err(trouble)?);
        let mut line = String::new();
        let same = reader.read_line(&mut line).is_ok() && line == head;
        let mut journal = Self { good: head.len() as u64, ..Self::default() };
        if same {
            journal.kept = Some(reader);
        } else {
            file.set_len(0).map_err(trouble)?;
            file.seek(SeekFrom::Start(0)).map_err(trouble)?;
            file.write_all(head.as_bytes()).map_err(trouble)?;
        }
        journal.writer = Some(BufWriter::new(file));
        Ok(journal)
    }

    /// How many results were taken over.
    #[must_use]
    pub fn resumed(&self) -> u64 {
        self.resumed
    }

    /// The next result that was kept; afterwards only [`add`](Self::add) may be called.
    pub(crate) fn next<T: DeserializeOwned>(&mut self) -> Option<T> {
        let reader = self.kept.as_mut()?;
        let mut line = String::new();
        let read = reader.read_line(&mut line).ok().filter(|_| line.ends_with('\n'));
        let value = read.and_then(|_| serde_json::from_str(&line).ok());
        match value {
            Some(value) => {
                self.good += line.len() as u64;
                self.resumed += 1;
                Some(value)
            }
            None => {
                self.kept = None;
                None
            }
        }
    }

    /// Adds a result.
    pub(crate) fn add(&mut self, result: &impl Serialize) -> Result<(), Trouble> {
        let trouble = |e: std::io::Error| Trouble::Journal(e.to_string());
        let Some(writer) = &mut self.writer else { return Ok(()) };
        if self.good > 0 {
            // From here on the file is what was read plus what is added.
            let file = writer.get_mut();
            file.set_len(self.good).map_err(trouble)?;
            file.seek(SeekFrom::Start(self.good)).map_err(trouble)?;
            self.good = 0;
        }
        let text = serde_json::to_string(result).map_err(|e| Trouble::Journal(e.to_string()))?;
        writeln!(writer, "{text}").map_err(trouble)
    }

    /// Writes what is not written yet.
    pub(crate) fn finish(&mut self) -> Result<(), Trouble> {
        match &mut self.writer {
            Some(writer) => writer.flush().map_err(|e| Trouble::Journal(e.to_string())),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(journal: &mut Journal) -> Vec<u32> {
        std::iter::from_fn(|| journal.next()).collect()
    }

    #[test]
    fn what_was_kept_is_found_again_but_for_a_line_cut_short() {
        let folder = std::env::temp_dir().join(format!("palestra-journal-{}", std::process::id()));
        let path = folder.join("j");
        let mut journal = Journal::open(&path, "abc", true).expect("opens");
        assert!(all(&mut journal).is_empty());
        (1..=5).for_each(|n: u32| journal.add(&n).expect("adds"));
        journal.finish().expect("writes");
        // Killed while it wrote.
        let mut text = fs::read(&path).expect("reads");
        text.extend(b"12");
        fs::write(&path, text).expect("writes");
        let mut journal = Journal::open(&path, "abc", true).expect("opens");
        assert_eq!(all(&mut journal), [1, 2, 3, 4, 5]);
        journal.add(&6).expect("adds");
        journal.finish().expect("writes");
        let mut journal = Journal::open(&path, "abc", true).expect("opens");
        assert_eq!(all(&mut journal), [1, 2, 3, 4, 5, 6]);
        let mut other = Journal::open(&path, "abd", true).expect("opens");
        assert!(all(&mut other).is_empty(), "another series");
        let mut fresh = Journal::open(&path, "abd", false).expect("opens");
        assert!(all(&mut fresh).is_empty());
        fs::write(&path, "\u{0}\n\n{}").expect("writes");
        let mut damaged = Journal::open(&path, "abd", true).expect("opens");
        assert!(all(&mut damaged).is_empty());
        fs::remove_dir_all(folder).expect("removes");
    }
}
