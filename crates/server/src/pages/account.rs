//! Signing in and out, invitations, one's own account.

use super::{Form, Layout, Page, back, page};
use crate::access::{COOKIE, Cx, LANGUAGE, Proof};
use crate::db::users::{self, ApiToken};
use crate::fail::Fail;
use crate::i18n::Lang;
use crate::refusal::Refusal;
use crate::{accounts, db, secret, time};
use askama::Template;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;

pub(super) fn with_cookie(
    mut response: Response,
    cx: &Cx,
    name: &str,
    value: &str,
    days: i64,
) -> Response {
    let secure = if cx.app.config.secure() { "; Secure" } else { "" };
    let seconds = days * 24 * 3600;
    let cookie =
        format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

/// A path of this site; anything else becomes `/`.
fn inside(to: &str) -> &str {
    let plain = to.starts_with('/') && !to.starts_with("//") && !to.contains(['\\', ':', '\n']);
    if plain { to } else { "/" }
}

/// Sets the language and goes back to where the visitor was.
///
/// # Errors
/// When there is no such language.
pub async fn language(cx: Cx, headers: HeaderMap) -> Page {
    let lang = Lang::of_code(cx.part("code")).ok_or(Fail::NotFound)?;
    let from = headers.get(header::REFERER).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let path = from.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
    let response = back(inside(path.unwrap_or("/")));
    Ok(with_cookie(response, &cx, LANGUAGE, lang.code(), 365))
}

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignIn {
    l: Layout,
    to: String,
    /// Seasons that take people without an invitation: address and title.
    open: Vec<(String, String)>,
}

/// The form to sign in.
///
/// # Errors
/// When it cannot be rendered.
pub async fn sign_in_form(cx: Cx) -> Page {
    let to = cx.word("to").unwrap_or_else(|| "/".into());
    let open = super::register::open(&cx).await?;
    page(&SignIn { to: inside(&to).into(), open, l: Layout::new(&cx, "Sign in", "account") })
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Credentials {
    login: String,
    password: String,
    #[serde(default)]
    to: String,
}

/// Signs in.
///
/// # Errors
/// When login or password are wrong, or it was tried too often.
pub async fn sign_in(cx: Cx, Form(form): Form<Credentials>) -> Page {
    if !cx.app.limits.sign_in(cx.visitor.address) {
        return Err(Fail::TooOften);
    }
    let token = accounts::sign_in(&cx.app, &form.login, form.password).await?;
    Ok(with_cookie(back(inside(&form.to)), &cx, COOKIE, &token, 30))
}

/// Signs out.
///
/// # Errors
/// When the database fails.
pub async fn sign_out(cx: Cx) -> Page {
    if let Proof::Session(token) = &cx.visitor.proof {
        users::close_session(&cx.app.db, &secret::digest(token)).await?;
    }
    Ok(with_cookie(back("/"), &cx, COOKIE, "", 0))
}

#[derive(Template)]
#[template(path = "invitation.html")]
struct InvitationPage {
    l: Layout,
    token: String,
    login: Option<String>,
    name: String,
    role: String,
}

/// The form behind an invitation link.
///
/// # Errors
/// When the invitation does not exist, was used or has run out.
pub async fn invitation_form(cx: Cx) -> Page {
    let token = cx.part("token").to_string();
    let digest = secret::digest(&token);
    let found = users::invitation(&cx.app.db, &digest, time::now()).await?.ok_or(Fail::NotFound)?;
    let l = Layout::new(&cx, "Invitation", "account");
    page(&InvitationPage { l, token, login: found.login, name: found.name, role: found.role })
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Acceptance {
    #[serde(default)]
    login: String,
    name: String,
    password: String,
}

/// Makes the account.
///
/// # Errors
/// When something entered cannot be.
pub async fn accept(cx: Cx, Form(form): Form<Acceptance>) -> Page {
    if !cx.app.limits.sign_in(cx.visitor.address) {
        return Err(Fail::TooOften);
    }
    let token = cx.part("token");
    let session = accounts::accept(&cx.app, token, &form.login, &form.name, form.password).await?;
    Ok(with_cookie(back("/"), &cx, COOKIE, &session, 30))
}

#[derive(Template)]
#[template(path = "account.html")]
struct Account {
    l: Layout,
    login: String,
    role: String,
    tokens: Vec<(ApiToken, String)>,
    fresh: Option<String>,
    url: String,
}

async fn account(cx: &Cx, fresh: Option<String>) -> Page {
    let user = cx.visitor.user()?;
    let tokens = users::tokens(&cx.app.db, &user.id).await?;
    page(&Account {
        l: Layout::new(cx, "Account", "account"),
        login: user.login.clone(),
        role: user.role.clone(),
        tokens: tokens
            .into_iter()
            .map(|t| {
                let when = time::shown(t.created);
                (t, when)
            })
            .collect(),
        fresh,
        url: cx.app.config.url(),
    })
}

/// One's own account.
///
/// # Errors
/// When the database fails.
pub async fn show(cx: Cx) -> Page {
    account(&cx, None).await
}

/// What the form sends.
#[derive(Deserialize)]
pub struct NewPassword {
    old: String,
    new: String,
}

/// Changes the password; all sessions end.
///
/// # Errors
/// When the old one is wrong or the new one cannot be.
pub async fn password(cx: Cx, Form(form): Form<NewPassword>) -> Page {
    let user = cx.visitor.user()?;
    if !cx.app.limits.sign_in(cx.visitor.address) {
        return Err(Fail::TooOften);
    }
    accounts::check_password(&form.new)?;
    let (hash, old, new) = (user.password.clone(), form.old, form.new);
    let hashed = secret::in_turn(move || {
        secret::password_fits(&old, hash.as_deref()).then(|| secret::hash_password(&new))
    });
    let hash = hashed.await?.ok_or_else(|| Fail::bad(Refusal::PasswordOld))??;
    let mut transaction = db::begin(&cx.app.db).await?;
    users::set_password(&mut transaction, &user.id, &hash).await?;
    db::audit::add(&mut transaction, &user.login, "password", &user.login, "").await?;
    transaction.commit().await?;
    Ok(back("/sign-in?to=/account"))
}

/// What the form sends.
#[derive(Deserialize)]
pub struct NewToken {
    label: String,
}

/// Makes a token for programs and shows it, once.
///
/// # Errors
/// When there are too many.
pub async fn add_token(cx: Cx, Form(form): Form<NewToken>) -> Page {
    const TOKENS_MAX: usize = 20;
    let user = cx.visitor.user()?;
    if users::tokens(&cx.app.db, &user.id).await?.len() >= TOKENS_MAX {
        return Err(Fail::bad(Refusal::Tokens { most: TOKENS_MAX.to_string() }));
    }
    let token = secret::token();
    let label: String = form.label.trim().chars().take(60).collect();
    let label = if label.is_empty() { "token".into() } else { label };
    let new = ApiToken { id: secret::id(), label, created: time::now() };
    users::add_token(&cx.app.db, &secret::digest(&token), &user.id, &new).await?;
    account(&cx, Some(token)).await
}

/// Revokes a token.
///
/// # Errors
/// When the database fails.
pub async fn revoke(cx: Cx) -> Page {
    users::revoke(&cx.app.db, &cx.visitor.user()?.id, cx.part("id")).await?;
    Ok(back("/account"))
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn nobody_is_sent_to_other_sites() {
        assert_eq!(inside("/s/demo/submit"), "/s/demo/submit");
        for wrong in ["https://evil.example", "//evil.example", "/\\evil.example", "x", ""] {
            assert_eq!(inside(wrong), "/", "{wrong}");
        }
    }
}
