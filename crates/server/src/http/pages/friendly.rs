//! Friendly matches: the form to ask for one, and those of one's own.

use super::matches::{ShownSeat, shown_seats};
use super::{Form as Sent, Layout, Page, page};
use crate::app::fail::Fail;
use crate::app::friendlies::{self, Friendly, Wanted};
use crate::app::refusal::Refusal;
use crate::db::matches::Seat;
use crate::http::request::{InSeason, Query};
use crate::states::MatchState;
use crate::time;
use askama::Template;
use axum::http::{HeaderName, HeaderValue};
use serde::Deserialize;

#[derive(Template)]
#[template(path = "friendly.html")]
struct List {
    l: Layout,
    own: Vec<String>,
    rivals: Vec<String>,
    chosen: String,
    bouts: Vec<(Friendly, Vec<ShownSeat>, String)>,
    hold: bool,
    quota: u32,
}

impl List {
    /// Whether the field of this number begins with this rival.
    fn chosen(&self, field: &i32, rival: &str) -> bool {
        *field == 1 && rival == self.chosen
    }
}

/// The players that a link of a player's page chose.
#[derive(Default, Deserialize)]
pub struct Wish {
    rival: Option<String>,
}

/// The form, and the visitor's friendly matches.
///
/// # Errors
/// When the database fails.
pub async fn form(request: InSeason, Query(wish): Query<Wish>) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let options = season.options();
    let choice = friendlies::choice(app, actor, season).await?;
    let list = friendlies::own(app, actor, season, (0, 20)).await?;
    let coming =
        |b: &Friendly| matches!(b.m.state, MatchState::Planned | MatchState::Running) && !b.m.held;
    let waits = list.iter().any(coming);
    let mine = |seat: &Seat| choice.own.iter().any(|s| Some(&s.id) == seat.submission_id.as_ref());
    let bout = |b: Friendly| {
        let own: Vec<usize> = (0..b.seats.len()).filter(|k| mine(&b.seats[*k])).collect();
        let when = b.m.finished.map(time::shown).unwrap_or_default();
        let seats = shown_seats(&b.seats, &own);
        (b, seats, when)
    };
    let mut response = page(&List {
        l: request.layout(request.t("common-friendly-matches"), "rounds"),
        bouts: list.into_iter().map(bout).collect(),
        own: choice.own.iter().map(|s| s.name.clone()).collect(),
        rivals: choice.rivals,
        chosen: wish.rival.unwrap_or_default(),
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

/// The fields of the form.
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
pub async fn ask(request: InSeason, Sent(form): Sent<Asked>) -> Page {
    let seed = form.seed.trim();
    let seed = match seed.is_empty() {
        true => None,
        false => Some(seed.parse().map_err(|_| Fail::bad(Refusal::Seed { seed: seed.into() }))?),
    };
    let rivals = vec![form.rival1, form.rival2, form.rival3];
    let wanted = Wanted { player: form.player, rivals, seed };
    friendlies::ask(&request.app, &request.actor, &request.season, &wanted).await?;
    Ok(request.back("/friendly"))
}
