//! The search for copies, for organisers: the results of the last comparison of a season, the
//! evidence of one pair, and the notes about it. The audit log keeps the notes.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::app::remarks::Remarked;
use crate::db::seasons::{self, Season};
use crate::db::submissions::{self, Submission};
use crate::db::{self, audit, comparisons};
use crate::ids::{MatchId, SubmissionId};
use crate::states::PairDecision;
use serde::{Deserialize, Serialize};
use similarity::Language;
use similarity::alarm::Alarm;
use similarity::behaviour::Agreement;
use similarity::crowds::Crowd;
use similarity::season::Pair;
use similarity::source::text_of;
use std::collections::HashSet;
use std::path::Path;
use std::sync::PoisonError;
use std::time::Duration;
use worker::protocol::{Common, Compared, Digest, Job, Outcome};

/// How the audit log names notes about pairs.
const NOTE: &str = "similarity";
/// Characters of a note.
const NOTE_CHARS_MAX: usize = 2000;
/// How long a worker process may take to read a source or to compare two.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// A source that was compared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The submission.
    pub id: SubmissionId,
    /// The player's name.
    pub name: String,
    /// The author.
    pub author: String,
    /// The earlier season that it is from; empty for this one.
    pub season: String,
    /// Digest of the source.
    pub digest: String,
    /// Its language.
    #[serde(default = "cpp")]
    pub language: Language,
    /// When it was handed in, in seconds since 1970.
    #[serde(default)]
    pub created: i64,
    /// The remarks about it.
    pub remarks: Vec<Remarked>,
    /// Whether organisers should look at the source itself.
    #[serde(default)]
    pub finding: bool,
}

/// The language of comparisons by earlier versions of this program.
fn cpp() -> Language {
    Language::Cpp
}

impl Player {
    /// A player of a season that the reader does not organise.
    fn hidden() -> Self {
        Self {
            id: String::new().into(),
            name: String::new(),
            author: String::new(),
            season: "\u{2013}".into(),
            digest: String::new(),
            language: Language::Cpp,
            created: 0,
            remarks: Vec::new(),
            finding: false,
        }
    }

    /// A submission that no comparison knows.
    fn unlisted(s: &Submission) -> Self {
        Self {
            id: s.id.clone(),
            name: s.name.clone(),
            author: String::new(),
            season: String::new(),
            digest: s.source.clone(),
            language: Language::of(Path::new(&s.file)),
            created: s.created,
            remarks: Vec::new(),
            finding: false,
        }
    }
}

/// The result of a comparison. Evidence is not kept: it follows from the sources.
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
    /// From which score on pairs are suspicious, and why.
    #[serde(default)]
    pub alarm: Alarm,
    /// Groups of players who share code; numbers are those of `players`.
    #[serde(default)]
    pub crowds: Vec<Crowd>,
    /// How often players order the same; numbers are those of `players`.
    pub agreements: Vec<Agreement>,
    /// Matches whose situations were shown for that.
    pub matches: Vec<MatchId>,
}

impl Found {
    /// How alike the players of a pair behave, if that was compared.
    #[must_use]
    pub fn agreement(&self, pair: &Pair) -> Option<&Agreement> {
        let ends = |l: usize, r: usize| (l.min(r), l.max(r));
        self.agreements.iter().find(|a| ends(a.left, a.right) == ends(pair.left, pair.right))
    }

    /// Hides all players but these. Their numbers stay, so that those of the others do, too.
    fn hide(&mut self, but: &HashSet<SubmissionId>) {
        let seen: Vec<bool> = self.players.iter().map(|p| but.contains(&p.id)).collect();
        let is_seen = |k: usize| seen.get(k).copied().unwrap_or_default();
        for (player, seen) in self.players.iter_mut().zip(&seen) {
            if !seen {
                *player = Player::hidden();
            }
        }
        self.pairs.retain(|pair| is_seen(pair.left) && is_seen(pair.right));
        self.agreements.retain(|one| is_seen(one.left) && is_seen(one.right));
        self.crowds.retain(|crowd| is_seen(crowd.origin));
        for crowd in &mut self.crowds {
            crowd.members.retain(|k| is_seen(*k));
        }
    }

