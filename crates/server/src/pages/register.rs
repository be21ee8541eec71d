//! Making an account without an invitation, where a season allows it.

use super::account::with_cookie;
use super::{Form, Layout, Page, back, page};
use crate::access::{COOKIE, Cx};
use crate::accounts;
use crate::db::seasons;
use crate::fail::Fail;
use askama::Template;
use serde::Deserialize;

/// Seasons in which anybody may register now: address and title.
///
/// # Errors
/// When the database fails.
pub async fn open(cx: &Cx) -> Result<Vec<(String, String)>, Fail> {
    let all = seasons::all(&cx.app.db).await?;
    let open = all.into_iter().filter(|season| accounts::registration_open(&cx.app, season));
    Ok(open.map(|season| (season.slug, season.title)).collect())
}

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
pub async fn form(cx: Cx) -> Page {
    let open = accounts::registration_open(&cx.app, cx.season()?);
    page(&Register { l: Layout::new(&cx, "Make an account", "account"), open })
}

/// What the form sends.
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
pub async fn register(cx: Cx, Form(form): Form<Entered>) -> Page {
    let season = cx.season()?;
    if !cx.app.limits.registration(cx.visitor.address) {
        return Err(Fail::TooOften);
    }
    let session =
        accounts::register(&cx.app, season, &form.login, &form.name, form.password).await?;
    Ok(with_cookie(back(&format!("/s/{}", season.slug)), &cx, COOKIE, &session, 30))
}
