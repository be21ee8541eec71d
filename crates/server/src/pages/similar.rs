//! Who copied whom, for organisers only: the pairs of a season, the evidence of one pair, and
//! what was noted and decided, which is kept in the audit log.

use super::season::guarded;
use super::{Form, Layout, Page, back, download, page};
use crate::access::Cx;
use crate::app::Shared;
use crate::db::{self, audit, submissions};
use crate::fail::Fail;
use crate::jobs::similar::{self, Found, Player};
use crate::refusal::Refusal;
use crate::time;
use askama::Template;
use serde::{Deserialize, Serialize};
use similarity::behaviour::Agreement;
use similarity::evidence::Evidence;
use similarity::season::{Pair, THRESHOLD};
use similarity::{Anatomy, Language, Templates};
use std::path::Path;
use std::sync::PoisonError;

/// Pairs on the page; all that are kept are in the exports.
const ROWS_MAX: usize = 100;
/// What the audit log calls it.
const ACTION: &str = "similarity";
const VERDICTS: [&str; 3] = ["open", "copied", "cleared"];

/// A pair as the list shows it.
pub struct Row {
    left: Player,
    right: Player,
    score: String,
    hot: bool,
    covers: (String, String),
    p: String,
    behaviour: String,
    decision: String,
}

/// What was noted or decided about a pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Note {
    verdict: String,
    note: String,
    /// Digests of both sources, the lesser one first: a note belongs to sources, not to names.
    sources: [String; 2],
}

/// Everything that was ever noted: who, when, what.
async fn notes(cx: &Cx) -> Result<Vec<(String, String, Note)>, Fail> {
    let all = audit::of_action(&cx.app.db, ACTION).await?;
    let note = |e: audit::Entry| {
        let note = serde_json::from_str(&e.detail).ok()?;
        Some((e.actor, time::shown(e.at), note))
    };
    Ok(all.into_iter().filter_map(note).collect())
}

fn percent(share: f64) -> String {
    format!("{:.0}\u{2009}%", share * 100.0)
}

fn p_value(p: f64) -> String {
    if p < 0.001 { format!("{p:.1e}") } else { format!("{p:.3}") }
}

#[derive(Template)]
#[template(path = "similar.html")]
struct List {
    l: Layout,
    made: Option<String>,
    running: bool,
    rows: Vec<Row>,
    players: usize,
    compared: usize,
    suspicious: usize,
    common: usize,
    templates: Vec<String>,
    bars: Vec<(usize, f64, usize, bool)>,
    remarks: Vec<(String, String)>,
    matches: Vec<String>,
    /// Players who are alike in a chain of pairs, three or more of them.
    groups: Vec<String>,
}

/// The pairs of the season, those most alike first.
///
/// # Errors
/// When database or files fail.
pub async fn list(cx: Cx) -> Page {
    let season = cx.season()?;
    let last = similar::last(&cx.app, &season.id).await?;
    let running = cx.app.comparing.lock().is_ok_and(|all| all.contains(&season.id));
    let (made, found) = last.map_or((None, Found::default()), |(at, f)| (Some(time::shown(at)), f));
    let notes = notes(&cx).await?;
    let rows = found.pairs.iter().take(ROWS_MAX).filter_map(|p| row(&found, p, &notes)).collect();
    let most = found.distribution.iter().copied().max().unwrap_or(0).max(1) as f64;
    let bar = |(k, n): (usize, &usize)| {
        let height = if *n == 0 { 0.0 } else { 6.0 + 94.0 * (*n as f64).ln_1p() / most.ln_1p() };
        (k * 10, height, *n, (k as f64 + 0.5) / similarity::report::BARS as f64 >= THRESHOLD)
    };
    let remark = |p: &Player| (!p.remarks.is_empty()).then(|| (label(p), p.remarks.join("; ")));
    let mut groups = similarity::season::clusters(&found.pairs, THRESHOLD);
    groups.retain(|group| group.len() > 2);
    let member = |k: &usize| found.players.get(*k).map(label);
    let named = |group: &Vec<usize>| group.iter().filter_map(member).collect::<Vec<_>>().join(", ");
    let groups = groups.iter().map(named).collect();
    let mut l = Layout::new(&cx, "Who copied whom", "organise");
    l.reload = if running { 3 } else { 0 };
    page(&List {
        l,
        made,
        running,
        rows,
        players: found.players.len(),
        compared: found.compared,
        suspicious: found.pairs.iter().filter(|p| p.score >= THRESHOLD).count(),
        common: found.common,
        templates: Templates::standard().names().to_vec(),
        bars: found.distribution.iter().enumerate().map(bar).collect(),
        remarks: found.players.iter().filter_map(remark).collect(),
        matches: found.matches,
        groups,
    })
}

