//! Tournaments: their players, the eliminated players and the winner. Organisers begin, release
//! and stop them here.

use super::matches::{Shown, shown};
use super::{Form, Layout, Live, Page, live_page, page};
use crate::app::live;
use crate::app::tournaments::{self, View, Wanted};
use crate::http::request::{Id, InSeason, Paged, Path, Query, Range};
use crate::ids::{TournamentId, UserId};
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "rounds.html")]
struct List {
    l: Layout,
    views: Vec<View>,
}

/// All tournaments of the season, newest first; organisers begin one here.
///
/// # Errors
/// When the database fails.
pub async fn list(request: InSeason) -> Page {
    let views = tournaments::views(&request.app, &request.actor, &request.season).await?;
    page(&List { l: request.layout(request.t("common-rounds-label"), "rounds"), views })
}

#[derive(Template)]
#[template(path = "tournament.html")]
struct One {
    l: Layout,
    v: View,
    me: Option<UserId>,
}

impl One {
    /// Whether a player of this author is the visitor's own.
    fn own(&self, author: &Option<UserId>) -> bool {
        author.is_some() && *author == self.me
    }
}

/// One tournament: who is in, who is out and why, round by round.
///
/// # Errors
/// When there is none of this id.
pub async fn one(request: InSeason, Path(Id { id }): Path<Id<TournamentId>>) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let v = tournaments::view(app, actor, season, &id).await?;
    let mut l = request.layout(&v.title(request.lang()), "rounds");
    if !v.over {
        l.live = Some(Live {
            events: format!("{}/events", l.base()),
            state: live::season_state(app, &season.id, actor.organises(&season.id)).await?,
            pause: 2000,
            reload: 20,
        });
    }
    live_page(&One { l, v, me: actor.id().cloned() })
}

#[derive(Template)]
#[template(path = "round.html")]
struct Matches {
    l: Layout,
    id: TournamentId,
    title: String,
    number: i64,
    list: Vec<Shown>,
    newer: Option<String>,
    older: Option<String>,
}

/// A round in a path.
#[derive(Deserialize)]
pub struct OneRound {
    id: TournamentId,
    number: i64,
}

/// The matches of a round.
///
/// # Errors
/// When there is no such round that the visitor may see.
pub async fn round(
    request: InSeason,
    Path(OneRound { id, number }): Path<OneRound>,
    Query(range): Query<Range>,
) -> Page {
    const COUNT: i64 = 24;
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let part = (range.from(), COUNT + 1);
    let (t, list) = tournaments::round(app, actor, season, (&id, number), part).await?;
    let Paged { rows, newer, older } = Paged::new(list, &range, COUNT);
    let title = tournaments::title(&t, request.lang());
    page(&Matches {
        l: request.layout(&title, "rounds"),
        id,
        title,
        number,
        list: shown(rows),
        newer,
        older,
    })
}

/// The fields of the form. Browsers do not send switches that are off.
#[derive(Deserialize)]
pub struct Start {
    kind: String,
    #[serde(default)]
    title: String,
    matches_each: u32,
    #[serde(default)]
    house: Option<String>,
    #[serde(default)]
    held: Option<String>,
}

/// Begins a tournament.
///
/// # Errors
/// Why it cannot be.
pub async fn start(request: InSeason, Form(form): Form<Start>) -> Page {
    let wanted = Wanted {
        kind: form.kind,
        title: form.title,
        matches_each: form.matches_each,
        matches_most: None,
        house: form.house.is_some(),
        held: form.held.is_some(),
    };
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let new = tournaments::begin(app, actor, season, &wanted).await?;
    Ok(request.back(&format!("/rounds/{}", new.id)))
}

/// The fields of the form.
#[derive(Deserialize)]
pub struct Release {
    #[serde(default)]
    all: Option<String>,
}

/// Releases the next round whose results are withheld, or all of them.
///
/// # Errors
/// When there is no such tournament.
pub async fn release(
    request: InSeason,
    Path(Id { id }): Path<Id<TournamentId>>,
    Form(form): Form<Release>,
) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    tournaments::release(app, actor, season, &id, form.all.is_some()).await?;
    Ok(request.back(&format!("/rounds/{id}")))
}

/// Stops a tournament.
///
/// # Errors
/// When it is over.
pub async fn stop(request: InSeason, Path(Id { id }): Path<Id<TournamentId>>) -> Page {
    tournaments::stop(&request.app, &request.actor, &request.season, &id).await?;
    Ok(request.back(&format!("/rounds/{id}")))
}
