//! Verdicts as they are stored: a key with its numbers, put into words when somebody reads them.

use crate::app::refusal::filled;
use crate::i18n::Lang;
use serde::{Deserialize, Serialize};
use toolchain::{Reason, Step};

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

/// What earlier versions of this program did not store.
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

    /// What was stored; none while there is no verdict.
    #[must_use]
    pub fn read(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }

    /// The sentence, in English, with its open places.
    fn sentence(&self) -> &'static str {
        match self {
            Self::House => "Built-in player of the game.",
            Self::Rules => "The source breaks a rule.",
            Self::Errors { count: 1 } => "The source does not compile: one error.",
            Self::Errors { .. } => "The source does not compile: {count} errors.",
            Self::CompilerGaveUp { reason, .. } => gave_up(*reason),
            Self::Module => "The compiled module has parts that players may not have.",
            Self::Explodes => "The compilation to machine code takes too much time or memory.",
            Self::NotCompiled => {
                "The judge failed to compile this version. The fault is not yours. The organisers \
                 can judge it again."
            }
            Self::Qualified { .. } => "Qualified: first in {wins} of {played} matches.",
            Self::Beaten { .. } => {
                "Not qualified: first in {wins} of {played} matches, {needed} needed."
            }
            Self::NotPlayed { .. } => {
                "The judge failed to play {void} of {played} matches. The fault is not yours."
            }
            Self::Stopped { reason } if reason.is_empty() => {
                "An organiser stopped the judging of this version. Ask the organisers."
            }
            Self::Stopped { .. } => "An organiser stopped the judging of this version: {reason}",
            Self::Disqualified { reason, .. } if reason.is_empty() => {
                "Disqualified. Ask the organisers."
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
            (Self::CompilerGaveUp { step, .. }, "step") => lang.t(program(*step)).to_string(),
            (Self::CompilerGaveUp { reason, .. }, "limit") => limit(*reason).to_string(),
            (Self::Beaten { needed, .. }, "needed") => needed.to_string(),
            (Self::NotPlayed { void, .. }, "void") => void.to_string(),
            (Self::Disqualified { reason, .. } | Self::Stopped { reason }, "reason") => {
                reason.clone()
            }
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

/// Why a compiler gave up and what its author can do, in English, with its open places.
const fn gave_up(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => {
            "The {step} took longer than {limit} CPU seconds. Look for templates, macros or \
             constants that expand without end, and split very large functions."
        }
        Reason::Memory => {
            "The {step} needed more than {limit} MB of memory. Look for templates or tables that \
             grow without end, and split very large functions."
        }
        Reason::TooLarge => {
            "The compiled player is larger than {limit} MB. Compute large tables when the match \
             begins."
        }
        Reason::ForeignFile => {
            "The source includes a file that is not part of the kit. Include only headers of the \
             kit and of the standard library."
        }
        Reason::Crashed => {
            "The {step} crashed on this source. Remove your last change and submit the source \
             again."
        }
        Reason::Unexplained => {
            "The {step} failed without an error in the source. The report shows its last output."
        }
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
        Step::Compile => "compiler",
        Step::Link => "linker",
    }
}

const FROZEN_ONCE: &str = "The player was frozen in one match. The receipt gives the reason.";
const FROZEN: &str = "The player was frozen in {frozen} matches. The receipts give the reasons.";

/// What is stored, in words; what an earlier version of this program stored, as it stands.
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
            Verdict::Stopped { reason: "a {copy}".into() },
            out(""),
            out("a {copy}"),
        ];
        all.extend(gave_up);
        all
    }

    #[test]
    fn a_compiler_that_gave_up_names_the_limit_and_what_to_do() {
        let words = |step, reason| Verdict::CompilerGaveUp { step, reason }.in_words(Lang::En);
        let time = words(Step::Compile, Reason::Time);
        assert!(time.starts_with("The compiler took longer than 20 CPU seconds. Look"), "{time}");
        let memory = words(Step::Link, Reason::Memory);
        assert!(memory.starts_with("The linker needed more than 2048 MB of memory."), "{memory}");
        // What earlier versions stored.
        let old = shown(r#"{"key":"compiler-gave-up"}"#, Lang::En);
        assert!(old.starts_with("The compiler failed without an error"), "{old}");
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
            "Not qualified: first in 2 of 4 matches, 3 needed. The player was frozen in 2 \
             matches. The receipts give the reasons."
        );
        // An organiser's words are not filled in a second time.
        let out = out("a {copy}");
        assert_eq!(out.in_words(Lang::Ca), "Desqualificat: a {copy}");
        assert_eq!(shown("An old sentence.", Lang::Es), "An old sentence.");
        assert_eq!(shown("", Lang::Es), "");
    }
}
