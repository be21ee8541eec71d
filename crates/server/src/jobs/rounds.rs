//! Rounds: planned when there is nothing left to decide about them, closed when all their matches
//! are played.
//!
//! Which matches a round has follows from the season's secret, who competes and the results of
//! earlier rounds, and from nothing else: no clock, no order in which matches end. A ladder has
//! two rounds under way, so that nobody waits for the last match of one: the plan of a round rests
//! on the results of all rounds but the one before it.

use crate::app::Shared;
use crate::db;
use crate::db::checks;
use crate::db::matches::{self, Match, Round, Seat, kind};
use crate::db::seasons::{self, Season};
use crate::db::standings;
use crate::db::submissions::{self, Submission, state};
use crate::db::tournaments;
use crate::rank::{self, Known};
use crate::verdict::Verdict;
use crate::{secret, time};
use anyhow::Context;
use arena::schedule::Visit;
use std::collections::BTreeMap;

/// A round with its matches, ready to be stored.
pub type Planned = (Round, Vec<(Match, Vec<Seat>)>);

/// Who sits where: the version, if it is one, and its name.
pub(crate) type Table = Vec<(Option<String>, String)>;

/// How many rounds of a ladder are under way at most.
const UNDER_WAY: i64 = 2;

/// Closes the rounds of a season whose matches are all played.
///
/// # Errors
/// When the database fails.
pub async fn close(app: &Shared, season: &Season) -> anyhow::Result<bool> {
    let over = matches::played_out(&mut *app.db.acquire().await?, &season.id).await?;
    let mut closed = false;
    for round in &over {
        if super::check::sample(app, round).await? {
            continue;
        }
        closed = true;
        match round.kind.as_str() {
            kind::QUALIFICATION => close_qualification(app, round).await?,
            kind::LADDER => close_ladder(app, round).await?,
            kind::FRIENDLY => drop(matches::close(&mut *app.db.acquire().await?, &round.id).await?),
            _ => super::tournaments::close(app, round).await?,
        }
    }
    if closed {
        app.wake.notify_waiters();
    }
    Ok(closed)
}

