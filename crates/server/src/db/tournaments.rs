//! Tournaments: round robins and eliminations, their players and the eliminated players.

use super::dialect::{padded, places};
use super::matches::{Listed, Match, Round, Seat};
use super::submissions::Submission;
use super::{Connection, Db, Result, row};
use crate::ids::{RoundId, SeasonId, SubmissionId, TournamentId, UserId};
use crate::states::{PlaceReason, RoundState, SubmissionState, TournamentKind, TournamentState};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, FromRow, Row};
use std::collections::BTreeMap;

/// A tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Its id.
    pub id: TournamentId,
    /// Its season.
    pub season_id: SeasonId,
    /// How it goes.
    pub kind: TournamentKind,
    /// Its number among those of its kind, from 1.
    pub number: i64,
    /// Its name for people.
    pub title: String,
    /// Matches of every player: in all, or in each round of an elimination.
    pub matches_each: i64,
    /// Elimination: matches of every player in a round at most.
    pub matches_most: i64,
    /// How far it has come.
    pub state: TournamentState,
    /// Whether its rounds are withheld until they are released.
    pub held: bool,
    /// When it was begun.
    pub created: i64,
}
row!(Tournament {
    id,
    season_id,
    kind,
    number,
    title,
    matches_each,
    matches_most,
    state,
    held,
    created,
});

/// Somebody who takes part.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The version.
    pub submission_id: SubmissionId,
    /// Its name.
    pub name: String,
    /// Its author's id, if it has one.
    pub user_id: Option<UserId>,
    /// Its author's name, if it has one.
    pub author: Option<String>,
    /// Where the submission is on its way: `qualified` unless it was disqualified since.
    pub state: SubmissionState,
    /// The round that gave it its place; none while it is still in.
    pub round: Option<i64>,
    /// Its place.
    pub place: Option<i64>,
    /// The reason of its elimination; none while it is still in.
    pub reason: Option<PlaceReason>,
}
row!(Entry { submission_id, name, user_id, author, state, round, place, reason });

