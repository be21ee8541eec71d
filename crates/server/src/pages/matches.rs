//! Matches: lists, one match, its files. What a visitor may not see is not there.

use super::{Layout, Page, download, number, page};
use crate::access::Cx;
use crate::db::matches::{self, Listed, Match, Round, Seat};
use crate::db::submissions;
use crate::fail::Fail;
use crate::{record as records, security, time};
use arena::points;
use askama::Template;
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine;
use engine::Freeze;
use engine::record::Record;

/// A seat as it is shown.
pub struct ShownSeat {
    /// The seat.
    pub seat: i64,
    /// The player.
    pub name: String,
    /// Whether there is a page about it.
    pub linked: bool,
    /// Whether it is the visitor's own.
    pub own: bool,
    /// Its place, from 1.
    pub place: usize,
    /// Its score.
    pub score: String,
    /// Length of its bar, of 100.
    pub bar: i64,
    /// Share of its budget, or empty when frozen.
    pub fuel: String,
    /// Whether it was frozen.
    pub frozen: bool,
    /// The round in which it was frozen.
    pub frozen_round: i32,
}

/// A match as lists show it.
pub struct Shown {
    /// The match.
    pub m: Listed,
    /// When it was finished.
    pub when: String,
    /// Who played.
    pub seats: Vec<ShownSeat>,
}

/// Seats as they are shown.
#[must_use]
pub fn shown_seats(seats: &[Seat], own: &[usize]) -> Vec<ShownSeat> {
    let scores: Vec<i64> = seats.iter().map(|s| s.score.unwrap_or(0)).collect();
    let best = scores.iter().copied().max().unwrap_or(0).max(1);
    let freeze = |s: &Seat| s.receipt.as_ref().and_then(|r| serde_json::from_str::<Freeze>(r).ok());
    let one = |(k, s): (usize, &Seat)| ShownSeat {
        seat: s.seat,
        name: s.name.clone(),
        linked: s.submission_id.is_some(),
        own: own.contains(&k),
        place: points::place(&scores, k),
        score: number(scores[k]),
        bar: i64::try_from(i128::from(scores[k].max(0)) * 100 / i128::from(best)).unwrap_or(100),
        fuel: match s.status {
            Some(status) if status >= 0.0 => format!("{:.0}\u{2009}%", status * 100.0),
            _ => String::new(),
        },
        frozen: s.receipt.is_some(),
        frozen_round: freeze(s).map_or(0, |f| f.round),
    };
    seats.iter().enumerate().map(one).collect()
}

/// The newest finished matches that the visitor may see.
///
/// # Errors
/// When the database fails.
pub async fn listed(
    cx: &Cx,
    submission: Option<&str>,
    range: (i64, i64),
) -> Result<Vec<Shown>, Fail> {
    let season = cx.season()?;
    let all = cx.visitor.organises();
    shown(cx, matches::listed(&cx.app.db, &season.id, submission, all, range).await?).await
}

/// Rows with their seats.
///
/// # Errors
/// When the database fails.
pub async fn shown(cx: &Cx, rows: Vec<Listed>) -> Result<Vec<Shown>, Fail> {
    let mut shown = Vec::with_capacity(rows.len());
    let mut connection = cx.app.db.acquire().await?;
    for m in rows {
        let seats = matches::seats(&mut connection, &m.id).await?;
        let when = m.finished.map(time::shown).unwrap_or_default();
        shown.push(Shown { when, seats: shown_seats(&seats, &[]), m });
    }
    Ok(shown)
}

/// A match that the visitor may see, and which of its seats are their own.
pub struct Found {
    /// The match.
    pub m: Match,
    /// Its round.
    pub round: Round,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// Seats whose logs and receipts the visitor may read.
    pub own: Vec<usize>,
}

