//! What goes wrong with a request, and what the visitor is told.

use crate::i18n::Lang;
use crate::refusal::{Refusal, filled};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use serde_json::json;

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
    /// Too many requests.
    TooOften,
    /// What was sent cannot be used, and why.
    Bad(Refusal),
    /// The same, in this line of a list.
    Line(u64, Refusal),
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

    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::SignIn | Self::WrongToken => StatusCode::UNAUTHORIZED,
            Self::NotAllowed | Self::OtherSite => StatusCode::FORBIDDEN,
            Self::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Self::Bad(_) | Self::Line(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Ours => StatusCode::INTERNAL_SERVER_ERROR,
        }
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
            Self::Busy => BUSY,
            Self::Ours => OURS,
            Self::Bad(why) => return why.in_words(lang),
            Self::Line(line, why) => {
                return filled(lang.t(LINE), |place| match place {
                    "line" => line.to_string(),
                    _ => why.in_words(lang),
                });
            }
        };
        lang.t(known).into()
    }
}

const NOT_FOUND: &str = "There is nothing here, or nothing that you may see.";
const SIGN_IN: &str = "Sign in first.";
const NOT_ALLOWED: &str = "This is for organisers.";
const OTHER_SITE: &str =
    "This form is too old or comes from another site: open the page again and repeat.";
const WRONG_TOKEN: &str = "This token is unknown or was revoked; make a new one under Account.";
const TOO_OFTEN: &str = "That was too often: wait a minute.";
const BUSY: &str =
    "Too many want something at this moment, and yours was not stored: send it again.";
const OURS: &str = "Something went wrong here; the organisers find the reason in the log.";
const LINE: &str = "Line {line}: {why}";
/// The sentences of this file, for the test that walks all.
#[cfg(test)]
pub(crate) const ALL: &[(&str, &[&str])] = &[
    (NOT_FOUND, &[]),
    (SIGN_IN, &[]),
    (NOT_ALLOWED, &[]),
    (OTHER_SITE, &[]),
    (WRONG_TOKEN, &[]),
    (TOO_OFTEN, &[]),
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
pub fn within(what: &str, value: u64, least: u64, most: u64) -> Result<(), Fail> {
    if (least..=most).contains(&value) {
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

impl IntoResponse for Fail {
    fn into_response(self) -> Response {
        let mut response = (self.status(), self.message(Lang::En)).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The failure as JSON for programs, as a page for people.
#[must_use]
pub fn render(fail: &Fail, api: bool, lang: Lang) -> Response {
    if api {
        return (fail.status(), Json(json!({ "error": fail.message(lang) }))).into_response();
    }
    let page = crate::pages::error_page(fail.status().as_u16(), &fail.message(lang), lang);
    (fail.status(), Html(page)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_without_time_is_no_failure_of_ours() {
        let fail = Fail::from(sqlx::Error::PoolTimedOut);
        assert_eq!(fail.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(fail.message(Lang::En).contains("send it again"));
        assert_eq!(Fail::from(sqlx::Error::RowNotFound).status().as_u16(), 500);
    }
}
