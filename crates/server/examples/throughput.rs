//! Begins a season in which one module competes under many names, for `cargo xtask throughput`:
//! `throughput FOLDER GAME AIName.wasm`.

use anyhow::{Context, Result};
use server::app::names;
use server::app::verdict::Verdict;
use server::db::seasons::{self, Options, Season};
use server::db::submissions::{self, Submission};
use server::states::SubmissionState;
use server::{App, Config, Shared, db, secret, time};

/// Names that the module competes under: a round has as many matches.
const NAMES: usize = 24;

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, game, module] = words.try_into().map_err(|words| {
        anyhow::anyhow!("usage: throughput FOLDER GAME AIName.wasm; found {words:?}")
    })?;
    let config = Config { folder: folder.into(), workers: 0, ..Config::default() };
    let app = App::open(config, None).await?;
    begin(&app, &game, &std::fs::read(&module).context(module)?).await
}

/// A season in which nobody else competes; all others rest.
async fn begin(app: &Shared, game: &str, module: &[u8]) -> Result<()> {
    let facts = games::by_id(game).with_context(|| format!("there is no game {game}"))?.facts();
    let (board, settings) = facts.boards.first().context("the game has no board")?;
    let digest = app.store.put(module.to_vec()).await?;
    // A season that does not end while it is measured.
    let (ladder_matches_enough, ladder_rounds_max) = (100_000, 100_000);
    let options = Options { ladder_matches_enough, ladder_rounds_max, ..Options::default() };
    let season = Season {
        id: secret::id().into(),
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
            id: secret::id().into(),
            season_id: season.id.clone(),
            user_id: None,
            name_key: names::key(&name),
            file: format!("AI{name}.wasm"),
            source: digest.clone(),
            size: 0,
            state: SubmissionState::Qualified,
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
    Ok(())
}
