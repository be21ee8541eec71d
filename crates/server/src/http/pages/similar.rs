//! The search for copies, for organisers only: the pairs of a season, the evidence of one pair,
//! and the notes about it.

use super::standings::guarded;
use super::{Form, Layout, Page, download, page};
use crate::app::fail::Fail;
use crate::app::remarks::Remarked;
use crate::app::similar::{self, Found, Noted, Player, Sides};
use crate::http::request::{InSeason, Path};
use crate::ids::{MatchId, SubmissionId};
use crate::jobs::similarity as jobs;
use crate::states::PairDecision;
use crate::time;
use askama::Template;
use serde::Deserialize;
use similarity::Templates;
use similarity::crowds::Crowd;
use similarity::season::{Pair, View};

/// Pairs on the page; all that are kept are in the exports.
const ROWS_MAX: usize = 100;
/// Fragments whose lengths are shown.
const FRAGMENTS_MAX: usize = 8;

/// A pair as the list shows it.
pub struct Row {
    left: Player,
    right: Player,
    /// The authors of both, with their seasons where these are earlier ones.
    whose: (String, String),
    score: String,
    /// The view that found most, and the scores by sources and by modules.
    view: View,
    views: (String, String),
    hot: bool,
    covers: (String, String),
    p: String,
    behaviour: String,
    decision: Option<PairDecision>,
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
    threshold: String,
    /// Whether the threshold was measured, and by how many independent pairs.
    measured: Option<usize>,
    templates: Vec<String>,
    bars: Vec<(usize, f64, usize, bool)>,
    /// Players whose sources organisers should look at, and what is to be said about them.
    findings: Vec<(String, String)>,
    remarks: Vec<(String, String)>,
    matches: Vec<MatchId>,
    groups: Vec<Group>,
}

/// Players who share code.
struct Group {
    /// How many they are, of how many players of the season.
    size: (usize, usize),
    lines: u32,
    /// The likely first owner of the code.
    origin: String,
    /// Whether times of submission say so.
    by_time: bool,
    names: String,
}

impl Group {
    fn of(found: &Found, crowd: &Crowd) -> Self {
        let name = |k: &usize| found.players.get(*k).map(label);
        let names: Vec<String> = crowd.members.iter().filter_map(name).collect();
        let players = found.players.iter().filter(|p| p.season.is_empty()).count();
        Self {
            size: (crowd.members.len(), players),
            lines: crowd.size(),
            origin: name(&crowd.origin).unwrap_or_default(),
            by_time: crowd.by_time,
            names: names.join(", "),
        }
    }
}

/// The pairs of the season, those most alike first.
///
/// # Errors
/// When database or files fail.
pub async fn list(request: InSeason) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let last = similar::last(app, actor, season).await?;
    let notes = similar::notes(app, actor, season).await?;
    let running = similar::running(app, season);
    let (made, found) = last.map_or((None, Found::default()), |(at, f)| (Some(time::shown(at)), f));
    let rows = found.pairs.iter().take(ROWS_MAX).filter_map(|p| row(&found, p, &notes)).collect();
    let remark = |p: &&Player| !p.remarks.is_empty();
    let said = |p: &Player| {
        let remarks = p.remarks.iter().map(|remark| remark.in_words(request.lang()));
        (label(p), remarks.collect::<Vec<_>>().join("; "))
    };
    let (findings, remarks): (Vec<&Player>, Vec<&Player>) =
        found.players.iter().filter(remark).partition(|p| p.finding);
    let alarm = found.alarm;
    let mut l = request.layout(request.t("common-copies"), "organise");
    l.reload = if running { 3 } else { 0 };
    page(&List {
        l,
        made,
        running,
        rows,
        players: found.players.len(),
        compared: found.compared,
        suspicious: found.pairs.iter().filter(|p| p.score >= alarm.threshold).count(),
        threshold: format!("{:.2}", alarm.threshold),
        measured: alarm.fit.map(|_| alarm.independent),
        templates: Templates::standard().names().to_vec(),
        bars: bars(&found.distribution, alarm.threshold),
        findings: findings.into_iter().map(said).collect(),
        remarks: remarks.into_iter().map(said).collect(),
        groups: found.crowds.iter().map(|crowd| Group::of(&found, crowd)).collect(),
        matches: found.matches,
    })
}

