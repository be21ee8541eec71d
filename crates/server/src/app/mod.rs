//! What the judge does: submissions, matches, rounds, tournaments, seasons, accounts. Functions
//! take the server, who asks and ids, never a request. Transactions and entries of the audit log
//! live here.

pub mod accounts;
pub mod actor;
pub mod audit;
pub mod build_service;
pub mod cgroup;
pub mod decisions;
pub mod fail;
pub mod friendlies;
pub mod health;
pub mod house_players;
pub mod leases;
pub mod limits;
pub mod live;
pub mod matches;
pub mod names;
pub mod pace;
pub mod people;
pub mod pool;
pub mod records;
pub mod refusal;
pub mod rounds;
pub mod seal;
pub mod seasons;
pub mod settings;
pub mod similar;
pub mod source_rules;
pub mod submissions;
pub mod tokens;
pub mod tournaments;
pub mod verdict;

use crate::config::Config;
use crate::db::queue::Worker;
use crate::db::{self, Db};
use crate::ids::SeasonId;
use crate::metrics::Metrics;
use crate::private;
use crate::states::WorkerState;
use crate::store::Store;
use crate::version::pin;
use build_service::BuildService;
use leases::Leases;
use limits::Limits;
use live::Live;
use pace::Pace;
use pool::Pool;
use seal::Seal;
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
    /// Whether this machine can build players.
    pub build_service: BuildService,
    /// The worker processes.
    pub pool: Pool,
    /// The key that seals machine code.
    pub seal: Seal,
    /// How often visitors may ask.
    pub limits: Limits,
    /// What is counted.
    pub metrics: Metrics,
    /// The viewer's page, without a match.
    pub viewer: Option<String>,
    /// Seasons whose sources are being compared.
    pub comparing: Mutex<BTreeSet<SeasonId>>,
    /// Streams of events.
    pub live: Live,
    /// Who this process is to the others that work on the same database.
    pub worker: Worker,
    /// How long matches take here.
    pub pace: Pace,
    /// What this process has in hand.
    pub leases: Leases,
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

/// What a server's folder holds that is closed to other users with it.
pub const CLOSED: &[&str] =
    &["files", "palestra.db", "palestra.db-wal", "palestra.db-shm", crate::config::FILE];

/// The server as handlers hold it.
pub type Shared = Arc<App>;

impl App {
    /// Opens the folder of the configuration.
    ///
    /// # Errors
    /// When database or files cannot be opened.
    pub async fn open(mut config: Config, viewer: Option<String>) -> anyhow::Result<Shared> {
        let most = pool::processes_max();
        if config.workers > most {
            tracing::warn!(asked = config.workers, most, "so many workers have no room here");
            config.workers = most;
        }
        private::folder(&config.folder, CLOSED)?;
        let db = db::open(&db::address(&config)).await?;
        let store = Store::of(&config)?;
        let seal = Seal::of_folder(&config.folder)?;
        let build_service = BuildService::new(config.forward.clone());
        let extra: Vec<_> = config.forward.iter().cloned().collect();
        let pool = Pool::new(config.worker_command()?, store.clone(), config.workers, &extra);
        let limits = Limits::new(&config);
        let comparing = Mutex::default();
        let (stop, _) = watch::channel(false);
        let (live, wake, metrics) = (Live::default(), Notify::new(), Metrics::default());
        let worker = identity(&config);
        Ok(Arc::new(Self {
            config,
            db,
            store,
            build_service,
            pool,
            seal,
            limits,
            metrics,
            viewer,
            comparing,
            live,
            worker,
            pace: Pace::default(),
            leases: Leases::default(),
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

fn identity(config: &Config) -> Worker {
    Worker {
        id: crate::secret::id(),
        name: config.worker_name(),
        pin: pin(),
        architecture: std::env::consts::ARCH.into(),
        slots: i64::try_from(config.workers).unwrap_or(0),
        state: WorkerState::Active,
        note: String::new(),
        delivered: 0,
        seen: 0,
    }
}
