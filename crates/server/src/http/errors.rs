//! The answers to failed requests: one place for all failures.

use crate::app::fail::Fail;
use crate::http::access::Visitor;
use crate::i18n::Lang;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use serde_json::json;

impl IntoResponse for Fail {
    fn into_response(self) -> Response {
        let mut response = (status(&self), self.message(Lang::EN)).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

fn status(fail: &Fail) -> StatusCode {
    match fail {
        Fail::NotFound => StatusCode::NOT_FOUND,
        Fail::SignIn | Fail::WrongToken | Fail::TokenExpired(_) => StatusCode::UNAUTHORIZED,
        Fail::NotAllowed | Fail::OtherSite | Fail::NoToken | Fail::TokenScope { .. } => {
            StatusCode::FORBIDDEN
        }
        Fail::TooOften => StatusCode::TOO_MANY_REQUESTS,
        Fail::TooSlow => StatusCode::REQUEST_TIMEOUT,
        Fail::Bad(_) | Fail::Lines(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Fail::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Fail::Ours => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// The failure as JSON for programs, as a page for people.
#[must_use]
pub fn render(fail: &Fail, api: bool, visitor: &Visitor) -> Response {
    let message = fail.message(visitor.lang);
    if api {
        return (status(fail), Json(json!({ "error": message }))).into_response();
    }
    let page = super::pages::error_page(status(fail).as_u16(), &message, visitor);
    (status(fail), Html(page)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_without_time_is_no_failure_of_ours() {
        let fail = Fail::from(sqlx::Error::PoolTimedOut);
        assert_eq!(status(&fail), StatusCode::SERVICE_UNAVAILABLE);
        assert!(fail.message(Lang::EN).contains("Send it again"));
        assert_eq!(status(&Fail::from(sqlx::Error::RowNotFound)).as_u16(), 500);
    }
}
