//! The website: one file per resource. Pages work without scripts.

pub mod account;
pub mod assets;
pub mod axis;
pub mod boards;
pub mod friendly;
pub mod health;
pub mod history;
pub mod matches;
pub mod organise;
pub mod people;
pub mod players;
pub mod receipts;
pub mod register;
pub mod season;
pub mod settings;
pub mod similar;
pub mod standings;
pub mod submissions;
pub mod tournaments;

use crate::app::Shared;
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::db::seasons::Season;
use crate::http::access::Visitor;
use crate::http::request::{Context, InSeason};
use crate::http::security;
use crate::i18n::{FluentValue, Lang, Number, Worded};
use askama::Template;
use axum::extract::rejection::FormRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use serde::de::DeserializeOwned;

/// The result of a handler of a page.
pub type Page = Result<Response, Fail>;

/// The way to update a page: events, or reloading if there are no scripts.
pub struct Live {
    /// Where the events come from.
    pub events: String,
    /// The state on the page, in the words of the events.
    pub state: String,
    /// Milliseconds that a change waits for the next one.
    pub pause: u32,
    /// Seconds after which a browser without scripts loads the page again.
    pub reload: u32,
}

/// The end of the address of a page that reports saved data.
pub const SAVED: &str = "?saved=1";

/// The parts around every page.
pub struct Layout {
    /// The language.
    pub lang: Lang,
    /// Title of the page.
    pub title: String,
    /// Which entry of the menu is open.
    pub open: &'static str,
    /// Address and title of the season.
    pub season: Option<(String, String)>,
    /// The user that is signed in.
    pub user: Option<String>,
    /// Whether that is an organiser of the season, or outside of seasons of all of them.
    pub organises: bool,
    /// Whether that is an organiser of all seasons.
    pub organises_all: bool,
    /// Whether that is an admin.
    pub administers: bool,
    /// The secret that forms must send.
    pub csrf: String,
    /// The way to update the page, if there is one.
    pub live: Option<Live>,
    /// Seconds after which the page is loaded again, with or without scripts; 0: never.
    pub reload: u32,
    /// Whether a form was saved just now.
    pub saved: bool,
}

impl Layout {
    fn around(v: &Visitor, season: Option<&Season>, title: &str, open: &'static str) -> Self {
        Self {
            lang: v.lang,
            title: title.into(),
            open,
            season: season.map(|s| (s.slug.clone(), s.title.clone())),
            user: v.actor.name().map(String::from),
            organises: season.map_or(v.actor.organises_all(), |s| v.actor.organises(&s.id)),
            organises_all: v.actor.organises_all(),
            administers: v.actor.administers(),
            csrf: v.csrf(),
            live: None,
            reload: 0,
            saved: v.saved,
        }
    }

    /// A text in the visitor's language.
    #[must_use]
    pub fn t(&self, id: &'static str) -> &'static str {
        self.lang.t(id)
    }

    /// A text in the visitor's language, with values in its places.
    #[must_use]
    pub fn with(&self, id: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        self.lang.with(id, values)
    }

    /// A text about so many things in the visitor's language.
    #[must_use]
    pub fn count(&self, id: &str, n: impl Number) -> String {
        self.lang.count(id, n)
    }

    /// So many matches with records, in the visitor's language.
    #[must_use]
    pub fn recorded(&self, matches: i64) -> String {
        self.lang.with(
            "common-recorded",
            &[("count", matches.into()), ("shown", number(matches).into())],
        )
    }

    /// How many of so many matches are done, in the visitor's language.
    #[must_use]
    pub fn done(&self, done: impl Number, all: impl Number) -> String {
        self.lang.with(
            "common-matches-done",
            &[("done", done.number().into()), ("count", all.number().into())],
        )
    }

    /// The word for a state, a kind or a role in the visitor's language.
    #[must_use]
    pub fn word(&self, one: impl Worded) -> String {
        self.lang.word(one)
    }

    /// The end of the address of a form, so that only our own pages can send it.
    #[must_use]
    pub fn csrf_query(&self) -> String {
        if self.csrf.is_empty() { String::new() } else { format!("?csrf={}", self.csrf) }
    }

    /// The attribute of a link of the menu, if it is the open one.
    #[must_use]
    pub fn current(&self, entry: &str) -> &'static str {
        if self.open == entry { " aria-current=page" } else { "" }
    }

    /// The address of the season.
    #[must_use]
    pub fn base(&self) -> String {
        self.season.as_ref().map_or_else(String::new, |(slug, _)| format!("/s/{slug}"))
    }
}

impl Context {
    /// The layout of a page of this title outside of seasons; `open` names the entry of the menu.
    #[must_use]
    pub fn layout(&self, title: &str, open: &'static str) -> Layout {
        Layout::around(&self.visitor, None, title, open)
    }
}

impl InSeason {
    /// The layout of a page of this title; `open` names the entry of the menu.
    #[must_use]
    pub fn layout(&self, title: &str, open: &'static str) -> Layout {
        Layout::around(&self.visitor, Some(&self.season), title, open)
    }

    /// Back to a page of the season, after something was changed: its path behind the season's.
    #[must_use]
    pub fn back(&self, to: &str) -> Response {
        back(&format!("/s/{}{to}", self.season.slug))
    }

    /// The same to a page that says that something was saved.
    #[must_use]
    pub fn saved(&self, to: &str) -> Response {
        self.back(&format!("{to}{SAVED}"))
    }
}

/// The fields of a form. The server refuses invalid fields in the visitor's language.
pub struct Form<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Shared> for Form<T> {
    type Rejection = Fail;

    async fn from_request(request: Request, app: &Shared) -> Result<Self, Fail> {
        let read = axum::Form::from_request(request, app).await;
        let wrong = |e: FormRejection| Fail::bad(Refusal::Form { why: e.body_text() });
        read.map(|axum::Form(form)| Self(form)).map_err(wrong)
    }
}

/// A template as an answer.
///
/// # Errors
/// When it cannot be rendered.
pub fn page(template: &impl Template) -> Page {
    Ok(Html(template.render()?).into_response())
}

/// A template as an answer, with the script that brings it up to date.
///
/// # Errors
/// When it cannot be rendered.
pub fn live_page(template: &impl Template) -> Page {
    let mut response = page(template)?;
    let policy = HeaderValue::from_static(security::LIVE);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// A file to be saved.
pub fn download(name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = name.chars().filter(|c| plain(*c)).collect();
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, disposition)], bytes)
        .into_response()
}

/// Back to a page, after something was changed.
#[must_use]
pub fn back(to: &str) -> Response {
    axum::response::Redirect::to(to).into_response()
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    l: Layout,
    status: u16,
    message: &'a str,
}

/// The page that says what went wrong.
#[must_use]
pub fn error_page(status: u16, message: &str, visitor: &Visitor) -> String {
    let l = Layout::around(visitor, None, message, "");
    ErrorPage { l, status, message }.render().unwrap_or_else(|_| message.into())
}

/// A number with thin spaces between the thousands.
#[must_use]
pub fn number(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut text = String::new();
    for (k, c) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(c);
    }
    if n < 0 { format!("\u{2212}{text}") } else { text }
}

/// A change of a rating: with a plus, or with a true minus sign.
#[must_use]
pub fn gained(n: i64) -> String {
    if n > 0 { format!("+{n}") } else { number(n) }
}

#[cfg(test)]
mod tests {
    use super::gained;

    #[test]
    fn changes_have_their_sign_and_none_has_none() {
        assert_eq!([14, -3, 0].map(gained), ["+14", "\u{2212}3", "0"]);
    }
}
