//! Code that all players got: the program subtracts it before it compares.

use crate::sketch::Code;
use crate::source::{Language, text_of};
use crate::tokens;
use std::collections::HashSet;
use std::path::Path;

/// Pages of the book whose code everybody may use.
const BOOK: [&str; 4] = [
    include_str!("../../../docs/src/players.md"),
    include_str!("../../../docs/src/start.md"),
    include_str!("../../../docs/src/javascript.md"),
    include_str!("../../../docs/src/python-players.md"),
];
/// The part of the libraries for scripts that all games share.
const LIBRARIES: [(&str, &str); 2] = [
    ("library.js", include_str!("../../../sdk/js/library.js")),
    ("library.py", include_str!("../../../sdk/python/library.py")),
];

/// Code that is known to everybody.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    patterns: HashSet<u64>,
    sequences: HashSet<u64>,
    names: Vec<String>,
}

impl Templates {
    /// Nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// All that comes with the games: headers, `AINull`, `AIDemo` and the better templates that
    /// `palestra new` writes, and the code in manuals and book.
    #[must_use]
    pub fn standard() -> Self {
        let mut all = Self::default();
        for game in games::ALL {
            let facts = game.facts();
            for (path, text) in facts.sdk {
                if [".cc", ".hh", ".js", ".py", ".rs"].iter().any(|end| path.ends_with(end)) {
                    let name = format!("{}: {path}", facts.title);
                    all.add(name, text.as_bytes(), Language::of(Path::new(path)));
                }
            }
            all.add_page(format!("{}: the manual", facts.title), facts.manual);
        }
        for (path, text) in LIBRARIES {
            all.add(path.into(), text.as_bytes(), Language::of(Path::new(path)));
        }
        for page in BOOK {
            all.add_page("the book".into(), page);
        }
        all.names.dedup();
        all
    }

    /// Adds a source that everybody was given. What cannot be parsed adds what can be.
    pub fn add(&mut self, name: String, bytes: &[u8], language: Language) {
        let Ok(text) = text_of(bytes) else { return };
        let code = Code::of(&text, language);
        self.patterns.extend(code.grams().iter().map(|g| g.hash));
        self.sequences.extend(tokens::grams(&code.tokens()));
        self.names.push(name);
    }

    /// Adds the code blocks of a page in Markdown.
    pub fn add_page(&mut self, name: String, page: &str) {
        for (language, code) in code_blocks(page) {
            self.add(name.clone(), code.as_bytes(), language);
        }
    }

    /// The owners of the subtracted code, in the order in which it was added.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub(crate) fn has_pattern(&self, hash: u64) -> bool {
        self.patterns.contains(&hash)
    }

    pub(crate) fn sequences(&self) -> &HashSet<u64> {
        &self.sequences
    }
}

/// The fenced blocks of code in a page.
fn code_blocks(page: &str) -> Vec<(Language, String)> {
    let mut found = Vec::new();
    let mut open: Option<(Option<Language>, String)> = None;
    for line in page.lines() {
        let fence = line.trim_start().strip_prefix("```");
        match (fence, &mut open) {
            (Some(word), None) => {
                let language = match word.split([',', ' ']).next() {
                    Some("c" | "cpp" | "c++" | "cc") => Some(Language::Cpp),
                    Some("js" | "javascript") => Some(Language::Js),
                    Some("py" | "python") => Some(Language::Python),
                    Some("rust" | "rs") => Some(Language::Rust),
                    _ => None,
                };
                open = Some((language, String::new()));
            }
            (Some(_), Some(_)) => {
                if let Some((Some(language), code)) = open.take() {
                    found.push((language, code));
                }
            }
            (None, Some((_, code))) => {
                code.push_str(line);
                code.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_blocks_are_told_by_their_language() {
        let page = "a\n```cpp\nint x;\n```\n```text\nno\n```\n```rust,ignore\nlet y;\n```\n";
        let found = code_blocks(page);
        assert_eq!(
            found,
            [(Language::Cpp, "int x;\n".to_owned()), (Language::Rust, "let y;\n".to_owned())]
        );
    }

    #[test]
    fn what_comes_with_the_games_has_nothing_of_its_own() {
        let templates = Templates::standard();
        for game in games::ALL {
            let endings = [".cc", ".js", ".py"];
            let is_code = |path: &str| endings.iter().any(|ending| path.ends_with(ending));
            for (path, text) in game.facts().sdk.iter().filter(|(path, _)| is_code(path)) {
                let language = Language::of(Path::new(path));
                let anatomy = crate::Anatomy::of(text.as_bytes(), language, &templates);
                let anatomy = anatomy.expect("templates can be compared");
                assert!(anatomy.grams.is_empty(), "{path}");
                assert_eq!(anatomy.remarks.last(), Some(&crate::Remark::Little), "{path}");
            }
        }
    }
}
