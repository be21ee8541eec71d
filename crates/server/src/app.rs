//! What every part of the server shares.

use crate::config::Config;
use crate::db::queue::Worker;
use crate::db::{self, Db};
use crate::jobs::held::Hands;
use crate::jobs::play::Pace;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::security::Limits;
use crate::store::Store;
use crate::workshop::Workshop;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use tokio::sync::{Notify, watch};

/// The running server: database, files, compilers, limits.
pub struct App {
    /// How it runs.
    pub config: Config,
    /// The database.
    pub db: Db,
    /// The files.
    pub store: Store,
    /// Compilers and the sandbox.
    pub workshop: Workshop,
    /// How often visitors may ask.
    pub limits: Limits,
    /// What is counted.
    pub metrics: Metrics,
    /// The viewer's page, without a match.
    pub viewer: Option<String>,
    /// Seasons whose sources are being compared.
    pub comparing: Mutex<BTreeSet<String>>,
    /// Streams of events.
    pub live: Live,
    /// Who this process is to the others that work on the same database.
    pub worker: Worker,
    /// How long matches take here.
    pub pace: Pace,
    /// What this process has in hand.
    pub hands: Hands,
    /// Counts the looks for something to do.
    pub turn: AtomicU64,
    /// Matches that this process holds and does not play: what became of them could not be
    /// stored. They go back with the next sign of life.
    pub left: Mutex<Vec<String>>,
    /// Told whenever there may be something new to do.
    pub wake: Notify,
    /// Becomes `true` when the server shall end.
    pub stop: watch::Sender<bool>,
}

/// The server as handlers hold it.
pub type Shared = Arc<App>;

impl App {
    /// Opens the folder of the configuration.
    ///
    /// # Errors
    /// When database or files cannot be opened.
    pub async fn open(mut config: Config, viewer: Option<String>) -> anyhow::Result<Shared> {
        let most = sandbox::Sandbox::matches_at_once();
        if config.workers > most {
            tracing::warn!(asked = config.workers, most, "so many matches at once have no room");
            config.workers = most;
        }
        std::fs::create_dir_all(&config.folder)?;
        let db = db::open(&config.database()).await?;
        let store = config.open_store()?;
        let workshop = Workshop::new(config.trust_sources, config.forward.clone());
        let limits = Limits::new(&config);
        let comparing = Mutex::default();
        let (stop, _) = watch::channel(false);
        let (live, wake, metrics) = (Live::default(), Notify::new(), Metrics::default());
        let worker = identity(&config);
        Ok(Arc::new(Self {
            config,
            db,
            store,
            workshop,
            limits,
            metrics,
            viewer,
            comparing,
            live,
            worker,
            pace: Pace::default(),
            hands: Hands::default(),
            turn: AtomicU64::new(0),
            left: Mutex::default(),
            wake,
            stop,
        }))
    }

    /// Whether the server is about to end.
    #[must_use]
    pub fn stopping(&self) -> bool {
        *self.stop.borrow()
    }
}

/// Versions that decide what a match gives: seasons are pinned to them.
#[must_use]
pub fn pin() -> String {
    format!("palestra {}, {}", env!("CARGO_PKG_VERSION"), sandbox::VERSION)
}

fn identity(config: &Config) -> Worker {
    Worker {
        id: crate::secret::id(),
        name: config.worker_name(),
        pin: pin(),
        architecture: std::env::consts::ARCH.into(),
        slots: i64::try_from(config.workers).unwrap_or(0),
        state: "active".into(),
        note: String::new(),
        delivered: 0,
        seen: 0,
    }
}
