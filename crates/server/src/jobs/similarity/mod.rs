//! Comparing the sources of a season: everybody against everybody, and against earlier seasons of
//! the game; then the behaviour of those who compete. Begun by an organiser, not by itself.

mod sketches;

use super::{lineup, play};
use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::similar::{self, Found, Player};
use crate::db::seasons::Season;
use crate::db::submissions::{self, Submission};
use crate::db::{self, comparisons, matches};
use crate::ids::MatchId;
use crate::states::RoundKind;
use crate::time;
use anyhow::Context;
use engine::record::Record;
use similarity::alarm::Alarm;
use similarity::behaviour::{self, Agreement, Answer};
use similarity::crowds;
use sketches::{Compared, everybody};
use std::time::Duration;
use worker::protocol::{self, Behave, Digest, Job, Outcome};

/// Pairs that are kept, the most alike first; all are counted.
const PAIRS_MAX: usize = 5000;
/// Matches whose situations players are shown.
const MATCHES: i64 = 2;
/// Players whose behaviour is compared: each is shown every situation.
const BEHAVING_MAX: usize = 60;
/// How long one player may take for all situations.
const BEHAVE_LIMIT: Duration = Duration::from_secs(300);

/// Begins to compare, unless that happens already; [`similar::running`] says when it is over.
///
/// # Errors
/// When the actor does not organise.
pub async fn begin(app: &Shared, actor: &Actor, season: &Season) -> Result<(), Fail> {
    if let Some(comparing) = similar::begin(app, actor, season).await? {
        tokio::spawn(async move {
            if let Err(error) = compare(&comparing.app, &comparing.season).await {
                tracing::error!(error = format!("{error:#}"), "sources could not be compared");
            }
        });
    }
    Ok(())
}

/// Compares and keeps what was found.
///
/// # Errors
/// When database or files fail.
pub async fn compare(app: &Shared, season: &Season) -> anyhow::Result<()> {
    let Compared { players, people, sketches, scores } = everybody(app, season).await?;
    let whose = people.clone();
    let times: Vec<_> = players.iter().map(|p| u64::try_from(p.created).ok()).collect();
    let weigh = move || {
        let mut all = similarity::season::compare(&sketches, &whose);
        let alarm = Alarm::measure(&all.pairs, sketches.len(), all.compared, &scores);
        alarm.judge(&mut all.pairs);
        let crowds = crowds::find(&sketches, &all.pairs, alarm.threshold, &times);
        (all, alarm, crowds)
    };
    let (mut all, alarm, crowds) = tokio::task::spawn_blocking(weigh).await?;
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
        alarm,
        crowds,
        agreements,
        matches: shown,
    };
    let report = app.store.put(serde_json::to_vec(&found)?).await?;
    let mut transaction = db::begin(&app.db).await?;
    comparisons::keep(&mut transaction, &season.id, time::now(), &report).await?;
    transaction.commit().await?;
    Ok(())
}

/// Shows those who compete the situations of the newest matches, and compares their orders.
async fn behave(
    app: &Shared,
    season: &Season,
    players: &[Player],
    people: &[usize],
) -> anyhow::Result<(Vec<Agreement>, Vec<MatchId>)> {
    let list = matches::listed(&app.db, &season.id, matches::Only::Any, true, (0, 50)).await?;
    let hidden = [RoundKind::Qualification, RoundKind::Friendly];
    let open = list.into_iter().filter(|m| !hidden.contains(&m.kind));
    let (mut records, mut shown) = (Vec::new(), Vec::new());
    for m in open.take(MATCHES as usize) {
        let found = matches::by_id(&app.db, &m.id).await?.context("no match")?;
        records.push(found.public_record.context("a match without a record")?);
        shown.push(m.id);
    }
    let mut connection = app.db.acquire().await?;
    let competing = submissions::competitors(&mut connection, &season.id).await?;
    drop(connection);
    let digests = records.iter().map(|digest| digest.parse::<Digest>());
    let digests: Vec<Digest> = digests.collect::<Result<_, _>>().map_err(anyhow::Error::msg)?;
    let mut situations = Vec::new();
    for digest in &records {
        // Records are the judge's own files.
        let record = Record::from_bytes(&app.store.get(digest).await?)?;
        situations.extend(behaviour::situations(&record));
    }
    let (mut who, mut answers) = (Vec::new(), Vec::new());
    for s in competing.iter().filter(|s| s.user_id.is_some()).take(BEHAVING_MAX) {
        let number = players.iter().position(|p| p.id == s.id);
        if let (Some(number), Some(own)) = (number, answers_of(app, season, s, &digests).await?) {
            who.push(number);
            answers.push(own);
        }
    }
    let labels: Vec<String> = who.iter().map(|k| players[*k].name.clone()).collect();
    let compare = move || behaviour::compare(&labels, &situations, &answers);
    let mut found = tokio::task::spawn_blocking(compare).await?;
    for agreement in &mut found {
        (agreement.left, agreement.right) = (who[agreement.left], who[agreement.right]);
    }
    found.retain(|a| people[a.left] != people[a.right]);
    Ok((found, shown))
}

/// The orders of a version in the situations of these records; none if it has no program, or its
/// worker process was lost.
async fn answers_of(
    app: &Shared,
    season: &Season,
    s: &Submission,
    records: &[Digest],
) -> anyhow::Result<Option<Vec<Answer>>> {
    let Ok(program) = lineup::program_of(season, &s.source, s.wasm.as_deref())? else {
        return Ok(None);
    };
    let job = Behave {
        game: season.game.clone(),
        records: records.to_vec(),
        player: protocol::Player { name: s.name.clone(), program, struck: false },
        limits: play::limits(app, season),
    };
    Ok(match app.bus.run(Job::Behave(job), BEHAVE_LIMIT).await?.result {
        Ok(Outcome::Behaved(answers)) => Some(answers.into_iter().flatten().collect()),
        Ok(_) | Err(_) => None,
    })
}
