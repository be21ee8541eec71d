//! Whether workers and queue are well, for organisers.

use super::{Layout, Page, page};
use crate::access::Cx;
use crate::db::health::{self as rows, Running, Void};
use crate::db::queue::{self, LEASE, Worker};
use crate::time;
use askama::Template;

#[derive(Template)]
#[template(path = "health.html")]
struct Health {
    l: Layout,
    workers: Vec<(Worker, String, i64)>,
    slots: i64,
    machines: usize,
    own: String,
    distrusted: bool,
    has_compiler: bool,
    last_hour: i64,
    waiting: Option<String>,
    matches: Vec<(String, String, i64)>,
    submissions: Vec<(String, i64)>,
    running: Vec<(Running, String)>,
    given_up: Vec<Void>,
}

/// Workers, queue, and what went wrong.
///
/// # Errors
/// When the database fails.
pub async fn show(cx: Cx) -> Page {
    let db = &cx.app.db;
    let now = time::now();
    let minutes = |since: i64| format!("{} min", (now - since).max(0) / 60_000);
    let begun = |r: Running| {
        let since = minutes(r.lease - LEASE);
        (r, since)
    };
    let running = rows::running(db).await?;
    let mut workers = queue::workers(db).await?;
    // Those that have ended are of interest for a day.
    workers.retain(|w| w.state != "gone" || now - w.seen < time::DAY);
    let active: Vec<Worker> = workers.iter().filter(|w| w.state == "active").cloned().collect();
    let distrusted = workers.iter().any(|w| w.state == "quarantined");
    let playing = rows::playing(db).await?;
    let shown = |w: Worker| {
        let busy = playing.iter().find(|(id, _)| *id == w.id).map_or(0, |(_, n)| *n);
        let heard = time::shown(w.seen);
        (w, heard, busy)
    };
    let mut l = Layout::new(&cx, "Workers and queue", "organise");
    l.reload = 10;
    page(&Health {
        l,
        workers: workers.into_iter().map(shown).collect(),
        slots: active.iter().map(|w| w.slots).sum(),
        machines: active.len(),
        distrusted,
        own: cx.app.worker.id.clone(),
        has_compiler: cx.app.workshop.has_compiler(),
        last_hour: rows::ended_since(db, now - time::HOUR).await?,
        waiting: rows::waiting_since(db).await?.map(minutes),
        matches: rows::matches(db).await?,
        submissions: rows::submissions(db).await?,
        running: running.into_iter().map(begun).collect(),
        given_up: rows::given_up(db).await?,
    })
}
