//! The results of ladders so far. A ladder only grows, so this module reads each result once and
//! not for each round.

use crate::db::{Connection, Result, matches, results};
use crate::ids::{SeasonId, SubmissionId};
use crate::ranking::ladder::History;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::Mutex;

/// The ladders of all seasons, as far as this process has read them.
#[derive(Default)]
pub struct Ladders(Mutex<BTreeMap<SeasonId, Ladder>>);

#[derive(Default)]
struct Ladder {
    /// Results of the rounds up to `counted`, which are closed.
    results: Arc<History>,
    counted: i64,
    /// Matches of each version in the rounds up to `planned`.
    matches: BTreeMap<SubmissionId, i64>,
    planned: i64,
}

impl Ladders {
    /// Results of a season's ladder up to the round `last`. All rounds before it are closed.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn results(
        &self,
        db: &mut Connection,
        season: &SeasonId,
        last: i64,
    ) -> Result<Arc<History>> {
        let mut all = self.0.lock().await;
        let ladder = all.entry(season.clone()).or_default();
        if last < ladder.counted {
            return Ok(Arc::new(History::of(&results::ladder(db, season, 0, last).await?)));
        }
        let new = results::ladder(db, season, ladder.counted, last).await?;
        Arc::make_mut(&mut ladder.results).extend(&new);
        ladder.counted = last;
        Ok(Arc::clone(&ladder.results))
    }

    /// How many matches of a season's ladder each version has before the round `number`, which is
    /// the next one to be planned.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn counts(
        &self,
        db: &mut Connection,
        season: &SeasonId,
        number: i64,
    ) -> Result<BTreeMap<SubmissionId, i64>> {
        let mut all = self.0.lock().await;
        let ladder = all.entry(season.clone()).or_default();
        for (version, count) in
            matches::ladder_counts(db, season, ladder.planned, number - 1).await?
        {
            *ladder.matches.entry(version).or_default() += count;
        }
        ladder.planned = number - 1;
        Ok(ladder.matches.clone())
    }

    /// Forgets everything: results were corrected, or another process has directed meanwhile.
    pub async fn forget(&self) {
        self.0.lock().await.clear();
    }
}
