//! Verdicts as they are stored: a key with its numbers, put into words when somebody reads them.

use crate::i18n::{FluentValue, Lang};
use serde::{Deserialize, Serialize};
use toolchain::{Reason, Step};

/// The verdict about a submission.
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
    /// The compiler broke a limit or crashed.
    CompilerGaveUp {
        /// Which of its programs.
        #[serde(default = "compile")]
        step: Step,
        /// Why.
        #[serde(default = "unexplained")]
        reason: Reason,
    },
    /// Its module has, or lacks, something that a player may not.
    Module,
    /// Its module takes too much time or memory to become machine code.
    Explodes,
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
    /// An organiser ended its judging.
    Stopped {
        /// Why, in the organiser's words; may be empty.
        reason: String,
    },
    /// An organiser took it out.
    Disqualified {
        /// Why, in the organiser's words; may be empty.
        reason: String,
        /// The verdict before, as it was stored, if it is known.
        #[serde(default)]
        before: Option<String>,
        /// Whether the version competed for its author.
        #[serde(default)]
        stood: bool,
    },
}

/// The step for verdicts of earlier versions of this program.
const fn compile() -> Step {
    Step::Compile
}

/// The same.
const fn unexplained() -> Reason {
    Reason::Unexplained
}

impl Verdict {
    /// As it is stored.
    #[must_use]
    pub fn stored(&self) -> String {
        // A few numbers and a text: that cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The stored verdict; none while there is no verdict.
    #[must_use]
    pub fn read(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }

    /// The id of its text.
    fn text(&self) -> &'static str {
        match self {
            Self::House => "verdict-house",
            Self::Rules => "verdict-rules",
            Self::Errors { .. } => "verdict-errors",
            Self::CompilerGaveUp { reason, .. } => gave_up(*reason),
            Self::Module => "verdict-module",
            Self::Explodes => "verdict-explodes",
            Self::NotCompiled => "verdict-not-compiled",
            Self::Qualified { .. } => "verdict-qualified",
            Self::Beaten { .. } => "verdict-beaten",
            Self::NotPlayed { .. } => "verdict-not-played",
            Self::Stopped { reason } if reason.is_empty() => "verdict-stopped",
            Self::Stopped { .. } => "verdict-stopped-because",
            Self::Disqualified { reason, .. } if reason.is_empty() => "verdict-disqualified",
            Self::Disqualified { .. } => "verdict-disqualified-because",
        }
    }

    /// The values for the places of its text.
    fn values(&self, lang: Lang) -> Vec<(&'static str, FluentValue<'_>)> {
        match self {
            Self::Errors { count } => vec![("count", (*count).into())],
            Self::Qualified { wins, played, .. } => {
                vec![("wins", (*wins).into()), ("played", (*played).into())]
            }
            Self::Beaten { wins, played, needed, .. } => vec![
                ("wins", (*wins).into()),
                ("played", (*played).into()),
                ("needed", (*needed).into()),
            ],
            Self::CompilerGaveUp { step, reason } => {
                vec![("step", lang.t(program(*step)).into()), ("limit", limit(*reason).into())]
            }
            Self::NotPlayed { void, played } => {
                vec![("void", (*void).into()), ("played", (*played).into())]
            }
            Self::Stopped { reason } | Self::Disqualified { reason, .. } => {
                vec![("reason", reason.as_str().into())]
            }
            Self::House | Self::Rules | Self::Module | Self::Explodes | Self::NotCompiled => {
                Vec::new()
            }
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
        let text = lang.with(self.text(), &self.values(lang));
        match self.frozen() {
            0 => text,
            n => format!("{text} {}", lang.with("verdict-frozen", &[("frozen", n.into())])),
        }
    }
}

/// The text that says why a compiler gave up and what its author can do.
const fn gave_up(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "verdict-slow",
        Reason::Memory => "verdict-memory",
        Reason::TooLarge => "verdict-large",
        Reason::ForeignFile => "verdict-foreign-file",
        Reason::Crashed => "verdict-crashed",
        Reason::Unexplained => "verdict-unexplained",
    }
}

