//! Seasons: which of them somebody may see, how they stand, and their players.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::db::matches;
use crate::db::seasons::{self, Season};
use crate::db::standings::{self, Opponent, Point, Version};
use crate::db::submissions::{self, Submission};
use crate::db::users::{self, User};
use crate::ids::{SubmissionId, UserId};
use crate::ranking::table::{self, Placed};
use crate::states::{Role, RoundKind, SubmissionState};
use crate::time;
use std::collections::BTreeMap;

/// The seasons that the actor may see, newest first.
///
/// # Errors
/// When the database fails.
pub async fn all(app: &Shared, actor: &Actor) -> Result<Vec<Season>, Fail> {
    let mut all = seasons::all(&app.db).await?;
    all.retain(|season| actor.may_enter(season));
    Ok(all)
}

/// The season at this address.
///
/// # Errors
/// [`Fail::NotFound`] when there is none that the actor may see.
pub async fn find(app: &Shared, actor: &Actor, slug: &str) -> Result<Season, Fail> {
    let found = seasons::by_slug(&app.db, slug).await?;
    found.filter(|season| actor.may_enter(season)).ok_or(Fail::NotFound)
}

/// The standings that the actor may see, and the round of the ladder they rest on; 0: none yet.
/// Organisers see all rounds, others those whose results are released.
///
/// # Errors
/// When the database fails.
pub async fn standings(
    app: &Shared,
    actor: &Actor,
    season: &Season,
) -> Result<(i64, Vec<Placed>), Fail> {
    let mut connection = app.db.acquire().await?;
    let (kind, public) = (RoundKind::Ladder, !actor.organises(&season.id));
    let round = matches::last_round(&mut connection, &season.id, kind, true, public).await?;
    drop(connection);
    let Some(round) = round else { return Ok((0, Vec::new())) };
    let rows = standings::of_round(&app.db, &round.id).await?;
    let day_ago = time::now() - time::DAY;
    let before = standings::of_ladder_at(&app.db, &season.id, day_ago, public).await?;
    Ok((round.number, table::table(rows, &before)))
}

/// How versions and the other versions of their authors stood, round by round of the ladder, up
/// to a round that the actor may see.
///
/// # Errors
/// When the database fails.
pub async fn histories(
    app: &Shared,
    season: &Season,
    versions: &[&SubmissionId],
    last: i64,
) -> Result<BTreeMap<SubmissionId, Vec<Point>>, Fail> {
    let mut connection = app.db.acquire().await?;
    Ok(standings::histories(&mut connection, &season.id, versions, last).await?)
}

/// The data about a competing player that the actor may see.
pub struct Player {
    /// The version.
    pub version: Submission,
    /// Its row of the standings, or that of an earlier version of the same name; none before it has
    /// played, or when a version of another name competes.
    pub standing: Option<Placed>,
    /// Players with a place.
    pub placed: usize,
    /// How its author's versions stood after each round of the ladder.
    pub history: Vec<Point>,
    /// The players it met.
    pub opponents: Vec<Opponent>,
    /// Its author's versions that have competed, oldest first.
    pub versions: Vec<Version>,
}

/// The player of this name.
///
/// # Errors
/// [`Fail::NotFound`] when no such player competes.
pub async fn player(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    name: &str,
) -> Result<Player, Fail> {
    let found = submissions::public_by_name(&app.db, &season.id, name).await?;
    let version = found.ok_or(Fail::NotFound)?;
    let (round, rows) = standings(app, actor, season).await?;
    let versions = match &version.user_id {
        Some(user) => standings::versions(&app.db, &season.id, user).await?,
        None => Vec::new(),
    };
    let mut histories = histories(app, season, &[&version.id], round).await?;
    // A new version of the same name has the standing of the one before until it has played.
    let same = |row: &&Placed| row.s.user_id == version.user_id && row.s.name == version.name;
    let own = rows.iter().find(|row| row.s.submission_id == version.id);
    let own = own.or_else(|| rows.iter().find(same));
    Ok(Player {
        placed: rows.iter().filter(|row| row.place.is_some()).count(),
        standing: own.cloned(),
        history: histories.remove(&version.id).unwrap_or_default(),
        opponents: standings::opponents(&app.db, &version.id, actor.organises(&season.id)).await?,
        versions,
        version,
    })
}

/// How far a season has come.
pub struct Progress {
    /// The last closed round of the ladder; 0: none yet.
    pub round: i64,
    /// Whether results are withheld.
    pub withheld: bool,
    /// Matches that are played or planned.
    pub matches: i64,
}

/// How far a season has come.
///
/// # Errors
/// When the actor does not organise.
pub async fn progress(app: &Shared, actor: &Actor, season: &Season) -> Result<Progress, Fail> {
    actor.must_organise(&season.id)?;
    let mut connection = app.db.acquire().await?;
    let kind = RoundKind::Ladder;
    let round = matches::last_round(&mut connection, &season.id, kind, true, false).await?;
    Ok(Progress {
        round: round.map_or(0, |r| r.number),
        withheld: matches::any_withheld(&mut connection, &season.id).await?,
        matches: seasons::matches(&mut connection, &season.id).await?,
    })
}

/// The results of an author in a season, for grades.
pub struct Grade {
    /// The login.
    pub login: String,
    /// The name.
    pub name: String,
    /// The best row of the standings, if a player of theirs has one.
    pub best: Option<Placed>,
    /// Submissions.
    pub sent: usize,
    /// Submissions that are qualified.
    pub qualified: usize,
}

/// The results of every author in a season, by login. Organisers of all seasons also get the
/// players who sent nothing.
///
/// # Errors
/// When the actor does not organise.
pub async fn grades(app: &Shared, actor: &Actor, season: &Season) -> Result<Vec<Grade>, Fail> {
    actor.must_organise(&season.id)?;
    let (_, rows) = standings(app, actor, season).await?;
    let mut counts: BTreeMap<UserId, (usize, usize)> = BTreeMap::new();
    for s in submissions::of_season(&app.db, &season.id).await? {
        let Some(author) = s.user_id else { continue };
        let (sent, qualified) = counts.entry(author).or_default();
        *sent += 1;
        *qualified += usize::from(s.state == SubmissionState::Qualified);
    }
    let grade = |user: User| {
        let (sent, qualified) = counts.get(&user.id).copied().unwrap_or_default();
        let best = rows.iter().find(|row| row.s.user_id.as_ref() == Some(&user.id)).cloned();
        Grade { login: user.login, name: user.name, best, sent, qualified }
    };
    // Staff of one season see the accounts of those who sent something to it.
    let seen = |u: &User| actor.organises_all() || counts.contains_key(&u.id);
    let players = users::all(&app.db).await?.into_iter().filter(|u| u.role == Role::Player);
    Ok(players.filter(seen).map(grade).collect())
}