/// The match of the address, if the visitor may see it.
///
/// # Errors
/// When there is none, or none for this visitor.
pub async fn find(cx: &Cx) -> Result<Found, Fail> {
    let season = cx.season()?;
    let m = matches::by_id(&cx.app.db, cx.part("id")).await?.ok_or(Fail::NotFound)?;
    let mut connection = cx.app.db.acquire().await?;
    let round = matches::round(&mut connection, &m.round_id).await?.ok_or(Fail::NotFound)?;
    let seats = matches::seats(&mut connection, &m.id).await?;
    drop(connection);
    let mut own = Vec::new();
    for (k, seat) in seats.iter().enumerate() {
        if cx.visitor.organises() || authored(cx, seat).await? {
            own.push(k);
        }
    }
    let private = [matches::kind::QUALIFICATION, matches::kind::FRIENDLY];
    let private = private.contains(&round.kind.as_str());
    let open = !round.held && (!private || !own.is_empty());
    let visible = m.state == "done" && (open || cx.visitor.organises());
    if m.season_id != season.id || !visible {
        return Err(Fail::NotFound);
    }
    Ok(Found { m, round, seats, own })
}

async fn authored(cx: &Cx, seat: &Seat) -> Result<bool, Fail> {
    let (Some(user), Some(id)) = (&cx.visitor.user, &seat.submission_id) else { return Ok(false) };
    let submission = submissions::by_id(&cx.app.db, id).await?;
    Ok(submission.is_some_and(|s| s.user_id.as_ref() == Some(&user.id)))
}

#[derive(Template)]
#[template(path = "matches.html")]
struct List {
    l: Layout,
    list: Vec<Shown>,
    newer: Option<i64>,
    older: Option<i64>,
}

/// Finished matches, newest first.
///
/// # Errors
/// When the database fails.
pub async fn list(cx: Cx) -> Page {
    const COUNT: i64 = 25;
    let from = cx.number("from", 0, 1_000_000);
    let mut list = listed(&cx, None, (from, COUNT + 1)).await?;
    let older = (list.len() as i64 > COUNT).then_some(from + COUNT);
    list.truncate(COUNT as usize);
    let newer = (from > 0).then(|| (from - COUNT).max(0));
    page(&List { l: Layout::new(&cx, "Matches", "matches"), list, newer, older })
}

/// A failure receipt as it is shown to its player's author.
pub struct Receipt {
    /// Who.
    pub name: String,
    /// What happened.
    pub freeze: Freeze,
    /// The cause in words.
    pub cause: &'static str,
    /// Memory in megabytes.
    pub memory: String,
    /// Fuel.
    pub fuel: String,
    /// The match it happened in.
    pub match_id: String,
    /// The command that shows it again.
    pub command: String,
}

/// The receipts of these seats.
#[must_use]
pub fn receipts(
    season: &crate::db::seasons::Season,
    m: &Match,
    seats: &[Seat],
    own: &[usize],
) -> Vec<Receipt> {
    let names: Vec<&str> = seats.iter().map(|s| s.name.as_str()).collect();
    let board = season.on_board(&m.round_id, m.cluster).settings_name;
    let command = format!(
        "palestra play {} {} -i {} -s {} --judge",
        season.game,
        names.join(" "),
        board,
        m.seed
    );
    let receipt = |seat: &Seat| {
        let freeze: Freeze = serde_json::from_str(seat.receipt.as_ref()?).ok()?;
        Some(Receipt {
            name: seat.name.clone(),
            cause: freeze.cause.in_words(),
            memory: format!("{:.1}", freeze.memory as f64 / f64::from(1 << 20)),
            fuel: number(i64::try_from(freeze.fuel).unwrap_or(i64::MAX)),
            match_id: m.id.clone(),
            command: command.clone(),
            freeze,
        })
    };
    own.iter().filter_map(|k| receipt(seats.get(*k)?)).collect()
}

#[derive(Template)]
#[template(path = "match.html")]
struct One {
    l: Layout,
    m: Match,
    kind: String,
    round: i64,
    held: bool,
    when: String,
    seats: Vec<ShownSeat>,
    receipts: Vec<Receipt>,
    logs: Vec<(String, String)>,
    viewer: bool,
    rounds: i64,
    ending: String,
    digest: String,
}