    /// The pair of these submissions, in either order, if it is among those that are kept.
    #[must_use]
    pub fn pair(&self, one: &SubmissionId, other: &SubmissionId) -> Option<&Pair> {
        let number = |id: &SubmissionId| self.players.iter().position(|p| p.id == *id);
        let (one, other) = (number(one)?, number(other)?);
        let ends = [(one, other), (other, one)];
        self.pairs.iter().find(|p| ends.contains(&(p.left, p.right)))
    }

    /// A submission as the comparison knows it.
    fn player(&self, s: &Submission) -> Player {
        let listed = self.players.iter().find(|p| p.id == s.id);
        listed.cloned().unwrap_or_else(|| Player::unlisted(s))
    }
}

/// The last comparison of a season and when it was made.
///
/// # Errors
/// When the actor does not organise.
pub async fn last(
    app: &Shared,
    actor: &Actor,
    season: &Season,
) -> Result<Option<(i64, Found)>, Fail> {
    actor.must_organise(&season.id)?;
    let Some(kept) = comparisons::last(&app.db, &season.id).await? else { return Ok(None) };
    let mut found: Found = serde_json::from_slice(&app.store.get(&kept.report).await?)?;
    if !actor.organises_all() {
        found.hide(&submissions_of(app, actor).await?);
    }
    Ok(Some((kept.made, found)))
}

/// The submissions of the seasons that staff organise.
async fn submissions_of(app: &Shared, actor: &Actor) -> Result<HashSet<SubmissionId>, Fail> {
    let mut all = HashSet::new();
    for season in actor.seasons() {
        all.extend(submissions::of_season(&app.db, &season.id).await?.into_iter().map(|s| s.id));
    }
    Ok(all)
}

/// Whether the sources of a season are being compared.
#[must_use]
pub fn running(app: &Shared, season: &Season) -> bool {
    app.comparing.lock().unwrap_or_else(PoisonError::into_inner).contains(&season.id)
}

/// The sources of a season are being compared until this is dropped, however that ends.
pub struct Comparing {
    /// The server.
    pub app: Shared,
    /// The season.
    pub season: Season,
}

impl Drop for Comparing {
    fn drop(&mut self) {
        let mut all = self.app.comparing.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(&self.season.id);
    }
}

/// Lets the actor compare the sources of a season; none while somebody else does.
///
/// # Errors
/// When the actor does not organise.
pub async fn begin(
    app: &Shared,
    actor: &Actor,
    season: &Season,
) -> Result<Option<Comparing>, Fail> {
    actor.must_organise(&season.id)?;
    let new =
        app.comparing.lock().unwrap_or_else(PoisonError::into_inner).insert(season.id.clone());
    if !new {
        return Ok(None);
    }
    let comparing = Comparing { app: app.clone(), season: season.clone() };
    let mut transaction = db::begin(&app.db).await?;
    audit::add(&mut transaction, actor.login(), "compare sources", &season.slug, "").await?;
    transaction.commit().await?;
    Ok(Some(comparing))
}

/// A note or decision of an organiser about a pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Note {
    /// The decision.
    #[serde(rename = "verdict")]
    pub decision: PairDecision,
    /// The note; may be empty.
    pub note: String,
    /// Digests of both sources, the lesser one first: a note belongs to sources, not to names.
    sources: [String; 2],
}

/// A note, who wrote it, and when.
pub struct Noted {
    /// The login.
    pub by: String,
    /// When.
    pub at: i64,
    /// The note.
    pub note: Note,
}

/// Everything that was ever noted, oldest first.
///
/// # Errors
/// When the actor does not organise.
pub async fn notes(app: &Shared, actor: &Actor, season: &Season) -> Result<Vec<Noted>, Fail> {
    actor.must_organise(&season.id)?;
    let all = audit::of_action(&app.db, NOTE).await?;
    let noted = |e: audit::Entry| {
        let note = serde_json::from_str(&e.detail).ok()?;
        Some(Noted { by: e.actor, at: e.at, note })
    };
    Ok(all.into_iter().filter_map(noted).collect())
}