/// The limit that a compiler broke, in the unit of its sentence; 0 where there is none.
const fn limit(reason: Reason) -> u64 {
    match reason {
        Reason::Time => toolchain::CPU_SECONDS,
        Reason::Memory => toolchain::MEMORY >> 20,
        Reason::TooLarge => toolchain::LARGEST_MODULE >> 20,
        Reason::ForeignFile | Reason::Crashed | Reason::Unexplained => 0,
    }
}

/// The program of a step, as a text of the website.
const fn program(step: Step) -> &'static str {
    match step {
        Step::Compile => "verdict-compiler",
        Step::Link => "verdict-linker",
    }
}

/// A stored verdict, in words; a verdict of an earlier version of this program unchanged.
#[must_use]
pub fn shown(stored: &str, lang: Lang) -> String {
    Verdict::read(stored).map_or_else(|| stored.to_string(), |verdict| verdict.in_words(lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_knows_the_verdict_that_it_gives_by_itself() {
        assert_eq!(crate::db::submissions::NOT_COMPILED, Verdict::NotCompiled.stored());
    }

    fn out(reason: &str) -> Verdict {
        let before = Verdict::Qualified { wins: 3, played: 4, frozen: 0 };
        Verdict::Disqualified { reason: reason.into(), before: Some(before.stored()), stood: true }
    }

    #[test]
    fn an_old_disqualification_is_read() {
        let old = Verdict::read(r#"{"key":"disqualified","reason":"x"}"#);
        let read = Verdict::Disqualified { reason: "x".into(), before: None, stood: false };
        assert_eq!(old, Some(read));
    }

    fn every() -> Vec<Verdict> {
        let gave_up = [
            (Step::Compile, Reason::Time),
            (Step::Link, Reason::Memory),
            (Step::Link, Reason::TooLarge),
            (Step::Compile, Reason::ForeignFile),
            (Step::Compile, Reason::Crashed),
            (Step::Link, Reason::Unexplained),
        ];
        let gave_up = gave_up.map(|(step, reason)| Verdict::CompilerGaveUp { step, reason });
        let mut all = vec![
            Verdict::House,
            Verdict::Rules,
            Verdict::Errors { count: 1 },
            Verdict::Errors { count: 3 },
            Verdict::Module,
            Verdict::Explodes,
            Verdict::NotCompiled,
            Verdict::Qualified { wins: 3, played: 4, frozen: 1 },
            Verdict::Beaten { wins: 2, played: 4, needed: 3, frozen: 2 },
            Verdict::NotPlayed { void: 1, played: 4 },
            Verdict::Stopped { reason: String::new() },
            Verdict::Stopped { reason: "a { $copy }".into() },
            out(""),
            out("a { $copy }"),
        ];
        all.extend(gave_up);
        all
    }

    #[test]
    fn a_compiler_that_gave_up_names_the_limit_and_what_to_do() {
        let words = |step, reason| Verdict::CompilerGaveUp { step, reason }.in_words(Lang::EN);
        let time = words(Step::Compile, Reason::Time);
        assert!(time.starts_with("The compiler took longer than 20 CPU seconds. Look"), "{time}");
        let memory = words(Step::Link, Reason::Memory);
        assert!(memory.starts_with("The linker needed more than 2048 MB of memory."), "{memory}");
        // What earlier versions stored.
        let old = shown(r#"{"key":"compiler-gave-up"}"#, Lang::EN);
        assert!(old.starts_with("The compiler failed without an error"), "{old}");
    }

    #[test]
    fn all_verdicts_speak_all_languages_and_lose_no_number() {
        for verdict in every() {
            assert_eq!(Verdict::read(&verdict.stored()).as_ref(), Some(&verdict));
            let english = verdict.in_words(Lang::EN);
            for lang in Lang::all().filter(|lang| *lang != Lang::EN) {
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
            beaten.in_words(Lang::EN),
            "Not qualified: first in 2 of 4 matches, 3 needed. The player was frozen in 2 \
             matches. The receipts give the reasons."
        );
        // An organiser's words are not filled in a second time.
        let out = out("a { $copy }");
        let catalan = Lang::of_code("ca").expect("Catalan");
        assert_eq!(out.in_words(catalan), "Desqualificat: a { $copy }");
        assert_eq!(shown("An old sentence.", catalan), "An old sentence.");
        assert_eq!(shown("", catalan), "");
    }
}
