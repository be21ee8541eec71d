//! The worker processes of this machine: started when there is something to do, killed when they
//! take too long, and never trusted.

use super::cgroup::Groups;
use super::codes::Codes;
use super::process::{Process, ending, log, odd};
use crate::{Answer, Blobs, Lost, Member, Pace};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::process::Command;
use tokio::sync::{Semaphore, watch};
use worker::Kind;
use worker::protocol::{Broken, Digest, FromWorker, Job, Outcome, Program, Ready, ToWorker};

/// How long a process may take to start; the first one builds the compiler's libraries.
const START: Duration = Duration::from_secs(300);
/// The environment variables of a worker: the paths of programs and of its cache, no passwords.
const VARIABLES: &[&str] = &[
    "PATH",
    "HOME",
    "PALESTRA_CACHE",
    "XDG_CACHE_HOME",
    "RUSTC",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "CARGO_HOME",
    "LOCALAPPDATA",
    "SystemRoot",
    "RUST_BACKTRACE",
];

/// How long making the machine code of one module may take.
const CODE_LIMIT: Duration = Duration::from_secs(120);

/// The name of a machine for others, and the paths on it.
pub struct Setup<'a> {
    /// Its name.
    pub name: String,
    /// Versions of engine and sandbox.
    pub pin: String,
    /// Processes of each kind at most.
    pub slots: usize,
    /// The command that starts a process, without the word for its kind.
    pub command: Vec<OsString>,
    /// A folder that only this user can read and write, for machine code.
    pub codes: &'a Path,
    /// Bytes that jobs name and that every machine has: the rules for players that look ahead.
    pub extra: Vec<Arc<[u8]>>,
    /// Whether players can be compiled here.
    pub compiler: bool,
}

/// The worker processes of this machine.
pub struct Machine {
    command: Vec<OsString>,
    blobs: Arc<dyn Blobs>,
    extra: HashMap<Digest, Arc<[u8]>>,
    codes: Codes,
    play: Lane,
    build: Lane,
    groups: OnceLock<Option<Arc<Groups>>>,
    member: Member,
    busy: AtomicUsize,
    done: AtomicU64,
    capacity: watch::Sender<usize>,
    /// How long matches take here.
    pace: Pace,
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

/// Processes of each kind that one server starts at most, whatever is asked for.
#[must_use]
pub fn processes_max() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).max(64)
}

impl Machine {
    /// A machine without processes; the first jobs start them.
    #[must_use]
    pub fn new(setup: Setup<'_>, blobs: Arc<dyn Blobs>) -> Self {
        let Setup { name, pin, slots, command, codes, extra, compiler } = setup;
        let extra = extra.into_iter().map(|bytes| (Digest::of(&bytes), bytes)).collect();
        let (play, build) = (Lane::new(Kind::Play, slots), Lane::new(Kind::Build, slots));
        let architecture = std::env::consts::ARCH.into();
        let member = Member { name, pin, architecture, slots, busy: 0, done: 0, compiler };
        Self {
            command,
            blobs,
            extra,
            codes: Codes::in_folder(codes),
            play,
            build,
            groups: OnceLock::new(),
            member,
            busy: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            capacity: watch::Sender::new(slots),
            pace: Pace::default(),
        }
    }

    /// The current state of this machine.
    #[must_use]
    pub fn member(&self) -> Member {
        let (busy, done) = (self.busy.load(Ordering::Relaxed), self.done.load(Ordering::Relaxed));
        Member { busy, done, ..self.member.clone() }
    }

    /// Jobs that are worth having under way.
    #[must_use]
    pub fn capacity(&self) -> watch::Receiver<usize> {
        self.capacity.subscribe()
    }

    /// How long matches take here.
    #[must_use]
    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    fn lane(&self, kind: Kind) -> &Lane {
        match kind {
            Kind::Play => &self.play,
            Kind::Build => &self.build,
        }
    }

    /// The target of machine code for this machine.
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