fn label(p: &Player) -> String {
    match p.season.as_str() {
        "" => p.name.clone(),
        season => format!("{} ({season})", p.name),
    }
}

fn agreement<'a>(found: &'a Found, pair: &Pair) -> Option<&'a Agreement> {
    let ends = |l: usize, r: usize| (l.min(r), l.max(r));
    found.agreements.iter().find(|a| ends(a.left, a.right) == ends(pair.left, pair.right))
}

fn row(found: &Found, pair: &Pair, notes: &[(String, String, Note)]) -> Option<Row> {
    let (left, right) = (found.players.get(pair.left)?, found.players.get(pair.right)?);
    let key = similarity::decisions::key(&left.digest, &right.digest);
    let noted = notes.iter().rev().find(|(_, _, n)| n.sources == key);
    Some(Row {
        score: format!("{:.2}", pair.score),
        hot: pair.score >= THRESHOLD,
        covers: (percent(pair.cover.left), percent(pair.cover.right)),
        p: p_value(pair.p),
        behaviour: agreement(found, pair).map_or_else(String::new, |a| percent(a.alike)),
        decision: noted.map_or_else(String::new, |(_, _, n)| n.verdict.clone()),
        left: left.clone(),
        right: right.clone(),
    })
}

/// Begins to compare; the page says when it is done.
///
/// # Errors
/// When it cannot be noted in the audit log.
pub async fn compare(cx: Cx) -> Page {
    let season = cx.season()?.clone();
    let to = back(&format!("/s/{}/organise/similar", season.slug));
    let Some(mark) = Comparing::begin(&cx.app, &season.id) else { return Ok(to) };
    let mut connection = cx.app.db.acquire().await?;
    let actor = &cx.visitor.user()?.login;
    audit::add(&mut connection, actor, "compare sources", &season.slug, "").await?;
    drop(connection);
    tokio::spawn(async move {
        if let Err(error) = similar::compare(&mark.app, &season).await {
            tracing::error!(error = format!("{error:#}"), "sources could not be compared");
        }
        drop(mark);
    });
    Ok(to)
}

/// The sources of a season are being compared until this is dropped, however that ends.
struct Comparing {
    app: Shared,
    season: String,
}

impl Comparing {
    fn begin(app: &Shared, season: &str) -> Option<Self> {
        let mut all = app.comparing.lock().unwrap_or_else(PoisonError::into_inner);
        let new = all.insert(season.into());
        new.then(|| Self { app: app.clone(), season: season.into() })
    }
}

impl Drop for Comparing {
    fn drop(&mut self) {
        let mut all = self.app.comparing.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(&self.season);
    }
}

#[derive(Template)]
#[template(path = "similar_pair.html")]
struct One {
    l: Layout,
    left: Player,
    right: Player,
    row: Option<Row>,
    usual: String,
    fingerprints: String,
    fragments: Vec<(usize, u32)>,
    subtracted: (usize, usize),
    behaviour: Option<(String, String, usize, String)>,
    curve: String,
    notes: Vec<(String, String, Note)>,
    sides: String,
}

/// A source of the address, which may be of an earlier season of the game.
async fn source(cx: &Cx, part: &str) -> Result<(submissions::Submission, Vec<u8>), Fail> {
    let s = submissions::by_id(&cx.app.db, cx.part(part)).await?.ok_or(Fail::NotFound)?;
    let season = db::seasons::by_id(&cx.app.db, &s.season_id).await?.ok_or(Fail::NotFound)?;
    if season.game != cx.season()?.game || s.source.starts_with("builtin:") {
        return Err(Fail::NotFound);
    }
    let text = cx.app.store.get(&s.source).await?;
    Ok((s, text))
}

