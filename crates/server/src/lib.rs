//! The judge: a whole season in one process. Website, programming interface, compiler, sandbox,
//! matches, rankings, on one SQLite file and one folder, or on PostgreSQL and an S3-compatible
//! store.
//!
//! - [`router`]: every route with its rule of access, checked by [`access`].
//! - [`pages`] and [`api`]: what the routes answer.
//! - [`live`]: pages that bring themselves up to date.
//! - [`jobs`]: what happens by itself: compiling, playing, closing and planning rounds.
//! - [`rank`]: results to standings, standings to the next matches; a pure function.
//! - [`db`] and [`store`]: tables, and files by digest.
#![forbid(unsafe_code)]

pub mod access;
pub mod accounts;
pub mod api;
pub mod app;
pub mod backup;
pub mod chores;
pub mod config;
pub mod db;
pub mod demo;
pub mod fail;
pub mod friendly;
pub mod i18n;
pub mod jobs;
pub mod knockout;
pub mod live;
pub mod manual;
pub mod metrics;
pub mod names;
pub mod pages;
pub mod rank;
pub mod record;
pub mod refusal;
pub mod router;
pub mod rules;
pub mod secret;
pub mod security;
pub mod store;
pub mod submit;
pub mod sweep;
pub mod time;
pub mod tournament;
pub mod verdict;
pub mod workshop;

pub use app::{App, Shared};
pub use chores::Task;
pub use config::Config;

use anyhow::Context;
use std::future::IntoFuture;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

/// Serves a folder until the process is told to end.
///
/// # Errors
/// When folder, address or database cannot be used.
pub fn serve(config: Config, viewer: Option<String>) -> anyhow::Result<()> {
    start_log(config.log_json);
    let runtime = Runtime::new()?;
    let ended = runtime.block_on(run(config, viewer));
    // A match that takes too long is played again by the next server: nobody waits for it here.
    runtime.shutdown_background();
    ended
}

/// Compiles, plays and counts for the servers on the same database, until told to end.
///
/// # Errors
/// When database or store cannot be used, or results of this machine are not believed.
pub fn work(config: Config) -> anyhow::Result<()> {
    start_log(config.log_json);
    Runtime::new()?.block_on(async {
        let app = App::open(config, None).await?;
        let workers = jobs::start(&app).await?;
        let (name, slots) = (&app.worker.name, app.worker.slots);
        println!("Worker {name} plays {slots} matches at once: {}", app.worker.pin);
        told_to_end(app.clone()).await;
        finish(&app, workers).await
    })
}

/// Waits for the workers of a process that ends, and gives back what they have not begun.
async fn finish(app: &Shared, workers: Vec<JoinHandle<()>>) -> anyhow::Result<()> {
    jobs::end(app, workers).await?;
    app.db.close().await;
    Ok(())
}

/// What only somebody with access to the database may ask for.
///
/// # Errors
/// When the database cannot be used, or there is no such thing.
pub fn administer(config: Config, what: &Task) -> anyhow::Result<String> {
    Runtime::new()?.block_on(async {
        let app = App::open(config, None).await?;
        chores::run(&app, what).await
    })
}

/// Makes a link that gives an account to an admin, in the folder of a server that may be running.
///
/// # Errors
/// When the database cannot be used.
pub fn admin_link(config: Config) -> anyhow::Result<String> {
    Runtime::new()?.block_on(async {
        let app = App::open(config, None).await?;
        demo::admin_link(&app).await
    })
}

/// What `palestra admin` does to a folder.
#[derive(Clone, Debug)]
pub enum Chore {
    /// Write a backup to this folder.
    Backup(PathBuf),
    /// Fill the empty server with the backup in this folder.
    Restore(PathBuf),
    /// Write the season with this address to this folder.
    ExportSeason(String, PathBuf),
    /// Add the season in this folder, at this address if one is given.
    ImportSeason(PathBuf, Option<String>),
}

/// Does one of the chores, in the folder of a server that may be running (but for restoring).
///
/// # Errors
/// Why it cannot be done.
pub fn chore(config: Config, chore: &Chore) -> anyhow::Result<backup::Amount> {
    Runtime::new()?.block_on(async {
        let app = App::open(config, None).await?;
        let done = match chore {
            Chore::Backup(to) => backup::backup(&app, to).await,
            Chore::Restore(from) => backup::restore(&app, from).await,
            Chore::ExportSeason(slug, to) => backup::export_season(&app, slug, to).await,
            Chore::ImportSeason(from, slug) => {
                backup::import_season(&app, from, slug.as_deref()).await
            }
        };
        app.db.close().await;
        done
    })
}

fn start_log(json: bool) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second call, in tests, changes nothing.
    let _ = if json { log.json().try_init() } else { log.try_init() };
}

async fn run(config: Config, viewer: Option<String>) -> anyhow::Result<()> {
    let listen = config.listen;
    let listener = TcpListener::bind(listen).await.with_context(|| {
        format!("cannot listen on {listen}: choose another address with --listen")
    })?;
    let config = Config { listen: listener.local_addr()?, ..config };
    let app = App::open(config, viewer).await?;
    demo::season(&app).await?;
    let url = app.config.url();
    println!("Palestra is at {url}");
    if !db::users::all(&app.db).await?.iter().any(|user| user.role == "admin") {
        println!(
            "Nobody is admin yet. This link makes you one, once:\n\n    {}\n",
            demo::admin_link(&app).await?
        );
    }
    if !app.workshop.has_compiler() {
        println!("Submissions need a compiler for players: palestra toolchain install");
    }
    let workers = jobs::start(&app).await?;
    let service = router::router(&app).into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(told_to_end(app.clone()));
    tokio::select! {
        served = serving.into_future() => served?,
        // Somebody who reads slowly does not hold up the end.
        () = time_is_up(&app) => tracing::warn!("ending with connections that are still open"),
    }
    finish(&app, workers).await?;
    tracing::info!("ended");
    Ok(())
}

/// Waits until the server was told to end and has had time to.
async fn time_is_up(app: &Shared) {
    let mut stop = app.stop.subscribe();
    // The sender lives as long as the server.
    let _ = stop.wait_for(|stop| *stop).await;
    tokio::time::sleep(Duration::from_secs(app.config.stop_seconds)).await;
}

/// Waits for Ctrl-C or the service manager; a second Ctrl-C ends at once.
async fn told_to_end(app: Shared) {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! { _ = interrupt => {}, () = terminate => {} }
    tracing::info!("ending: matches in progress are finished or put back");
    app.stop.send_replace(true);
    app.wake.notify_waiters();
    tokio::spawn(async {
        if tokio::signal::ctrl_c().await.is_ok() {
            std::process::exit(130);
        }
    });
}
