//! The judge: a whole season in one process. Website, programming interface, compiler, sandbox,
//! matches, rankings, on one SQLite file and one folder, or on PostgreSQL and an S3-compatible
//! store.
//!
//! Layers, each using only those below it:
//!
//! - [`http`]: addresses, rules of access, pages, API. Parses, calls [`app`], renders.
//! - [`jobs`]: what happens by itself: building, playing, replaying, rounds, similarity.
//! - [`ops`]: backups, garbage collection, admin commands, figures.
//! - [`app`]: what the judge does.
//! - [`db`] and [`store`]: tables, and files by digest.
//! - [`ranking`]: results to standings and next matches; pure functions.
//! - [`config`], [`i18n`], [`metrics`], [`private`], [`secret`], [`time`], [`version`]: what all
//!   use.
#![forbid(unsafe_code)]

pub mod app;
mod column;
pub mod config;
pub mod db;
pub mod http;
pub mod i18n;
pub mod ids;
pub mod jobs;
pub mod metrics;
pub mod ops;
pub mod private;
pub mod ranking;
pub mod secret;
pub mod states;
pub mod store;
pub mod time;
pub mod version;

pub use app::{App, Shared};
pub use config::Config;
pub use ops::admin::Task;

use crate::states::Role;
use anyhow::Context;
use app::build_service::BuildService;
use app::house_players;
use bus::local::{Machine, Setup};
use bus::nats::access::Access;
use bus::nats::worker::Connection;
use bus::{Bus, Member};
use http::connections;
use ops::{admin, backup, process};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Serves a folder until the process is told to end.
///
/// # Errors
/// When folder, address or database cannot be used.
pub fn serve(config: Config, viewer: Option<String>) -> anyhow::Result<()> {
    start_log(config.log_json);
    let files_max = process::prepare()?;
    // Pages have threads of their own. Several threads for all other work would mostly wake each
    // other: it is much waiting and little computing.
    let (judge, pages) = (one_thread()?, Runtime::new()?);
    let ended = judge.block_on(run(config, viewer, files_max, pages.handle()));
    // A match that takes too long is played again by the next server: nobody waits for it here.
    judge.shutdown_background();
    pages.shutdown_background();
    ended
}

/// Runs all tasks in the thread that waits for them.
fn one_thread() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// Takes jobs of a cluster, until told to end. Of the configuration it uses the cluster, the
/// number of jobs at once, and the folder for machine code.
///
/// # Errors
/// When the cluster cannot be used, or does not believe this machine any more.
pub fn work(config: Config) -> anyhow::Result<()> {
    start_log(config.log_json);
    process::prepare()?;
    let codes = config.folder.join("code");
    private::folder(&config.folder, &["code"])?;
    let (servers, credentials) =
        config.cluster()?.context("a worker needs --cluster and --creds")?;
    let access = Access::read(credentials)?;
    one_thread()?.block_on(async {
        let connection = Connection::open(servers, &access).await?;
        let setup = Setup {
            name: connection.name().into(),
            pin: version::pin(),
            slots: config.workers,
            command: config.worker_command()?,
            codes: &codes,
            extra: config.forward.iter().cloned().collect(),
            compiler: BuildService::new(None).has_compiler(),
        };
        let machine = Arc::new(Machine::new(setup, connection.blobs()));
        let Member { name, slots, pin, compiler, .. } = machine.member();
        println!("Worker {name} plays {slots} matches at once: {pin}");
        if !compiler {
            println!("It compiles no players: palestra toolchain install");
        }
        let (stop, told) = watch::channel(false);
        tokio::spawn(async move {
            signalled().await;
            tracing::info!("stopping: this worker finishes its jobs, or other workers get them");
            stop.send_replace(true);
            end_at_once().await;
        });
        connection.work(machine, told, Duration::from_secs(config.stop_seconds)).await
    })
}

/// Waits until what this process handed out is done or put back.
async fn finish(app: &Shared, directing: JoinHandle<()>) -> anyhow::Result<()> {
    jobs::end(directing).await;
    app.db.close().await;
    Ok(())
}

/// A configuration for admin commands: they need the database and the store, and no cluster.
fn alone(config: Config) -> Config {
    Config { cluster: None, credentials: None, ..config }
}

/// Runs an admin command that needs access to the database.
///
/// # Errors
/// When the database cannot be used, or there is no such thing.
pub fn administer(config: Config, what: &Task) -> anyhow::Result<String> {
    process::prepare()?;
    Runtime::new()?.block_on(async {
        let app = App::open(alone(config), None).await?;
        admin::run(&app, what).await
    })
}