/// The notes about two sources, by their digests, oldest first.
pub fn about<'a>(notes: &'a [Noted], one: &str, other: &str) -> impl Iterator<Item = &'a Noted> {
    let key = similarity::decisions::key(one, other);
    notes.iter().filter(move |noted| noted.note.sources == key)
}

/// Notes or decides something about a pair.
///
/// # Errors
/// When the actor does not organise, or there is no such pair.
pub async fn decide(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    ends: (&SubmissionId, &SubmissionId),
    (decision, note): (PairDecision, &str),
) -> Result<(), Fail> {
    actor.must_organise(&season.id)?;
    let a = with_source(app, actor, season, ends.0).await?;
    let b = with_source(app, actor, season, ends.1).await?;
    let note = note.trim().chars().take(NOTE_CHARS_MAX).collect();
    let sources = similarity::decisions::key(&a.source, &b.source);
    let detail = serde_json::to_string(&Note { decision, note, sources })?;
    let subject = format!("{} / {}", a.name, b.name);
    let mut transaction = db::begin(&app.db).await?;
    audit::add(&mut transaction, actor.login(), NOTE, &subject, &detail).await?;
    Ok(transaction.commit().await?)
}

/// A submission with a source, of this season or of an earlier one of the game that the actor
/// organises, too.
async fn with_source(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &SubmissionId,
) -> Result<Submission, Fail> {
    let s = submissions::by_id(&app.db, id).await?.ok_or(Fail::NotFound)?;
    let own = seasons::by_id(&app.db, &s.season_id).await?.ok_or(Fail::NotFound)?;
    let comparable = own.game == season.game && !s.source.starts_with("builtin:");
    (comparable && actor.organises(&own.id)).then_some(s).ok_or(Fail::NotFound)
}

/// One source of a pair.
pub struct Side {
    /// The player, as the last comparison knows it.
    pub player: Player,
    /// Its source.
    pub text: String,
}

/// Two sources and what they have in common.
pub struct Sides {
    /// The first.
    pub left: Side,
    /// The second.
    pub right: Side,
    /// The common code.
    pub evidence: Box<Common>,
}

/// Two sources and what they have in common; `found` is the last comparison.
///
/// # Errors
/// When the actor does not organise, there is no such pair, or one of the sources cannot be read
/// as code.
pub async fn sides(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    ends: (&SubmissionId, &SubmissionId),
    found: &Found,
) -> Result<Sides, Fail> {
    actor.must_organise(&season.id)?;
    let a = with_source(app, actor, season, ends.0).await?;
    let b = with_source(app, actor, season, ends.1).await?;
    let no_code = || Fail::bad(Refusal::NoCode);
    let left = text_of(&app.store.get(&a.source).await?).map_err(|_| no_code())?;
    let right = text_of(&app.store.get(&b.source).await?).map_err(|_| no_code())?;
    let evidence = evidence(app, &a, &b).await?;
    let evidence = evidence.filter(|found| found.fits(&left, &right)).ok_or_else(no_code)?;
    let side = |s: &Submission, text| Side { player: found.player(s), text };
    Ok(Sides { left: side(&a, left), right: side(&b, right), evidence })
}

/// The common code of two sources, from a worker process; none if one of them cannot be read as
/// code.
async fn evidence(
    app: &Shared,
    left: &Submission,
    right: &Submission,
) -> anyhow::Result<Option<Box<Common>>> {
    let job = Job::Evidence(job_of(left)?, job_of(right)?);
    Ok(match app.bus.run(job, LIMIT).await?.result {
        Ok(Outcome::Evidence(found)) => found,
        Ok(_) | Err(_) => None,
    })
}

/// A submission as worker processes are asked about it.
///
/// # Errors
/// When its source or module is no digest.
pub(crate) fn job_of(s: &Submission) -> anyhow::Result<Compared> {
    let digest = |text: &str| text.parse::<Digest>().map_err(anyhow::Error::msg);
    let language = Language::of(Path::new(&s.file));
    // What is built from a script is its engine, which everybody has.
    let module = s.wasm.as_deref().filter(|_| !language.is_script());
    Ok(Compared { language, source: digest(&s.source)?, module: module.map(digest).transpose()? })
}
