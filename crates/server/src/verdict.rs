//! Verdicts as they are stored: a key with its numbers, put into words when somebody reads them.

use crate::i18n::Lang;
use crate::refusal::filled;
use serde::{Deserialize, Serialize};

/// What became of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "key", rename_all = "kebab-case")]
pub enum Verdict {
    /// One of the game's own players.
    House,
    /// The source breaks the rules for sources.
    Rules,
    /// It does not compile.
    Errors {
        /// Errors of the compiler.
        count: usize,
    },
    /// The compiler did not come to an end.
    CompilerGaveUp,
    /// This server could not compile it.
    NotCompiled,
    /// It may compete.
    Qualified {
        /// Matches that it won.
        wins: usize,
        /// Matches of the qualification.
        played: usize,
        /// Matches in which it was frozen.
        frozen: usize,
    },
    /// It won too few matches.
    Beaten {
        /// Matches that it won.
        wins: usize,
        /// Matches of the qualification.
        played: usize,
        /// Matches that it should have won.
        needed: usize,
        /// Matches in which it was frozen.
        frozen: usize,
    },
    /// This server could not play its matches.
    NotPlayed {
        /// Matches that could not be played.
        void: usize,
        /// Matches of the qualification.
        played: usize,
    },
    /// An organiser took it out.
    Disqualified {
        /// Why, in the organiser's words; may be empty.
        reason: String,
    },
}

impl Verdict {
    /// As it is stored.
    #[must_use]
    pub fn stored(&self) -> String {
        // A few numbers and a text: that cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What was stored; none while there is no verdict.
    #[must_use]
    pub fn read(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }

    /// The sentence, in English, with its open places.
    fn sentence(&self) -> &'static str {
        match self {
            Self::House => "Comes with the game.",
            Self::Rules => "The rules for sources do not allow it.",
            Self::Errors { count: 1 } => "It does not compile: one error.",
            Self::Errors { .. } => "It does not compile: {count} errors.",
            Self::CompilerGaveUp => "The compiler gave up on it.",
            Self::NotCompiled => {
                "The judge could not compile it; that is not your fault. The organisers can run \
                 it again."
            }
            Self::Qualified { .. } => "Qualified: first in {wins} of {played} matches.",
            Self::Beaten { .. } => {
                "Not qualified: first in {wins} of {played} matches, {needed} needed."
            }
            Self::NotPlayed { .. } => {
                "The judge could not play {void} of {played} matches; that is not your fault."
            }
            Self::Disqualified { reason } if reason.is_empty() => {
                "Disqualified: ask the organisers."
            }
            Self::Disqualified { .. } => "Disqualified: {reason}",
        }
    }

    fn frozen(&self) -> usize {
        match self {
            Self::Qualified { frozen, .. } | Self::Beaten { frozen, .. } => *frozen,
            _ => 0,
        }
    }

    /// In words.
    #[must_use]
    pub fn in_words(&self, lang: Lang) -> String {
        let value = |name: &str| match (self, name) {
            (Self::Errors { count }, "count") => count.to_string(),
            (Self::Qualified { wins, .. } | Self::Beaten { wins, .. }, "wins") => wins.to_string(),
            (
                Self::Qualified { played, .. }
                | Self::Beaten { played, .. }
                | Self::NotPlayed { played, .. },
                "played",
            ) => played.to_string(),
            (Self::Beaten { needed, .. }, "needed") => needed.to_string(),
            (Self::NotPlayed { void, .. }, "void") => void.to_string(),
            (Self::Disqualified { reason }, "reason") => reason.clone(),
            _ => String::new(),
        };
        let mut text = filled(lang.t(self.sentence()), value);
        match self.frozen() {
            0 => {}
            1 => text += &format!(" {}", lang.t(FROZEN_ONCE)),
            n => text += &format!(" {}", filled(lang.t(FROZEN), |_| n.to_string())),
        }
        text
    }
}

const FROZEN_ONCE: &str = "It was frozen in one match: the receipt says why.";
const FROZEN: &str = "It was frozen in {frozen} matches: the receipts say why.";

/// What is stored, in words; what an earlier version of this program stored, as it stands.
#[must_use]
pub fn shown(stored: &str, lang: Lang) -> String {
    Verdict::read(stored).map_or_else(|| stored.to_string(), |verdict| verdict.in_words(lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every() -> Vec<Verdict> {
        vec![
            Verdict::House,
            Verdict::Rules,
            Verdict::Errors { count: 1 },
            Verdict::Errors { count: 3 },
            Verdict::CompilerGaveUp,
            Verdict::NotCompiled,
            Verdict::Qualified { wins: 3, played: 4, frozen: 1 },
            Verdict::Beaten { wins: 2, played: 4, needed: 3, frozen: 2 },
            Verdict::NotPlayed { void: 1, played: 4 },
            Verdict::Disqualified { reason: String::new() },
            Verdict::Disqualified { reason: "a {copy}".into() },
        ]
    }

    #[test]
    fn all_verdicts_speak_three_languages_and_lose_no_number() {
        for verdict in every() {
            assert_eq!(Verdict::read(&verdict.stored()).as_ref(), Some(&verdict));
            let english = verdict.in_words(Lang::En);
            for lang in [Lang::Ca, Lang::Es] {
                let words = verdict.in_words(lang);
                assert_ne!(words, english, "not translated");
                let numbers = |text: &str| {
                    let mut all: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
                    all.sort_unstable();
                    all
                };
                assert_eq!(numbers(&words), numbers(&english), "{words}");
            }
        }
    }

    #[test]
    fn numbers_stand_where_they_belong() {
        let beaten = Verdict::Beaten { wins: 2, played: 4, needed: 3, frozen: 2 };
        assert_eq!(
            beaten.in_words(Lang::En),
            "Not qualified: first in 2 of 4 matches, 3 needed. It was frozen in 2 matches: the \
             receipts say why."
        );
        // An organiser's words are not filled in a second time.
        let out = Verdict::Disqualified { reason: "a {copy}".into() };
        assert_eq!(out.in_words(Lang::Ca), "Desqualificat: a {copy}");
        assert_eq!(shown("An old sentence.", Lang::Es), "An old sentence.");
        assert_eq!(shown("", Lang::Es), "");
    }
}
