//! The sources of a comparison: the players of a season without the public code of house players,
//! and players of earlier seasons that the index finds similar.

use crate::app::Shared;
use crate::app::remarks::Remarked;
use crate::app::similar::{LIMIT, Player, job_of};
use crate::db::comparisons::{self, Index};
use crate::db::seasons::{self, Season};
use crate::db::submissions::{self, Submission};
use crate::db::{self, users};
use crate::ids::{SubmissionId, UserId};
use futures_util::stream::{self, StreamExt};
use similarity::season::THRESHOLD;
use similarity::{Language, Sketch, index};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use worker::protocol::{self, Job, Outcome};

/// Sources of earlier seasons that are compared in full.
const EARLIER_MAX: usize = 500;

/// Everybody that is compared.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) players: Vec<Player>,
    /// The owner of each player, by number. Players of earlier seasons have one common owner, so
    /// that they are not compared with each other.
    pub(super) people: Vec<usize>,
    pub(super) sketches: Vec<Sketch>,
    /// The scores of these players with players of earlier seasons, as far as samples show.
    pub(super) scores: Vec<f64>,
}

/// Whether a submission takes part: it has a source.
fn is_compared(s: &Submission) -> bool {
    !s.source.starts_with("builtin:")
}

/// The players of a season and those that they resemble, taken apart.
pub(super) async fn everybody(app: &Shared, season: &Season) -> anyhow::Result<Compared> {
    let all = submissions::of_season(&app.db, &season.id).await?;
    let (own, house): (Vec<Submission>, Vec<Submission>) =
        all.into_iter().filter(is_compared).partition(|s| s.user_id.is_some());
    let given = taken(app, &house).await?;
    let mut numbers: HashMap<&UserId, usize> = HashMap::new();
    let logins: HashMap<UserId, String> =
        users::all(&app.db).await?.into_iter().map(|u| (u.id, u.login)).collect();
    let login = |s: &Submission| s.user_id.as_ref().and_then(|u| logins.get(u)).cloned();
    let mut found = Compared::default();
    for (s, mut taken) in own.iter().zip(taken(app, &own).await?) {
        given.iter().for_each(|(house, _)| taken.0.sketch.subtract(&house.sketch));
        let Some(author) = &s.user_id else { continue };
        let next = numbers.len();
        found.people.push(*numbers.entry(author).or_insert(next));
        found.sketches.push(taken.0.sketch.clone());
        found.players.push(player(s, login(s).unwrap_or_default(), String::new(), taken));
    }
    let resembling = earlier(app, season, &own, &mut found).await?;
    let sources: Vec<Submission> = resembling.iter().map(|(s, _)| s.clone()).collect();
    for ((s, title), mut taken) in resembling.iter().zip(taken(app, &sources).await?) {
        given.iter().for_each(|(house, _)| taken.0.sketch.subtract(&house.sketch));
        let author = s.user_id.as_ref().and_then(|u| numbers.get(u));
        found.people.push(author.copied().unwrap_or(usize::MAX));
        found.sketches.push(taken.0.sketch.clone());
        found.players.push(player(s, login(s).unwrap_or_default(), title.clone(), taken));
    }
    Ok(found)
}

fn player(s: &Submission, author: String, season: String, (taken, remarks): Taken) -> Player {
    Player {
        id: s.id.clone(),
        name: s.name.clone(),
        author,
        season,
        digest: s.source.clone(),
        language: Language::of(Path::new(&s.file)),
        created: s.created,
        remarks,
        finding: taken.finding,
    }
}

/// The stored form of a source, and the remarks about it.
type Taken = (protocol::Sketched, Vec<Remarked>);

