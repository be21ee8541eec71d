//! Figures for Prometheus: what was counted since the start, and how things stand.

use crate::app::App;
use crate::db::figures;
use crate::time;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::time::Instant;

type Labels = Vec<(&'static str, String)>;

/// Seconds from 1 ms to about 8 s, each step twice the last.
fn short() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 14))
}

/// Seconds from 10 ms to about 160 s.
fn long() -> Histogram {
    Histogram::new(exponential_buckets(0.01, 2.0, 15))
}

/// What is counted while the server runs.
pub struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    request_seconds: Histogram,
    matches: Family<Labels, Counter>,
    match_seconds: Histogram,
    compilations: Family<Labels, Counter>,
    compile_seconds: Histogram,
    failures: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut new = Self {
            registry: Registry::with_prefix("palestra"),
            requests: Family::default(),
            request_seconds: short(),
            matches: Family::default(),
            match_seconds: long(),
            compilations: Family::default(),
            compile_seconds: long(),
            failures: Counter::default(),
        };
        let all = &mut new.registry;
        all.register("requests", "Requests by class of answer", new.requests.clone());
        let help = "Time until an answer, in seconds";
        all.register("request_seconds", help, new.request_seconds.clone());
        let help = "Matches that ended, by result: done, void, or again (to be played again)";
        all.register("matches_ended", help, new.matches.clone());
        let help = "Time of a match with its replay, in seconds";
        all.register("match_seconds", help, new.match_seconds.clone());
        let help = "Sources that were compiled, by result: done, refused or failed";
        all.register("compilations", help, new.compilations.clone());
        let help = "Time of a compilation, in seconds";
        all.register("compile_seconds", help, new.compile_seconds.clone());
        let help = "Jobs that failed by the server's own fault";
        all.register("jobs_failed", help, new.failures.clone());
        new
    }
}

impl Metrics {
    /// A request was answered.
    pub fn request(&self, status: u16, since: Instant) {
        let class = format!("{}xx", status / 100);
        self.requests.get_or_create(&vec![("class", class)]).inc();
        self.request_seconds.observe(since.elapsed().as_secs_f64());
    }

    /// A match ended.
    pub fn match_ended(&self, result: &str, since: Instant) {
        self.matches.get_or_create(&vec![("result", result.into())]).inc();
        self.match_seconds.observe(since.elapsed().as_secs_f64());
    }

    /// A source was compiled, or was not.
    pub fn compiled(&self, result: &str, since: Instant) {
        self.compilations.get_or_create(&vec![("result", result.into())]).inc();
        self.compile_seconds.observe(since.elapsed().as_secs_f64());
    }

    /// A job failed.
    pub fn job_failed(&self) {
        self.failures.inc();
    }
}

/// All figures in the text format of OpenMetrics.
///
/// # Errors
/// When the database fails.
pub async fn text(app: &App) -> anyhow::Result<String> {
    let mut now = Registry::with_prefix("palestra");
    let mut gauge = |name: &str, help: &str, rows: Vec<(Labels, i64)>| {
        let family = Family::<Labels, Gauge>::default();
        for (labels, value) in rows {
            family.get_or_create(&labels).set(value);
        }
        now.register(name, help, family);
    };
    let by_state = |rows: Vec<(String, i64)>| {
        rows.into_iter().map(|(state, n)| (vec![("state", state)], n)).collect()
    };
    let figures = figures::read(&app.db).await?;
    gauge("matches", "Matches by state", by_state(figures.matches));
    gauge("submissions", "Submissions by state", by_state(figures.submissions));
    let rounds = figures.rounds.into_iter();
    let rounds = rounds.map(|(kind, state, n)| (vec![("kind", kind), ("state", state)], n));
    gauge("rounds", "Rounds by kind and state", rounds.collect());
    let age = |since: Option<i64>| since.map_or(0, |at| (time::now() - at).max(0) / 1000);
    let waiting = vec![
        (vec![("for", "compiler".to_string())], age(figures.oldest_source)),
        (vec![("for", "match".to_string())], age(figures.oldest_round)),
    ];
    gauge("waiting_seconds", "Age of what waits longest, in seconds", waiting);
    let version = vec![("version", env!("CARGO_PKG_VERSION").to_string())];
    gauge("build_info", "The program", vec![(version, 1)]);
    let workers: Gauge = Gauge::default();
    workers.set(i64::try_from(app.config.workers).unwrap_or(i64::MAX));
    now.register("workers", "Matches and compilers at once", workers);
    let mut text = String::new();
    encode(&mut text, &now)?;
    // Both parts end with the mark of the end; it may stand there once.
    let mut all = text.trim_end().trim_end_matches("# EOF").to_string();
    encode(&mut all, &app.metrics.registry)?;
    Ok(all)
}
