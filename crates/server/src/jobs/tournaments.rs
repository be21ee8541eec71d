//! Tournaments: their rounds planned, prolonged where it is open who is out, and closed.
//!
//! The next step follows from the results alone. If two workers arrive at the same time, one of
//! them finds the step done.

use crate::app::Shared;
use crate::app::rounds::{assemble, list, tables};
use crate::db::matches::{self, Round};
use crate::db::seasons::{self, Season};
use crate::db::submissions::ranked;
use crate::db::submissions::{self, Submission};
use crate::db::tournaments::{self as rows, Tournament};
use crate::db::{self, Connection, results, standings};
use crate::ranking::elimination::{self, FINALISTS, Rule, Step};
use crate::ranking::{Counted, Player, Standing};
use crate::states::{
    PlaceReason, RoundKind, RoundState, SubmissionState, TournamentKind, TournamentState,
};
use anyhow::Context;
use arena::schedule::Visit;
use engine::SEATS;

/// Plans the next round of each tournament of the season that has none.
///
/// # Errors
/// When the database fails.
pub async fn plan(app: &Shared, season: &Season) -> anyhow::Result<bool> {
    let all = rows::of_season(&mut *app.db.acquire().await?, &season.id).await?;
    let mut planned = false;
    for tournament in all.iter().filter(|t| t.state == TournamentState::Playing) {
        planned |= plan_next(app, season, tournament).await?;
    }
    Ok(planned)
}

/// The secret of the draws.
fn master(season: &Season, tournament: &Tournament, round: i64) -> String {
    format!("{} tournament {} round {round}", season.secret, tournament.id)
}

fn rule(tournament: &Tournament) -> Rule {
    let number = |n: i64| u32::try_from(n).unwrap_or(1);
    Rule { each: number(tournament.matches_each), most: number(tournament.matches_most) }
}

async fn plan_next(app: &Shared, season: &Season, tournament: &Tournament) -> anyhow::Result<bool> {
    let mut connection = app.db.acquire().await?;
    let last = rows::rounds(&mut connection, &tournament.id, true).await?.pop();
    if last.as_ref().is_some_and(|round| round.state != RoundState::Done) {
        return Ok(false);
    }
    let players = rows::left(&mut connection, &tournament.id).await?;
    drop(connection);
    let (players, out): (Vec<Submission>, Vec<Submission>) =
        players.into_iter().partition(|p| p.state == SubmissionState::Qualified);
    let before = last.map_or(0, |round| round.number);
    let mut transaction = db::begin(&app.db).await?;
    for (k, gone) in out.iter().enumerate() {
        let place = (before, (players.len() + out.len() - k) as i64, PlaceReason::Disqualified);
        rows::set_place(&mut transaction, &tournament.id, &gone.id, place).await?;
    }
    if players.len() < SEATS {
        // So many were disqualified that no table is full: who is left shares the first place.
        for left in &players {
            let place = (before, 1, PlaceReason::Order);
            rows::set_place(&mut transaction, &tournament.id, &left.id, place).await?;
        }
        let ended = rows::end(&mut transaction, &tournament.id, TournamentState::Done).await?;
        transaction.commit().await?;
        return Ok(ended);
    }
    let number = before + 1;
    let master = master(season, tournament, number);
    let visits = elimination::balanced(players.len(), rule(tournament).each, &master);
    let players = ranked(&players);
    let tables = tables(&visits, &players, 0);
    let (mut round, list) =
        assemble(season, tournament.kind.into(), &tournament.id, number, tables);
    round.held = tournament.held;
    let new = matches::plan(&mut transaction, &round, &list).await?;
    transaction.commit().await?;
    Ok(new)
}

