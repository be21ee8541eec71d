//! Matches per second of the judge's workers, to hold against `palestra league` with the same
//! players.
//!
//! Start a web process without workers and as many workers as wanted on an empty database, then
//! `cargo run --release --package server --example throughput -- DATABASE STORE GAME AIName.wasm`:
//! a season in which one module competes under many names begins, and its ladder is watched.

use anyhow::{Context, Result};
use server::db::seasons::{self, Options, Season};
use server::db::submissions::{self, Submission, state};
use server::verdict::Verdict;
use server::{App, Config, Shared, db, names, secret, time};
use std::time::{Duration, Instant};

/// Names that the module competes under: a round has as many matches.
const NAMES: usize = 24;
const WARM_UP: i64 = 24;
const MEASURED: Duration = Duration::from_secs(45);

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [database, store, game, module] = words.try_into().map_err(|words| {
        anyhow::anyhow!("usage: throughput DATABASE STORE GAME AIName.wasm; found {words:?}")
    })?;
    let folder = tempfile::tempdir()?;
    let app = App::open(
        Config {
            folder: folder.path().into(),
            database: Some(database),
            store: Some(store),
            workers: 0,
            ..Config::default()
        },
        None,
    )
    .await?;
    let season = begin(&app, &game, &std::fs::read(&module).context(module)?).await?;
    until(&app, &season, WARM_UP).await?;
    let (from, before) = (Instant::now(), db::matches::public_count(&app.db, &season).await?);
    println!("measuring");
    tokio::time::sleep(MEASURED).await;
    let played = db::matches::public_count(&app.db, &season).await? - before;
    let seconds = from.elapsed().as_secs_f64();
    println!("{played} matches in {seconds:.1} s: {:.2} a second", played as f64 / seconds);
    Ok(())
}

/// A season in which nobody else competes; all others rest.
async fn begin(app: &Shared, game: &str, module: &[u8]) -> Result<String> {
    let facts = games::by_id(game).with_context(|| format!("there is no game {game}"))?.facts();
    let (board, settings) = facts.boards.first().context("the game has no board")?;
    let digest = app.store.put(module.to_vec()).await?;
    let options = Options { ladder_matches_enough: 100_000, ..Options::default() };
    let season = Season {
        id: secret::id(),
        slug: secret::id(),
        title: "Throughput".into(),
        game: game.into(),
        settings_name: (*board).into(),
        settings: (*settings).into(),
        secret: secret::token(),
        options: serde_json::to_string(&options)?,
    };
    let mut transaction = db::begin(&app.db).await?;
    for other in seasons::all(&app.db).await? {
        let options = Options { ladder: false, ..other.options() };
        seasons::change(&mut transaction, &other.id, &other.title, &options).await?;
    }
    seasons::insert(&mut transaction, &season).await?;
    for k in 0..NAMES {
        let name = format!("Player{k}");
        let player = Submission {
            id: secret::id(),
            season_id: season.id.clone(),
            user_id: None,
            name_key: names::key(&name),
            file: format!("AI{name}.wasm"),
            source: digest.clone(),
            size: 0,
            state: state::QUALIFIED.into(),
            wasm: Some(digest.clone()),
            report: None,
            verdict: Verdict::House.stored(),
            created: time::now() + k as i64,
            decided: Some(time::now()),
            name,
        };
        submissions::insert(&mut transaction, &player).await?;
    }
    transaction.commit().await?;
    Ok(season.id)
}

async fn until(app: &Shared, season: &str, matches: i64) -> Result<()> {
    while db::matches::public_count(&app.db, season).await? < matches {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}