/// The bars of the chart: place, height of 100, how many pairs, whether they are suspicious.
fn bars(distribution: &[usize], threshold: f64) -> Vec<(usize, f64, usize, bool)> {
    let most = distribution.iter().copied().max().unwrap_or(0).max(1) as f64;
    let bar = |(k, n): (usize, &usize)| {
        let height = if *n == 0 { 0.0 } else { 6.0 + 94.0 * (*n as f64).ln_1p() / most.ln_1p() };
        (k * 10, height, *n, (k as f64 + 0.5) / similarity::report::BARS as f64 >= threshold)
    };
    distribution.iter().enumerate().map(bar).collect()
}

fn label(p: &Player) -> String {
    match p.season.as_str() {
        "" => p.name.clone(),
        season => format!("{} ({season})", p.name),
    }
}

/// The author, with the season if it is an earlier one.
fn whose(p: &Player) -> String {
    match p.season.as_str() {
        "" => p.author.clone(),
        season => format!("{} ({season})", p.author),
    }
}

fn row(found: &Found, pair: &Pair, notes: &[Noted]) -> Option<Row> {
    let (left, right) = (found.players.get(pair.left)?, found.players.get(pair.right)?);
    let last = similar::about(notes, &left.digest, &right.digest).last();
    Some(Row {
        score: format!("{:.2}", pair.score),
        view: pair.view,
        views: (
            format!("{:.2}", pair.source),
            pair.module.map_or_else(|| "\u{2013}".into(), |score| format!("{score:.2}")),
        ),
        hot: pair.score >= found.alarm.threshold,
        covers: (percent(pair.cover.left), percent(pair.cover.right)),
        p: p_value(pair.p),
        behaviour: found.agreement(pair).map_or_else(String::new, |a| percent(a.alike)),
        decision: last.map(|noted| noted.note.decision),
        whose: (whose(left), whose(right)),
        left: left.clone(),
        right: right.clone(),
    })
}

/// Begins to compare; the page says when it is done.
///
/// # Errors
/// When the visitor does not organise.
pub async fn compare(request: InSeason) -> Page {
    jobs::begin(&request.app, &request.actor, &request.season).await?;
    Ok(request.back("/organise/similar"))
}

#[derive(Template)]
#[template(path = "similar_pair.html")]
struct One {
    l: Layout,
    left: Player,
    right: Player,
    whose: (String, String),
    row: Option<Row>,
    usual: String,
    fingerprints: String,
    fragments: Vec<(usize, u32)>,
    subtracted: (usize, usize),
    behaviour: Option<(String, String, usize, String)>,
    curve: String,
    /// The notes: author, time, the decision and the note.
    notes: Vec<(String, String, PairDecision, String)>,
    decisions: &'static [PairDecision],
    sides: String,
}

/// The submissions of a pair, as the path names them.
#[derive(Deserialize)]
pub struct Ends {
    left: SubmissionId,
    right: SubmissionId,
}

