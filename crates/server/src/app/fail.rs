//! The failures of a request, and the message for the visitor.

use crate::app::refusal::Refusal;
use crate::i18n::Lang;
use crate::states::Scope;

/// Why a request is not answered as asked.
#[derive(Clone, Debug)]
pub enum Fail {
    /// There is no such thing, or not for this visitor.
    NotFound,
    /// One has to sign in first.
    SignIn,
    /// Signed in, but not allowed.
    NotAllowed,
    /// The form was not sent by a page of ours, or by one of another session.
    OtherSite,
    /// The token is unknown or was revoked.
    WrongToken,
    /// The token expired at this time.
    TokenExpired(String),
    /// The token's scope is too small.
    TokenScope {
        /// Its scope.
        has: Scope,
        /// The scope that the request needs.
        needs: Scope,
    },
    /// No token may do this.
    NoToken,
    /// Too many requests.
    TooOften,
    /// The request did not arrive in time.
    TooSlow,
    /// The request is not valid, with the reason.
    Bad(Refusal),
    /// The same, in these lines of a list.
    Lines(Vec<(u64, Refusal)>),
    /// The database has had no time for this for a long while; nothing was stored.
    Busy,
    /// Our own failure; the reason is in the log.
    Ours,
}

impl Fail {
    /// Something wrong with what was sent.
    #[must_use]
    pub fn bad(why: Refusal) -> Self {
        Self::Bad(why)
    }

    /// In words.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        let known = match self {
            Self::NotFound => "fail-not-found",
            Self::SignIn => "fail-sign-in",
            Self::NotAllowed => "fail-not-allowed",
            Self::OtherSite => "fail-other-site",
            Self::WrongToken => "fail-wrong-token",
            Self::TooOften => "fail-too-often",
            Self::TooSlow => "fail-too-slow",
            Self::NoToken => "fail-no-token",
            Self::Busy => "fail-busy",
            Self::Ours => "fail-ours",
            Self::Bad(why) => return why.in_words(lang),
            Self::TokenExpired(when) => {
                return lang.with("fail-token-expired", &[("when", when.as_str().into())]);
            }
            Self::TokenScope { has, needs } => {
                return lang.with(
                    "fail-token-scope",
                    &[("has", has.word().into()), ("needs", needs.word().into())],
                );
            }
            Self::Lines(all) => {
                let told = all.iter().map(|(line, why)| {
                    lang.with(
                        "fail-line",
                        &[("line", (*line).into()), ("why", why.in_words(lang).into())],
                    )
                });
                return told.collect::<Vec<_>>().join("\n");
            }
        };
        lang.t(known).into()
    }
}

impl<E: Into<anyhow::Error>> From<E> for Fail {
    fn from(error: E) -> Self {
        let error: anyhow::Error = error.into();
        if is_no_text(&error) {
            return Self::Bad(Refusal::ZeroByte);
        }
        if is_busy(&error) {
            tracing::warn!(error = format!("{error:#}"), "the server refused a request");
            return Self::Busy;
        }
        tracing::error!(error = format!("{error:#}"), "a request failed");
        Self::Ours
    }
}

/// Refuses a number that is not within bounds; `what` is the id of a text of the website.
///
/// # Errors
/// When it is not.
pub fn within<T: PartialOrd + ToString>(
    what: &str,
    value: T,
    (least, most): (T, T),
) -> Result<(), Fail> {
    if least <= value && value <= most {
        return Ok(());
    }
    let (value, least, most) = (value.to_string(), least.to_string(), most.to_string());
    Err(Fail::bad(Refusal::Within { what: what.into(), value, least, most }))
}

/// Whether PostgreSQL refused a zero byte, which only a visitor can have sent.
fn is_no_text(error: &anyhow::Error) -> bool {
    let database = error.downcast_ref::<sqlx::Error>().and_then(|e| e.as_database_error());
    database.and_then(|e| e.code()).is_some_and(|code| code == "22021")
}

/// Whether the database had no time: no connection came free, or SQLite stayed locked.
fn is_busy(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<sqlx::Error>() {
        Some(sqlx::Error::PoolTimedOut) => true,
        Some(sqlx::Error::Database(why)) => why.message().contains("database is locked"),
        _ => false,
    }
}
