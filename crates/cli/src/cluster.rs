//! Matches that the workers of a cluster play: `--cluster`.

use crate::failure::Failure;
use crate::options::Series;
use arena::venue::Venue;
use arena::{Entrant, Plan};
use bus::nats::access::Access;
use bus::nats::sender::Sender;
use bus::{Answer, Blobs};
use engine::{Ending, Fatal, Outcome, SEATS, VoidBy};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sandbox::Limits;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::runtime::Runtime;
use worker::protocol::{self, Digest, Job, Outcome as Done, Play, Played, Player, Program};

/// How long it takes at most until a wish to stop is noticed.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long the first worker may take to say that it is there: each says so every three seconds.
const FOUND: Duration = Duration::from_secs(5);
/// After this time a match is no match any more.
const LIMIT: Duration = Duration::from_secs(1200);
/// Matches under way where no worker is there yet.
const MATCHES_MIN: usize = 8;
/// Matches under way at most: each has a thread that waits for it.
pub const MATCHES_MAX: usize = 512;

/// A cluster, seen by somebody who has matches.
pub struct Cluster {
    runtime: Runtime,
    sender: Sender,
    modules: Arc<Modules>,
}

/// The modules of all players, by digest.
#[derive(Default)]
struct Modules(Mutex<HashMap<Digest, Arc<[u8]>>>);

impl Blobs for Modules {
    fn get<'a>(&'a self, digest: &'a Digest) -> BoxFuture<'a, anyhow::Result<Vec<u8>>> {
        async move {
            let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let bytes = all.get(digest).map(|bytes| bytes.to_vec());
            bytes.ok_or_else(|| anyhow::anyhow!("no player has the module {digest}"))
        }
        .boxed()
    }
}

impl Cluster {
    /// The cluster that the options name, if they name one.
    pub fn of(options: &Series) -> Result<Option<Self>, Failure> {
        let (Some(address), Some(file)) = (&options.cluster, &options.creds) else {
            return Ok(None);
        };
        let failed = |error: anyhow::Error| Failure::usage(format!("{error:#}"));
        let access = Access::read(file).map_err(failed)?;
        let runtime = Runtime::new().map_err(Failure::ours)?;
        let modules: Arc<Modules> = Arc::default();
        let (pin, blobs) = (server::version::pin(), Arc::clone(&modules));
        let connecting = Sender::connect(address, &access, &pin, blobs, Arc::default());
        let sender = runtime.block_on(connecting).map_err(failed)?;
        Ok(Some(Self { runtime, sender, modules }))
    }

    /// Matches that are worth having under way at once. Waits for the first worker, but not long.
    pub fn matches_at_once(&self) -> usize {
        let mut capacity = self.sender.capacity();
        let found = self.runtime.block_on(async {
            let found = capacity.wait_for(|jobs| *jobs > 0);
            tokio::time::timeout(FOUND, found).await.is_ok()
        });
        if !found {
            anstream::eprintln!(
                "No worker of this version is in the cluster now. The matches wait for one; \
                 Ctrl-C ends the command."
            );
        }
        let jobs = *capacity.borrow();
        jobs.clamp(MATCHES_MIN, MATCHES_MAX)
    }

    /// The program of a player. After this call the module is known.
    fn program(&self, entrant: &Entrant) -> Result<Program, Fatal> {
        let Some(module) = &entrant.module else {
            return Ok(Program::BuiltIn(entrant.seated.name.clone()));
        };
        let digest: Digest =
            entrant.seated.digest.parse().map_err(|why: String| Fatal::new(why))?;
        let mut all = self.modules.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(digest).or_insert_with(|| Arc::clone(module));
        Ok(Program::Module(digest))
    }

    fn job(&self, plan: &Plan<'_>) -> Result<Job, Fatal> {
        let seat = |entrant: &Entrant| {
            let program = self.program(entrant)?;
            Ok(Player { name: entrant.seated.name.clone(), program, struck: false })
        };
        let judged = plan.setup.judged;
        Ok(Job::Play(Play {
            game: plan.game.facts().id.into(),
            settings: plan.settings.to_vec(),
            seed: plan.setup.seed.clone(),
            ruleset: plan.setup.ruleset,
            judged,
            limits: limits(if judged { Limits::judge() } else { Limits::local() }),
            seats: plan.entrants.iter().map(seat).collect::<Result<_, Fatal>>()?,
            record: false,
        }))
    }
}

/// Refuses players that only this machine can run.
pub fn can_travel(entrants: &[Entrant]) -> Result<(), Failure> {
    let stays = |one: &&Entrant| one.module.is_none() && one.seated.kind != "builtin";
    match entrants.iter().find(stays) {
        None => Ok(()),
        Some(one) => Err(Failure::usage(format!(
            "{} is a program of this machine, and no worker has it",
            one.seated.name
        ))
        .help("with --cluster use players of the game, sources or .wasm files")),
    }
}

impl Venue for Cluster {
    fn play(&self, plan: &Plan<'_>, stop: &AtomicBool) -> Result<Outcome, Fatal> {
        let job = self.job(plan)?;
        let stopped = async {
            let mut tick = tokio::time::interval(PATIENCE);
            while !stop.load(Ordering::Relaxed) {
                tick.tick().await;
            }
        };
        let answer = self.runtime.block_on(async {
            tokio::select! {
                answer = self.sender.run(job, LIMIT) => Some(answer),
                () = stopped => None,
            }
        });
        match answer {
            None => Ok(Outcome {
                scores: vec![0; SEATS],
                status: vec![0.0; SEATS],
                ending: Ending::Stopped,
                freezes: Vec::new(),
            }),
            Some(Ok(answer)) => outcome(answer),
            Some(Err(error)) => Err(Fatal::void(format!("{error:#}"), VoidBy::Machine)),
        }
    }
}

/// The outcome of a match, as this machine would return it.
fn outcome(answer: Answer) -> Result<Outcome, Fatal> {
    let worker = answer.worker;
    let void = |why: String| Fatal::void(format!("{why} (worker {worker})"), VoidBy::Machine);
    match answer.result {
        Ok(Done::Played(played)) => {
            of_shape(*played).ok_or_else(|| void("the result does not fit the match".into()))
        }
        Ok(Done::NoMatch(why)) => Err(Fatal::new(why)),
        Ok(Done::Overtime { seat }) => {
            let message = format!("the player in seat {seat} used up its CPU time");
            Err(Fatal::void(message, VoidBy::Timeout { seat }))
        }
        Ok(Done::Trouble(why)) => Err(void(why)),
        Ok(_) => Err(void("the worker sent an outcome of another job".into())),
        Err(lost) => Err(void(lost.to_string())),
    }
}

/// The result, if it has the shape of one: a worker is not trusted with that.
fn of_shape(played: Played) -> Option<Outcome> {
    let Played { scores, status, freezes, ending, .. } = played;
    let fits = scores.len() == SEATS
        && status.len() == SEATS
        && freezes.len() <= SEATS
        && freezes.iter().all(|freeze| freeze.seat < SEATS);
    let ending = match ending.is_empty() {
        true => Ending::Finished,
        false => Ending::Aborted(ending),
    };
    fits.then_some(Outcome { scores, status, ending, freezes })
}

fn limits(limits: Limits) -> protocol::Limits {
    protocol::Limits {
        fuel: limits.fuel_max.unwrap_or(u64::MAX),
        memory_bytes: limits.memory_bytes_max as u64,
        stderr_bytes: limits.stderr_bytes_max as u64,
        cpu_millis: limits
            .cpu_time_max
            .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
    }
}
