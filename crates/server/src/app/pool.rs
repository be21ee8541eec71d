//! The worker processes of this machine: started when there is something to do, killed when they
//! take too long, and never trusted.

use crate::app::cgroup::Groups;
use crate::store::Store;
use std::collections::HashMap;
use std::ffi::OsString;
use std::process::Stdio;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use worker::Kind;
use worker::protocol::{self, Broken, Digest, FromWorker, Job, Outcome, Ready, ToWorker};

/// How long a process may take to start; the first one builds the compiler's libraries.
const START: Duration = Duration::from_secs(300);
/// Bytes of a worker's standard error that get into the log.
const LOGGED_MAX: usize = 16 << 10;
/// What a worker sees of the environment: where programs and its cache are, no passwords.
const VARIABLES: &[&str] = &[
    "PATH",
    "HOME",
    "PALESTRA_CACHE",
    "XDG_CACHE_HOME",
    "LOCALAPPDATA",
    "SystemRoot",
    "RUST_BACKTRACE",
];

/// Why a job gave no result. It counts as an attempt of that job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// The process ended: killed, out of memory, or by a fault of its own.
    #[error("the worker process ended: {0}")]
    Died(String),
    /// It took too long and was killed.
    #[error("the worker process was killed after {} seconds", .0.as_secs())]
    Late(Duration),
    /// It does not keep to the protocol and was killed.
    #[error("the worker process does not keep to the protocol: {0}")]
    Broken(String),
}

/// What came of a job.
#[derive(Debug)]
pub struct Answer {
    /// The result, or why there is none.
    pub result: Result<Outcome, Lost>,
    /// CPU time of the worker and its children for it; wall time where nobody knows.
    pub cost: Duration,
}

/// The worker processes.
pub struct Pool {
    command: Vec<OsString>,
    store: Store,
    /// Bytes that jobs name and that are not in the store.
    extra: HashMap<Digest, Arc<[u8]>>,
    play: Lane,
    build: Lane,
    groups: OnceLock<Option<Arc<Groups>>>,
}

/// The processes of one kind.
struct Lane {
    kind: Kind,
    permits: Semaphore,
    idle: Mutex<Vec<Process>>,
    target: Mutex<Option<String>>,
}

impl Lane {
    fn new(kind: Kind, most: usize) -> Self {
        let (idle, target) = (Mutex::default(), Mutex::default());
        Self { kind, permits: Semaphore::new(most.max(1)), idle, target }
    }

    /// A process that waits for work, if there is one that lives.
    fn take(&self) -> Option<Process> {
        loop {
            let mut process = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
            if matches!(process.child.try_wait(), Ok(None)) {
                return Some(process);
            }
            tracing::warn!(kind = self.kind.word(), "an idle worker process is gone");
        }
    }

    fn put(&self, process: Process) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}

/// A running worker process. It is killed when this is dropped.
struct Process {
    child: Child,
    to: ChildStdin,
    from: ChildStdout,
    /// CPU time up to its last job.
    spent: Option<Duration>,
    /// Its control group.
    group: Option<(Arc<Groups>, u32)>,
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some((groups, id)) = &self.group {
            groups.remove(*id);
        }
    }
}

/// Processes of each kind that one server starts at most, whatever is asked for.
#[must_use]
pub fn processes_max() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).max(64)
}

impl Pool {
    /// At most so many processes of each kind; `command` starts one, when the word of its kind is
    /// added. `extra`: bytes that jobs name and that are not in the store.
    #[must_use]
    pub fn new(command: Vec<OsString>, store: Store, most: usize, extra: &[Arc<[u8]>]) -> Self {
        let extra = extra.iter().map(|bytes| (Digest::of(bytes), Arc::clone(bytes))).collect();
        let (play, build) = (Lane::new(Kind::Play, most), Lane::new(Kind::Build, most));
        Self { command, store, extra, play, build, groups: OnceLock::new() }
    }

    fn lane(&self, kind: Kind) -> &Lane {
        match kind {
            Kind::Play => &self.play,
            Kind::Build => &self.build,
        }
    }

