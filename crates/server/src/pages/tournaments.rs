//! Rounds: tournaments, who is out, who has won. Organisers begin, release and stop them here.

use super::matches::{Shown, shown};
use super::{Form, Layout, Live, Page, back, live_page, page};
use crate::access::Cx;
use crate::db::matches::Round;
use crate::db::standings::{self, Standing};
use crate::db::tournaments::{self as rows, Entry, Tournament, kind};
use crate::fail::Fail;
use crate::i18n::Lang;
use crate::live;
use crate::tournament::{self, Wanted};
use askama::Template;
use serde::Deserialize;

/// A tournament as a visitor may see it.
pub struct View {
    /// The tournament.
    pub t: Tournament,
    /// Those who take part: who is still in, then by place. What is held back is not in it.
    pub entries: Vec<Entry>,
    /// The rounds whose results the visitor may see, newest first.
    pub rounds: Vec<ShownRound>,
    /// Whether the visitor does not see all there is.
    pub held: bool,
    /// Whether it is over, as far as the visitor may know.
    pub over: bool,
}

/// A round of a tournament.
pub struct ShownRound {
    /// The round.
    pub round: Round,
    /// Its order; empty while it is being played.
    pub order: Vec<Standing>,
    /// Matches, and those that are still to be played.
    pub progress: (i64, i64),
    /// Whether it is the final, or the only round.
    pub last: bool,
}

impl View {
    /// Its title in a language.
    #[must_use]
    pub fn title(&self, lang: Lang) -> String {
        title(&self.t, lang)
    }
}

