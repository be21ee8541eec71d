//! Comparing the sources of a season: everybody against everybody, and against earlier seasons of
//! the game; then the behaviour of those who compete. Begun by an organiser, not by itself.

use crate::app::Shared;
use crate::db::seasons::{self, Season};
use crate::db::submissions::{self, Submission};
use crate::db::{self, comparisons, matches};
use crate::fail::Fail;
use crate::time;
use crate::workshop;
use anyhow::Context;
use arena::Entrant;
use engine::record::Record;
use serde::{Deserialize, Serialize};
use similarity::behaviour::{self, Agreement};
use similarity::season::Pair;
use similarity::{Language, Templates, intake};
use std::collections::HashMap;

/// Sources of earlier seasons that are compared with.
const EARLIER_MAX: usize = 10_000;
/// Pairs that are kept, the most alike first; all are counted.
const PAIRS_MAX: usize = 5000;
/// Matches whose situations players are shown.
const MATCHES: i64 = 2;
/// Players whose behaviour is compared: each is shown every situation.
const BEHAVING_MAX: usize = 60;

/// A source that was compared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The submission.
    pub id: String,
    /// The player's name.
    pub name: String,
    /// Who sent it.
    pub author: String,
    /// The earlier season that it is from; empty for this one.
    pub season: String,
    /// Digest of the source.
    pub digest: String,
    /// What has to be said about it.
    pub remarks: Vec<String>,
}

/// What a comparison found. Evidence is not kept: it follows from the sources.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// The sources.
    pub players: Vec<Player>,
    /// The pairs that are most alike.
    pub pairs: Vec<Pair>,
    /// How many pairs were compared.
    pub compared: usize,
    /// How many pairs fall into each fiftieth of the scores, from 0 to 1.
    pub distribution: Vec<usize>,
    /// Patterns subtracted because more than half of the season has them.
    pub common: usize,
    /// How often players order the same; numbers are those of `players`.
    pub agreements: Vec<Agreement>,
    /// Matches whose situations were shown for that.
    pub matches: Vec<String>,
}

/// Compares and keeps what was found.
///
/// # Errors
/// When database or files fail.
pub async fn compare(app: &Shared, season: &Season) -> anyhow::Result<()> {
    let (mut players, sources, people) = sources(app, season).await?;
    let threads = move || {
        let templates = Templates::standard();
        let taken = intake::take(&sources, &templates, &|| true);
        (taken, people)
    };
    let (taken, people) = tokio::task::spawn_blocking(threads).await?;
    let mut sketches = Vec::with_capacity(taken.len());
    for (player, taken) in players.iter_mut().zip(taken) {
        let taken = taken.unwrap_or_default();
        player.remarks = taken.remarks.iter().map(ToString::to_string).collect();
        sketches.push(if taken.counts() { taken.sketch } else { similarity::Sketch::default() });
    }
    let whose = people.clone();
    let mut all =
        tokio::task::spawn_blocking(move || similarity::season::compare(&sketches, &whose)).await?;
    let mut distribution = vec![0; similarity::report::BARS];
    let bars = distribution.len();
    for pair in &all.pairs {
        distribution[((pair.score * bars as f64) as usize).min(bars - 1)] += 1;
    }
    distribution[0] += all.compared - all.pairs.len();
    all.pairs.truncate(PAIRS_MAX);
    let (agreements, shown) = behave(app, season, &players, &people).await?;
    let found = Found {
        players,
        pairs: all.pairs,
        compared: all.compared,
        distribution,
        common: all.common,
        agreements,
        matches: shown,
    };
    let report = app.store.put(serde_json::to_vec(&found)?).await?;
    let mut transaction = db::begin(&app.db).await?;
    comparisons::keep(&mut transaction, &season.id, time::now(), &report).await?;
    transaction.commit().await?;
    Ok(())
}

/// The last comparison of a season and when it was made.
///
/// # Errors
/// When database or files fail.
pub async fn last(app: &Shared, season: &str) -> Result<Option<(i64, Found)>, Fail> {
    let Some(kept) = comparisons::last(&app.db, season).await? else { return Ok(None) };
    let found = serde_json::from_slice(&app.store.get(&kept.report).await?)?;
    Ok(Some((kept.made, found)))
}

/// What is compared, and whose it is by number; earlier players are all somebody else's together,
/// so that they are not compared with each other.
type Sources = (Vec<Player>, Vec<similarity::Submission>, Vec<usize>);

