//! Pages ask the database as often with 300 players as with 10, and matches of a batch share
//! statements.

mod common;

use axum::http::StatusCode;
use common::{Browser, Site};
use server::db::matches::{self, Match, Round, Seat};
use server::db::{self, submissions, users};
use server::ids::{MatchId, RoundId, SubmissionId, UserId};
use server::jobs::deliver::{Delivery, store_results};
use server::states::{MatchState, Role, RoundKind, RoundState, SubmissionState};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

static STATEMENTS: AtomicUsize = AtomicUsize::new(0);
static WRITES: AtomicUsize = AtomicUsize::new(0);

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
        if field.name() != "summary" {
            return;
        }
        match text.trim_matches('"').split(' ').next() {
            Some("SELECT") => STATEMENTS.fetch_add(1, SeqCst),
            Some("INSERT" | "UPDATE" | "WITH") => WRITES.fetch_add(1, SeqCst),
            _ => 0,
        };
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
    matches_share_statements().await;
}

/// A match of a round, with four house players.
fn planned(round: &Round, number: i64) -> (Match, Vec<Seat>) {
    let id: MatchId = format!("{}-{number}", round.id).into();
    let seat = |seat: i64| Seat {
        match_id: id.clone(),
        seat,
        submission_id: None,
        name: "Demo".into(),
        score: Some(10 * number + seat),
        status: Some(0.5),
        receipt: (seat == 2).then(|| "{}".into()),
        strikes: 0,
    };
    let one = Match {
        id: id.clone(),
        season_id: round.season_id.clone(),
        round_id: round.id.clone(),
        number,
        cluster: number,
        seed: number.to_string(),
        state: MatchState::Planned,
        attempts: 0,
        record: None,
        public_record: None,
        rounds: Some(200),
        ending: None,
        verified: true,
        finished: None,
    };
    (one, (0..4).map(seat).collect())
}

/// Planning takes one statement for 32 matches or seats, and results as well; beside these there is
/// one for the round, and one for the machine that played.
async fn matches_share_statements() {
    let site = Site::new().await;
    let round = Round {
        id: RoundId::random(),
        season_id: site.season().await.id,
        kind: RoundKind::Ladder,
        subject: "x".into(),
        number: 9,
        state: RoundState::Playing,
        held: false,
    };
    let all: Vec<_> = (0..41).map(|number| planned(&round, number)).collect();
    let before = WRITES.load(SeqCst);
    let mut transaction = db::begin(&site.app.db).await.expect("begun");
    assert!(matches::plan(&mut transaction, &round, &all).await.expect("planned"));
    transaction.commit().await.expect("committed");
    assert_eq!(WRITES.load(SeqCst) - before, 1 + 2 + 6, "the round, 41 matches, 164 seats");
    let done = |(one, seats): (Match, Vec<Seat>)| Delivery {
        one: Match { state: MatchState::Done, ..one },
        seats,
        clocked: false,
        charge: None,
        worker: "here".into(),
    };
    let all: Vec<_> = all.into_iter().map(done).collect();
    for (batch, writes) in [(&all[..1], 3), (&all[1..], 2 + 5 + 1)] {
        let before = WRITES.load(SeqCst);
        store_results(&site.app, batch, &[]).await.expect("stored");
        assert_eq!(WRITES.load(SeqCst) - before, writes, "{} results", batch.len());
    }
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let last = &all[40].one.id;
    let seats = matches::seats(&mut connection, last).await.expect("read");
    let got: Vec<_> = seats.iter().map(|s| (s.score, s.status, s.receipt.is_some())).collect();
    let wanted = |seat: i64| (Some(400 + seat), Some(0.5), seat == 2);
    assert_eq!(got, (0..4).map(wanted).collect::<Vec<_>>());
}
