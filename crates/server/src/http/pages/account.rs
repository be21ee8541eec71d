//! Signing in and out, invitations, one's own account.

use super::{Form, Layout, Page, SAVED, back, page};
use crate::app::accounts::SignedIn;
use crate::app::fail::Fail;
use crate::app::limits::Origin;
use crate::app::{accounts, tokens};
use crate::db::users::ApiToken;
use crate::http::access::{BROWSER, COOKIE, LANGUAGE, Proof};
use crate::http::request::{Context, Id, Path, Query};
use crate::i18n::Lang;
use crate::states::{Role, Scope};
use crate::time;
use askama::Template;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use serde::Deserialize;

fn with_cookie(
    response: Response,
    request: &Context,
    name: &str,
    value: &str,
    days: i64,
) -> Response {
    let cookie = Cookie::build((name.to_string(), value.to_string()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(::time::Duration::days(days))
        .secure(request.app.config.secure());
    (CookieJar::new().add(cookie), response).into_response()
}

/// An answer to somebody who has signed in just now.
pub(super) fn signed_in(response: Response, request: &Context, who: &SignedIn) -> Response {
    let response = with_cookie(response, request, COOKIE, &who.session, 30);
    with_cookie(response, request, BROWSER, &who.mark, 365)
}

/// A path of this site; anything else becomes `/`.
fn inside(to: &str) -> &str {
    let plain = to.starts_with('/') && !to.starts_with("//") && !to.contains(['\\', ':', '\n']);
    if plain { to } else { "/" }
}

/// `{code}` of a path.
#[derive(Deserialize)]
pub struct Code {
    code: String,
}

/// Sets the language and goes back to where the visitor was.
///
/// # Errors
/// When there is no such language.
pub async fn language(
    request: Context,
    Path(Code { code }): Path<Code>,
    headers: HeaderMap,
) -> Page {
    let lang = Lang::of_code(&code).ok_or(Fail::NotFound)?;
    let from = headers.get(header::REFERER).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let path = from.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
    let response = back(inside(path.unwrap_or("/")));
    Ok(with_cookie(response, &request, LANGUAGE, lang.code(), 365))
}

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignIn {
    l: Layout,
    to: String,
    /// Seasons that take people without an invitation: address and title.
    open: Vec<(String, String)>,
}

/// Where a visitor wanted to go: `?to=/s/demo`.
#[derive(Default, Deserialize)]
pub struct To {
    to: Option<String>,
}

/// The form to sign in.
///
/// # Errors
/// When it cannot be rendered.
pub async fn sign_in_form(request: Context, Query(To { to }): Query<To>) -> Page {
    let to = to.unwrap_or_else(|| "/".into());
    let open = accounts::open_seasons(&request.app).await?;
    let open = open.into_iter().map(|season| (season.slug, season.title)).collect();
    page(&SignIn {
        to: inside(&to).into(),
        open,
        l: request.layout(request.t("common-sign-in"), "account"),
    })
}

/// The fields of the form.
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
pub async fn sign_in(request: Context, cookies: CookieJar, Form(form): Form<Credentials>) -> Page {
    let app = &request.app;
    let mark = cookies.get(BROWSER).map(Cookie::value);
    let origin = accounts::origin(app, request.address(), &form.login, mark);
    let attempt = app.limits.sign_in(origin, &form.login).ok_or(Fail::TooOften)?;
    let who = accounts::sign_in(app, &form.login, form.password).await?;
    attempt.succeeded();
    Ok(signed_in(back(inside(&form.to)), &request, &who))
}

/// Signs out.
///
/// # Errors
/// When the database fails.
pub async fn sign_out(request: Context) -> Page {
    if let Proof::Session(token) = &request.visitor.proof {
        accounts::sign_out(&request.app, token).await?;
    }
    Ok(with_cookie(back("/"), &request, COOKIE, "", 0))
}

#[derive(Template)]
#[template(path = "invitation.html")]
struct InvitationPage {
    l: Layout,
    token: String,
    login: Option<String>,
    name: String,
    role: Role,
}

/// `{token}` of a path.
#[derive(Deserialize)]
pub struct Invited {
    token: String,
}

/// The form behind an invitation link.
///
/// # Errors
/// When the invitation does not exist, was used or has run out.
pub async fn invitation_form(request: Context, Path(Invited { token }): Path<Invited>) -> Page {
    let found = accounts::invitation(&request.app, &token).await?;
    let l = request.layout(request.t("invitation-title"), "account");
    page(&InvitationPage { l, token, login: found.login, name: found.name, role: found.role })
}

/// The fields of the form.
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
pub async fn accept(
    request: Context,
    Path(Invited { token }): Path<Invited>,
    Form(form): Form<Acceptance>,
) -> Page {
    let attempt = request.app.limits.invitation(request.address()).ok_or(Fail::TooOften)?;
    let who =
        accounts::accept(&request.app, &token, &form.login, &form.name, form.password).await?;
    attempt.succeeded();
    Ok(signed_in(back("/"), &request, &who))
}

/// A token as the page shows it.
struct Token {
    id: String,
    name: String,
    scope: Scope,
    made: String,
    expires: String,
    expired: bool,
}

impl From<ApiToken> for Token {
    fn from(token: ApiToken) -> Self {
        Self {
            expired: token.expired(time::now()),
            made: time::shown(token.created),
            expires: time::shown(token.expires),
            id: token.id,
            name: token.label,
            scope: token.scope,
        }
    }
}

#[derive(Template)]
#[template(path = "account.html")]
struct Account {
    l: Layout,
    login: String,
    role: Role,
    tokens: Vec<Token>,
    /// The scopes of a new token, and its days.
    scopes: Vec<Scope>,
    days: &'static [u32],
    fresh: Option<String>,
    url: String,
}

async fn account(request: &Context, fresh: Option<String>) -> Page {
    let user = request.actor.user()?;
    let list = tokens::all(&request.app, user).await?;
    page(&Account {
        l: request.layout(request.t("account-account"), "account"),
        login: user.login.clone(),
        role: user.role,
        tokens: list.into_iter().map(Token::from).collect(),
        scopes: tokens::scopes(&request.actor).collect(),
        days: &[7, 30, 120, 366],
        fresh,
        url: request.app.config.url(),
    })
}

/// One's own account.
///
/// # Errors
/// When the database fails.
pub async fn show(request: Context) -> Page {
    account(&request, None).await
}

/// The fields of the form.
#[derive(Deserialize)]
pub struct NewPassword {
    old: String,
    new: String,
    #[serde(default)]
    end_tokens: Option<String>,
}

/// Changes the password; all other sessions end, and all tokens if that is wanted.
///
/// # Errors
/// When the old one is wrong or the new one cannot be.
pub async fn password(request: Context, Form(form): Form<NewPassword>) -> Page {
    let user = request.actor.user()?;
    let Proof::Session(session) = &request.visitor.proof else { return Err(Fail::NoToken) };
    // The session is proof enough that strangers need not be counted.
    let origin = Origin::Known(user.id.to_string());
    let attempt = request.app.limits.sign_in(origin, &user.login).ok_or(Fail::TooOften)?;
    let passwords = (form.old, form.new);
    accounts::change_password(&request.app, user, passwords, session, form.end_tokens.is_some())
        .await?;
    attempt.succeeded();
    Ok(back(&format!("/account{SAVED}")))
}

/// The fields of the form.
#[derive(Deserialize)]
pub struct NewToken {
    label: String,
    scope: String,
    days: u32,
}

/// Makes a token for programs and shows it, once.
///
/// # Errors
/// When name, scope or days cannot be, or there are too many tokens.
pub async fn add_token(request: Context, Form(form): Form<NewToken>) -> Page {
    let token =
        tokens::make(&request.app, &request.actor, &form.label, &form.scope, form.days).await?;
    account(&request, Some(token)).await
}

/// Revokes a token.
///
/// # Errors
/// When the database fails.
pub async fn revoke(request: Context, Path(Id { id }): Path<Id<String>>) -> Page {
    tokens::revoke(&request.app, request.actor.user()?, &id).await?;
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