    /// What machine code must be made for here.
    ///
    /// # Errors
    /// When no worker process can be started.
    pub async fn target(&self) -> anyhow::Result<String> {
        let lane = &self.play;
        let known = lane.target.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(target) = known {
            return Ok(target);
        }
        let process = self.start(lane).await?;
        lane.put(process);
        let known = lane.target.lock().unwrap_or_else(PoisonError::into_inner).clone();
        known.ok_or_else(|| anyhow::anyhow!("the worker process names no target"))
    }

    /// Ids of the processes that wait for work, for tests that kill them.
    #[must_use]
    pub fn idle(&self, kind: Kind) -> Vec<u32> {
        let idle = self.lane(kind).idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.iter().filter_map(|process| process.child.id()).collect()
    }

    /// Does a job; after `limit` its process is killed.
    ///
    /// # Errors
    /// When no process can be started, or the store does not give what the job names: nothing is
    /// wrong with the job.
    pub async fn run(&self, job: Job, limit: Duration) -> anyhow::Result<Answer> {
        let lane = self.lane(job.kind());
        // Never closed.
        let _permit = lane.permits.acquire().await?;
        let mut process = match lane.take() {
            Some(process) => process,
            None => self.start(lane).await?,
        };
        let names = job.names();
        let begun = Instant::now();
        let talk = self.talk(&mut process, &names, ToWorker::Job(Box::new(job)));
        let result = match tokio::time::timeout(limit, talk).await {
            Ok(Ok(outcome)) => Ok(outcome),
            Ok(Err(Stop::Worker(Broken::Closed | Broken::Io(_)))) => {
                Err(Lost::Died(ending(&mut process.child).await))
            }
            Ok(Err(Stop::Worker(broken))) => Err(Lost::Broken(broken.to_string())),
            Ok(Err(Stop::Store(error))) => return Err(error),
            Err(_) => Err(Lost::Late(limit)),
        };
        let cost = process.cost().unwrap_or_else(|| begun.elapsed());
        match &result {
            Ok(_) => lane.put(process),
            Err(lost) => {
                tracing::warn!(kind = lane.kind.word(), "{lost}");
                let _ = process.child.kill().await;
            }
        }
        Ok(Answer { result, cost })
    }

