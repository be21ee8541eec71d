//! Friendly matches: the form to ask for one, and those of one's own.

use super::matches::{ShownSeat, shown_seats};
use super::{Form as Sent, Layout, Page, back, page};
use crate::access::Cx;
use crate::db::friendlies;
use crate::db::matches::{Listed, Seat, seats};
use crate::db::submissions::{self, state};
use crate::fail::Fail;
use crate::friendly::{self, Wanted};
use crate::refusal::Refusal;
use crate::time;
use askama::Template;
use axum::http::{HeaderName, HeaderValue};
use serde::Deserialize;

/// A friendly match as those see it who take part.
pub struct Bout {
    /// The match.
    pub m: Listed,
    /// Its seats; without scores while they are not to be seen.
    pub seats: Vec<Seat>,
    /// Whether the result is there and may be seen.
    pub open: bool,
}

/// The visitor's friendly matches, newest first.
///
/// # Errors
/// When the database fails.
pub async fn own(cx: &Cx, range: (i64, i64)) -> Result<Vec<Bout>, Fail> {
    let (season, user) = (cx.season()?, cx.visitor.user()?);
    let list = friendlies::of_user(&cx.app.db, &season.id, &user.id, range).await?;
    let mut connection = cx.app.db.acquire().await?;
    let mut bouts = Vec::with_capacity(list.len());
    for mut m in list {
        let mut all = seats(&mut connection, &m.id).await?;
        if m.held && !cx.visitor.organises() {
            m.finished = None;
            m.verified = false;
            for seat in &mut all {
                (seat.score, seat.status, seat.receipt) = (None, None, None);
            }
        }
        let open = m.state == "done" && (!m.held || cx.visitor.organises());
        bouts.push(Bout { m, seats: all, open });
    }
    Ok(bouts)
}

#[derive(Template)]
#[template(path = "friendly.html")]
struct Friendly {
    l: Layout,
    own: Vec<String>,
    rivals: Vec<String>,
    chosen: String,
    bouts: Vec<(Bout, Vec<ShownSeat>, String)>,
    hold: bool,
    quota: u32,
}

/// The form, and the visitor's friendly matches.
///
/// # Errors
/// When the database fails.
pub async fn form(cx: Cx) -> Page {
    let (season, user) = (cx.season()?, cx.visitor.user()?);
    let options = season.options();
    let mut connection = cx.app.db.acquire().await?;
    let rivals = submissions::competitors(&mut connection, &season.id).await?;
    drop(connection);
    let standing = submissions::representative(&cx.app.db, &season.id, &user.id).await?;
    let mut mine = submissions::of_user(&cx.app.db, &season.id, &user.id).await?;
    mine.retain(|s| s.state == state::QUALIFIED);
    mine.sort_by_key(|s| Some(&s.id) != standing.as_ref());
    let mut bouts = own(&cx, (0, 20)).await?;
    let l = Layout::new(&cx, "Friendly matches", "rounds");
    let coming = |b: &Bout| matches!(b.m.state.as_str(), "planned" | "running") && !b.m.held;
    let waits = bouts.iter().any(coming);
    let ids: Vec<&str> = mine.iter().map(|s| s.id.as_str()).collect();
    let shown = |b: Bout| {
        let mine = |s: &Seat| s.submission_id.as_deref().is_some_and(|id| ids.contains(&id));
        let own: Vec<usize> = (0..b.seats.len()).filter(|k| mine(&b.seats[*k])).collect();
        let when = b.m.finished.map(time::shown).unwrap_or_default();
        (shown_seats(&b.seats, &own), when, b)
    };
    let bouts = bouts.drain(..).map(shown).map(|(seats, when, b)| (b, seats, when)).collect();
    let mut response = page(&Friendly {
        l,
        own: mine.iter().map(|s| s.name.clone()).collect(),
        rivals: rivals.into_iter().map(|s| s.name).collect(),
        chosen: cx.word("rival").unwrap_or_default(),
        bouts,
        hold: options.hold,
        quota: options.friendlies_per_hour,
    })?;
    if waits {
        // Nobody else's business, so no event tells of it: the page is loaded again.
        let seconds = HeaderValue::from_static("2");
        response.headers_mut().insert(HeaderName::from_static("refresh"), seconds);
    }
    Ok(response)
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    player: String,
    #[serde(default)]
    rival1: String,
    #[serde(default)]
    rival2: String,
    #[serde(default)]
    rival3: String,
    #[serde(default)]
    seed: String,
}

/// Asks for a match.
///
/// # Errors
/// Why there will be none.
pub async fn ask(cx: Cx, Sent(form): Sent<Asked>) -> Page {
    let seed = form.seed.trim();
    let seed = match seed.is_empty() {
        true => None,
        false => Some(seed.parse().map_err(|_| Fail::bad(Refusal::Seed { seed: seed.into() }))?),
    };
    let rivals = vec![form.rival1, form.rival2, form.rival3];
    let wanted = Wanted { player: form.player, rivals, seed };
    friendly::ask(&cx.app, cx.season()?, cx.visitor.user()?, &wanted).await?;
    Ok(back(&format!("/s/{}/friendly", cx.season()?.slug)))
}
