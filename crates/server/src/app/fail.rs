//! What goes wrong with a request, and what the visitor is told.

use crate::app::refusal::{Refusal, filled};
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
        /// What it has.
        has: Scope,
        /// What the request needs.
        needs: Scope,
    },
    /// No token may do this.
    NoToken,
    /// Too many requests.
    TooOften,
    /// The request did not arrive in time.
    TooSlow,
    /// What was sent cannot be used, and why.
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
            Self::NotFound => NOT_FOUND,
            Self::SignIn => SIGN_IN,
            Self::NotAllowed => NOT_ALLOWED,
            Self::OtherSite => OTHER_SITE,
            Self::WrongToken => WRONG_TOKEN,
            Self::TooOften => TOO_OFTEN,
            Self::TooSlow => TOO_SLOW,
            Self::NoToken => NO_TOKEN,
            Self::Busy => BUSY,
            Self::Ours => OURS,
            Self::Bad(why) => return why.in_words(lang),
            Self::TokenExpired(when) => return filled(lang.t(TOKEN_EXPIRED), |_| when.clone()),
            Self::TokenScope { has, needs } => {
                return filled(lang.t(TOKEN_SCOPE), |place| match place {
                    "has" => has.to_string(),
                    _ => needs.to_string(),
                });
            }
            Self::Lines(all) => {
                let told = all.iter().map(|(line, why)| {
                    filled(lang.t(LINE), |place| match place {
                        "line" => line.to_string(),
                        _ => why.in_words(lang),
                    })
                });
                return told.collect::<Vec<_>>().join("\n");
            }
        };
        lang.t(known).into()
    }
}

const NOT_FOUND: &str = "This page does not exist, or you may not see it.";
const SIGN_IN: &str = "Sign in first.";
const NOT_ALLOWED: &str = "Only organisers may open this page.";
const OTHER_SITE: &str =
    "This form is too old or comes from another site. Open the page again and repeat.";
const WRONG_TOKEN: &str = "This token is unknown or revoked. Create a new one on your account \
 page.";
const TOKEN_EXPIRED: &str = "This token expired at {when}. Create a new one on your account page.";
const TOKEN_SCOPE: &str = "This token has the scope `{has}`, but this request needs `{needs}`. \
 Create another token on your account page.";
const NO_TOKEN: &str = "No token allows this. Sign in on the website.";
const TOO_OFTEN: &str = "Too many requests. Wait a minute and try again.";
const TOO_SLOW: &str = "Your request did not arrive in time. Send it again.";
const BUSY: &str = "The server has too many requests and did not store yours. Send it again.";
const OURS: &str = "The server failed. The organisers can find the reason in the log.";
const LINE: &str = "Line {line}: {why}";
/// The sentences of this file, for the test that walks all.
#[cfg(test)]
pub(crate) const ALL: &[(&str, &[&str])] = &[
    (NOT_FOUND, &[]),
    (SIGN_IN, &[]),
    (NOT_ALLOWED, &[]),
    (OTHER_SITE, &[]),
    (WRONG_TOKEN, &[]),
    (TOKEN_EXPIRED, &["when"]),
    (TOKEN_SCOPE, &["has", "needs"]),
    (NO_TOKEN, &[]),
    (TOO_OFTEN, &[]),
    (TOO_SLOW, &[]),
    (BUSY, &[]),
    (OURS, &[]),
    (LINE, &["line", "why"]),
];

impl<E: Into<anyhow::Error>> From<E> for Fail {
    fn from(error: E) -> Self {
        let error: anyhow::Error = error.into();
        if is_no_text(&error) {
            return Self::Bad(Refusal::ZeroByte);
        }
        if is_busy(&error) {
            tracing::warn!(error = format!("{error:#}"), "a request had to be turned away");
            return Self::Busy;
        }
        tracing::error!(error = format!("{error:#}"), "a request failed");
        Self::Ours
    }
}

/// Refuses a number that is not within bounds; `what` is a text of the website.
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