/// The evidence of one pair.
///
/// # Errors
/// When there is no such pair.
pub async fn pair(request: InSeason, Path(ends): Path<Ends>) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let found = similar::last(app, actor, season).await?.map_or_else(Found::default, |f| f.1);
    let ends = (&ends.left, &ends.right);
    let Sides { left, right, evidence } = similar::sides(app, actor, season, ends, &found).await?;
    let notes = similar::notes(app, actor, season).await?;
    let listed = found.pair(ends.0, ends.1);
    let agreed = listed.and_then(|p| found.agreement(p));
    let ids = ["l".to_string(), "r".to_string()];
    let other = ["r".to_string(), "l".to_string()];
    let (lp, rp) = (left.player, right.player);
    let sides = similarity::page::side(&ids, &label(&lp), &left.text, &evidence.left)
        + &similarity::page::side(&other, &label(&rp), &right.text, &evidence.right);
    let fragments = evidence.fragments.iter().map(|f| f.tokens as u32).enumerate();
    page(&One {
        l: request.layout(&format!("{} / {}", lp.name, rp.name), "organise"),
        usual: listed.map_or_else(String::new, |p| usual(&found, p)),
        row: listed.and_then(|p| row(&found, p, &notes)),
        fingerprints: percent(evidence.fingerprints),
        fragments: fragments.take(FRAGMENTS_MAX).collect(),
        subtracted: evidence.subtracted,
        behaviour: agreed.map(|a| (percent(a.alike), percent(a.usual), a.situations, p_value(a.p))),
        curve: agreed.map_or_else(String::new, similarity::page::curve),
        notes: similar::about(&notes, &lp.digest, &rp.digest).map(noted).collect(),
        decisions: PairDecision::ALL,
        sides,
        whose: (whose(&lp), whose(&rp)),
        left: lp,
        right: rp,
    })
}

fn noted(n: &Noted) -> (String, String, PairDecision, String) {
    (n.by.clone(), time::shown(n.at), n.note.decision, n.note.note.clone())
}

/// How many of all pairs are as much alike.
fn usual(found: &Found, pair: &Pair) -> String {
    let alike = found.pairs.iter().filter(|p| p.score >= pair.score).count();
    format!("{alike} / {}", found.compared)
}

/// The fields of the form.
#[derive(Deserialize)]
pub struct Decided {
    verdict: PairDecision,
    #[serde(default)]
    note: String,
}

/// Notes or decides something about a pair.
///
/// # Errors
/// When there is no such pair or no such decision.
pub async fn decide(
    request: InSeason,
    Path(Ends { left, right }): Path<Ends>,
    Form(form): Form<Decided>,
) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    similar::decide(app, actor, season, (&left, &right), (form.verdict, &form.note)).await?;
    Ok(request.saved(&format!("/organise/similar/{left}/{right}")))
}

/// All kept pairs as CSV.
///
/// # Errors
/// When nothing was compared yet.
pub async fn csv(request: InSeason) -> Page {
    let (app, actor) = (&request.app, &request.actor);
    let (_, found) = similar::last(app, actor, &request.season).await?.ok_or(Fail::NotFound)?;
    let notes = similar::notes(app, actor, &request.season).await?;
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "left",
        "left_author",
        "right",
        "right_author",
        "score",
        "view",
        "source",
        "module",
        "cover_left",
        "cover_right",
        "p",
        "behaviour",
        "decision",
    ])?;
    for pair in &found.pairs {
        let Some(row) = row(&found, pair, &notes) else { continue };
        let alike = found.agreement(pair).map_or_else(String::new, |a| format!("{:.4}", a.alike));
        out.write_record([
            label(&row.left),
            guarded(row.left.author),
            label(&row.right),
            guarded(row.right.author),
            format!("{:.4}", pair.score),
            row.view.word().into(),
            format!("{:.4}", pair.source),
            pair.module.map_or_else(String::new, |score| format!("{score:.4}")),
            format!("{:.4}", pair.cover.left),
            format!("{:.4}", pair.cover.right),
            format!("{:.6}", pair.p),
            alike,
            row.decision.map_or_else(String::new, |d| d.to_string()),
        ])?;
    }
    let bytes = out.into_inner().map_err(|_| Fail::Ours)?;
    Ok(download("similar.csv", "text/csv; charset=utf-8", bytes))
}

/// Everything that was found as JSON, without the sources.
///
/// # Errors
/// When nothing was compared yet.
pub async fn json(request: InSeason) -> Page {
    let last = similar::last(&request.app, &request.actor, &request.season).await?;
    let (_, mut found) = last.ok_or(Fail::NotFound)?;
    for remark in found.players.iter_mut().flat_map(|p| &mut p.remarks) {
        *remark = Remarked::Text(remark.in_words(request.lang()));
    }
    let bytes = serde_json::to_vec_pretty(&found)?;
    Ok(download("similar.json", "application/json", bytes))
}
