//! The judge's notes about its machines: the reason why a match was given up or a worker is in
//! quarantine. The database has a key with its values. The text follows when somebody reads it.

use crate::i18n::{FluentValue, Lang};
use bus::Lost;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A note of one kind.
pub trait Note: Serialize + DeserializeOwned {
    /// The id of its text.
    fn text(&self) -> &'static str;

    /// The values for the places of its text.
    fn values(&self) -> Vec<(&'static str, FluentValue<'_>)>;

    /// As it is stored.
    #[must_use]
    fn stored(&self) -> String {
        // A few numbers and a text: that cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// In words.
    #[must_use]
    fn in_words(&self, lang: Lang) -> String {
        lang.with(self.text(), &self.values())
    }

    /// A stored note, in words; a note of an earlier version of this program unchanged.
    #[must_use]
    fn shown(stored: &str, lang: Lang) -> String {
        let note: Option<Self> = serde_json::from_str(stored).ok();
        note.map_or_else(|| stored.to_string(), |note| note.in_words(lang))
    }
}

/// Why a match was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "key", rename_all = "kebab-case")]
pub enum NotPlayed {
    /// The judge ended whenever the match was played.
    JudgeEnded,
    /// A player used up its CPU time.
    Overtime {
        /// The player.
        name: String,
        /// Its seat.
        seat: usize,
    },
    /// A worker process answered with something else, or broke the protocol.
    Broken {
        /// The fault, in English; may be empty.
        detail: String,
    },
    /// The worker process ended.
    Died {
        /// How, in the system's words.
        detail: String,
    },
    /// The worker process took too long.
    Late {
        /// After so many seconds the judge killed it.
        seconds: u64,
    },
    /// Several machines took the job, and none finished it.
    GivenUp {
        /// How many.
        machines: u64,
    },
    /// The queue lost the job.
    Gone,
    /// The machine could not play the match, or could not store it.
    Machine {
        /// Why, in the machine's words.
        detail: String,
    },
}

impl Note for NotPlayed {
    fn text(&self) -> &'static str {
        match self {
            Self::JudgeEnded => "not-played-judge-ended",
            Self::Overtime { .. } => "not-played-overtime",
            Self::Broken { .. } => "not-played-broken",
            Self::Died { .. } => "not-played-died",
            Self::Late { .. } => "not-played-late",
            Self::GivenUp { .. } => "not-played-given-up",
            Self::Gone => "not-played-gone",
            Self::Machine { .. } => "not-played-machine",
        }
    }

    fn values(&self) -> Vec<(&'static str, FluentValue<'_>)> {
        match self {
            Self::JudgeEnded | Self::Gone => Vec::new(),
            Self::Overtime { name, seat } => {
                vec![("name", name.as_str().into()), ("seat", (*seat).into())]
            }
            Self::Broken { detail } | Self::Died { detail } | Self::Machine { detail } => {
                vec![("detail", detail.as_str().into())]
            }
            Self::Late { seconds } => vec![("seconds", (*seconds).into())],
            Self::GivenUp { machines } => vec![("machines", (*machines).into())],
        }
    }
}

impl From<Lost> for NotPlayed {
    fn from(lost: Lost) -> Self {
        match lost {
            Lost::Died(detail) => Self::Died { detail },
            Lost::Late(after) => Self::Late { seconds: after.as_secs() },
            Lost::Broken(detail) => Self::Broken { detail },
            Lost::GivenUp(machines) => Self::GivenUp { machines },
            Lost::Gone => Self::Gone,
        }
    }
}

/// Why a worker is in quarantine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "key", rename_all = "kebab-case")]
pub enum Quarantine {
    /// Two other machines agree on another result of a match.
    WrongResult {
        /// The match.
        id: String,
    },
}

impl Note for Quarantine {
    fn text(&self) -> &'static str {
        match self {
            Self::WrongResult { .. } => "quarantine-wrong-result",
        }
    }

    fn values(&self) -> Vec<(&'static str, FluentValue<'_>)> {
        match self {
            Self::WrongResult { id } => vec![("match", id.as_str().into())],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn speaks_all_languages<T: Note + PartialEq + std::fmt::Debug>(note: &T, values: &[&str]) {
        let read: T = serde_json::from_str(&note.stored()).expect("reads what it stored");
        assert_eq!(&read, note);
        for lang in Lang::all() {
            let words = T::shown(&note.stored(), lang);
            assert!(words.ends_with('.') && !words.contains("not-played"), "{words}");
            assert!(values.iter().all(|value| words.contains(value)), "{words}");
            assert_eq!(words == note.in_words(Lang::EN), lang == Lang::EN, "{words}");
        }
    }

    #[test]
    fn notes_are_in_every_language_with_their_values() {
        let detail = || "signal { $nine }".to_string();
        for (note, values) in [
            (NotPlayed::JudgeEnded, vec![]),
            (NotPlayed::Overtime { name: "Xaloc".into(), seat: 2 }, vec!["Xaloc", "2"]),
            (NotPlayed::Broken { detail: detail() }, vec!["signal { $nine }"]),
            (Lost::Died(detail()).into(), vec!["signal { $nine }"]),
            (Lost::Late(Duration::from_secs(90)).into(), vec!["90"]),
            (Lost::GivenUp(3).into(), vec!["3"]),
            (Lost::Gone.into(), vec![]),
            (NotPlayed::Machine { detail: detail() }, vec!["signal { $nine }"]),
        ] {
            speaks_all_languages(&note, &values);
        }
        speaks_all_languages(&Quarantine::WrongResult { id: "m1".into() }, &["m1"]);
    }

    #[test]
    fn the_database_knows_the_note_that_it_makes_by_itself() {
        assert_eq!(crate::db::queue::JUDGE_ENDED, NotPlayed::JudgeEnded.stored());
    }

    #[test]
    fn notes_of_earlier_versions_stand_as_they_are() {
        let catalan = Lang::of_code("ca").expect("Catalan");
        assert_eq!(NotPlayed::shown("void: no board", catalan), "void: no board");
        assert_eq!(Quarantine::shown("", catalan), "");
    }
}
