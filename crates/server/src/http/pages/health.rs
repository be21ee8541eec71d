//! The page of workers and queue, for organisers.

use super::{Layout, Page, page};
use crate::app::health;
use crate::app::machine_notes::{NotPlayed, Note, Quarantine};
use crate::db::health::{Running, Void};
use crate::db::queue::Worker;
use crate::http::request::InSeason;
use crate::i18n::Lang;
use crate::states::{MatchState, SubmissionState, WorkerState};
use crate::time;
use askama::Template;

/// A worker as the page shows it.
struct Row {
    name: String,
    state: WorkerState,
    /// The class of its tag.
    tag: &'static str,
    note: String,
    slots: i64,
    /// Matches that it plays now.
    busy: i64,
    delivered: i64,
    heard: String,
    pin: String,
    architecture: String,
}

#[derive(Template)]
#[template(path = "health.html")]
struct Health {
    l: Layout,
    workers: Vec<Row>,
    slots: i64,
    machines: usize,
    distrusted: bool,
    has_compiler: bool,
    last_hour: i64,
    waiting: Option<String>,
    matches: Vec<(String, String, MatchState, i64)>,
    submissions: Vec<(SubmissionState, i64)>,
    running: Vec<(Running, String)>,
    /// Matches, and why.
    given_up: Vec<(Void, String)>,
}

/// Workers, queue, and what went wrong.
///
/// # Errors
/// When the database fails.
pub async fn show(request: InSeason) -> Page {
    let all = health::machinery(&request.app, &request.actor, &request.season).await?;
    let (now, lang) = (time::now(), request.lang());
    let minutes = |since: i64| format!("{} min", (now - since).max(0) / 60_000);
    let active = || all.workers.iter().filter(|w| w.state == WorkerState::Active);
    let distrusted = |w: &Worker| w.state == WorkerState::Quarantined;
    let given_up = |one: Void| {
        let why = NotPlayed::shown(one.ending.as_deref().unwrap_or_default(), lang);
        (one, why)
    };
    let since = |one: Running| {
        let minutes = minutes(one.begun);
        (one, minutes)
    };
    let mut l = request.layout(request.t("common-workers-and-queue"), "organise");
    l.reload = 10;
    page(&Health {
        l,
        slots: active().map(|w| w.slots).sum(),
        machines: active().count(),
        distrusted: all.workers.iter().any(distrusted),
        workers: all.workers.into_iter().map(|w| row(w, lang)).collect(),
        has_compiler: all.has_compiler,
        last_hour: all.last_hour,
        waiting: all.waiting_since.map(minutes),
        matches: all.matches,
        submissions: all.submissions,
        running: all.running.into_iter().map(since).collect(),
        given_up: all.given_up.into_iter().map(given_up).collect(),
    })
}

fn row(w: Worker, lang: Lang) -> Row {
    Row {
        busy: w.busy,
        heard: time::shown(w.seen),
        state: w.state,
        tag: match w.state {
            WorkerState::Active => "ok",
            WorkerState::Quarantined => "bad",
            WorkerState::Gone => "",
        },
        name: w.name,
        note: Quarantine::shown(&w.note, lang),
        slots: w.slots,
        delivered: w.delivered,
        pin: w.pin,
        architecture: w.architecture,
    }
}
