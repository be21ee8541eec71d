//! The players of matches: seasons, seats and players of a whole batch, in few statements.

use crate::app::App;
use crate::db::matches::{Match, Seat};
use crate::db::seasons::{self, Season};
use crate::db::seats::{self, Manned};
use crate::ids::{MatchId, SeasonId, UserId};
use anyhow::Context;
use std::collections::BTreeMap;
use std::sync::Arc;
use worker::protocol::{Player, Program};

/// The players of the matches of one batch, read once.
#[derive(Default)]
pub struct Lineups {
    seasons: BTreeMap<SeasonId, Arc<Season>>,
    seats: BTreeMap<MatchId, Vec<Manned>>,
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
        self.seats.extend(seats::manned(&mut connection, &ids).await?);
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
        let (mut seats, mut players, mut authors) = (Vec::new(), Vec::new(), Vec::new());
        let manned = self.seats.remove(&one.id).unwrap_or_default();
        for Manned { seat, source, wasm, author } in manned {
            let found = match &source {
                Some(source) => program_of(&season, source, wasm.as_deref())?,
                None => Ok(Program::BuiltIn(seat.name.clone())),
            };
            let program = match found {
                Ok(program) => program,
                Err(why) => return Ok(Err(format!("{}: {why}", seat.name))),
            };
            players.push(Player { name: seat.name.clone(), program, struck: seat.strikes > 0 });
            authors.extend(author);
            seats.push(seat);
        }
        // Where several authors play, nobody is charged for the others.
        let author = if authors.len() == 1 { authors.pop() } else { None };
        Ok(Ok(Lineup { season, seats, players, author }))
    }
}

/// The program of a version; `Err` inside: the reason why there is none.
///
/// # Errors
/// When its row cannot be understood.
pub fn program_of(
    season: &Season,
    source: &str,
    wasm: Option<&str>,
) -> anyhow::Result<Result<Program, String>> {
    if let Some(which) = source.strip_prefix("builtin:") {
        let game = season.game().context("a season of an unknown game")?;
        let known = game.facts().players.contains(&which);
        let none = || format!("{} has no player {which}", season.game);
        return Ok(if known { Ok(Program::BuiltIn(which.into())) } else { Err(none()) });
    }
    let module = wasm.context("a player without a module")?;
    Ok(module.parse().map(Program::Module))
}
