//! Figures for Prometheus: what was counted since the start, and how things stand.

use crate::app::App;
use crate::db::figures;
use crate::metrics::Labels;
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