/// Adds a tournament with those who take part; `false` when it is there already.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    db: &mut Connection,
    new: &Tournament,
    players: &[SubmissionId],
) -> Result<bool> {
    let done = sqlx::query(
        "INSERT INTO tournaments (id, season_id, kind, number, title, matches_each, matches_most, \
         state, held, created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&new.id)
    .bind(&new.season_id)
    .bind(new.kind)
    .bind(new.number)
    .bind(&new.title)
    .bind(new.matches_each)
    .bind(new.matches_most)
    .bind(new.state)
    .bind(i64::from(new.held))
    .bind(new.created)
    .execute(&mut *db)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    for (number, player) in players.iter().enumerate() {
        sqlx::query(
            "INSERT INTO entries (tournament_id, submission_id, number) VALUES ($1, $2, $3)",
        )
        .bind(&new.id)
        .bind(player)
        .bind(number as i64)
        .execute(&mut *db)
        .await?;
    }
    Ok(true)
}

/// The tournaments of a season, newest first.
///
/// # Errors
/// When the database fails.
pub async fn of_season(db: &mut Connection, season: &SeasonId) -> Result<Vec<Tournament>> {
    sqlx::query_as(
        "SELECT * FROM tournaments WHERE season_id = $1 ORDER BY created DESC, kind, number DESC",
    )
    .bind(season)
    .fetch_all(db)
    .await
}

/// The tournament with this id.
///
/// # Errors
/// When the database fails.
pub async fn by_id(db: &mut Connection, id: &TournamentId) -> Result<Option<Tournament>> {
    sqlx::query_as("SELECT * FROM tournaments WHERE id = $1").bind(id).fetch_optional(db).await
}

/// The players of a tournament, in the order of their numbers.
///
/// # Errors
/// When the database fails.
pub async fn entries(db: &mut Connection, id: &TournamentId) -> Result<Vec<Entry>> {
    Ok(entries_of(db, &[id]).await?.remove(id).unwrap_or_default())
}

/// The players of tournaments, in the order of their numbers, by tournament.
///
/// # Errors
/// When the database fails.
pub async fn entries_of(
    db: &mut Connection,
    ids: &[&TournamentId],
) -> Result<BTreeMap<TournamentId, Vec<Entry>>> {
    let text = "SELECT e.tournament_id, e.submission_id, s.name, s.user_id, u.name AS author, \
                s.state, e.round, e.place, e.reason FROM entries e \
                JOIN submissions s ON s.id = e.submission_id \
                LEFT JOIN users u ON u.id = s.user_id WHERE e.tournament_id IN ({}) \
                ORDER BY e.number";
    let mut all: BTreeMap<TournamentId, Vec<Entry>> = BTreeMap::new();
    for row in &of_tournaments(db, text, ids).await? {
        all.entry(row.try_get("tournament_id")?).or_default().push(Entry::from_row(row)?);
    }
    Ok(all)
}

/// The rounds of tournaments, in order, by tournament; withheld ones too.
///
/// # Errors
/// When the database fails.
pub async fn rounds_of(
    db: &mut Connection,
    ids: &[&TournamentId],
) -> Result<BTreeMap<TournamentId, Vec<Round>>> {
    let text = "SELECT * FROM rounds WHERE subject IN ({}) ORDER BY number";
    let mut all: BTreeMap<TournamentId, Vec<Round>> = BTreeMap::new();
    for row in &of_tournaments(db, text, ids).await? {
        all.entry(row.try_get("subject")?).or_default().push(Round::from_row(row)?);
    }
    Ok(all)
}

/// How many matches each round of tournaments has, and how many of them are still to be played.
///
/// # Errors
/// When the database fails.
pub async fn progress_of(
    db: &mut Connection,
    ids: &[&TournamentId],
) -> Result<BTreeMap<RoundId, (i64, i64)>> {
    let text = "SELECT m.round_id, COUNT(*) AS planned, \
                COUNT(CASE WHEN m.state IN ('planned', 'running') THEN 1 END) AS unplayed \
                FROM matches m JOIN rounds r ON r.id = m.round_id WHERE r.subject IN ({}) \
                GROUP BY m.round_id";
    let rows = of_tournaments(db, text, ids).await?;
    let one = |row: &AnyRow| {
        Ok((row.try_get("round_id")?, (row.try_get("planned")?, row.try_get("unplayed")?)))
    };
    rows.iter().map(one).collect()
}

/// The rows of a query about tournaments; `{}` stands for their ids.
async fn of_tournaments(
    db: &mut Connection,
    text: &str,
    ids: &[&TournamentId],
) -> Result<Vec<AnyRow>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let text = text.replace("{}", &places(0, ids.len()));
    let query = sqlx::query(AssertSqlSafe(text));
    padded(ids).fold(query, |query, id| query.bind(id)).fetch_all(db).await
}

/// The versions that are still in, in the order of their numbers.
///
/// # Errors
/// When the database fails.
pub async fn left(db: &mut Connection, id: &TournamentId) -> Result<Vec<Submission>> {
    sqlx::query_as(
        "SELECT s.* FROM entries e JOIN submissions s ON s.id = e.submission_id \
         WHERE e.tournament_id = $1 AND e.place IS NULL ORDER BY e.number",
    )
    .bind(id)
    .fetch_all(db)
    .await
}

/// Gives a player its place, once.
///
/// # Errors
/// When the database fails.
pub async fn set_place(
    db: &mut Connection,
    tournament: &TournamentId,
    submission: &SubmissionId,
    (round, place, reason): (i64, i64, PlaceReason),
) -> Result<()> {
    sqlx::query(
        "UPDATE entries SET round = $3, place = $4, reason = $5 \
         WHERE tournament_id = $1 AND submission_id = $2 AND place IS NULL",
    )
    .bind(tournament)
    .bind(submission)
    .bind(round)
    .bind(place)
    .bind(reason)
    .execute(db)
    .await
    .map(drop)
}

/// Gives another place to somebody who has one.
///
/// # Errors
/// When the database fails.
pub async fn correct_place(
    db: &mut Connection,
    tournament: &TournamentId,
    submission: &SubmissionId,
    place: i64,
) -> Result<()> {
    sqlx::query(
        "UPDATE entries SET place = $3 \
         WHERE tournament_id = $1 AND submission_id = $2 AND place IS NOT NULL",
    )
    .bind(tournament)
    .bind(submission)
    .bind(place)
    .execute(db)
    .await
    .map(drop)
}

