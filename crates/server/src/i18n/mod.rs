//! Texts of the website. Each language is a folder of Fluent files in `assets/locales`.

pub(crate) mod catalogue;

use axum::http::{HeaderMap, header};
use catalogue::Catalogue;
pub use fluent_bundle::FluentValue;
use std::sync::OnceLock;

/// The folders of `assets/locales`: the code of each language and the texts of its files.
pub(crate) const LOCALES: &[(&str, &[&str])] = &include!(concat!(env!("OUT_DIR"), "/locales.rs"));

/// All texts, read once.
fn catalogue() -> &'static Catalogue {
    static ALL: OnceLock<Catalogue> = OnceLock::new();
    ALL.get_or_init(|| Catalogue::new(LOCALES))
}

/// A language of the website: its place in the list, where English is first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lang(usize);

impl Lang {
    /// English, also for everybody whose language is none of the others.
    pub const EN: Self = Self(0);

    /// All languages, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..catalogue().len()).map(Self)
    }

    /// The language with this code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Self::all().find(|lang| lang.code() == code)
    }

    /// Its code, such as `ca`.
    #[must_use]
    pub fn code(self) -> &'static str {
        catalogue().code(self.0)
    }

    /// The first language of ours that a browser asks for.
    #[must_use]
    pub fn accepted(headers: &HeaderMap) -> Self {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok());
        let tags = wanted.unwrap_or_default().split(',');
        let codes = tags.filter_map(|tag| tag.trim().split(['-', ';']).next());
        codes.filter_map(Self::of_code).next().unwrap_or_default()
    }

    /// The text with this id, which has no places.
    #[must_use]
    pub fn t(self, id: &'static str) -> &'static str {
        catalogue().plain(self.0, id).unwrap_or(id)
    }

    /// The text with this id, with these values in its places.
    #[must_use]
    pub fn with(self, id: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        let values = values.iter().map(|(place, value)| (*place, value.clone())).collect();
        catalogue().filled(self.0, id, &values).unwrap_or_else(|| id.into())
    }

    /// The text with this id about so many things: its place `count`.
    #[must_use]
    pub fn count(self, id: &str, n: impl Number) -> String {
        self.with(id, &[("count", n.number().into())])
    }

    /// The word for a state, a kind or a role.
    #[must_use]
    pub fn word<T: Worded>(self, one: T) -> String {
        self.with(&one.text(), &[])
    }
}

/// A type with a text for each of its values, with the id `PREFIX-value`.
pub trait Worded {
    /// The start of the ids of the texts.
    const PREFIX: &'static str;

    /// The end of the id of this value.
    fn ending(&self) -> &'static str;

    /// The id of its text.
    fn text(&self) -> String {
        format!("{}-{}", Self::PREFIX, self.ending())
    }
}

impl<T: Worded> Worded for &T {
    const PREFIX: &'static str = T::PREFIX;

    fn ending(&self) -> &'static str {
        T::ending(self)
    }
}

/// A number of things, from which a language chooses singular or plural.
pub trait Number {
    /// The number.
    fn number(&self) -> i64;
}

impl Number for i64 {
    fn number(&self) -> i64 {
        *self
    }
}

impl Number for i32 {
    fn number(&self) -> i64 {
        (*self).into()
    }
}

impl Number for usize {
    fn number(&self) -> i64 {
        i64::try_from(*self).unwrap_or(i64::MAX)
    }
}

impl<T: Number> Number for &T {
    fn number(&self) -> i64 {
        T::number(self)
    }
}
