//! Figures for Prometheus: counts since the start, and the current state.

use crate::app::App;
use crate::db::{figures, queue};
use crate::metrics::Labels;
use crate::states::WorkerState;
use crate::time;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

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
    gauge("waiting_seconds", "Waiting time of the oldest waiting work, in seconds", waiting);
    let version = vec![("version", env!("CARGO_PKG_VERSION").to_string())];
    gauge("build_info", "The program", vec![(version, 1)]);
    let machines = queue::workers(&app.db).await?;
    let there = |state| machines.iter().filter(move |one| one.state == state);
    let count = |state| i64::try_from(there(state).count()).unwrap_or(i64::MAX);
    let states = [WorkerState::Active, WorkerState::Gone, WorkerState::Quarantined];
    let rows = states.map(|state| (vec![("state", state.to_string())], count(state)));
    gauge("workers", "Machines that play matches, by state", rows.into());
    let each = |figure: fn(&queue::Worker) -> i64| {
        let active = there(WorkerState::Active);
        active.map(|one| (vec![("worker", one.name.clone())], figure(one))).collect()
    };
    gauge("worker_slots", "Jobs that a machine can do at the same time", each(|one| one.slots));
    gauge("worker_busy_slots", "Jobs that a machine is doing now", each(|one| one.busy));
    gauge("worker_results", "Results that a machine has delivered", each(|one| one.delivered));
    let mut text = String::new();
    encode(&mut text, &now)?;
    // Both parts end with the mark of the end; it may stand there once.
    let mut all = text.trim_end().trim_end_matches("# EOF").to_string();
    encode(&mut all, &app.metrics.registry)?;
    Ok(all)
}