/// The title of a tournament: its own, or kind and number.
#[must_use]
pub fn title(t: &Tournament, lang: Lang) -> String {
    match t.title.is_empty() {
        true => format!("{} {}", capital(lang.t(&t.kind)), t.number),
        false => t.title.clone(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

/// What the visitor may see of a tournament.
///
/// # Errors
/// When the database fails.
pub async fn view(cx: &Cx, t: Tournament) -> Result<View, Fail> {
    let all = cx.visitor.organises();
    let mut connection = cx.app.db.acquire().await?;
    let mut entries = rows::entries(&mut connection, &t.id).await?;
    let complete = rows::rounds(&mut connection, &t.id, true).await?;
    let held = complete.iter().any(|round| round.held) || t.held && t.state == "playing";
    let final_round = entries.iter().filter(|e| e.place == Some(1)).find_map(|e| e.round);
    let seen: Vec<Round> = complete.into_iter().filter(|round| all || !round.held).collect();
    for entry in &mut entries {
        let known = |number| number == 0 || seen.iter().any(|round| round.number == number);
        if !entry.round.is_some_and(known) {
            (entry.round, entry.place, entry.reason) = (None, None, String::new());
        }
    }
    entries.sort_by_key(|e| e.place.unwrap_or(0));
    let mut rounds = Vec::with_capacity(seen.len());
    for round in seen.into_iter().rev() {
        let progress = rows::progress(&mut connection, &round.id).await?;
        let order = standings::of_round_all(&mut connection, &round.id).await?;
        let last = final_round == Some(round.number) || t.kind == kind::ROUND_ROBIN;
        rounds.push(ShownRound { round, order, progress, last });
    }
    let hidden = held && !all;
    Ok(View { over: t.state != "playing" && !hidden, t, entries, rounds, held })
}

/// The tournament of the address.
///
/// # Errors
/// When the season has none of this id.
pub async fn find(cx: &Cx) -> Result<Tournament, Fail> {
    let mut connection = cx.app.db.acquire().await?;
    let found = rows::by_id(&mut connection, cx.part("id")).await?.ok_or(Fail::NotFound)?;
    let here = found.season_id == cx.season()?.id;
    here.then_some(found).ok_or(Fail::NotFound)
}

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
pub async fn list(cx: Cx) -> Page {
    let season = cx.season()?;
    let all = rows::of_season(&mut *cx.app.db.acquire().await?, &season.id).await?;
    let mut views = Vec::with_capacity(all.len());
    for one in all {
        views.push(view(&cx, one).await?);
    }
    page(&List { l: Layout::new(&cx, "Rounds", "rounds"), views })
}

#[derive(Template)]
#[template(path = "tournament.html")]
struct One {
    l: Layout,
    v: View,
    me: Option<String>,
}

/// One tournament: who is in, who is out and why, round by round.
///
/// # Errors
/// When there is none of this id.
pub async fn one(cx: Cx) -> Page {
    let v = view(&cx, find(&cx).await?).await?;
    let mut l = Layout::new(&cx, &v.title(cx.visitor.lang), "rounds");
    if !v.over {
        l.live = Some(Live {
            events: format!("{}/events", l.base()),
            state: live::season_state(&cx.app, &cx.season()?.id, l.organises).await?,
            pause: 2000,
            reload: 20,
        });
    }
    live_page(&One { l, v, me: cx.visitor.user.as_ref().map(|u| u.id.clone()) })
}

#[derive(Template)]
#[template(path = "round.html")]
struct Matches {
    l: Layout,
    id: String,
    title: String,
    number: i64,
    list: Vec<Shown>,
    newer: Option<i64>,
    older: Option<i64>,
}

/// The matches of a round.
///
/// # Errors
/// When there is no such round that the visitor may see.
pub async fn round(cx: Cx) -> Page {
    const COUNT: i64 = 24;
    let t = find(&cx).await?;
    let number: i64 = cx.part("number").parse().map_err(|_| Fail::NotFound)?;
    let mut connection = cx.app.db.acquire().await?;
    let rounds = rows::rounds(&mut connection, &t.id, cx.visitor.organises()).await?;
    drop(connection);
    let round = rounds.into_iter().find(|r| r.number == number).ok_or(Fail::NotFound)?;
    let from = cx.number("from", 0, 1_000_000);
    let mut list = rows::listed(&cx.app.db, &round.id, (from, COUNT + 1)).await?;
    let older = (list.len() as i64 > COUNT).then_some(from + COUNT);
    list.truncate(COUNT as usize);
    let title = title(&t, cx.visitor.lang);
    page(&Matches {
        l: Layout::new(&cx, &title, "rounds"),
        id: t.id,
        title,
        number,
        list: shown(&cx, list).await?,
        newer: (from > 0).then(|| (from - COUNT).max(0)),
        older,
    })
}

/// What the form sends. Switches that are off are not sent at all.
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
pub async fn start(cx: Cx, Form(form): Form<Start>) -> Page {
    let (season, user) = (cx.season()?, cx.visitor.user()?);
    let wanted = Wanted {
        kind: form.kind,
        title: form.title,
        matches_each: form.matches_each,
        matches_most: None,
        house: form.house.is_some(),
        held: form.held.is_some(),
    };
    let new = tournament::begin(&cx.app, season, user, &wanted).await?;
    Ok(back(&format!("/s/{}/rounds/{}", season.slug, new.id)))
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Release {
    #[serde(default)]
    all: Option<String>,
}

/// Shows everybody the next round that was held back, or all of them.
///
/// # Errors
/// When there is no such tournament.
pub async fn release(cx: Cx, Form(form): Form<Release>) -> Page {
    let t = find(&cx).await?;
    tournament::release(&cx.app, &t, cx.visitor.user()?, form.all.is_some()).await?;
    Ok(back(&format!("/s/{}/rounds/{}", cx.season()?.slug, t.id)))
}

/// Stops a tournament.
///
/// # Errors
/// When it is over.
pub async fn stop(cx: Cx) -> Page {
    let t = find(&cx).await?;
    tournament::stop(&cx.app, &t, cx.visitor.user()?).await?;
    Ok(back(&format!("/s/{}/rounds/{}", cx.season()?.slug, t.id)))
}
