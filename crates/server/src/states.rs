//! States, kinds and roles: enumerations that the database stores as words, and that templates
//! and the API show as the same words.

use crate::i18n::Worded;
use serde::{Deserialize, Serialize};
use sqlx::any::AnyTypeInfo;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Any, Database, Decode, Encode, Type};

/// A word that is none of an enumeration's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a {what}; allowed are {allowed}")]
pub struct Unknown {
    word: String,
    what: &'static str,
    allowed: String,
}

/// Enumerations whose variants are words.
macro_rules! words {
    ($(
        $(#[$about:meta])*
        $name:ident { $($(#[$doc:meta])* $variant:ident = $word:tt),+ $(,)? }
    )+) => {$(
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
            utoipa::ToSchema,
        )]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word that is stored and shown.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = Unknown;

            fn from_str(word: &str) -> Result<Self, Unknown> {
                Self::ALL.iter().copied().find(|one| one.word() == word).ok_or_else(|| Unknown {
                    word: word.into(),
                    what: stringify!($name),
                    allowed: Self::ALL.iter().map(|one| one.word()).collect::<Vec<_>>().join(", "),
                })
            }
        }

        impl Type<Any> for $name {
            fn type_info() -> AnyTypeInfo {
                <str as Type<Any>>::type_info()
            }
        }

        impl Encode<'_, Any> for $name {
            fn encode_by_ref(
                &self,
                buffer: &mut <Any as Database>::ArgumentBuffer,
            ) -> Result<IsNull, BoxDynError> {
                <&str as Encode<Any>>::encode(self.word(), buffer)
            }
        }

        impl<'r> Decode<'r, Any> for $name {
            fn decode(value: <Any as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
                Ok(<&str as Decode<Any>>::decode(value)?.parse()?)
            }
        }

        impl crate::column::Column for $name {
            fn read(row: &sqlx::any::AnyRow, name: &str) -> sqlx::Result<Self> {
                sqlx::Row::try_get(row, name)
            }
        }
    )+};
}

words! {
    /// The rights of an account.
    Role {
        /// Submits players.
        Player = "player",
        /// Runs seasons.
        Organiser = "organiser",
        /// Runs the server.
        Admin = "admin",
    }

    /// The rights of a token for programs; never more than its owner's.
    Scope {
        /// Reads all that its owner may see.
        Read = "read",
        /// Submits players besides, and does what else players do.
        Submit = "submit",
        /// Does all that its owner's role allows, except to change the account.
        Organise = "organise",
    }

    /// A language in which a season may take players.
    Language {
        /// C++: `AIName.cc`.
        Cpp = "cpp",
        /// Rust: `AIName.rs`.
        Rust = "rust",
        /// JavaScript: `AIName.js`.
        Js = "js",
        /// Python: `AIName.py`.
        Python = "python",
    }

    /// Where a submission is on its way.
    SubmissionState {
        /// Waits to be built.
        Received = "received",
        /// Is being built.
        Compiling = "compiling",
        /// Plays its qualification.
        Qualifying = "qualifying",
        /// May compete.
        Qualified = "qualified",
        /// Breaks the rules for sources, or cannot be built.
        Refused = "refused",
        /// Did not win often enough.
        Beaten = "beaten",
        /// Taken out by an organiser.
        Disqualified = "disqualified",
        /// The judge itself failed. An organiser may have it judged again.
        Failed = "failed",
    }

    /// How far a match has come.
    MatchState {
        /// Waits for a worker.
        Planned = "planned",
        /// A worker plays it.
        Running = "running",
        /// Its result counts.
        Done = "done",
        /// It was given up and counts for nobody.
        Void = "void",
    }

    /// The purpose of a round.
    RoundKind {
        /// Decides whether a submission may compete.
        Qualification = "qualification",
        /// Ranks everybody, round after round.
        Ladder = "ladder",
        /// Asked for by an author. Counts for nothing.
        Friendly = "friendly",
        /// Everybody plays equally often.
        RoundRobin = "round-robin",
        /// The weakest is out after each round.
        Elimination = "elimination",
    }

    /// How far a round has come.
    RoundState {
        /// Its matches are being played.
        Playing = "playing",
        /// Its matches count.
        Done = "done",
    }

    /// How a tournament goes.
    TournamentKind {
        /// Everybody plays equally often.
        RoundRobin = "round-robin",
        /// The weakest is out after each round.
        Elimination = "elimination",
    }

    /// How far a tournament has come.
    TournamentState {
        /// Its rounds are being played.
        Playing = "playing",
        /// Its order is final.
        Done = "done",
        /// An organiser ended it early.
        Stopped = "stopped",
    }

    /// The reason for a place in a tournament.
    PlaceReason {
        /// More matches would hardly have changed it.
        Clear = "clear",
        /// All matches were played, and its strength was the lowest.
        Strength = "strength",
        /// Strengths were equal, its place points fewer.
        Points = "points",
        /// These too; in the rounds before it was weaker.
        Before = "before",
        /// Nothing tells them apart: it was sent later.
        Later = "later",
        /// The final, or a round robin.
        Order = "order",
        /// An organiser took it out.
        Disqualified = "disqualified",
    }

    /// Whether a worker takes part.
    WorkerState {
        /// It plays.
        Active = "active",
        /// It ended, or sent no sign of life for a while.
        Gone = "gone",
        /// Its results were wrong.
        Quarantined = "quarantined",
    }

    /// Whether the signatures of a key count.
    KeyState {
        /// The judge signs with it.
        Active = "active",
        /// The judge signs with a newer key; older signatures count.
        Retired = "retired",
        /// Somebody else may have it: no signature counts.
        Revoked = "revoked",
    }

    /// How far a second opinion has come.
    CheckState {
        /// Waits for another worker.
        Planned = "planned",
        /// Another worker replays the match.
        Running = "running",
        /// Both workers got the same result.
        Agreed = "agreed",
        /// A third worker decided who was right.
        Settled = "settled",
        /// Nobody could decide: an organiser must look.
        Open = "open",
        /// Nobody was there to be asked.
        Skipped = "skipped",
    }

    /// The decision of an organiser about two similar sources.
    PairDecision {
        /// Nothing is decided yet.
        Open = "open",
        /// One copied from the other, or both from a third.
        Copied = "copied",
        /// They worked independently, or were allowed to share.
        Cleared = "cleared",
    }
}

