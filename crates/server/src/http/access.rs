//! The rules of access. Every route declares its rule. The router checks the rule before the
//! handler runs, and no handler runs without it.

use crate::app::actor::{self, Actor};
use crate::app::fail::Fail;
use crate::app::{Shared, accounts, tokens};
use crate::db::users::{ApiToken, User};
use crate::http::security;
use crate::i18n::Lang;
use crate::secret;
use crate::states::Scope;
use axum::extract::{ConnectInfo, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use serde::Deserialize;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Name of the cookie that holds a session.
pub const COOKIE: &str = "palestra_session";
/// Name of the cookie that holds the mark of a browser, by which an account knows it again.
pub const BROWSER: &str = "palestra_browser";
/// Name of the cookie that holds the language.
pub const LANGUAGE: &str = "palestra_language";

/// The visitors that may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody; the handler shows only what everybody may see.
    Public,
    /// Everybody who is signed in.
    SignedIn,
    /// The author of the submission that the address names, and organisers. Others are told
    /// that there is no such thing.
    Owner,
    /// Organisers of the season that the address names: its staff, organisers of all seasons, and
    /// admins.
    Staff,
    /// Organisers of all seasons, and admins.
    Organiser,
    /// Admins.
    Admin,
}

/// The rule of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The visitors that may use it.
    pub access: Access,
    /// The scope that a token needs; none: no token will do.
    pub scope: Option<Scope>,
}

impl Rule {
    /// The rule for a request that shows something.
    #[must_use]
    pub const fn read(access: Access) -> Self {
        Self { access, scope: Some(Scope::Read) }
    }

    /// The rule for a request that changes something.
    #[must_use]
    pub const fn write(access: Access) -> Self {
        let scope = match access {
            Access::Public | Access::SignedIn | Access::Owner => Scope::Submit,
            Access::Staff | Access::Organiser | Access::Admin => Scope::Organise,
        };
        Self { access, scope: Some(scope) }
    }

    /// Whether a token of this scope will do.
    fn admits(self, has: Scope) -> Result<(), Fail> {
        let needs = self.scope.ok_or(Fail::NoToken)?;
        if has >= needs { Ok(()) } else { Err(Fail::TokenScope { has, needs }) }
    }
}

/// How a visitor proved who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Not at all.
    None,
    /// A session of the website: its token.
    Session(String),
    /// A token for programs.
    Token(ApiToken),
}

/// The HTTP data of a visitor.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The actor.
    pub actor: Actor,
    /// How that is known.
    pub proof: Proof,
    /// Which language to answer in.
    pub lang: Lang,
    /// Where from.
    pub address: IpAddr,
    /// Whether the address says that a form was saved.
    pub saved: bool,
}

impl Visitor {
    /// Somebody of whom nothing is known but the language.
    #[must_use]
    pub fn unknown(lang: Lang) -> Self {
        let address = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        Self { actor: Actor::nobody(), proof: Proof::None, lang, address, saved: false }
    }

    /// The account.
    ///
    /// # Errors
    /// When nobody is signed in.
    pub fn user(&self) -> Result<&User, Fail> {
        self.actor.user()
    }

    /// The secret that forms must send.
    #[must_use]
    pub fn csrf(&self) -> String {
        match &self.proof {
            Proof::Session(token) => secret::csrf(token),
            _ => String::new(),
        }
    }

    fn may(&self, access: Access, path: &str) -> bool {
        match access {
            Access::Public => true,
            Access::SignedIn | Access::Owner => self.actor.signed_in(),
            Access::Staff => season_of(path).is_some_and(|slug| self.actor.organises_at(slug)),
            Access::Organiser => self.actor.organises_all(),
            Access::Admin => self.actor.administers(),
        }
    }
}

/// Checks the rule of a route and everything that holds for all of them. The answer carries the
/// visitor, so that a failure is told on a page of theirs.
pub async fn guard(
    State((app, rule)): State<(Shared, Rule)>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let address = address(&app, &parts);
    // Before anything is asked of the database.
    if !app.limits.request(address) {
        return Fail::TooOften.into_response();
    }
    let mut visitor = match identify(&app, &parts.headers, address).await {
        Ok(visitor) => visitor,
        Err(fail) => return fail.into_response(),
    };
    let carried = Query::<Carried>::try_from_uri(&parts.uri);
    let carried = carried.map(|Query(carried)| carried).unwrap_or_default();
    visitor.saved = carried.saved.is_some();
    let mut response = match admit(rule, &visitor, &parts, &carried) {
        Ok(()) => {
            parts.extensions.insert(visitor.clone());
            next.run(Request::from_parts(parts, body)).await
        }
        Err(Fail::SignIn) if leads_to_a_page(&parts) => {
            Redirect::to(&format!("/sign-in?to={}", parts.uri.path())).into_response()
        }
        Err(fail) => fail.into_response(),
    };
    response.extensions_mut().insert(visitor);
    response
}

