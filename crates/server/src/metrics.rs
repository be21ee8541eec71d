//! The counters of the running server.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::time::Instant;

/// Names and values of labels.
pub type Labels = Vec<(&'static str, String)>;

/// Seconds from 1 ms to about 8 s, each step twice the last.
fn short() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 14))
}

/// Seconds from 10 ms to about 160 s.
fn long() -> Histogram {
    Histogram::new(exponential_buckets(0.01, 2.0, 15))
}

/// The counters of the running server.
pub struct Metrics {
    pub(crate) registry: Registry,
    requests: Family<Labels, Counter>,
    connections_refused: Counter,
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
            connections_refused: Counter::default(),
            request_seconds: short(),
            matches: Family::default(),
            match_seconds: long(),
            compilations: Family::default(),
            compile_seconds: long(),
            failures: Counter::default(),
        };
        let all = &mut new.registry;
        all.register("requests", "Requests by class of status code", new.requests.clone());
        let help = "Connections that were refused because too many were open";
        all.register("connections_refused", help, new.connections_refused.clone());
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

    /// A connection was refused.
    pub fn connection_refused(&self) {
        self.connections_refused.inc();
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
