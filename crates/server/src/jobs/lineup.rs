//! The players of matches: seasons, seats and players of a whole batch, in few statements.

use crate::app::App;
use crate::db::matches::{Match, Seat};
use crate::db::seasons::{self, Season};
use crate::db::seats;
use crate::db::submissions::{self, Submission};
use crate::ids::{MatchId, SeasonId, SubmissionId, UserId};
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use worker::protocol::{Player, Program};

/// The players of the matches of one batch, read once.
#[derive(Default)]
pub struct Lineups {
    seasons: BTreeMap<SeasonId, Arc<Season>>,
    seats: BTreeMap<MatchId, Vec<Seat>>,
    submissions: BTreeMap<SubmissionId, Submission>,
}

/// The program of a seat, and its owner.
struct Found {
    program: Program,
    author: Option<UserId>,
}

/// The season and the players of a match.
pub struct Lineup {
    /// Its season.
    pub season: Arc<Season>,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// Its players.
    pub players: Vec<Player>,
    /// The author who pays for the job: the author of the version that qualifies.
    pub author: Option<UserId>,
}

impl Lineups {
    /// Asks for the seasons and seats of these matches and for their players, in a few statements.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub async fn learn(&mut self, app: &App, all: &[Match]) -> anyhow::Result<()> {
        let mut connection = app.db.acquire().await?;
        for one in all {
            if !self.seasons.contains_key(&one.season_id) {
                let season = seasons::by_id_in(&mut connection, &one.season_id).await?;
                let season = season.context("no season")?;
                self.seasons.insert(one.season_id.clone(), Arc::new(season));
            }
        }
        let ids: Vec<_> = all.iter().map(|one| &one.id).collect();
        self.seats.extend(seats::of_matches(&mut connection, &ids).await?);
        let wanted = self.seats.values().flatten().filter_map(|seat| seat.submission_id.as_ref());
        let unknown: BTreeSet<_> =
            wanted.filter(|id| !self.submissions.contains_key(*id)).cloned().collect();
        for one in submissions::by_ids(&mut connection, &unknown).await? {
            self.submissions.insert(one.id.clone(), one);
        }
        Ok(())
    }

    /// Gets everything that a match needs; `Err` inside: why it cannot be played.
    ///
    /// # Errors
    /// When database or files fail.
    pub async fn of(&mut self, app: &App, one: &Match) -> anyhow::Result<Result<Lineup, String>> {
        if !self.seats.contains_key(&one.id) {
            self.learn(app, std::slice::from_ref(one)).await?;
        }
        let season = &self.seasons[&one.season_id];
        let season = Arc::new(season.on_board(&one.round_id, one.cluster));
        let seats = self.seats.remove(&one.id).unwrap_or_default();
        let mut players = Vec::with_capacity(seats.len());
        let mut authors = Vec::new();
        for seat in &seats {
            let found = match self.program(&season, seat)? {
                Ok(found) => found,
                Err(why) => return Ok(Err(format!("{}: {why}", seat.name))),
            };
            authors.extend(found.author);
            let struck = seat.strikes > 0;
            players.push(Player { name: seat.name.clone(), program: found.program, struck });
        }
        // Where several authors play, nobody is charged for the others.
        let author = if authors.len() == 1 { authors.pop() } else { None };
        Ok(Ok(Lineup { season, seats, players, author }))
    }

    /// The program of a seat; `Err` inside: the reason why there is none.
    fn program(&self, season: &Season, seat: &Seat) -> anyhow::Result<Result<Found, String>> {
        let built_in =
            |which: &str| Found { program: Program::BuiltIn(which.into()), author: None };
        let Some(id) = &seat.submission_id else { return Ok(Ok(built_in(&seat.name))) };
        let submission = self.submissions.get(id).context("no submission")?;
        let author = submission.user_id.clone();
        Ok(program_of(season, submission)?.map(|program| Found { program, author }))
    }
}

/// The program of a version; `Err` inside: the reason why there is none.
///
/// # Errors
/// When its row cannot be understood.
pub fn program_of(
    season: &Season,
    submission: &Submission,
) -> anyhow::Result<Result<Program, String>> {
    if let Some(which) = submission.source.strip_prefix("builtin:") {
        let game = season.game().context("a season of an unknown game")?;
        let known = game.facts().players.contains(&which);
        let none = || format!("{} has no player {which}", season.game);
        return Ok(if known { Ok(Program::BuiltIn(which.into())) } else { Err(none()) });
    }
    let module = submission.wasm.as_ref().context("a player without a module")?;
    Ok(module.parse().map(Program::Module))
}
