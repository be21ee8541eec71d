//! Matches and their files, and the visitors that may see them. A match that the actor may not see
//! does not exist for them.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::{keys, records};
use crate::db::matches::{self, Listed, Match, Only, Round, Seat};
use crate::db::seasons::Season;
use crate::db::seats;
use crate::ids::MatchId;
use crate::states::{MatchState, RoundKind};
use engine::record::{Record, Unusable};

/// Bytes of one player's log on a page; the record holds the rest.
const LOG_BYTES_MAX: usize = 64 << 10;

/// A match of a list with its seats.
pub type WithSeats = (Listed, Vec<Seat>);

/// The newest finished matches of a season that the actor may see: all or only some of them, from
/// where on and how many.
///
/// # Errors
/// When the database fails.
pub async fn listed(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    only: Only<'_>,
    range: (i64, i64),
) -> Result<Vec<WithSeats>, Fail> {
    let all = actor.organises(&season.id);
    with_seats(app, matches::listed(&app.db, &season.id, only, all, range).await?).await
}

/// Matches with their seats.
///
/// # Errors
/// When the database fails.
pub(super) async fn with_seats(app: &Shared, list: Vec<Listed>) -> Result<Vec<WithSeats>, Fail> {
    let ids: Vec<_> = list.iter().map(|m| &m.id).collect();
    let mut seats = seats::of_matches(&mut *app.db.acquire().await?, &ids).await?;
    let one = |m: Listed| {
        let seats = seats.remove(&m.id).unwrap_or_default();
        (m, seats)
    };
    Ok(list.into_iter().map(one).collect())
}

/// How many finished matches of a season everybody may see.
///
/// # Errors
/// When the database fails.
pub async fn public_count(app: &Shared, season: &Season) -> Result<i64, Fail> {
    Ok(matches::public_count(&app.db, &season.id).await?)
}

/// A match that the actor may see, and which of its seats are their own.
pub struct Found {
    /// The match.
    pub m: Match,
    /// Its round.
    pub round: Round,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// Indices of seats whose logs and receipts the actor may read.
    pub own: Vec<usize>,
}

/// The match of a season with this id.
///
/// # Errors
/// [`Fail::NotFound`] when there is none that the actor may see: it is not over, its results are
/// withheld, or it is a qualification or a friendly match of others.
pub async fn find(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &MatchId,
) -> Result<Found, Fail> {
    let mut connection = app.db.acquire().await?;
    let m = matches::by_id_in(&mut connection, id).await?.ok_or(Fail::NotFound)?;
    let round = matches::round(&mut connection, &m.round_id).await?.ok_or(Fail::NotFound)?;
    let seats = matches::seats(&mut connection, &m.id).await?;
    let authored = match actor.id() {
        Some(user) => seats::of_author(&mut connection, &m.id, user).await?,
        None => Vec::new(),
    };
    drop(connection);
    let may_read = |k: &usize| actor.organises(&season.id) || authored.contains(&seats[*k].seat);
    let own: Vec<usize> = (0..seats.len()).filter(may_read).collect();
    let private = matches!(round.kind, RoundKind::Qualification | RoundKind::Friendly);
    let open = !round.held && (!private || !own.is_empty());
    let visible = m.state == MatchState::Done && (open || actor.organises(&season.id));
    if m.season_id != season.id || !visible {
        return Err(Fail::NotFound);
    }
    Ok(Found { m, round, seats, own })
}

/// The standard error of the actor's own players: name and text, with the rounds.
///
/// # Errors
/// When the record cannot be read.
pub async fn logs(app: &Shared, found: &Found) -> Result<Vec<(String, String)>, Fail> {
    if found.own.is_empty() {
        return Ok(Vec::new());
    }
    let digest = found.m.record.as_deref().ok_or(Fail::NotFound)?;
    let record = Record::from_bytes(&app.store.get(digest).await?)?;
    let log = |k: usize| {
        let mut text = String::new();
        for (number, round) in record.rounds.iter().enumerate() {
            let said = round.seats.get(k).map_or(&[][..], |turn| &turn.said);
            if !said.is_empty() && text.len() < LOG_BYTES_MAX {
                text += &format!("round {number}\n{}\n", String::from_utf8_lossy(said).trim_end());
            }
        }
        text
    };
    let all = found.own.iter().map(|k| (found.seats[*k].name.clone(), log(*k)));
    Ok(all.filter(|(_, text)| !text.is_empty()).collect())
}

/// The record as the actor may have it: with the logs of their own players only, and signed if the
/// judge replayed it.
///
/// # Errors
/// When the record cannot be read or signed.
pub async fn signed_record(app: &Shared, season: &Season, found: &Found) -> Result<Vec<u8>, Fail> {
    let record = record(app, found).await?;
    keys::sign(app, season, found, record).await
}

async fn record(app: &Shared, found: &Found) -> Result<Vec<u8>, Fail> {
    if found.own.is_empty() {
        let digest = found.m.public_record.as_deref().ok_or(Fail::NotFound)?;
        return Ok(app.store.get(digest).await?);
    }
    let whole = app.store.get(found.m.record.as_deref().ok_or(Fail::NotFound)?).await?;
    if found.own.len() == found.seats.len() {
        return Ok(whole);
    }
    let own = found.own.clone();
    let cut = move || -> Result<Vec<u8>, Unusable> {
        let record = Record::from_bytes(&whole)?;
        Ok(records::without_logs(&record, Some(&own)).to_bytes())
    };
    Ok(tokio::task::spawn_blocking(cut).await??)
}

/// The result file.
///
/// # Errors
/// When the record cannot be read.
pub async fn result_file(app: &Shared, season: &Season, found: &Found) -> Result<Vec<u8>, Fail> {
    let game = season.game().ok_or(Fail::Ours)?;
    let digest = found.m.public_record.as_deref().ok_or(Fail::NotFound)?;
    let record = app.store.get(digest).await?;
    let write = move || -> Result<Vec<u8>, Unusable> {
        Ok(Record::from_bytes(&record)?.film(game)?.write_res())
    };
    Ok(tokio::task::spawn_blocking(write).await??)
}
