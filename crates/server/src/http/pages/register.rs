//! Making an account without an invitation, where a season allows it.

use super::account::signed_in;
use super::{Form, Layout, Page, page};
use crate::app::accounts;
use crate::app::fail::Fail;
use crate::http::request::InSeason;
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "register.html")]
struct Register {
    l: Layout,
    open: bool,
}

/// The form, or why there is none.
///
/// # Errors
/// When there is no such season.
pub async fn form(request: InSeason) -> Page {
    let open = accounts::registration_open(&request.app, &request.season);
    page(&Register { l: request.layout(request.t("register-create-an-account"), "account"), open })
}

/// The fields of the form.
#[derive(Deserialize)]
pub struct Entered {
    login: String,
    name: String,
    password: String,
}

/// Makes the account and signs in.
///
/// # Errors
/// When the season does not allow it, or something entered cannot be.
pub async fn register(request: InSeason, Form(form): Form<Entered>) -> Page {
    let season = &request.season;
    if !request.app.limits.registration(request.address()) {
        return Err(Fail::TooOften);
    }
    let who =
        accounts::register(&request.app, season, &form.login, &form.name, form.password).await?;
    Ok(signed_in(request.back(""), &request, &who))
}
