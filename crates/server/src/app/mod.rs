//! The actions of the judge: submissions, matches, rounds, tournaments, seasons, accounts.
//! Functions take the server, the actor and ids, never a request. Transactions and entries of the
//! audit log are here.

pub mod accounts;
pub mod actor;
pub mod audit;
pub mod build_service;
pub mod decisions;
pub mod fail;
pub mod friendlies;
pub mod health;
pub mod house_players;
pub mod in_hand;
pub mod keys;
pub mod ladders;
pub mod limits;
pub mod live;
pub mod machine_notes;
pub mod matches;
pub mod names;
pub mod people;
pub mod records;
pub mod refusal;
pub mod remarks;
pub mod rounds;
pub mod seal;
pub mod seasons;
pub mod settings;
pub mod similar;
pub mod source_rules;
pub mod staff;
pub mod submissions;
#[cfg(test)]
mod texts;
pub mod tokens;
pub mod tournaments;
pub mod verdict;

use crate::config::Config;
use crate::db::{self, Db};
use crate::ids::SeasonId;
use crate::metrics::Metrics;
use crate::private;
use crate::store::{self, Store};
use crate::version::pin;
use build_service::BuildService;
use bus::Bus;
use bus::local::{self, Machine};
use bus::nats::access::Access;
use bus::nats::sender::Sender;
use in_hand::InHand;
use ladders::Ladders;
use limits::Limits;
use live::Live;
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
    /// The worker processes, here or elsewhere.
    pub bus: Bus,
    /// The key that marks browsers.
    pub seal: Seal,
    /// How often visitors may ask.
    pub limits: Limits,
    /// The counters.
    pub metrics: Metrics,
    /// The viewer's page, without a match.
    pub viewer: Option<String>,
    /// Seasons whose sources are being compared.
    pub comparing: Mutex<BTreeSet<SeasonId>>,
    /// Streams of events.
    pub live: Live,
    /// The versions that decide what a match gives.
    pub pin: String,
    /// The work that this process has handed out.
    pub in_hand: InHand,
    /// The results of ladders so far.
    pub ladders: Ladders,
    /// Counts the looks for something to do.
    pub turn: AtomicU64,
    /// Wakes one task that hands out work, whenever there may be something new to do.
    pub wake: Arc<Notify>,
    /// Wakes one task that hands out work where there may be more of what another one found: see
    /// [`in_hand::Held::take`].
    pub more: Notify,
    /// Becomes `true` when the server shall end.
    pub stop: watch::Sender<bool>,
}

/// The contents of a server's folder that are closed to other users with it.
pub const CLOSED: &[&str] = &[
    "code",
    "files",
    keys::FOLDER,
    "palestra.db",
    "palestra.db-wal",
    "palestra.db-shm",
    crate::config::FILE,
];

/// The server as handlers hold it.
pub type Shared = Arc<App>;

impl App {
    /// Opens the folder of the configuration.
    ///
    /// # Errors
    /// When database or files cannot be opened.
    pub async fn open(mut config: Config, viewer: Option<String>) -> anyhow::Result<Shared> {
        let most = local::processes_max();
        if config.workers > most {
            tracing::warn!(asked = config.workers, most, "so many workers have no room here");
            config.workers = most;
        }
        private::folder(&config.folder, CLOSED)?;
        let db = db::open(&db::address(&config)).await?;
        let store = Store::of(&config)?;
        let seal = Seal::of_folder(&config.folder)?;
        let build_service = BuildService::new(config.forward.clone());
        let (pin, wake) = (pin(), Arc::new(Notify::new()));
        let bus = bus(&config, &store, &pin, &wake).await?;
        let limits = Limits::new(&config);
        let comparing = Mutex::default();
        let (stop, _) = watch::channel(false);
        let (live, metrics) = (Live::default(), Metrics::default());
        Ok(Arc::new(Self {
            config,
            db,
            store,
            build_service,
            bus,
            seal,
            limits,
            metrics,
            viewer,
            comparing,
            live,
            pin,
            in_hand: InHand::default(),
            ladders: Ladders::default(),
            turn: AtomicU64::new(0),
            wake,
            more: Notify::new(),
            stop,
        }))
    }

    /// Tells all processes of the judge that there may be something new to do.
    pub fn wake(&self) {
        self.wake.notify_one();
        self.bus.wake();
    }

    /// Whether somebody can compile players: this machine, or one of the cluster.
    #[must_use]
    pub fn has_compiler(&self) -> bool {
        match &self.bus {
            Bus::Local(_) => self.build_service.has_compiler(),
            Bus::Cluster(sender) => sender.crew().iter().any(|member| member.compiler),
        }
    }

    /// Whether the server is about to end.
    #[must_use]
    pub fn stopping(&self) -> bool {
        *self.stop.borrow()
    }
}

/// The carrier of jobs that a configuration asks for.
async fn bus(config: &Config, store: &Store, pin: &str, wake: &Arc<Notify>) -> anyhow::Result<Bus> {
    let forward = config.forward.iter().cloned();
    if let Some((servers, credentials)) = config.cluster()? {
        let access = Access::read(credentials)?;
        let blobs = Arc::new(store::Named::new(store.clone(), forward));
        return Ok(Bus::Cluster(
            Sender::connect(servers, &access, pin, blobs, Arc::clone(wake)).await?,
        ));
    }
    let setup = local::Setup {
        name: config.worker_name(),
        pin: pin.into(),
        slots: config.workers,
        command: config.worker_command()?,
        codes: &config.folder.join("code"),
        extra: forward.collect(),
        // Who asks gets an answer of the build service, which looks again later.
        compiler: true,
    };
    Ok(Bus::Local(Arc::new(Machine::new(setup, Arc::new(store.clone())))))
}
