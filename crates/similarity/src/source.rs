//! A source file from an untrusted author: its kind, and the reason if it cannot be compared.

use crate::module::Unreadable;
use std::path::Path;

/// Sources above this many bytes are not compared: a player has a few thousand lines, and
/// whoever sends more is testing us.
pub const LARGEST: usize = 1 << 18;

/// The endings of files that [`Language::of`] knows.
pub const ENDINGS: [&str; 9] = ["c", "cc", "cpp", "cxx", "js", "mjs", "py", "pyi", "rs"];

/// The language of a source. Indexes keep the numbers of the variants: add new ones at the end.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
)]
pub enum Language {
    /// C++, and C, which is compared as if it were C++.
    #[default]
    Cpp,
    /// Rust.
    Rust,
    /// JavaScript.
    Js,
    /// Python.
    Python,
}

impl Language {
    /// The language that the ending of a file's name tells; C++ when it tells nothing.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        match path.extension().and_then(|e| e.to_str()) {
            Some("rs") => Self::Rust,
            Some("js" | "mjs") => Self::Js,
            Some("py" | "pyi") => Self::Python,
            _ => Self::Cpp,
        }
    }

    /// Whether an engine reads its sources, so that no compiler makes a module of each.
    #[must_use]
    pub fn is_script(self) -> bool {
        matches!(self, Self::Js | Self::Python)
    }

    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpp => "C++",
            Self::Rust => "Rust",
            Self::Js => "JavaScript",
            Self::Python => "Python",
        }
    }
}

/// A remark about a source that people need before they trust its scores.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remark {
    /// It is longer than [`LARGEST`].
    #[error(
        "not compared: the source has {} KiB, at most {} KiB are allowed",
        _0 / 1024,
        LARGEST / 1024
    )]
    TooLarge(usize),
    /// It holds bytes that no text holds.
    #[error("not compared: byte {0} is zero, so the file is not text")]
    Binary(usize),
    /// There is nothing in it.
    #[error("not compared: the source is empty or has only comments")]
    Empty,
    /// The parser gave up.
    #[error(
        "the source has too many levels or mistakes for the parser, so its tokens are compared: \
         read it yourself"
    )]
    Unparsable,
    /// Parts of it are no program text in its language.
    #[error(
        "{0} % of the source is not {language} after the expansion of macros, so its tokens are \
         compared: read it yourself",
        language = _1.name()
    )]
    Broken(u32, Language),
    /// Its macros expand without end.
    #[error("the macros expand without end, so only a part was expanded: read the source yourself")]
    Endless,
    /// It gives its lines other numbers or files.
    #[error(
        "`#line` changes the numbers of lines or the name of the file: read the source \
     yourself"
    )]
    Relined,
    /// Its module is not compared.
    #[error("{0}: only the source is compared")]
    Module(Unreadable),
    /// There is too little of its own to say anything.
    #[error(
        "hardly any code is left after the subtraction of templates, so the scores \
     are not reliable"
    )]
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