/// Closes a round whose matches are all played, or plans more where it is open who is out.
///
/// # Errors
/// When the database fails.
pub async fn close(app: &Shared, round: &Round) -> anyhow::Result<()> {
    let season = seasons::by_id(&app.db, &round.season_id).await?.context("no season")?;
    let mut connection = app.db.acquire().await?;
    let tournament = rows::by_id(&mut connection, &round.subject.as_str().into())
        .await?
        .context("no tournament")?;
    let (planned, open) = rows::progress(&mut connection, &round.id).await?;
    if open > 0 {
        // Somebody else has prolonged the round since it was found to be over.
        return Ok(());
    }
    if tournament.state != TournamentState::Playing {
        matches::close(&mut connection, &round.id).await?;
        return Ok(());
    }
    let players = ranked(&rows::left(&mut connection, &tournament.id).await?);
    let results = results::tournament(&mut connection, &tournament.id).await?;
    drop(connection);
    let master = master(&season, &tournament, round.number);
    let question =
        Question { number: round.number, planned: planned as usize, players, results, master };
    let elimination = tournament.kind == TournamentKind::Elimination;
    let rule = rule(&tournament);
    let asked = move || (question.answer(elimination.then_some(rule)), question);
    let (step, question) = tokio::task::spawn_blocking(asked).await?;
    let mut transaction = db::begin(&app.db).await?;
    match step {
        Step::More(visits) => {
            let list = question.more(&season, round, &visits);
            rows::extend(&mut transaction, round, planned, &list).await?;
        }
        Step::Decided(order, why) => {
            decide(&mut transaction, &tournament, round, &order, why).await?;
        }
    }
    transaction.commit().await?;
    Ok(())
}

/// Counts a round robin again in which a result was corrected; `false` for rounds of other
/// tournaments, whose consequences stay.
///
/// # Errors
/// When the database fails.
pub async fn recount(app: &Shared, season: &Season, round: &Round) -> anyhow::Result<bool> {
    if round.kind != RoundKind::RoundRobin {
        return Ok(false);
    }
    let mut connection = app.db.acquire().await?;
    let tournament = rows::by_id(&mut connection, &round.subject.as_str().into())
        .await?
        .context("no tournament")?;
    let players = submissions::that_stood(&mut connection, &round.id).await?;
    let results = results::tournament(&mut connection, &tournament.id).await?;
    drop(connection);
    let master = master(season, &tournament, round.number);
    let order =
        tokio::task::spawn_blocking(move || elimination::order(&results, &players, &master))
            .await?;
    let mut transaction = db::begin(&app.db).await?;
    standings::delete(&mut transaction, &round.id).await?;
    standings::insert(&mut transaction, &round.id, &order).await?;
    for row in &order {
        rows::correct_place(&mut transaction, &tournament.id, &row.submission_id, row.position)
            .await?;
    }
    transaction.commit().await?;
    Ok(true)
}

/// All that decides about a round.
struct Question {
    number: i64,
    planned: usize,
    players: Vec<Player>,
    results: Vec<Counted>,
    master: String,
}

impl Question {
    /// Results of earlier rounds, and of this one.
    fn parts(&self) -> (&[Counted], &[Counted]) {
        self.results.split_at(self.results.partition_point(|c| c.round < self.number))
    }

    fn answer(&self, elimination: Option<Rule>) -> Step {
        let (before, results) = self.parts();
        let Some(rule) = elimination else {
            let order = elimination::order(results, &self.players, &self.master);
            return Step::Decided(order, PlaceReason::Order);
        };
        elimination::step(&elimination::Round {
            players: &self.players,
            results,
            before,
            planned: self.planned,
            master: &self.master,
            rule,
        })
    }

    fn more(
        &self,
        season: &Season,
        round: &Round,
        visits: &[Visit],
    ) -> Vec<(matches::Match, Vec<matches::Seat>)> {
        // Matches come in fours, one cluster each.
        let tables = tables(visits, &self.players, self.planned / SEATS);
        list(season, &round.id, self.planned, tables)
    }
}

/// Stores the order of a round and gives places to those for whom it was the last.
async fn decide(
    db: &mut Connection,
    tournament: &Tournament,
    round: &Round,
    order: &[Standing],
    why: PlaceReason,
) -> anyhow::Result<()> {
    if !matches::close(db, &round.id).await? {
        return Ok(());
    }
    standings::insert(db, &round.id, order).await?;
    let last = tournament.kind == TournamentKind::RoundRobin || order.len() <= FINALISTS;
    let placed = if last { order } else { &order[order.len() - 1..] };
    for row in placed {
        let place = (round.number, row.position, why);
        rows::set_place(db, &tournament.id, &row.submission_id, place).await?;
    }
    if last {
        rows::end(db, &tournament.id, TournamentState::Done).await?;
    }
    Ok(())
}