/// Makes a link that gives an account to an admin, in the folder of a server that may be running.
///
/// # Errors
/// When the database cannot be used.
pub fn admin_link(config: Config) -> anyhow::Result<String> {
    process::prepare()?;
    Runtime::new()?.block_on(async {
        let app = App::open(alone(config), None).await?;
        house_players::admin_link(&app).await
    })
}

/// The copies that `palestra admin` makes of a server or a season.
#[derive(Clone, Debug)]
pub enum Transfer {
    /// Write a backup to this folder.
    Backup(PathBuf),
    /// Fill the empty server with the backup in this folder.
    Restore(PathBuf),
    /// Write the season with this address to this folder.
    ExportSeason(String, PathBuf),
    /// Add the season in this folder, at this address if one is given.
    ImportSeason(PathBuf, Option<String>),
}

/// Runs a backup, restore, export or import in the folder of a server. The server may be running,
/// except for a restore.
///
/// # Errors
/// Why it cannot be done.
pub fn transfer(config: Config, transfer: &Transfer) -> anyhow::Result<backup::Amount> {
    process::prepare()?;
    private::folder(&config.folder, app::CLOSED)?;
    // A server that runs does not see how its folder is filled.
    let _lock = match transfer {
        Transfer::Restore(_) => Some(private::Lock::take(&config.folder)?),
        _ => None,
    };
    Runtime::new()?.block_on(async {
        let app = App::open(alone(config), None).await?;
        let done = match transfer {
            Transfer::Backup(to) => backup::backup(&app, to).await,
            Transfer::Restore(from) => backup::restore(&app, from).await,
            Transfer::ExportSeason(slug, to) => backup::export_season(&app, slug, to).await,
            Transfer::ImportSeason(from, slug) => {
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

async fn run(
    config: Config,
    viewer: Option<String>,
    files_max: u64,
    pages: &Handle,
) -> anyhow::Result<()> {
    private::folder(&config.folder, app::CLOSED)?;
    let _lock = private::Lock::take(&config.folder)?;
    let listen = config.listen;
    let listener = pages.spawn(TcpListener::bind(listen)).await?.with_context(|| {
        format!("cannot listen on {listen}: choose another address with --listen")
    })?;
    let config = Config { listen: listener.local_addr()?, ..config };
    let app = App::open(config, viewer).await?;
    house_players::season(&app).await?;
    let url = app.config.url();
    println!("Palestra is at {url}");
    if !db::users::all(&app.db).await?.iter().any(|user| user.role == Role::Admin) {
        println!(
            "There is no admin yet. Open this link to become admin. It works once:\n\n    {}\n",
            house_players::admin_link(&app).await?
        );
    }
    if matches!(app.bus, Bus::Local(_)) && !app.has_compiler() {
        println!("Submissions need a compiler for players: palestra toolchain install");
    }
    let directing = jobs::start(&app).await?;
    let (capacity, end) = (connections::capacity(files_max), told_to_end(app.clone()));
    let shared = app.clone();
    let serving = async move { connections::serve(listener, &shared, capacity, end).await };
    tokio::select! {
        served = pages.spawn(serving) => served?,
        // Somebody who reads slowly does not hold up the end.
        () = time_is_up(&app) => tracing::warn!("stopping with open connections"),
    }
    finish(&app, directing).await?;
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

/// Waits for Ctrl-C or the service manager. The signals are listened to from the call on: whoever
/// had an answer of this process may end it.
fn signalled() -> impl Future<Output = ()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
        async move {
            match signals {
                [Ok(mut interrupt), Ok(mut terminate)] => {
                    tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
                }
                _ => std::future::pending().await,
            }
        }
    }
    #[cfg(not(unix))]
    async {
        drop(tokio::signal::ctrl_c().await);
    }
}

/// Ends the process at the second Ctrl-C.
async fn end_at_once() {
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(130);
    }
}

/// Waits until the server is told to end, and tells its parts; a second Ctrl-C ends at once.
fn told_to_end(app: Shared) -> impl Future<Output = ()> {
    let signalled = signalled();
    async move {
        signalled.await;
        tracing::info!("stopping: running matches finish or go back to the queue");
        app.stop.send_replace(true);
        tokio::spawn(end_at_once());
    }
}