    async fn start(&self, lane: &Lane) -> anyhow::Result<Process> {
        let kind = lane.kind;
        let (program, words) = self
            .command
            .split_first()
            .ok_or_else(|| anyhow::anyhow!("no command for worker processes"))?;
        let mut command = Command::new(program);
        command.args(words).arg(kind.word()).env_clear().kill_on_drop(true);
        command.envs(VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for the judge, which lets matches end.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| {
            anyhow::anyhow!("cannot start {}: {error}", program.to_string_lossy())
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(to), Some(from), Some(said)) = pipes else {
            anyhow::bail!("a worker process without pipes");
        };
        tokio::spawn(log(kind, said));
        let group = self.group(kind, child.id());
        let mut process = Process { child, to, from, spent: None, group };
        let ready = match tokio::time::timeout(START, process.receive()).await {
            Ok(Ok(FromWorker::Ready(ready))) => ready,
            Ok(Ok(_)) => anyhow::bail!("a worker process began with another message than Ready"),
            Ok(Err(broken)) => anyhow::bail!("a worker process did not start: {broken}"),
            Err(_) => anyhow::bail!("a worker process was not ready within {START:?}"),
        };
        self.greet(lane, ready)?;
        process.spent = process.cpu_time();
        Ok(process)
    }

    /// A control group for a process, where that is possible.
    fn group(&self, kind: Kind, id: Option<u32>) -> Option<(Arc<Groups>, u32)> {
        let groups = self.groups.get_or_init(|| Groups::delegated().map(Arc::new)).clone()?;
        let id = id?;
        match groups.limit(kind, id) {
            Ok(()) => Some((groups, id)),
            Err(error) => {
                tracing::warn!(%error, "a worker process has no control group");
                None
            }
        }
    }

    fn greet(&self, lane: &Lane, ready: Ready) -> anyhow::Result<()> {
        let kind = lane.kind.word();
        anyhow::ensure!(
            ready.trouble.is_empty(),
            "a {kind} process cannot work: {}",
            ready.trouble
        );
        let mut target = lane.target.lock().unwrap_or_else(PoisonError::into_inner);
        if target.is_none() && !ready.confined.fully() {
            let confined = ready.confined;
            tracing::warn!(kind, ?confined, "the kernel does not confine worker processes fully");
        }
        *target = Some(ready.target);
        Ok(())
    }

    async fn talk(
        &self,
        process: &mut Process,
        names: &[Digest],
        first: ToWorker,
    ) -> Result<Outcome, Stop> {
        process.send(&first).await?;
        loop {
            match process.receive().await? {
                FromWorker::Done(outcome) => return Ok(*outcome),
                FromWorker::Need(wanted) => {
                    let mut blobs = Vec::with_capacity(wanted.len().min(names.len()));
                    if wanted.len() > names.len() {
                        return Err(Stop::Worker(odd()));
                    }
                    for digest in &wanted {
                        if !names.contains(digest) {
                            return Err(Stop::Worker(odd()));
                        }
                        blobs.push(self.blob(digest).await.map_err(Stop::Store)?.into());
                    }
                    process.send(&ToWorker::Blobs(blobs)).await?;
                }
                FromWorker::Ready(_) => return Err(Stop::Worker(odd())),
            }
        }
    }

    async fn blob(&self, digest: &Digest) -> anyhow::Result<Vec<u8>> {
        match self.extra.get(digest) {
            Some(bytes) => Ok(bytes.to_vec()),
            None => self.store.get(&digest.to_string()).await,
        }
    }
}

/// A message at the wrong moment, or about what is not the worker's business.
fn odd() -> Broken {
    Broken::Garbage(postcard::Error::DeserializeBadEnum)
}

/// What ends a conversation.
enum Stop {
    Worker(Broken),
    Store(anyhow::Error),
}

impl From<Broken> for Stop {
    fn from(broken: Broken) -> Self {
        Self::Worker(broken)
    }
}

impl Process {
    async fn send(&mut self, message: &ToWorker) -> Result<(), Broken> {
        self.to.write_all(&protocol::frame(message)?).await?;
        Ok(self.to.flush().await?)
    }

    /// Receives a message. Memory is taken as its bytes arrive, not as it announces them.
    async fn receive(&mut self) -> Result<FromWorker, Broken> {
        let mut head = [0; protocol::HEAD];
        self.from.read_exact(&mut head).await?;
        let size = protocol::head(head)?;
        let mut body = Vec::with_capacity(size.min(1 << 16));
        if (&mut self.from).take(size as u64).read_to_end(&mut body).await? < size {
            return Err(Broken::Closed);
        }
        protocol::message(&body)
    }

    /// CPU time since the last job.
    fn cost(&mut self) -> Option<Duration> {
        let now = self.cpu_time()?;
        let before = self.spent.replace(now)?;
        Some(now.saturating_sub(before))
    }

    /// CPU time of the process and its children that have ended.
    #[cfg(target_os = "linux")]
    fn cpu_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()?)).ok()?;
        // The name of the program may hold anything, but nothing behind it holds a bracket.
        let fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(4);
        let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        let second = rustix::param::clock_ticks_per_second();
        Some(Duration::from_secs_f64(ticks as f64 / second as f64))
    }

    #[cfg(not(target_os = "linux"))]
    fn cpu_time(&self) -> Option<Duration> {
        None
    }
}

/// How a process ended that closed its pipes.
async fn ending(child: &mut Child) -> String {
    match tokio::time::timeout(Duration::from_secs(2), child.wait()).await {
        Ok(Ok(status)) => status.to_string(),
        _ => "it closed its pipes".into(),
    }
}

/// Puts what a worker says into the log, up to a limit.
async fn log(kind: Kind, mut said: ChildStderr) {
    let mut left = LOGGED_MAX;
    let mut piece = [0; 4096];
    while let Ok(count @ 1..) = said.read(&mut piece).await {
        // What is beyond the limit is read all the same, or the worker would wait for ever.
        let shown = count.min(left);
        left -= shown;
        if shown > 0 {
            let text = String::from_utf8_lossy(&piece[..shown]).into_owned();
            tracing::warn!(kind = kind.word(), said = text.trim_end(), "a worker process");
        }
    }
}
