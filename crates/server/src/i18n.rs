//! Texts of the website in English, Catalan and Spanish.

use axum::http::{HeaderMap, header};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// One text per line: English, Catalan, Spanish. A fourth part is the English that people read,
/// where the first is a word of the database.
const TEXTS: [&str; 3] = [
    include_str!("../assets/texts.txt"),
    include_str!("../assets/texts_competition.txt"),
    include_str!("../assets/texts_refusals.txt"),
];

fn texts() -> impl Iterator<Item = (&'static str, [&'static str; 3])> {
    TEXTS.iter().flat_map(|file| file.lines()).filter_map(|line| {
        let mut parts = line.split('|');
        let (key, ca, es) = (parts.next()?, parts.next()?, parts.next()?);
        Some((key, [parts.next().unwrap_or(key), ca, es]))
    })
}

/// A text without its line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A language of the website.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English, also for everybody whose language is none of the others.
    #[default]
    En,
    /// Catalan.
    Ca,
    /// Spanish.
    Es,
}

impl Lang {
    /// The language with this code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        match code {
            "en" => Some(Self::En),
            "ca" => Some(Self::Ca),
            "es" => Some(Self::Es),
            _ => None,
        }
    }

    /// Its code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ca => "ca",
            Self::Es => "es",
        }
    }

    /// The first language of ours that a browser asks for.
    #[must_use]
    pub fn accepted(headers: &HeaderMap) -> Self {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok());
        let codes = wanted.unwrap_or_default().split(',').filter_map(|part| part.trim().get(..2));
        codes.filter_map(Self::of_code).next().unwrap_or_default()
    }

    /// A text in this language; what has no translation stays English. Templates break long texts
    /// into lines.
    #[must_use]
    pub fn t(self, english: &str) -> &str {
        static TABLE: OnceLock<BTreeMap<&str, [&str; 3]>> = OnceLock::new();
        let table = TABLE.get_or_init(|| texts().collect());
        let found = match english.contains('\n') {
            true => table.get(one_line(english).as_str()),
            false => table.get(english),
        };
        let Some([en, ca, es]) = found else { return english };
        match self {
            Self::En => en,
            Self::Ca => ca,
            Self::Es => es,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_of_the_templates_is_translated() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates");
        let mut seen = 0;
        for file in std::fs::read_dir(folder).expect("the templates").flatten() {
            let text = std::fs::read_to_string(file.path()).expect("a template");
            for part in text.split("l.t(\"").skip(1) {
                let lines = part.split("\")").next().unwrap_or_default();
                let english = one_line(lines);
                let known = texts().any(|(key, _)| key == english);
                assert!(known, "{:?}: {english}", file.path());
                seen += 1;
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn why_a_player_was_frozen_is_said_in_all_languages() {
        use engine::Cause::*;
        let causes = [
            Fuel,
            Memory,
            Stack,
            Trap,
            Exception,
            Exit,
            TooManyOrders,
            TooMuchOutput,
            Interface,
            Process,
            Void,
            Overtime,
            Timeout,
        ];
        for words in causes.map(engine::Cause::in_words) {
            assert!(texts().any(|(key, _)| key == words), "{words}");
        }
    }

    #[test]
    fn the_browser_s_first_known_language_counts() {
        let accepted = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, text.parse().expect("a value"));
            Lang::accepted(&headers)
        };
        assert_eq!(accepted("fr-FR,ca;q=0.9,en;q=0.8"), Lang::Ca);
        assert_eq!(accepted("es-ES"), Lang::Es);
        assert_eq!(accepted("de"), Lang::En);
        assert_eq!(Lang::Ca.t("Standings"), "Classificació");
        assert_eq!(Lang::Ca.t("no such text"), "no such text");
        assert_eq!(Lang::En.t("Sign\n    in"), "Sign in");
        let shown = [Lang::En, Lang::Ca].map(|lang| lang.t("beaten"));
        assert_eq!(shown, ["not qualified", "no qualificat"]);
    }
}