/// One match.
///
/// # Errors
/// When there is none for this visitor.
pub async fn one(cx: Cx) -> Page {
    let found = find(&cx).await?;
    let season = cx.season()?;
    let logs = if cx.visitor.user.is_some() { logs(&cx, &found).await? } else { Vec::new() };
    let title = format!("Match {}", &found.m.id[..6]);
    page(&One {
        l: Layout::new(&cx, &title, "matches"),
        kind: found.round.kind.clone(),
        round: found.round.number,
        held: found.round.held,
        when: found.m.finished.map(time::shown).unwrap_or_default(),
        seats: shown_seats(&found.seats, &found.own),
        receipts: receipts(season, &found.m, &found.seats, &found.own),
        logs,
        viewer: cx.app.viewer.is_some(),
        rounds: found.m.rounds.unwrap_or(0),
        ending: found.m.ending.clone().unwrap_or_default(),
        digest: found.m.public_record.clone().unwrap_or_default(),
        m: found.m,
    })
}

/// What the visitor's own players wrote on standard error, with the rounds.
async fn logs(cx: &Cx, found: &Found) -> Result<Vec<(String, String)>, Fail> {
    const BYTES_MAX: usize = 64 << 10;
    if found.own.is_empty() {
        return Ok(Vec::new());
    }
    let digest = found.m.record.as_deref().ok_or(Fail::NotFound)?;
    let record = Record::from_bytes(&cx.app.store.get(digest).await?)?;
    let log = |k: usize| {
        let mut text = String::new();
        for (number, round) in record.rounds.iter().enumerate() {
            let said = round.seats.get(k).map_or(&[][..], |turn| &turn.said);
            if !said.is_empty() && text.len() < BYTES_MAX {
                text += &format!("round {number}\n{}\n", String::from_utf8_lossy(said).trim_end());
            }
        }
        text
    };
    let all = found.own.iter().map(|k| (found.seats[*k].name.clone(), log(*k)));
    Ok(all.filter(|(_, text)| !text.is_empty()).collect())
}

/// The record as the visitor may have it: with the logs of their own players only.
async fn bytes(cx: &Cx, found: &Found) -> Result<Vec<u8>, Fail> {
    let store = &cx.app.store;
    if found.own.is_empty() {
        let digest = found.m.public_record.as_deref().ok_or(Fail::NotFound)?;
        return Ok(store.get(digest).await?);
    }
    let whole = store.get(found.m.record.as_deref().ok_or(Fail::NotFound)?).await?;
    if found.own.len() == found.seats.len() {
        return Ok(whole);
    }
    let own = found.own.clone();
    let cut = move || -> Result<Vec<u8>, engine::record::Unusable> {
        let record = Record::from_bytes(&whole)?;
        Ok(records::without_logs(&record, Some(&own)).to_bytes())
    };
    Ok(tokio::task::spawn_blocking(cut).await??)
}

/// The match record.
///
/// # Errors
/// When there is none for this visitor.
pub async fn record(cx: Cx) -> Page {
    let found = find(&cx).await?;
    let name = format!("{}.match", found.m.id);
    Ok(download(&name, "application/octet-stream", bytes(&cx, &found).await?))
}

/// The result file.
///
/// # Errors
/// When there is none for this visitor.
pub async fn result_file(cx: Cx) -> Page {
    let found = find(&cx).await?;
    let game = cx.season()?.game().ok_or(Fail::Ours)?;
    let digest = found.m.public_record.as_deref().ok_or(Fail::NotFound)?;
    let record = cx.app.store.get(digest).await?;
    let write = move || -> Result<Vec<u8>, engine::record::Unusable> {
        Ok(Record::from_bytes(&record)?.film(game)?.write_res())
    };
    let res = tokio::task::spawn_blocking(write).await??;
    Ok(download(&format!("{}.res", found.m.id), "text/plain; charset=utf-8", res))
}

/// The viewer with the match inside, for a frame of its own.
///
/// # Errors
/// When there is no match for this visitor, or no viewer in this program.
pub async fn viewer(cx: Cx) -> Page {
    let found = find(&cx).await?;
    let page = cx.app.viewer.as_deref().ok_or(Fail::NotFound)?;
    let inside = base64::engine::general_purpose::STANDARD.encode(bytes(&cx, &found).await?);
    let name = format!("{}.match", found.m.id);
    let html = page.replacen("PALESTRA-NAME", &name, 1).replacen("PALESTRA-MATCH", &inside, 1);
    let mut response: Response = Html(html).into_response();
    let policy = HeaderValue::from_static(security::VIEWER);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}
