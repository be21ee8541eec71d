//! A source file, read with suspicion: what it is, and why it cannot be compared, if so.

use crate::module::Unreadable;
use std::path::Path;

/// Sources above this many bytes are not compared: a player has a few thousand lines, and
/// whoever sends more is testing us.
pub const LARGEST: usize = 1 << 18;

/// The language of a source.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Language {
    /// C++.
    Cpp,
    /// Rust.
    Rust,
}

impl Language {
    /// The language that the ending of a file's name tells; C++ when it tells nothing.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        match path.extension().and_then(|e| e.to_str()) {
            Some("rs") => Self::Rust,
            _ => Self::Cpp,
        }
    }

    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpp => "C++",
            Self::Rust => "Rust",
        }
    }
}

/// What has to be said about a source before anybody trusts its scores.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// It is longer than [`LARGEST`].
    #[error(
        "not compared: it has {} KiB, and sources of at most {} KiB are compared",
        _0 / 1024,
        LARGEST / 1024
    )]
    TooLarge(usize),
    /// It holds bytes that no text holds.
    #[error("not compared: byte {0} is zero, so this is no source text")]
    Binary(usize),
    /// There is nothing in it.
    #[error("not compared: it is empty, or holds comments only")]
    Empty,
    /// The parser gave up.
    #[error(
        "its nesting or its mistakes are beyond what the parser follows, so it is compared by its \
         tokens: look at it"
    )]
    Unparsable,
    /// Parts of it are no program text in its language.
    #[error(
        "{0} % of it is not {1} after its macros are expanded, so it is compared by its tokens: \
         look at it"
    )]
    Broken(u32, &'static str),
    /// Its macros expand without end.
    #[error("its macros expand without end, and were expanded in part: look at it")]
    Endless,
    /// It gives its lines other numbers or files.
    #[error("it gives its lines other numbers or another file's name (`#line`): look at it")]
    Relined,
    /// Its module is not compared.
    #[error("{0}: only its source is compared")]
    Module(Unreadable),
    /// There is too little of its own to say anything.
    #[error("hardly anything is its own once the templates are subtracted: its scores say little")]
    Little,
}

impl Remark {
    /// Whether the source takes no part in any comparison.
    #[must_use]
    pub fn excludes(&self) -> bool {
        matches!(self, Self::TooLarge(_) | Self::Binary(_) | Self::Empty)
    }

    /// Whether organisers should look at the source itself: honest sources are seldom like this.
    #[must_use]
    pub fn is_finding(&self) -> bool {
        !matches!(self, Self::Empty | Self::Little | Self::Module(_))
    }
}

/// The text of a source, or why it is none. Bytes that are not UTF-8 become question marks:
/// old sources have comments in all sorts of encodings.
///
/// # Errors
/// When it is too large, binary or blank.
pub fn text_of(bytes: &[u8]) -> Result<String, Remark> {
    if bytes.len() > LARGEST {
        return Err(Remark::TooLarge(bytes.len()));
    }
    if let Some(at) = bytes.iter().position(|b| *b == 0) {
        return Err(Remark::Binary(at));
    }
    if bytes.trim_ascii().is_empty() {
        return Err(Remark::Empty);
    }
    // One replacement per byte keeps positions in text and file the same.
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|b| if b.is_ascii() { char::from(*b) } else { '?' }).collect(),
    })
}