fn leads_to_a_page(parts: &Parts) -> bool {
    !changes(parts) && !parts.uri.path().starts_with("/api/")
}

fn changes(parts: &Parts) -> bool {
    !matches!(parts.method, Method::GET | Method::HEAD)
}

/// The address of the season in a path: `/s/{season}/…` or `/api/seasons/{season}/…`.
fn season_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/s/").or_else(|| path.strip_prefix("/api/seasons/"))?;
    rest.split('/').next()
}

/// Whether a visitor may make a request.
fn admit(rule: Rule, visitor: &Visitor, parts: &Parts, carried: &Carried) -> Result<(), Fail> {
    if let Proof::Token(token) = &visitor.proof {
        rule.admits(token.scope)?;
    } else if changes(parts) {
        let api = parts.uri.path().starts_with("/api/");
        let wrong_form = matches!(visitor.proof, Proof::Session(_))
            && carried.csrf.as_deref() != Some(visitor.csrf().as_str());
        // Programs that change something bring a token; browsers cannot be made to send one.
        if api && visitor.actor.signed_in() || !security::same_site(&parts.headers) || wrong_form {
            return Err(Fail::OtherSite);
        }
    }
    match visitor.may(rule.access, parts.uri.path()) {
        true => Ok(()),
        false if visitor.actor.signed_in() => Err(Fail::NotAllowed),
        false => Err(Fail::SignIn),
    }
}

async fn identify(app: &Shared, headers: &HeaderMap, address: IpAddr) -> Result<Visitor, Fail> {
    let lang = language(headers);
    let bearer = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
    if let Some(token) = bearer.and_then(|v| v.strip_prefix("Bearer ")) {
        let (user, token) = tokens::owner(app, token.trim()).await?;
        let (actor, proof) = (actor::of(app, user).await?, Proof::Token(token));
        return Ok(Visitor { actor, proof, lang, address, saved: false });
    }
    if let Some(token) = CookieJar::from_headers(headers).get(COOKIE).map(Cookie::value)
        && let Some(user) = accounts::of_session(app, token).await?
    {
        let (actor, proof) = (actor::of(app, user).await?, Proof::Session(token.into()));
        return Ok(Visitor { actor, proof, lang, address, saved: false });
    }
    Ok(Visitor { address, ..Visitor::unknown(lang) })
}

fn address(app: &Shared, parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let forwarded = forwarded(&parts.headers).filter(|_| app.config.behind_proxy);
    forwarded.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// The address that our own proxy wrote. It is the last one of the last line: proxies add to a
/// line, or add a line of their own, and whatever stands before may be invented.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// The language to answer in: the one that was chosen, else one that the browser asks for.
#[must_use]
pub fn language(headers: &HeaderMap) -> Lang {
    let jar = CookieJar::from_headers(headers);
    let chosen = jar.get(LANGUAGE).and_then(|cookie| Lang::of_code(cookie.value()));
    chosen.unwrap_or_else(|| Lang::accepted(headers))
}

/// The query of an address.
#[derive(Default, Deserialize)]
struct Carried {
    csrf: Option<String>,
    saved: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_what_our_own_proxy_wrote_is_an_address() {
        let mut headers = HeaderMap::new();
        assert_eq!(forwarded(&headers), None);
        let mut line = |text| headers.append("x-forwarded-for", HeaderValue::from_static(text));
        line("192.0.2.7, 192.0.2.8");
        line("203.0.113.5");
        assert_eq!(forwarded(&headers), Some(IpAddr::from([203, 0, 113, 5])));
        headers.append("x-forwarded-for", HeaderValue::from_static("192.0.2.7, 203.0.113.6"));
        assert_eq!(forwarded(&headers), Some(IpAddr::from([203, 0, 113, 6])));
    }
}
