//! A player's source and how it is to be built.

use crate::confine::Confine;
use crate::error::{At, Error};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The C++ standard that a player is compiled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standard {
    /// C++11, as the old kits did. A later one adds names to `std` that clash with theirs.
    #[default]
    Cpp11,
    /// C++14.
    Cpp14,
    /// C++17.
    Cpp17,
    /// C++20.
    Cpp20,
}

impl Standard {
    /// Its number: `11`, `14`, `17`, `20`.
    #[must_use]
    pub fn number(self) -> &'static str {
        match self {
            Self::Cpp11 => "11",
            Self::Cpp14 => "14",
            Self::Cpp17 => "17",
            Self::Cpp20 => "20",
        }
    }
}

impl std::str::FromStr for Standard {
    type Err = String;

    /// Reads `17`, `c++17` or `gnu++17`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim_start_matches("gnu").trim_start_matches("c++") {
            "11" | "0x" => Ok(Self::Cpp11),
            "14" => Ok(Self::Cpp14),
            "17" => Ok(Self::Cpp17),
            "20" | "2a" => Ok(Self::Cpp20),
            _ => Err(format!("`{text}` is not a C++ standard for players; use 11, 14, 17 or 20")),
        }
    }
}

/// The purpose of a local program; modules know only the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To play.
    #[default]
    Match,
    /// To be looked at in a debugger: nothing is optimised away, assertions hold.
    Debug,
    /// To find mistakes: wild reads and writes, overflows, whatever else is undefined.
    Sanitize,
}

/// A number that no system gives to an account by itself, and that containers have.
const COMPILER_USER: u32 = 61_011;

/// How a player is built.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The C++ standard.
    pub standard: Standard,
    /// For `check` and debugging: reads through null, indices outside of arrays and vectors, and
    /// other mistakes end the player where they happen. Never for matches: real players read
    /// index -1 and get away with it.
    pub check: bool,
    /// Keep file and line of every instruction, for failure receipts. Costs 10 % in size and
    /// 2 % in compile time, and nothing while playing.
    pub lines: bool,
    /// How strictly the compiler is confined.
    pub confine: Confine,
    /// The user and group, by number, that the compiler runs as where we are root. It needs no
    /// account; nobody else should have it.
    pub user: u32,
    /// The purpose of a local program.
    pub purpose: Purpose,
    /// Whether the player may look ahead: the rules are then linked into its module.
    pub forward: bool,
}

impl Default for Options {
    /// For matches, with lines, confined as far as the kernel goes.
    fn default() -> Self {
        let (standard, confine) = (Standard::default(), Confine::default());
        let purpose = Purpose::default();
        let (user, forward) = (COMPILER_USER, false);
        Self { standard, check: false, lines: true, confine, user, purpose, forward }
    }
}

/// The source of a player.
#[derive(Clone, Debug)]
pub struct Source {
    /// The player's name: that of its file without `AI` and its ending.
    pub name: String,
    /// The name of its file, for messages.
    pub file: String,
    /// Its text.
    pub text: Vec<u8>,
}

/// The language of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C++.
    Cpp,
    /// Rust.
    Rust,
    /// JavaScript.
    Js,
    /// Python.
    Python,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::Cpp, Self::Rust, Self::Js, Self::Python];

    /// The ending of its files.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Cpp => "cc",
            Self::Rust => "rs",
            Self::Js => "js",
            Self::Python => "py",
        }
    }

    /// Its name.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Cpp => "C++",
            Self::Rust => "Rust",
            Self::Js => "JavaScript",
            Self::Python => "Python",
        }
    }

    /// Whether an engine in the sandbox interprets it.
    #[must_use]
    pub fn is_script(self) -> bool {
        matches!(self, Self::Js | Self::Python)
    }

    /// The language of a file; C++ where the ending is none of the others'.
    #[must_use]
    pub fn of(file: &Path) -> Self {
        let ending = file.extension().and_then(|ending| ending.to_str());
        let own = |language: &Self| ending == Some(language.ending());
        Self::ALL.into_iter().find(own).unwrap_or(Self::Cpp)
    }
}

impl Source {
    /// The language that it is written in.
    #[must_use]
    pub fn language(&self) -> Language {
        Language::of(Path::new(&self.file))
    }

    /// A source from its file name and text. A name that could mean something to a compiler or
    /// a file system is replaced.
    #[must_use]
    pub fn new(file: &str, text: impl Into<Vec<u8>>) -> Self {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let fine = file.len() <= 64
            && file.starts_with(|c: char| c.is_ascii_alphabetic())
            && file.chars().all(plain);
        let replaced = format!("AIPlayer.{}", Language::of(Path::new(file)).ending());
        let file = if fine { file } else { &replaced };
        let stem = file.split('.').next().unwrap_or(file);
        let name = stem.strip_prefix("AI").filter(|n| !n.is_empty()).unwrap_or(stem);
        Self { name: name.to_string(), file: file.to_string(), text: text.into() }
    }

    /// Reads a source.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read(path).at(path)?;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(Self::new(&file, text))
    }
}
