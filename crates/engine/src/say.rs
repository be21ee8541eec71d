//! The sentences of games for people, in a form that every language can translate.

use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::fmt::{self, Display, Formatter};

/// Words of a game with what is filled in.
///
/// The English form is the key: the game's [texts](crate::scene::Stage::words) have the other
/// languages. In JSON a plain text is a string, words are an array: the key, then what fills
/// its places, e.g. `["hits {} {}", ["knight"], "42"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Say {
    /// Numbers and names, the same in every language.
    Plain(String),
    /// English words with `{}` wherever something is filled in, and what is filled in.
    Words(&'static str, Vec<Say>),
}

impl Say {
    /// The same text in every language, e.g. a player's name.
    pub fn plain(text: impl Display) -> Self {
        Self::Plain(text.to_string())
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Plain(text) => text.is_empty(),
            Self::Words(key, _) => key.is_empty(),
        }
    }

    /// Visits all keys in it, its own and those of its parts, with the number of parts of each.
    pub fn keys(&self, visit: &mut impl FnMut(&'static str, usize)) {
        if let Self::Words(key, parts) = self {
            visit(key, parts.len());
            parts.iter().for_each(|part| part.keys(visit));
        }
    }
}

impl Default for Say {
    fn default() -> Self {
        Self::Plain(String::new())
    }
}

/// In English.
impl Display for Say {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) => out.write_str(text),
            Self::Words(key, parts) => {
                let mut pieces = key.split("{}");
                out.write_str(pieces.next().unwrap_or_default())?;
                let mut parts = parts.iter();
                for piece in pieces {
                    if let Some(part) = parts.next() {
                        part.fmt(out)?;
                    }
                    out.write_str(piece)?;
                }
                Ok(())
            }
        }
    }
}

impl Serialize for Say {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(text) => to.serialize_str(text),
            Self::Words(key, parts) => {
                let mut list = to.serialize_seq(Some(1 + parts.len()))?;
                list.serialize_element(key)?;
                parts.iter().try_for_each(|part| list.serialize_element(part))?;
                list.end()
            }
        }
    }
}

/// Words without anything filled in; texts that are not known before the match are plain.
impl From<&'static str> for Say {
    fn from(key: &'static str) -> Self {
        if key.is_empty() { Self::default() } else { Self::Words(key, Vec::new()) }
    }
}

impl From<String> for Say {
    fn from(text: String) -> Self {
        Self::Plain(text)
    }
}

impl From<&String> for Say {
    fn from(text: &String) -> Self {
        Self::Plain(text.clone())
    }
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl From<$number> for Say {
            fn from(number: $number) -> Self {
                Self::Plain(number.to_string())
            }
        }
    )* };
}
numbers!(i8 u8 i32 u32 i64 usize f64);

/// Words with what fills their places: `say!("hits {} {}", "knight", 42)`.
#[macro_export]
macro_rules! say {
    ($key:literal $(, $part:expr)* $(,)?) => {
        $crate::Say::Words($key, vec![$($crate::Say::from($part)),*])
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_the_key_filled_in() {
        let told = say!("{} hits {} {}", 7, "knight", String::from("of {}"));
        assert_eq!(told.to_string(), "7 hits knight of {}");
        assert_eq!(Say::from("").to_string(), "");
        assert!(Say::from("").is_empty() && Say::default().is_empty() && !told.is_empty());
        assert_eq!(say!("{} and {}", 1).to_string(), "1 and ");
    }

    #[test]
    fn words_and_plain_texts_differ_in_json() {
        let told = say!("hits {} {}", "knight", 42);
        let json = serde_json::to_string(&told).expect("texts and lists");
        assert_eq!(json, r#"["hits {} {}",["knight"],"42"]"#);
        let json = serde_json::to_string(&Say::plain("knight")).expect("a text");
        assert_eq!(json, r#""knight""#);
        let mut keys = Vec::new();
        told.keys(&mut |key, parts| keys.push((key, parts)));
        assert_eq!(keys, [("hits {} {}", 2), ("knight", 0)]);
    }
}
