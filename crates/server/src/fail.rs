//! What goes wrong with a request, and what the visitor is told.

use crate::i18n::Lang;
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
    Bad(String),
    /// Our own failure; the reason is in the log.
    Ours,
}

impl Fail {
    /// Something wrong with what was sent.
    pub fn bad(why: impl Into<String>) -> Self {
        Self::Bad(why.into())
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::SignIn | Self::WrongToken => StatusCode::UNAUTHORIZED,
            Self::NotAllowed | Self::OtherSite => StatusCode::FORBIDDEN,
            Self::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Self::Bad(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Ours => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// In words.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::NotFound => "There is nothing here, or nothing that you may see.",
            Self::SignIn => "Sign in first.",
            Self::NotAllowed => "This is for organisers.",
            Self::OtherSite => {
                "This form is too old or comes from another site: open the page again and repeat."
            }
            Self::WrongToken => {
                "This token is unknown or was revoked; make a new one under Account."
            }
            Self::TooOften => "That was too often: wait a minute.",
            Self::Bad(why) => why,
            Self::Ours => "Something went wrong here; the organisers find the reason in the log.",
        }
    }
}

impl<E: Into<anyhow::Error>> From<E> for Fail {
    fn from(error: E) -> Self {
        let error: anyhow::Error = error.into();
        if is_no_text(&error) {
            return Self::Bad("There is a character in it that is none: the zero byte.".into());
        }
        tracing::error!(error = format!("{error:#}"), "a request failed");
        Self::Ours
    }
}

/// Whether PostgreSQL refused a zero byte, which only a visitor can have sent.
fn is_no_text(error: &anyhow::Error) -> bool {
    let database = error.downcast_ref::<sqlx::Error>().and_then(|e| e.as_database_error());
    database.and_then(|e| e.code()).is_some_and(|code| code == "22021")
}

impl IntoResponse for Fail {
    fn into_response(self) -> Response {
        let mut response = (self.status(), self.message().to_string()).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The failure as JSON for programs, as a page for people.
#[must_use]
pub fn render(fail: &Fail, api: bool, lang: Lang) -> Response {
    if api {
        return (fail.status(), Json(json!({ "error": fail.message() }))).into_response();
    }
    let page = crate::pages::error_page(fail.status().as_u16(), lang.t(fail.message()), lang);
    (fail.status(), Html(page)).into_response()
}