async fn sources(app: &Shared, season: &Season) -> anyhow::Result<Sources> {
    let (mut players, mut sources, mut people) = (Vec::new(), Vec::new(), Vec::new());
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let logins: HashMap<String, String> =
        db::users::all(&app.db).await?.into_iter().map(|u| (u.id, u.login)).collect();
    let mut left_out = 0;
    let mut all = seasons::all(&app.db).await?;
    // Whose the sources of this season are must be known first.
    all.sort_by_key(|other| other.id != season.id);
    for other in all {
        let own = other.id == season.id;
        if other.game != season.game {
            continue;
        }
        for s in submissions::of_season(&app.db, &other.id).await? {
            let Some(author) = &s.user_id else { continue };
            if s.source.starts_with("builtin:") {
                continue;
            }
            if !own && sources.len() >= EARLIER_MAX {
                left_out += 1;
                continue;
            }
            let number = match numbers.get(author) {
                Some(known) => *known,
                // Authors of this season have their numbers in all of them.
                None if own => numbers.len(),
                None => usize::MAX,
            };
            if own {
                numbers.insert(author.clone(), number);
            }
            let title = if own { String::new() } else { other.title.clone() };
            let bytes = app.store.get(&s.source).await?;
            let login = logins.get(author).cloned().unwrap_or_default();
            sources.push(source(&s, &login, &title, bytes));
            people.push(number);
            players.push(Player {
                id: s.id,
                name: s.name,
                author: login,
                season: title,
                digest: s.source,
                remarks: Vec::new(),
            });
        }
    }
    if left_out > 0 {
        tracing::warn!(left_out, "sources of earlier seasons are not compared: there are too many");
    }
    Ok((players, sources, people))
}

fn source(s: &Submission, login: &str, season: &str, bytes: Vec<u8>) -> similarity::Submission {
    similarity::Submission {
        label: s.name.clone(),
        person: login.into(),
        season: season.into(),
        language: Language::of(std::path::Path::new(&s.file)),
        bytes,
    }
}

/// Shows those who compete the situations of the newest matches, and compares their orders.
async fn behave(
    app: &Shared,
    season: &Season,
    players: &[Player],
    people: &[usize],
) -> anyhow::Result<(Vec<Agreement>, Vec<String>)> {
    let list = matches::listed(&app.db, &season.id, None, true, (0, 50)).await?;
    let hidden = [matches::kind::QUALIFICATION, matches::kind::FRIENDLY];
    let open = list.into_iter().filter(|m| !hidden.contains(&m.kind.as_str()));
    let (mut records, mut shown) = (Vec::new(), Vec::new());
    for m in open.take(MATCHES as usize) {
        let found = matches::by_id(&app.db, &m.id).await?.context("no match")?;
        let digest = found.public_record.context("a match without a record")?;
        records.push(Record::from_bytes(&app.store.get(&digest).await?)?);
        shown.push(m.id);
    }
    let mut connection = app.db.acquire().await?;
    let competing = submissions::competitors(&mut connection, &season.id).await?;
    drop(connection);
    let (mut who, mut entrants) = (Vec::new(), Vec::new());
    for s in competing.iter().filter(|s| s.user_id.is_some()).take(BEHAVING_MAX) {
        let number = players.iter().position(|p| p.id == s.id);
        if let (Some(number), Some(entrant)) = (number, entrant(app, season, s).await?) {
            who.push(number);
            entrants.push(entrant);
        }
    }
    let game = season.game().context("a season of an unknown game")?;
    let labels: Vec<String> = who.iter().map(|k| players[*k].name.clone()).collect();
    let ask = move || -> anyhow::Result<Vec<Agreement>> {
        let situations: Vec<_> = records.iter().flat_map(behaviour::situations).collect();
        let mut answers = Vec::with_capacity(entrants.len());
        for entrant in &entrants {
            let mut own = Vec::new();
            for record in &records {
                own.extend(behaviour::answers(game, record, &mut |intro| {
                    entrant.maker.player(intro)
                })?);
            }
            answers.push(own);
        }
        Ok(behaviour::compare(&labels, &situations, &answers))
    };
    let mut found = tokio::task::spawn_blocking(ask).await??;
    for agreement in &mut found {
        (agreement.left, agreement.right) = (who[agreement.left], who[agreement.right]);
    }
    found.retain(|a| people[a.left] != people[a.right]);
    Ok((found, shown))
}

async fn entrant(app: &Shared, season: &Season, s: &Submission) -> anyhow::Result<Option<Entrant>> {
    let game = season.game().context("a season of an unknown game")?;
    if let Some(which) = s.source.strip_prefix("builtin:") {
        return Ok(workshop::built_in(game, which, &s.name));
    }
    let Some(digest) = &s.wasm else { return Ok(None) };
    let wasm = app.store.get(digest).await?;
    Ok(Some(app.workshop.module(&s.name, digest, &wasm, season.limits())?))
}
