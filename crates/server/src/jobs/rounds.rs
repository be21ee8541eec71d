//! Rounds: planned when there is nothing left to decide about them, closed when all their matches
//! are played.
//!
//! The matches of a round follow from the season's secret, its players and the results of earlier
//! rounds. They do not depend on a clock or on the order in which matches end. A ladder has two
//! rounds in progress, so that no worker waits for the last match of a round: the plan of a round
//! uses the results of all rounds except the one before it.

use crate::app::Shared;
use crate::app::rounds::{assemble, round_id, tables};
use crate::app::verdict::Verdict;
use crate::db;
use crate::db::director::{self, Agenda};
use crate::db::matches::{self, Round, Seat};
use crate::db::seasons::{self, Season};
use crate::db::standings;
use crate::db::submissions::{self, Submission};
use crate::db::{checks, seats};
use crate::ranking::ladder::{self, Known};
use crate::states::{MatchState, RoundKind, SubmissionState};
use crate::time;
use anyhow::Context;
use std::ops::RangeInclusive;

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
        if super::replay::sample(app, season, round).await? {
            continue;
        }
        closed = true;
        match round.kind {
            RoundKind::Qualification => close_qualification(app, season, round).await?,
            RoundKind::Ladder => close_ladder(app, season, round).await?,
            RoundKind::Friendly => {
                let _ = matches::close(&mut *app.db.acquire().await?, &round.id).await?;
            }
            _ => super::tournaments::close(app, round).await?,
        }
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
    app.ladders.forget().await;
    let mut again = super::tournaments::recount(app, season, &first).await?;
    if first.kind == RoundKind::Ladder {
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
    let detail = if again { "" } else { "its verdicts do not change: check them" };
    db::audit::add(&mut transaction, "-", "recount", &subject, detail).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn recount_ladder(app: &Shared, round: &Round) -> anyhow::Result<()> {
    let season = seasons::by_id(&app.db, &round.season_id).await?.context("no season")?;
    let mut connection = app.db.acquire().await?;
    let results = app.ladders.results(&mut connection, &season.id, round.number).await?;
    let stood = submissions::that_stood(&mut connection, &round.id).await?;
    drop(connection);
    let number = round.number;
    let rows = tokio::task::spawn_blocking(move || {
        ladder::standings(&results, &stood, &season.secret, number)
    })
    .await?;
    let mut transaction = db::begin(&app.db).await?;
    standings::delete(&mut transaction, &round.id).await?;
    standings::insert(&mut transaction, &round.id, &rows).await?;
    transaction.commit().await?;
    Ok(())
}

async fn close_qualification(app: &Shared, season: &Season, round: &Round) -> anyhow::Result<()> {
    let mut submission = submissions::by_id(&app.db, &round.subject.as_str().into())
        .await?
        .context("no submission")?;
    let mut transaction = db::begin(&app.db).await?;
    if matches::close(&mut transaction, &round.id).await? {
        judge(&mut transaction, season, round, &mut submission).await?;
        let passed = submission.state == SubmissionState::Qualified;
        if submissions::decide(&mut transaction, SubmissionState::Qualifying, &submission).await?
            && passed
        {
            represent_first(&mut transaction, &submission).await?;
        }
    }
    transaction.commit().await?;
    Ok(())
}

/// The first version of an author that qualifies stands for them until they choose another.
async fn represent_first(db: &mut db::Connection, submission: &Submission) -> db::Result<()> {
    let Some(user) = &submission.user_id else { return Ok(()) };
    let others = submissions::players(db, &submission.season_id).await?;
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
    let ids: Vec<_> = all.iter().map(|one| &one.id).collect();
    let seats = seats::of_matches(db, &ids).await?;
    for one in &all {
        let Some(seats) = seats.get(&one.id) else { continue };
        let Some(own) = seats.iter().find(|s| s.submission_id.is_some()) else { continue };
        void += usize::from(one.state == MatchState::Void);
        wins += usize::from(came_first(seats, own));
        frozen += usize::from(own.receipt.is_some());
    }
    let (needed, played) = (options.qualification_wins as usize, all.len());
    submission.decided = Some(time::now());
    let passed = wins >= needed;
    // Matches that could not be played count only where they could have changed the verdict.
    let open = if wins + void < needed { 0 } else { void };
    submission.state = match (passed, open) {
        (true, _) => SubmissionState::Qualified,
        (false, 0) => SubmissionState::Beaten,
        (false, _) => SubmissionState::Failed,
    };
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

async fn close_ladder(app: &Shared, season: &Season, round: &Round) -> anyhow::Result<()> {
    let mut connection = app.db.acquire().await?;
    let results = app.ladders.results(&mut connection, &season.id, round.number).await?;
    let competitors = submissions::players(&mut connection, &season.id).await?;
    drop(connection);
    let master = season.secret.clone();
    let number = round.number;
    let rows = tokio::task::spawn_blocking(move || {
        ladder::standings(&results, &competitors, &master, number)
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
pub(super) fn wanted(season: &Season, agenda: &Agenda) -> bool {
    agenda.tournaments || next_of_ladder(season, agenda).next().is_some()
}

/// Plans the next rounds of a season's tournaments and of its ladder.
///
/// # Errors
/// When the database fails.
pub async fn plan(app: &Shared, season: &Season) -> anyhow::Result<bool> {
    let agenda = director::agenda(&mut *app.db.acquire().await?, &season.id).await?;
    let mut planned = agenda.tournaments && super::tournaments::plan(app, season).await?;
    for number in next_of_ladder(season, &agenda) {
        if !plan_ladder(app, season, number).await? {
            break;
        }
        planned = true;
    }
    Ok(planned)
}

/// The numbers of the ladder's rounds that may be planned now.
fn next_of_ladder(season: &Season, agenda: &Agenda) -> RangeInclusive<i64> {
    let options = season.options();
    let room = if options.ladder { UNDER_WAY - agenda.ladder_under_way } else { 0 };
    let (last, most) = (agenda.ladder_last, i64::from(options.ladder_rounds_max));
    last + 1..=most.min(last + room)
}

async fn plan_ladder(app: &Shared, season: &Season, number: i64) -> anyhow::Result<bool> {
    let options = season.options();
    let mut connection = app.db.acquire().await?;
    let competitors = submissions::players(&mut connection, &season.id).await?;
    let counts = app.ladders.counts(&mut connection, &season.id, number).await?;
    // The round before may be over already: what is planned must not depend on that.
    let counted = round_id(season, RoundKind::Ladder, "", number - UNDER_WAY);
    let chances = standings::chances(&mut connection, &counted).await?;
    drop(connection);
    let known: Vec<Known> = competitors
        .iter()
        .map(|version| Known {
            matches: counts.get(&version.id).copied().unwrap_or(0),
            chance: chances.get(&version.id).copied(),
            house: version.user_id.is_none(),
        })
        .collect();
    let visits = ladder::next_visits(&known, &season.secret, number, options.ladder_matches_enough);
    if visits.is_empty() {
        return Ok(false);
    }
    let tables = tables(&visits, &competitors, 0);
    let (mut round, list) = assemble(season, RoundKind::Ladder, "", number, tables);
    let mut transaction = db::begin(&app.db).await?;
    // What comes after something withheld would tell about it.
    round.held = options.hold || matches::any_withheld(&mut transaction, &season.id).await?;
    let new = matches::plan(&mut transaction, &round, &list).await?;
    transaction.commit().await?;
    Ok(new)
}