    /// Does a job. A process that needs more than `limit` for it is killed. Modules are compiled to
    /// machine code first, once on each machine: machine code never comes from another one.
    ///
    /// # Errors
    /// When no process can be started, or the bytes that the job names are missing: nothing is
    /// wrong with the job.
    pub async fn run(&self, mut job: Job, limit: Duration) -> anyhow::Result<Answer> {
        let modules = job.clone();
        if let Err(why) = self.with_codes(&mut job).await? {
            return Ok(self.answer(Ok(Outcome::Trouble(why)), Duration::ZERO));
        }
        let mut answer = self.with_process(job, limit).await?;
        if let Ok(Outcome::Unfit { code }) = answer.result {
            self.codes.forget(&code);
            let mut again = modules.clone();
            if let Err(why) = self.with_codes(&mut again).await? {
                return Ok(self.answer(Ok(Outcome::Trouble(why)), answer.cost));
            }
            answer = self.with_process(again, limit).await?;
        }
        if let Ok(Outcome::Built(built)) = &mut answer.result {
            let code = std::mem::take(&mut built.code);
            self.codes.keep(&self.target().await?, Digest::of(&built.module), &code)?;
        }
        if matches!(modules, Job::Play(_)) {
            self.pace.note(answer.cost);
        }
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(answer)
    }

    /// Puts machine code in the place of modules; `Err` inside: why there is none.
    async fn with_codes(&self, job: &mut Job) -> anyhow::Result<Result<(), String>> {
        let players = match job {
            Job::Play(play) => play.seats.iter_mut().collect(),
            Job::Behave(behave) => vec![&mut behave.player],
            _ => Vec::new(),
        };
        for player in players {
            let Program::Module(module) = player.program else { continue };
            let target = self.target().await?;
            let made = self.codes.of(&target, module, self.machine_code(module)).await?;
            match made {
                Ok(code) => player.program = Program::Code(code),
                Err(why) => return Ok(Err(format!("{}: {why}", player.name))),
            }
        }
        Ok(Ok(()))
    }

    /// Has a module compiled to machine code; `Err` inside: why there is none, which may be the
    /// module's fault.
    async fn machine_code(&self, module: Digest) -> anyhow::Result<Result<Vec<u8>, String>> {
        let answer = self.with_process(Job::MachineCode { module }, CODE_LIMIT).await?;
        Ok(match answer.result {
            Ok(Outcome::MachineCode(code)) => Ok(code.into_vec()),
            Ok(Outcome::Refused(refusal)) => Err(format!("its module is refused: {refusal:?}")),
            Ok(Outcome::Trouble(why)) => Err(why),
            Ok(_) => Err("a worker process sent an outcome of another kind".into()),
            Err(lost) => Err(lost.to_string()),
        })
    }

    fn answer(&self, result: Result<Outcome, Lost>, cost: Duration) -> Answer {
        Answer { result, cost, worker: self.member.name.clone(), receipt: None }
    }

    /// Has a process do a job.
    async fn with_process(&self, job: Job, limit: Duration) -> anyhow::Result<Answer> {
        let lane = self.lane(job.kind());
        // Never closed.
        let _permit = lane.permits.acquire().await?;
        let _busy = Busy::new(&self.busy);
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
            Ok(Err(Stop::Bytes(error))) => return Err(error),
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
        Ok(self.answer(result, cost))
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
                        blobs.push(self.blob(digest).await.map_err(Stop::Bytes)?.into());
                    }
                    process.send(&ToWorker::Blobs(blobs)).await?;
                }
                FromWorker::Ready(_) => return Err(Stop::Worker(odd())),
            }
        }
    }

    async fn blob(&self, digest: &Digest) -> anyhow::Result<Vec<u8>> {
        if let Some(bytes) = self.extra.get(digest) {
            return Ok(bytes.to_vec());
        }
        match self.codes.bytes(digest) {
            Some(bytes) => bytes,
            None => self.blobs.get(digest).await,
        }
    }
}

/// Counts a job while it is done.
struct Busy<'a>(&'a AtomicUsize);

impl<'a> Busy<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The end of a conversation.
enum Stop {
    Worker(Broken),
    Bytes(anyhow::Error),
}

impl From<Broken> for Stop {
    fn from(broken: Broken) -> Self {
        Self::Worker(broken)
    }
}
