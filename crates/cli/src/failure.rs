//! The error messages and exit codes of the command line.

use crate::paint::Paint;
use std::fmt::Display;
use std::io;

/// All went well.
pub const DONE: u8 = 0;
/// Something failed that is not the user's fault, or a record was found to be false.
pub const OURS: u8 = 1;
/// The call or a file that it names is wrong.
pub const USAGE: u8 = 2;
/// A player was frozen in a match with limits.
pub const FROZEN: u8 = 3;
/// A player plays to the end, but has a mistake.
pub const MISTAKE: u8 = 4;
/// A record is not signed with the keys that the call names.
pub const SIGNATURE: u8 = 5;
/// Ctrl-C ended the command before its work was done: what shells say of such programs.
pub const INTERRUPTED: u8 = 130;

/// The end of a command that failed.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// The fault, in words for the user.
    pub message: String,
    /// The remedy, if there is one.
    pub help: Option<String>,
}

/// The result of a command: its exit code.
pub type Done = Result<u8, Failure>;

impl Failure {
    /// The user's call or file is wrong.
    pub fn usage(message: impl Display) -> Self {
        Self { code: USAGE, message: message.to_string(), help: None }
    }

    /// It is not the user's fault.
    pub fn ours(message: impl Display) -> Self {
        Self { code: OURS, message: message.to_string(), help: None }
    }

    /// Ctrl-C ended the command before it had a result.
    pub fn interrupted(before: impl Display) -> Self {
        let message = format!("interrupted before {before}: there are no results yet");
        Self { code: INTERRUPTED, message, help: None }
    }

    /// A file could not be read or written.
    pub fn file(doing: &str, path: impl Display, error: &io::Error) -> Self {
        Self::usage(format!("cannot {doing} {path}: {}", reason(error)))
    }

    /// Adds what to do about it.
    pub fn help(mut self, help: impl Display) -> Self {
        self.help = Some(help.to_string());
        self
    }

    /// Says it on stderr.
    pub fn print(&self) {
        let paint = Paint::stderr();
        anstream::eprintln!("{} {}", paint.bold("error:"), self.message);
        if let Some(help) = &self.help {
            anstream::eprintln!("{} {help}", paint.bold("help:"));
        }
    }
}

/// The error in words, without the name of a file beside the one that the user knows.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".into(),
        io::ErrorKind::QuotaExceeded => "your disk quota is used up".into(),
        // The library of temporary files adds the path of its own file.
        _ => error.to_string().split(" at path ").next().unwrap_or_default().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_full_disk_has_a_name() {
        let full = io::Error::from(io::ErrorKind::StorageFull);
        let said = Failure::file("write", "a.res", &full).message;
        assert_eq!(said, "cannot write a.res: the disk is full");
    }

    #[test]
    fn the_name_of_a_file_beside_it_stays_out() {
        let failed = crate::files::Whole::create(Path::new("/nowhere/at/all/a.res"));
        let error = failed.err().expect("the folder is missing");
        let said = Failure::file("write", "a.res", &error).message;
        assert!(said.starts_with("cannot write a.res: ") && !said.contains(".palestra-"), "{said}");
    }
}