impl SubmissionState {
    /// Whether the verdict is still to come.
    #[must_use]
    pub const fn is_pending(self) -> bool {
        matches!(self, Self::Received | Self::Compiling | Self::Qualifying)
    }

    /// Whether it ended without a place in the competition, so that its name is free again.
    #[must_use]
    pub const fn is_lost(self) -> bool {
        matches!(self, Self::Refused | Self::Beaten | Self::Failed)
    }
}

impl PlaceReason {
    /// Whether it tells more about a player than the place does.
    #[must_use]
    pub fn is_told(self) -> bool {
        self != Self::Order
    }
}

/// A player that is still in has no reason yet: an empty word.
impl crate::column::Column for Option<PlaceReason> {
    fn read(row: &sqlx::any::AnyRow, name: &str) -> sqlx::Result<Self> {
        let word = <String as crate::column::Column>::read(row, name)?;
        let reason = (!word.is_empty()).then(|| word.parse()).transpose();
        reason.map_err(|unknown| sqlx::Error::Decode(Box::new(unknown)))
    }
}

impl Role {
    /// Whether this role may run seasons.
    #[must_use]
    pub const fn organises(self) -> bool {
        matches!(self, Self::Organiser | Self::Admin)
    }
}

impl From<TournamentKind> for RoundKind {
    fn from(kind: TournamentKind) -> Self {
        match kind {
            TournamentKind::RoundRobin => Self::RoundRobin,
            TournamentKind::Elimination => Self::Elimination,
        }
    }
}

impl Language {
    /// Its name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Cpp => "C++",
            Self::Rust => "Rust",
            Self::Js => "JavaScript",
            Self::Python => "Python",
        }
    }

    /// The ending of its files.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Cpp => "cc",
            Self::Rust => "rs",
            Self::Js => "js",
            Self::Python => "py",
        }
    }

    /// The file of a player of this name.
    #[must_use]
    pub fn file(self, name: &str) -> String {
        format!("AI{name}.{}", self.ending())
    }

    /// Language and name of the player of a file such as `AIXaloc.cc`.
    #[must_use]
    pub fn of_file(file: &str) -> Option<(Self, &str)> {
        let (name, ending) = file.strip_prefix("AI")?.rsplit_once('.')?;
        let language = Self::ALL.iter().find(|language| language.ending() == ending)?;
        Some((*language, name))
    }
}

/// Which enumerations have texts in all languages, and what the ids of these begin with.
macro_rules! worded {
    ($($name:ident $prefix:literal)+) => {$(
        impl Worded for $name {
            const PREFIX: &'static str = $prefix;

            fn ending(&self) -> &'static str {
                self.word()
            }
        }
    )+};
}

worded! {
    Role "role"
    Scope "token-scope"
    SubmissionState "submission-state"
    MatchState "match-state"
    RoundKind "round-kind"
    TournamentKind "round-kind"
    TournamentState "tournament-state"
    PlaceReason "place-reason"
    WorkerState "worker-state"
    PairDecision "pair-decision"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back_and_others_are_named() {
        for state in SubmissionState::ALL {
            assert_eq!(state.word().parse(), Ok(*state));
        }
        let unknown = "qualifed".parse::<SubmissionState>().expect_err("a typo");
        assert!(unknown.to_string().contains("`qualifed` is not a SubmissionState; allowed are"));
    }

    #[test]
    fn the_api_describes_the_words_that_it_sends() {
        let described =
            serde_json::to_string(&<SubmissionState as utoipa::PartialSchema>::schema());
        let described = described.expect("is JSON");
        for state in SubmissionState::ALL {
            assert!(described.contains(&format!("\"{state}\"")), "{state}: {described}");
        }
    }
}