/// Takes players apart, in worker processes: parsers of hostile sources run there. One that ends
/// its process takes no part.
async fn taken(app: &Shared, players: &[Submission]) -> anyhow::Result<Vec<Taken>> {
    let ask = |player: protocol::Compared| async move {
        anyhow::Ok(app.bus.run(Job::Sketch(player), LIMIT).await?.result)
    };
    let wanted: Vec<_> = players.iter().map(job_of).collect::<anyhow::Result<_>>()?;
    let mut answers = stream::iter(wanted).map(ask).buffered(app.config.workers.max(1));
    let mut all = Vec::with_capacity(players.len());
    while let Some(answer) = answers.next().await {
        let lost = |why: String| {
            let nothing = protocol::Sketched { finding: true, ..protocol::Sketched::default() };
            (nothing, vec![Remarked::Failed { failed: why }])
        };
        all.push(match answer? {
            Ok(Outcome::Sketched(mut found)) => {
                let remarks = std::mem::take(&mut found.remarks);
                (*found, remarks.into_iter().map(Remarked::Known).collect())
            }
            Ok(_) => lost("no answer".into()),
            Err(why) => lost(why.to_string()),
        });
    }
    Ok(all)
}

/// The players of earlier seasons of the game that resemble one of these, with the titles of their
/// seasons.
async fn earlier(
    app: &Shared,
    season: &Season,
    own: &[Submission],
    found: &mut Compared,
) -> anyhow::Result<Vec<(Submission, String)>> {
    let mut new = Vec::with_capacity(own.len());
    for s in own {
        new.push(handed_in(app, s).await?);
    }
    let mut resembling = Vec::new();
    let mut seen = HashSet::new();
    for other in seasons::all(&app.db).await? {
        if other.id == season.id || other.game != season.game {
            continue;
        }
        let bytes = index_of(app, &other).await?;
        let pairs: Vec<_> = new.iter().zip(&found.sketches).collect();
        let looked = index::search(&bytes[..], bytes.len() as u64, &pairs, THRESHOLD)?;
        found.scores.extend(looked.scores);
        for hit in looked.found {
            let own = new[hit.new].person == hit.earlier.person;
            let full = resembling.len() >= EARLIER_MAX;
            if own || full || !seen.insert(hit.earlier.label.clone()) {
                continue;
            }
            let id: SubmissionId = hit.earlier.label.into();
            if let Some(s) = submissions::by_id(&app.db, &id).await? {
                resembling.push((s, other.title.clone()));
            }
        }
    }
    Ok(resembling)
}

/// The index of an earlier season: the one that was kept, or a new one if players came after it.
async fn index_of(app: &Shared, season: &Season) -> anyhow::Result<Vec<u8>> {
    let mut all = submissions::of_season(&app.db, &season.id).await?;
    all.retain(|s| s.user_id.is_some() && is_compared(s));
    let players = all.len() as i64;
    if let Some(kept) = comparisons::index(&app.db, &season.id).await?
        && kept.players == players
    {
        return app.store.get(&kept.file).await;
    }
    let sketches = taken(app, &all).await?;
    let mut whole = Vec::with_capacity(all.len());
    for (s, (taken, _)) in all.iter().zip(sketches).filter(|(_, (taken, _))| taken.counts) {
        whole.push((handed_in(app, s).await?, taken.sketch));
    }
    let whole: Vec<_> = whole.iter().map(|(submission, sketch)| (submission, sketch)).collect();
    let bytes = index::pack(&whole)?;
    let index = Index { players, file: app.store.put(bytes.clone()).await? };
    let mut transaction = db::begin(&app.db).await?;
    comparisons::keep_index(&mut transaction, &season.id, &index).await?;
    transaction.commit().await?;
    Ok(bytes)
}

/// A submission as the index keeps it, under its id.
async fn handed_in(app: &Shared, s: &Submission) -> anyhow::Result<similarity::Submission> {
    Ok(similarity::Submission {
        label: s.id.to_string(),
        person: s.user_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        season: s.season_id.to_string(),
        language: Language::of(Path::new(&s.file)),
        time: u64::try_from(s.created).ok(),
        bytes: app.store.get(&s.source).await?,
    })
}