/// Counts rounds again in which a result was corrected, and the ladder's rounds after them.
///
/// # Errors
/// When the database fails.
pub async fn recount(app: &Shared, season: &Season) -> anyhow::Result<bool> {
    let first = checks::to_recount(&mut *app.db.acquire().await?, &season.id).await?;
    let Some(first) = first else { return Ok(false) };
    let mut again = super::tournaments::recount(app, season, &first).await?;
    if first.kind == kind::LADDER {
        again = true;
        let later = checks::closed_from(&app.db, &first).await?;
        for round in &later {
            db::in_time(super::DIRECTOR_PATIENCE, recount_ladder(app, round)).await?;
        }
    }
    let mut transaction = db::begin(&app.db).await?;
    checks::recounted(&mut transaction, &first).await?;
    let subject = format!("{} {}", first.kind, first.number);
    // What an elimination or a qualification decided stays: people must look at it.
    let detail = if again { "" } else { "its verdicts stay: look at them" };
    db::audit::add(&mut transaction, "-", "recount", &subject, detail).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn recount_ladder(app: &Shared, round: &Round) -> anyhow::Result<()> {
    let season = seasons::by_id(&app.db, &round.season_id).await?.context("no season")?;
    let mut connection = app.db.acquire().await?;
    let results = matches::ladder(&mut connection, &season.id, round.number).await?;
    let stood = submissions::that_stood(&mut connection, &round.id).await?;
    drop(connection);
    let number = round.number;
    let rows = tokio::task::spawn_blocking(move || {
        rank::standings(&results, &stood, &season.secret, number)
    })
    .await?;
    let mut transaction = db::begin(&app.db).await?;
    standings::delete(&mut transaction, &round.id).await?;
    standings::insert(&mut transaction, &round.id, &rows).await?;
    transaction.commit().await?;
    Ok(())
}

async fn close_qualification(app: &Shared, round: &Round) -> anyhow::Result<()> {
    let season = seasons::by_id(&app.db, &round.season_id).await?.context("no season")?;
    let mut submission =
        submissions::by_id(&app.db, &round.subject).await?.context("no submission")?;
    let mut transaction = db::begin(&app.db).await?;
    if matches::close(&mut transaction, &round.id).await? {
        judge(&mut transaction, &season, round, &mut submission).await?;
        let passed = submission.state == state::QUALIFIED;
        if submissions::decide(&mut transaction, state::QUALIFYING, &submission).await? && passed {
            represent_first(&mut transaction, &submission).await?;
        }
    }
    transaction.commit().await?;
    Ok(())
}

/// The first version of an author that qualifies stands for them until they choose another.
async fn represent_first(db: &mut db::Connection, submission: &Submission) -> db::Result<()> {
    let Some(user) = &submission.user_id else { return Ok(()) };
    let others = submissions::competitors(db, &submission.season_id).await?;
    if !others.iter().any(|other| other.user_id.as_ref() == Some(user)) {
        submissions::represent(db, &submission.season_id, user, &submission.id).await?;
    }
    Ok(())
}

/// The verdict of a qualification.
async fn judge(
    db: &mut db::Connection,
    season: &Season,
    round: &Round,
    submission: &mut Submission,
) -> anyhow::Result<()> {
    let options = season.options();
    let (mut wins, mut frozen, mut void) = (0, 0, 0);
    let all = matches::of_round(db, &round.id).await?;
    for one in &all {
        let seats = matches::seats(db, &one.id).await?;
        let Some(own) = seats.iter().find(|s| s.submission_id.is_some()) else { continue };
        void += usize::from(one.state == "void");
        wins += usize::from(came_first(&seats, own));
        frozen += usize::from(own.receipt.is_some());
    }
    let (needed, played) = (options.qualification_wins as usize, all.len());
    submission.decided = Some(time::now());
    let passed = wins >= needed;
    // Matches that could not be played count only where they could have changed the verdict.
    let open = if wins + void < needed { 0 } else { void };
    submission.state = match (passed, open) {
        (true, _) => state::QUALIFIED,
        (false, 0) => state::BEATEN,
        (false, _) => state::FAILED,
    }
    .into();
    let verdict = match (passed, open) {
        (true, _) => Verdict::Qualified { wins, played, frozen },
        (false, 0) => Verdict::Beaten { wins, played, needed, frozen },
        (false, void) => Verdict::NotPlayed { void, played },
    };
    submission.verdict = verdict.stored();
    Ok(())
}

/// Whether a seat came first: everybody else has fewer points.
fn came_first(seats: &[Seat], own: &Seat) -> bool {
    own.score.is_some() && seats.iter().all(|s| s.seat == own.seat || s.score < own.score)
}

async fn close_ladder(app: &Shared, round: &Round) -> anyhow::Result<()> {
    let season = seasons::by_id(&app.db, &round.season_id).await?.context("no season")?;
    let mut connection = app.db.acquire().await?;
    let results = matches::ladder(&mut connection, &season.id, round.number).await?;
    let competitors = submissions::competitors(&mut connection, &season.id).await?;
    drop(connection);
    let master = season.secret.clone();
    let number = round.number;
    let rows = tokio::task::spawn_blocking(move || {
        rank::standings(&results, &competitors, &master, number)
    })
    .await?;
    let mut transaction = db::begin(&app.db).await?;
    if matches::close(&mut transaction, &round.id).await? {
        standings::insert(&mut transaction, &round.id, &rows).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Whether rounds of a season may be there to plan.
///
/// # Errors
/// When the database fails.
pub async fn wanted(app: &Shared, season: &Season) -> anyhow::Result<bool> {
    let mut connection = app.db.acquire().await?;
    Ok(next_of_ladder(&mut connection, season).await?.is_some()
        || tournaments::of_season(&mut connection, &season.id)
            .await?
            .iter()
            .any(|tournament| tournament.state == "playing"))
}

/// Plans the next rounds of a season's tournaments and of its ladder.
///
/// # Errors
/// When the database fails.
pub async fn plan(app: &Shared, season: &Season) -> anyhow::Result<bool> {
    let mut planned = super::tournaments::plan(app, season).await?;
    while plan_ladder(app, season).await? {
        planned = true;
    }
    if planned {
        app.wake.notify_waiters();
    }
    Ok(planned)
}

/// The number of the ladder's next round, if it may be planned now.
async fn next_of_ladder(db: &mut db::Connection, season: &Season) -> db::Result<Option<i64>> {
    let options = season.options();
    if !options.ladder || matches::ladder_under_way(db, &season.id).await? >= UNDER_WAY {
        return Ok(None);
    }
    let last = matches::last_round(db, &season.id, kind::LADDER, false, false).await?;
    let number = last.map_or(1, |round| round.number + 1);
    Ok((number <= i64::from(options.ladder_rounds_max)).then_some(number))
}

async fn plan_ladder(app: &Shared, season: &Season) -> anyhow::Result<bool> {
    let options = season.options();
    let mut connection = app.db.acquire().await?;
    let Some(number) = next_of_ladder(&mut connection, season).await? else { return Ok(false) };
    let competitors = submissions::competitors(&mut connection, &season.id).await?;
    let counts = matches::ladder_counts(&mut connection, &season.id, number).await?;
    // The round before may be over already: what is planned must not depend on that.
    let counted = round_id(season, kind::LADDER, "", number - UNDER_WAY);
    let rows = standings::of_round_all(&mut connection, &counted).await?;
    drop(connection);
    let chances: BTreeMap<&str, Option<f64>> =
        rows.iter().map(|row| (row.submission_id.as_str(), row.chance)).collect();
    let known: Vec<Known> = competitors
        .iter()
        .map(|version| Known {
            matches: counts.get(&version.id).copied().unwrap_or(0),
            chance: chances.get(version.id.as_str()).copied().flatten(),
        })
        .collect();
    let visits = rank::next_visits(&known, &season.secret, number, options.ladder_matches_enough);
    if visits.is_empty() {
        return Ok(false);
    }
    let tables = tables(&visits, &competitors, 0);
    let (mut round, list) = assemble(season, kind::LADDER, "", number, tables);
    let mut transaction = db::begin(&app.db).await?;
    // What comes after something held back would tell about it.
    round.held = options.hold || matches::any_held(&mut transaction, &season.id).await?;
    let new = matches::plan(&mut transaction, &round, &list).await?;
    transaction.commit().await?;
    Ok(new)
}

/// The qualification of a new version: it sits in each seat in turn, the rival in all others.
///
/// # Errors
/// When the season's settings cannot be used.
pub fn qualification(season: &Season, submission: &Submission) -> anyhow::Result<Planned> {
    qualification_again(season, submission, 1)
}

/// The same once more, on other seeds, when an organiser asks for it.
///
/// # Errors
/// When the season's settings cannot be used.
pub fn qualification_again(
    season: &Season,
    submission: &Submission,
    number: i64,
) -> anyhow::Result<Planned> {
    let game = season.game().context("a season of an unknown game")?;
    let seats = game
        .check_settings(season.settings.as_bytes())
        .map_err(|refusal| anyhow::anyhow!("{}: {}", season.settings_name, refusal.found))?;
    let options = season.options();
    let tables = (0..options.qualification_matches.max(1) as usize).map(|k| {
        let table: Table = (0..seats)
            .map(|seat| match seat == k % seats {
                true => (Some(submission.id.clone()), submission.name.clone()),
                false => (None, options.qualification_rival.clone()),
            })
            .collect();
        let purpose = format!("qualification seed {} {number} {k}", submission.id);
        let digest = secret::derived(&season.secret, &purpose);
        let bits = u64::from_str_radix(&digest[..12], 16).unwrap_or(0);
        (k, (bits % arena::schedule::SEEDS as u64).to_string(), table)
    });
    Ok(assemble(season, kind::QUALIFICATION, &submission.id, number, tables))
}

/// The id of a round.
fn round_id(season: &Season, kind: &str, subject: &str, number: i64) -> String {
    secret::derived(&season.secret, &format!("round {kind} {subject} {number}"))
}

/// A round of matches, each with its cluster, seed and table.
pub(crate) fn assemble(
    season: &Season,
    kind: &str,
    subject: &str,
    number: i64,
    tables: impl Iterator<Item = (usize, String, Table)>,
) -> Planned {
    let id = round_id(season, kind, subject, number);
    let list = list(season, &id, 0, tables);
    let round = Round {
        id,
        season_id: season.id.clone(),
        kind: kind.into(),
        subject: subject.into(),
        number,
        state: "playing".into(),
        held: false,
    };
    (round, list)
}

/// The matches of a round from number `first` on.
pub(crate) fn list(
    season: &Season,
    round: &str,
    first: usize,
    tables: impl Iterator<Item = (usize, String, Table)>,
) -> Vec<(Match, Vec<Seat>)> {
    let one = |(k, (cluster, seed, table)): (usize, (usize, String, Table))| {
        let number = first + k;
        let match_id = secret::derived(&season.secret, &format!("match {round} {number}"));
        let seat = |(seat, (submission_id, name))| Seat {
            match_id: match_id.clone(),
            seat: seat as i64,
            submission_id,
            name,
            score: None,
            status: None,
            receipt: None,
        };
        let seats = table.into_iter().enumerate().map(seat).collect();
        let row = Match {
            id: match_id.clone(),
            season_id: season.id.clone(),
            round_id: round.into(),
            number: number as i64,
            cluster: cluster as i64,
            seed,
            state: "planned".into(),
            attempts: 0,
            record: None,
            public_record: None,
            rounds: None,
            ending: None,
            verified: false,
            finished: None,
        };
        (row, seats)
    };
    tables.enumerate().map(one).collect()
}

/// The tables of groups, the first of which is cluster number `first`.
pub(crate) fn tables(
    visits: &[Visit],
    players: &[Submission],
    first: usize,
) -> impl Iterator<Item = (usize, String, Table)> {
    let place = |player: usize| (Some(players[player].id.clone()), players[player].name.clone());
    visits.iter().enumerate().flat_map(move |(k, visit)| {
        visit.fixtures().map(|f| (first + k, f.seed.to_string(), f.seats.map(place).to_vec()))
    })
}
