//! Who may ask for what. Every route declares its rule; the rule is checked before its handler
//! runs, and nothing reaches a handler without it.

use crate::app::Shared;
use crate::db::seasons::{self, Season};
use crate::db::users::{self, User};
use crate::fail::Fail;
use crate::i18n::Lang;
use crate::{secret, security, time};
use axum::extract::{ConnectInfo, FromRequestParts, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Name of the cookie that holds a session.
pub const COOKIE: &str = "palestra_session";
/// Name of the cookie that holds the language.
pub const LANGUAGE: &str = "palestra_language";

/// Who may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody; the handler shows only what everybody may see.
    Public,
    /// Everybody who is signed in.
    SignedIn,
    /// The author of the submission that the address names, and organisers. Others are told
    /// that there is no such thing.
    Owner,
    /// Organisers and admins.
    Organiser,
    /// Admins.
    Admin,
}

/// How a visitor proved who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Not at all.
    None,
    /// A session of the website: its token.
    Session(String),
    /// A token for programs.
    Token,
}

/// Who asks.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The account.
    pub user: Option<User>,
    /// How that is known.
    pub proof: Proof,
    /// Which language to answer in.
    pub lang: Lang,
    /// Where from.
    pub address: IpAddr,
}

impl Visitor {
    /// Whether it is an organiser or an admin.
    #[must_use]
    pub fn organises(&self) -> bool {
        self.user.as_ref().is_some_and(|u| matches!(u.role.as_str(), "organiser" | "admin"))
    }

    /// Whether it is an admin.
    #[must_use]
    pub fn administers(&self) -> bool {
        self.user.as_ref().is_some_and(|u| u.role == "admin")
    }

    /// The account.
    ///
    /// # Errors
    /// When nobody is signed in.
    pub fn user(&self) -> Result<&User, Fail> {
        self.user.as_ref().ok_or(Fail::SignIn)
    }

    /// What forms must carry.
    #[must_use]
    pub fn csrf(&self) -> String {
        match &self.proof {
            Proof::Session(token) => secret::csrf(token),
            _ => String::new(),
        }
    }

    fn may(&self, access: Access) -> bool {
        match access {
            Access::Public => true,
            Access::SignedIn | Access::Owner => self.user.is_some(),
            Access::Organiser => self.organises(),
            Access::Admin => self.administers(),
        }
    }
}

/// Checks the rule of a route and everything that holds for all of them.
///
/// # Errors
/// Why the visitor may not.
pub async fn guard(
    State((app, access)): State<(Shared, Access)>,
    request: Request,
    next: Next,
) -> Result<Response, Fail> {
    let (mut parts, body) = request.into_parts();
    let address = address(&app, &parts);
    // Before anything is asked of the database.
    if !app.limits.request(address) {
        return Err(Fail::TooOften);
    }
    let visitor = identify(&app, &parts.headers, address).await?;
    let changes = !matches!(parts.method, Method::GET | Method::HEAD);
    if changes && visitor.proof != Proof::Token {
        let api = parts.uri.path().starts_with("/api/");
        let carried = query_value(parts.uri.query().unwrap_or_default(), "csrf");
        let wrong_form = matches!(visitor.proof, Proof::Session(_))
            && carried.as_deref() != Some(visitor.csrf().as_str());
        // Programs that change something bring a token; browsers cannot be made to send one.
        if api && visitor.user.is_some() || !security::same_site(&parts.headers) || wrong_form {
            return Err(Fail::OtherSite);
        }
    }
    if !visitor.may(access) {
        let page = !parts.uri.path().starts_with("/api/");
        if visitor.user.is_none() && page && !changes {
            let to = parts.uri.path().to_string();
            return Ok(Redirect::to(&format!("/sign-in?to={to}")).into_response());
        }
        return Err(if visitor.user.is_none() { Fail::SignIn } else { Fail::NotAllowed });
    }
    parts.extensions.insert(visitor);
    Ok(next.run(Request::from_parts(parts, body)).await)
}

async fn identify(app: &Shared, headers: &HeaderMap, address: IpAddr) -> Result<Visitor, Fail> {
    let lang = cookie(headers, LANGUAGE).as_deref().and_then(Lang::of_code);
    let lang = lang.unwrap_or_else(|| Lang::accepted(headers));
    let bearer = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
    if let Some(token) = bearer.and_then(|v| v.strip_prefix("Bearer ")) {
        let user = users::by_api_token(&app.db, &secret::digest(token.trim())).await?;
        let user = Some(user.ok_or(Fail::WrongToken)?);
        return Ok(Visitor { user, proof: Proof::Token, lang, address });
    }
    if let Some(token) = cookie(headers, COOKIE) {
        let user = users::by_session(&app.db, &secret::digest(&token), time::now()).await?;
        if user.is_some() {
            return Ok(Visitor { user, proof: Proof::Session(token), lang, address });
        }
    }
    Ok(Visitor { user: None, proof: Proof::None, lang, address })
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

/// The value of a cookie.
#[must_use]
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
    let mut pairs = all.flat_map(|v| v.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
}

fn query_value(query: &str, name: &str) -> Option<String> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
}

/// What a handler gets: the server, who asks, the season and the other parts of the address.
pub struct Cx {
    /// The server.
    pub app: Shared,
    /// Who asks.
    pub visitor: Visitor,
    /// The season of the address, if it names one.
    pub season: Option<Season>,
    /// The parts of the address that a route leaves open.
    pub parts: BTreeMap<String, String>,
    /// The query, as text.
    pub query: String,
    /// The path.
    pub path: String,
}

impl FromRequestParts<Shared> for Cx {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Fail> {
        let params =
            RawPathParams::from_request_parts(parts, app).await.map_err(|_| Fail::NotFound)?;
        let open: BTreeMap<String, String> =
            params.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        if open.values().any(|part| part.contains('\0')) {
            return Err(Fail::NotFound);
        }
        let season = match open.get("season") {
            Some(slug) => Some(seasons::by_slug(&app.db, slug).await?.ok_or(Fail::NotFound)?),
            None => None,
        };
        // The guard of the route put it there; without it nobody gets in.
        let visitor = parts.extensions.get::<Visitor>().cloned().ok_or(Fail::NotAllowed)?;
        if season.as_ref().is_some_and(|s| s.options().hidden) && !visitor.organises() {
            return Err(Fail::NotFound);
        }
        Ok(Self {
            app: app.clone(),
            visitor,
            season,
            parts: open,
            query: parts.uri.query().unwrap_or_default().to_string(),
            path: parts.uri.path().to_string(),
        })
    }
}

impl Cx {
    /// The season of the address.
    ///
    /// # Errors
    /// When the address names none.
    pub fn season(&self) -> Result<&Season, Fail> {
        self.season.as_ref().ok_or(Fail::NotFound)
    }

    /// An open part of the address.
    #[must_use]
    pub fn part(&self, name: &str) -> &str {
        self.parts.get(name).map_or("", String::as_str)
    }

    /// A number of the query, within bounds.
    #[must_use]
    pub fn number(&self, name: &str, default: i64, most: i64) -> i64 {
        let given = query_value(&self.query, name).and_then(|text| text.parse::<i64>().ok());
        given.unwrap_or(default).clamp(0, most)
    }

    /// A word of the query, as it stands there.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<String> {
        query_value(&self.query, name)
    }
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
