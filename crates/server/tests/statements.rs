//! Pages ask the database as often with 300 players as with 10.

mod common;

use axum::http::StatusCode;
use common::{Browser, Site};
use server::db::{self, submissions, users};
use server::ids::{SubmissionId, UserId};
use server::states::{Role, SubmissionState};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

static STATEMENTS: AtomicUsize = AtomicUsize::new(0);

/// Counts the statements that sqlx tells of. One test in this program, so that nothing else does.
struct Counter;

impl Subscriber for Counter {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "sqlx::query"
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut Reading);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Counts what reads: a new connection, which may come at any moment, sets its own options first.
struct Reading;

impl Visit for Reading {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let text = format!("{value:?}");
        if field.name() == "summary" && text.trim_matches('"').starts_with("SELECT") {
            STATEMENTS.fetch_add(1, SeqCst);
        }
    }
}

/// So many players, each with one version that competes.
async fn add_players(site: &Site, count: usize) {
    let season = site.season().await;
    let mut transaction = db::begin(&site.app.db).await.expect("begun");
    for k in 0..count {
        let user = users::User {
            id: UserId::random(),
            login: format!("player{k}"),
            name: format!("Player {k}"),
            password: None,
            role: Role::Player,
            created: 0,
            disabled: false,
        };
        users::insert(&mut transaction, &user).await.expect("inserted");
        let version = submissions::Submission {
            id: SubmissionId::random(),
            season_id: season.id.clone(),
            user_id: Some(user.id.clone()),
            name: format!("Xaloc{k}"),
            name_key: format!("xaloc{k}"),
            file: format!("AIXaloc{k}.cc"),
            source: "builtin:Demo".into(),
            size: 10,
            state: SubmissionState::Qualified,
            wasm: None,
            report: None,
            verdict: String::new(),
            created: k as i64,
            decided: None,
        };
        submissions::insert(&mut transaction, &version).await.expect("inserted");
        let chosen =
            submissions::represent(&mut transaction, &season.id, &user.id, &version.id).await;
        chosen.expect("stands");
    }
    transaction.commit().await.expect("committed");
}

const PAGES: &[&str] = &[
    "/",
    "/s/demo",
    "/s/demo/standings",
    "/s/demo/standings.csv",
    "/s/demo/rules",
    "/s/demo/matches",
    "/s/demo/players/Demo",
    "/s/demo/rounds",
    "/s/demo/friendly",
    "/s/demo/submit",
    "/s/demo/organise",
    "/s/demo/organise/submissions",
    "/s/demo/organise/export.csv",
    "/s/demo/organise/health",
    "/people",
    "/audit",
    "/api/seasons",
    "/api/seasons/demo/standings",
    "/api/seasons/demo/matches?count=200",
    "/api/seasons/demo/players/Demo",
    "/api/seasons/demo/tournaments",
    "/api/seasons/demo/friendlies",
];

/// How many statements each page takes in a season of so many players.
async fn counts(players: usize) -> Vec<(&'static str, usize)> {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    let who: Browser = site.account("olga", "organiser").await;
    add_players(&site, players).await;
    site.work().await;
    let mut counts = Vec::with_capacity(PAGES.len());
    for page in PAGES {
        let before = STATEMENTS.load(SeqCst);
        let answer = site.get(page, &who).await;
        assert!(answer.status == StatusCode::OK || *page == "/", "{page}: {}", answer.status);
        counts.push((*page, STATEMENTS.load(SeqCst) - before));
    }
    counts
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_take_as_many_statements_with_300_players_as_with_10() {
    tracing::subscriber::set_global_default(Counter).expect("the first one");
    // With the five house players they form groups of four: nobody sits out, so that the page of
    // Demo has matches each time.
    let few = counts(11).await;
    assert!(few.iter().all(|(_, n)| (1..40).contains(n)), "{few:?}");
    assert_eq!(few, counts(303).await);
}
