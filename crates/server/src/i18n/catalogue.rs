//! The texts of all languages, and how values get into them.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast::Entry;
use std::collections::HashMap;

/// The language of those whose language has no folder, and of texts that a language lacks.
const FALLBACK: &str = "en";

struct Language {
    code: String,
    bundle: FluentBundle<FluentResource>,
    /// The texts without places, which most are.
    plain: HashMap<String, String>,
}

/// The texts of all languages.
pub(crate) struct Catalogue {
    languages: Vec<Language>,
}

impl Language {
    fn new(code: &str, files: &[&str]) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![code.parse().unwrap_or_default()]);
        // Values stand in the text without marks of direction around them.
        bundle.set_use_isolating(false);
        let mut ids = Vec::new();
        for file in files {
            // Of a file with a wrong line the other lines count; a test refuses wrong lines.
            let read = FluentResource::try_new((*file).into()).unwrap_or_else(|(rest, _)| rest);
            ids.extend(read.entries().filter_map(|entry| match entry {
                Entry::Message(message) => Some(message.id.name.to_string()),
                _ => None,
            }));
            bundle.add_resource_overriding(read);
        }
        let mut language = Self { code: code.into(), bundle, plain: HashMap::new() };
        for id in ids {
            if let Some((text, true)) = language.text(&id, &FluentArgs::new()) {
                language.plain.insert(id, text);
            }
        }
        language
    }

    /// A text with values, and whether these were all that it needs.
    fn text(&self, id: &str, values: &FluentArgs<'_>) -> Option<(String, bool)> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut lacking = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(values), &mut lacking);
        Some((text.into_owned(), lacking.is_empty()))
    }
}

impl Catalogue {
    /// The texts of these languages: of each its code and its files.
    pub(crate) fn new(all: &[(&str, &[&str])]) -> Self {
        let read = all.iter().map(|(code, files)| Language::new(code, files));
        let mut languages: Vec<Language> = read.collect();
        languages.sort_by_key(|one| (one.code != FALLBACK, one.code.clone()));
        Self { languages }
    }

    /// How many languages there are.
    pub(crate) fn len(&self) -> usize {
        self.languages.len()
    }

    /// The code of a language.
    pub(crate) fn code(&self, language: usize) -> &str {
        self.languages.get(language).map_or(FALLBACK, |one| &one.code)
    }

    /// The language, then the one that stands in for it.
    fn tried(&self, language: usize) -> impl Iterator<Item = &Language> {
        self.languages.get(language).into_iter().chain(self.languages.first())
    }

    /// A text without places.
    pub(crate) fn plain(&self, language: usize, id: &str) -> Option<&str> {
        self.tried(language).find_map(|one| one.plain.get(id)).map(String::as_str)
    }

    /// A text with values in its places.
    pub(crate) fn filled(
        &self,
        language: usize,
        id: &str,
        values: &FluentArgs<'_>,
    ) -> Option<String> {
        let (text, complete) = self.tried(language).find_map(|one| one.text(id, values))?;
        if !complete {
            tracing::error!(id, "a text of the website lacks a value");
        }
        Some(text)
    }
}
