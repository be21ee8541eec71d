//! The typed parts of a request for a handler: the request context, the parts of the path, the
//! query. If a part is missing or invalid, the page does not exist.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::seasons;
use crate::db::seasons::Season;
use crate::http::access::Visitor;
use crate::i18n::Lang;
use axum::extract::{FromRequestParts, Path as RawPath, Query as RawQuery};
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::ops::Deref;

/// The request context: the server, who asks, and what only HTTP knows about them.
pub struct Context {
    /// The server.
    pub app: Shared,
    /// The actor.
    pub actor: Actor,
    /// Proof, language and address.
    pub visitor: Visitor,
}

impl Context {
    /// The language to answer in.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.visitor.lang
    }

    /// The text with this id in the language to answer in.
    #[must_use]
    pub fn t(&self, id: &'static str) -> &'static str {
        self.visitor.lang.t(id)
    }

    /// Where the request comes from.
    #[must_use]
    pub fn address(&self) -> IpAddr {
        self.visitor.address
    }
}

impl FromRequestParts<Shared> for Context {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Fail> {
        // The guard of the route put them there; without it nobody gets in.
        let visitor = parts.extensions.get::<Visitor>().cloned().ok_or(Fail::NotAllowed)?;
        Ok(Self { app: app.clone(), actor: visitor.actor.clone(), visitor })
    }
}

/// The request context inside a season: the one that the path names and the actor may see.
pub struct InSeason {
    context: Context,
    /// The season.
    pub season: Season,
}

impl Deref for InSeason {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl FromRequestParts<Shared> for InSeason {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Fail> {
        let Path(InPath { season: slug }) = Path::from_request_parts(parts, app).await?;
        let context = Context::from_request_parts(parts, app).await?;
        let season = seasons::find(app, &context.actor, &slug).await?;
        Ok(Self { context, season })
    }
}

#[derive(Deserialize)]
struct InPath {
    season: String,
}

/// Parts of the path, by name: `Path(Id { id }): Path<Id<SubmissionId>>`.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<Shared> for Path<T> {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Fail> {
        // No text of a database holds a zero byte: nothing has such a name.
        if parts.uri.path().contains("%00") {
            return Err(Fail::NotFound);
        }
        let read = RawPath::<T>::from_request_parts(parts, app).await;
        read.map(|RawPath(part)| Self(part)).map_err(|_| Fail::NotFound)
    }
}

/// `{id}` of a path, as the id of one table.
#[derive(Deserialize)]
pub struct Id<T> {
    /// The id.
    pub id: T,
}

/// `{name}` of a path.
#[derive(Deserialize)]
pub struct Name {
    /// The name.
    pub name: String,
}

/// The query, by name. What cannot be read counts as missing, and a range is always within its
/// bounds: links that people shorten or mistype still show the page.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + Default + Send> FromRequestParts<Shared> for Query<T> {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Fail> {
        let read = RawQuery::<T>::from_request_parts(parts, app).await;
        Ok(Self(read.map(|RawQuery(query)| query).unwrap_or_default()))
    }
}

/// Which part of a list: `?from=0&count=50`, and which rows: `?q=mar`.
#[derive(Default, Deserialize)]
pub struct Range {
    from: Option<String>,
    count: Option<String>,
    q: Option<String>,
}

/// Nobody turns as many pages.
const FROM_MAX: i64 = 10_000_000;

impl Range {
    /// Where the part begins: 0 unless it is given.
    #[must_use]
    pub fn from(&self) -> i64 {
        clamped(self.from.as_deref(), 0, FROM_MAX)
    }

    /// The part of a name that is looked for; empty for all rows.
    #[must_use]
    pub fn searched(&self) -> &str {
        self.q.as_deref().unwrap_or_default().trim()
    }

    /// How many rows, at most `most`; `default` unless it is given.
    #[must_use]
    pub fn count(&self, default: i64, most: i64) -> i64 {
        clamped(self.count.as_deref(), default, most)
    }
}

fn clamped(text: Option<&str>, default: i64, most: i64) -> i64 {
    text.and_then(|text| text.parse::<i64>().ok()).unwrap_or(default).clamp(0, most)
}

/// One page of a list, and the links to the pages beside it.
pub struct Paged<T> {
    /// The rows of this page.
    pub rows: Vec<T>,
    /// The address of the page with newer rows, if there is one.
    pub newer: Option<String>,
    /// The address of the page with older rows, if there is one.
    pub older: Option<String>,
}

impl<T> Paged<T> {
    /// A page of `size` rows of a range, of rows that were asked for with one more than that.
    #[must_use]
    pub fn new(mut rows: Vec<T>, range: &Range, size: i64) -> Self {
        let from = range.from();
        let more = rows.len() as i64 > size;
        rows.truncate(usize::try_from(size).unwrap_or(usize::MAX));
        let page = |from: i64| {
            let mut query = form_urlencoded::Serializer::for_suffix(String::from("?"), 1);
            query.append_pair("from", &from.to_string());
            if !range.searched().is_empty() {
                query.append_pair("q", range.searched());
            }
            query.finish()
        };
        let newer = (from > 0).then(|| page((from - size).max(0)));
        Self { rows, newer, older: more.then(|| page(from + size)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_stay_within_their_bounds() {
        let range = |from: &str, count: &str| Range {
            from: Some(from.into()),
            count: Some(count.into()),
            q: None,
        };
        let wild = range("-3", "9999999999");
        assert_eq!((wild.from(), wild.count(50, 200)), (0, 200));
        let none = range("x", "");
        assert_eq!((none.from(), none.count(50, 200)), (0, 50));
    }

    #[test]
    fn pages_know_their_neighbours() {
        let range = |from: &str, q: Option<&str>| Range {
            from: Some(from.into()),
            count: None,
            q: q.map(Into::into),
        };
        let page = Paged::new(vec![1, 2, 3], &range("2", Some(" a&b ")), 2);
        let link = |from: u8| Some(format!("?from={from}&q=a%26b"));
        assert_eq!((page.rows, page.newer, page.older), (vec![1, 2], link(0), link(4)));
        let last = Paged::new(vec![1, 2], &range("0", None), 2);
        assert_eq!((last.newer, last.older), (None, None));
        let first = Paged::new(vec![1, 2, 3], &range("0", None), 2);
        assert_eq!(first.older.as_deref(), Some("?from=2"));
    }
}