/// The evidence of one pair.
///
/// # Errors
/// When there is no such pair.
pub async fn pair(cx: Cx) -> Page {
    let ((a, left), (b, right)) = (source(&cx, "left").await?, source(&cx, "right").await?);
    let language = Language::of(Path::new(&a.file));
    let take = move || {
        let templates = Templates::standard();
        let anatomy = |bytes: &[u8]| Anatomy::of(bytes, language, &templates).ok();
        let (left, right) = (anatomy(&left)?, anatomy(&right)?);
        let evidence = Evidence::of(&left, &right);
        Some((left, right, evidence))
    };
    let taken = tokio::task::spawn_blocking(take).await?;
    let (la, ra, evidence) = taken.ok_or_else(|| Fail::bad(Refusal::NoCode))?;
    let season = cx.season()?;
    let found = similar::last(&cx.app, &season.id).await?.map_or_else(Found::default, |f| f.1);
    let number = |id: &str| found.players.iter().position(|p| p.id == id);
    let ends = (number(&a.id), number(&b.id));
    let same = |p: &&Pair| {
        let pair = (Some(p.left), Some(p.right));
        pair == ends || pair == (ends.1, ends.0)
    };
    let listed = found.pairs.iter().find(same);
    let notes = notes(&cx).await?;
    let agreed = listed.and_then(|p| agreement(&found, p));
    let key = similarity::decisions::key(&a.source, &b.source);
    let known = |s: &submissions::Submission, k: Option<usize>| match k {
        Some(k) => found.players[k].clone(),
        None => Player {
            id: s.id.clone(),
            name: s.name.clone(),
            author: String::new(),
            season: String::new(),
            digest: s.source.clone(),
            remarks: Vec::new(),
        },
    };
    let (lp, rp) = (known(&a, ends.0), known(&b, ends.1));
    let ids = ["l".to_string(), "r".to_string()];
    let other = ["r".to_string(), "l".to_string()];
    let sides = similarity::page::side(&ids, &label(&lp), &la.text, &evidence.left)
        + &similarity::page::side(&other, &label(&rp), &ra.text, &evidence.right);
    page(&One {
        l: Layout::new(&cx, &format!("{} / {}", lp.name, rp.name), "organise"),
        usual: listed.map_or_else(String::new, |p| usual(p, found.compared)),
        row: listed.and_then(|p| row(&found, p, &notes)),
        fingerprints: percent(evidence.fingerprints),
        fragments: evidence.fragments.iter().map(|f| f.tokens as u32).enumerate().take(8).collect(),
        subtracted: (la.subtracted, ra.subtracted),
        behaviour: agreed.map(|a| (percent(a.alike), percent(a.usual), a.situations, p_value(a.p))),
        curve: agreed.map_or_else(String::new, similarity::page::curve),
        notes: notes.into_iter().filter(|(_, _, n)| n.sources == key).collect(),
        sides,

        left: lp,
        right: rp,
    })
}

/// How many of all pairs are as much alike.
fn usual(pair: &Pair, compared: usize) -> String {
    format!("{:.0} / {compared}", (pair.p * compared as f64).round())
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Decision {
    verdict: String,
    #[serde(default)]
    note: String,
}

/// Notes or decides something about a pair.
///
/// # Errors
/// When there is no such pair or no such decision.
pub async fn decide(cx: Cx, Form(form): Form<Decision>) -> Page {
    let ((a, _), (b, _)) = (source(&cx, "left").await?, source(&cx, "right").await?);
    if !VERDICTS.contains(&form.verdict.as_str()) {
        return Err(Fail::bad(Refusal::Decision { decisions: VERDICTS.join(", ") }));
    }
    let note = Note {
        verdict: form.verdict,
        note: form.note.trim().chars().take(2000).collect(),
        sources: similarity::decisions::key(&a.source, &b.source),
    };
    let mut transaction = db::begin(&cx.app.db).await?;
    let subject = format!("{} / {}", a.name, b.name);
    let (actor, detail) = (&cx.visitor.user()?.login, serde_json::to_string(&note)?);
    audit::add(&mut transaction, actor, ACTION, &subject, &detail).await?;
    transaction.commit().await?;
    Ok(back(&format!("/s/{}/organise/similar/{}/{}", cx.season()?.slug, a.id, b.id)))
}

/// All kept pairs as CSV.
///
/// # Errors
/// When database or files fail.
pub async fn csv(cx: Cx) -> Page {
    let season = cx.season()?;
    let (_, found) = similar::last(&cx.app, &season.id).await?.ok_or(Fail::NotFound)?;
    let notes = notes(&cx).await?;
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "left",
        "left_author",
        "right",
        "right_author",
        "score",
        "cover_left",
        "cover_right",
        "p",
        "behaviour",
        "decision",
    ])?;
    for pair in &found.pairs {
        let Some(row) = row(&found, pair, &notes) else { continue };
        let alike = agreement(&found, pair).map_or_else(String::new, |a| format!("{:.4}", a.alike));
        out.write_record([
            label(&row.left),
            guarded(row.left.author),
            label(&row.right),
            guarded(row.right.author),
            format!("{:.4}", pair.score),
            format!("{:.4}", pair.cover.left),
            format!("{:.4}", pair.cover.right),
            format!("{:.6}", pair.p),
            alike,
            row.decision,
        ])?;
    }
    let bytes = out.into_inner().map_err(|_| Fail::Ours)?;
    Ok(download("similar.csv", "text/csv; charset=utf-8", bytes))
}

/// Everything that was found as JSON, without the sources.
///
/// # Errors
/// When database or files fail.
pub async fn json(cx: Cx) -> Page {
    let season = cx.season()?;
    let (_, found) = similar::last(&cx.app, &season.id).await?.ok_or(Fail::NotFound)?;
    let bytes = serde_json::to_vec_pretty(&found)?;
    Ok(download("similar.json", "application/json", bytes))
}