/// Ends a tournament that is being played, as `done` or `stopped`.
///
/// # Errors
/// When the database fails.
pub async fn end(db: &mut Connection, id: &TournamentId, state: TournamentState) -> Result<bool> {
    let done = sqlx::query("UPDATE tournaments SET state = $2 WHERE id = $1 AND state = 'playing'")
        .bind(id)
        .bind(state)
        .execute(db)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes back the matches of a tournament that nobody has begun.
///
/// # Errors
/// When the database fails.
pub async fn call_off(db: &mut Connection, id: &TournamentId) -> Result<()> {
    sqlx::query(
        "UPDATE matches SET state = 'void', ending = 'stopped' WHERE state = 'planned' \
         AND round_id IN (SELECT id FROM rounds WHERE subject = $1)",
    )
    .bind(id)
    .execute(db)
    .await
    .map(drop)
}

/// The rounds of a tournament, in order; only those whose results everybody may see unless `all`.
///
/// # Errors
/// When the database fails.
pub async fn rounds(db: &mut Connection, id: &TournamentId, all: bool) -> Result<Vec<Round>> {
    sqlx::query_as(
        "SELECT * FROM rounds WHERE subject = $1 AND ($2 = 1 OR held = 0) ORDER BY number",
    )
    .bind(id)
    .bind(i64::from(all))
    .fetch_all(db)
    .await
}

/// How many matches a round has, and how many of them are still to be played.
///
/// # Errors
/// When the database fails.
pub async fn progress(db: &mut Connection, round: &RoundId) -> Result<(i64, i64)> {
    sqlx::query_as(
        "SELECT COUNT(*), COUNT(CASE WHEN state IN ('planned', 'running') THEN 1 END) \
         FROM matches WHERE round_id = $1",
    )
    .bind(round)
    .fetch_one(db)
    .await
}

/// Adds matches to a round, if it still has as many as are given and all of them are played:
/// whoever asks twice, or late, adds nothing.
///
/// # Errors
/// When the database fails.
pub async fn extend(
    db: &mut Connection,
    round: &Round,
    before: i64,
    matches: &[(Match, Vec<Seat>)],
) -> Result<bool> {
    // Locks the row: of two who come at once one waits, and then finds more matches.
    let open = sqlx::query("UPDATE rounds SET state = 'playing' WHERE id = $1 AND state = $2")
        .bind(&round.id)
        .bind(RoundState::Playing)
        .execute(&mut *db)
        .await?;
    if open.rows_affected() == 0 || progress(&mut *db, &round.id).await? != (before, 0) {
        return Ok(false);
    }
    super::matches::add(db, round, matches).await?;
    Ok(true)
}

/// Shows everybody the next round that was withheld, or all of them.
///
/// # Errors
/// When the database fails.
pub async fn show_withheld(db: &mut Connection, id: &TournamentId, all: bool) -> Result<u64> {
    let done = sqlx::query(
        "UPDATE rounds SET held = 0 WHERE subject = $1 AND held = 1 AND state = 'done' \
         AND ($2 = 1 OR number = (SELECT MIN(number) FROM rounds WHERE subject = $1 AND held = 1))",
    )
    .bind(id)
    .bind(i64::from(all))
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Finished matches of a round, in order, from one on.
///
/// # Errors
/// When the database fails.
pub async fn listed(db: &Db, round: &RoundId, (from, count): (i64, i64)) -> Result<Vec<Listed>> {
    sqlx::query_as(
        "SELECT m.id, m.seed, r.kind, r.number AS round, r.held, m.state, m.finished, m.verified \
         FROM matches m JOIN rounds r ON r.id = m.round_id \
         WHERE m.round_id = $1 AND m.state = 'done' ORDER BY m.number LIMIT $2 OFFSET $3",
    )
    .bind(round)
    .bind(count)
    .bind(from)
    .fetch_all(db)
    .await
}
