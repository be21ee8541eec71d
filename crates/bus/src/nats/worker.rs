//! A machine that takes jobs: it does them with its worker processes, and delivers the results.

use super::access::{Access, Role};
use super::setup::share_of;
use super::{ANNOUNCED, BLOBS, Done, Errand, JOBS, PROGRESS, Reply, Report, Ticket};
use super::{blob, decode, encode, part, parts, pin_word};
use crate::local::Machine;
use crate::{Blobs, Member};
use ::worker::protocol::{Digest, FRAME_MAX};
use anyhow::Context as _;
use async_nats::{Client, Message, Request, StatusCode, Subject};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, Stream, StreamExt as _};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::{AbortHandle, JoinSet};

/// How long JetStream keeps a request for a job.
const ASKED: Duration = Duration::from_secs(20);
/// How often a worker looks for new clients, unless one calls.
const LOOKED: Duration = Duration::from_secs(3);
/// Calls within this time are one: no client keeps workers busy with answers.
const CALLED: Duration = Duration::from_millis(100);
/// How long a sender may take to answer a report before it is sent again.
const ANSWERED: Duration = Duration::from_secs(30);
/// How often a report is sent while nobody is there to take it, and the pause in between.
const UNHEARD: (u32, Duration) = (60, Duration::from_secs(1));
/// Gives a job back: another machine gets it after two seconds.
const LATER: &str = r#"-NAK {"delay":2000000000}"#;
/// How long a slot rests after a fault of this machine.
const FAULT: Duration = Duration::from_secs(10);
/// After this time no other job of a ticket is begun: whoever waits behind a slow one goes to
/// another worker.
const SLOW: Duration = Duration::from_secs(3);
/// How long the last words of a worker may take to a server.
const FLUSHED: Duration = Duration::from_secs(5);
/// A pause after JetStream refused something.
const PAUSE: Duration = Duration::from_millis(500);
/// The maximum number of owners whose bytes are remembered.
const OWNERS_MAX: usize = 1 << 16;

/// Bytes from the cluster. Jobs that arrived say whose they are.
#[derive(Clone)]
pub struct Far {
    client: Client,
    owners: Arc<Mutex<HashMap<Digest, String>>>,
}

impl Far {
    fn note(&self, owner: &str, names: &[Digest]) {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        if owners.len() > OWNERS_MAX {
            owners.clear();
        }
        owners.extend(names.iter().map(|name| (*name, owner.to_string())));
    }

    fn owner(&self, digest: &Digest) -> Option<String> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner).get(digest).cloned()
    }

    async fn part(&self, owner: &str, digest: &Digest, k: usize) -> anyhow::Result<Message> {
        let subject = format!("$JS.API.DIRECT.GET.{BLOBS}.{}", blob(owner, digest, k));
        let message = self.client.request(subject, "".into()).await?;
        match message.status {
            None => Ok(message),
            Some(StatusCode::NOT_FOUND) => {
                anyhow::bail!("the cluster has no bytes {digest} of `{owner}`")
            }
            Some(status) => anyhow::bail!("the cluster gives no bytes {digest}: {status}"),
        }
    }
}

impl Blobs for Far {
    fn get<'a>(&'a self, digest: &'a Digest) -> BoxFuture<'a, anyhow::Result<Vec<u8>>> {
        async move {
            let owner = self.owner(digest).context("no job named these bytes")?;
            let first = self.part(&owner, digest, 0).await?;
            let (count, bytes) = part(&first.payload).context("a part without bytes")?;
            let mut all = bytes.to_vec();
            for k in 1..count {
                let next = self.part(&owner, digest, k).await?;
                all.extend_from_slice(part(&next.payload).context("a part without bytes")?.1);
                anyhow::ensure!(all.len() <= FRAME_MAX, "there are too many bytes for {digest}");
            }
            anyhow::ensure!(
                Digest::of(&all) == *digest,
                "the bytes do not have the digest {digest}"
            );
            Ok(all)
        }
        .boxed()
    }
}

/// A connection to a cluster, before there is a machine that takes jobs.
pub struct Connection {
    client: Client,
    renewals: watch::Receiver<()>,
    far: Far,
    name: String,
}

impl Connection {
    /// Connects with the credentials of a worker.
    ///
    /// # Errors
    /// When no server answers, or the credentials are not accepted or not a worker's.
    pub async fn open(servers: &str, access: &Access) -> anyhow::Result<Self> {
        anyhow::ensure!(
            access.role == Role::Worker,
            "the credentials `{}` are those of a {}: a worker needs its own, from palestra admin \
             cluster add",
            access.name,
            access.role
        );
        let (client, renewals) = access.connect_watched(servers).await?;
        let far = Far { client: client.clone(), owners: Arc::default() };
        Ok(Self { client, renewals, far, name: access.name.clone() })
    }

    /// The name in the credentials.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the machine gets the bytes that jobs name.
    #[must_use]
    pub fn blobs(&self) -> Arc<dyn Blobs> {
        Arc::new(self.far.clone())
    }

    /// Takes jobs for a machine until `stop` is true. Jobs that it has then get `grace` to end;
    /// the others go to other workers.
    ///
    /// # Errors
    /// When the senders of jobs do not believe this machine any more.
    pub async fn work(
        self,
        machine: Arc<Machine>,
        mut stop: watch::Receiver<bool>,
        grace: Duration,
    ) -> anyhow::Result<()> {
        let slots = machine.member().slots;
        let worker = Arc::new(Worker {
            client: self.client,
            renewals: self.renewals,
            far: self.far,
            name: self.name,
            machine,
            slots: Arc::new(Semaphore::new(slots)),
            jobs: Mutex::new(JoinSet::new()),
            quarantined: watch::Sender::new(false),
        });
        let mut quarantined = worker.quarantined.subscribe();
        let (call, called) = watch::channel(());
        let announcing = tokio::spawn(Arc::clone(&worker).announce(called.clone()));
        let looking = tokio::spawn(Arc::clone(&worker).look(called));
        let listening = tokio::spawn(listen(worker.client.clone(), call));
        // The senders of both live here.
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => {}
            _ = quarantined.wait_for(|quarantined| *quarantined) => {}
        }
        looking.abort();
        announcing.abort();
        listening.abort();
        worker.say(Member { slots: 0, ..worker.machine.member() }).await;
        let mut jobs =
            std::mem::take(&mut *worker.jobs.lock().unwrap_or_else(PoisonError::into_inner));
        let all = async { while jobs.join_next().await.is_some() {} };
        if tokio::time::timeout(grace, all).await.is_err() {
            tracing::warn!("running jobs take too long, so other workers get them");
        }
        // What is acknowledged must leave the machine, unless no server is there to take it.
        let _ = tokio::time::timeout(FLUSHED, worker.client.flush()).await;
        anyhow::ensure!(
            !*worker.quarantined.borrow(),
            "the machine `{0}` had wrong results and is in quarantine; after its repair: palestra \
             admin trust {0}",
            worker.name
        );
        Ok(())
    }
}

/// A machine at work.
struct Worker {
    client: Client,
    /// Changes when a lost connection is back.
    renewals: watch::Receiver<()>,
    far: Far,
    name: String,
    machine: Arc<Machine>,
    /// Jobs that it may do at once.
    slots: Arc<Semaphore>,
    jobs: Mutex<JoinSet<()>>,
    quarantined: watch::Sender<bool>,
}

/// The answer of JetStream to a question for consumers.
#[derive(Deserialize)]
struct Consumers {
    #[serde(default)]
    consumers: Vec<Consumer>,
}

#[derive(Deserialize)]
struct Consumer {
    name: String,
    config: Config,
}

impl Consumer {
    fn key(&self) -> (String, String) {
        (self.name.clone(), self.config.filter_subject.clone())
    }
}

#[derive(Deserialize)]
struct Config {
    #[serde(default)]
    filter_subject: String,
}

/// Listens to clients that call all workers.
async fn listen(client: Client, call: watch::Sender<()>) {
    let Ok(mut calls) = client.subscribe("calls.*").await else { return };
    while calls.next().await.is_some() {
        call.send_replace(());
    }
}

/// Waits until a client calls, or for so long.
async fn until_called(called: &mut watch::Receiver<()>, pause: Duration) {
    tokio::time::sleep(CALLED).await;
    // Where nobody can call any more, the pause decides.
    let call = async {
        if called.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let _ = tokio::time::timeout(pause, call).await;
}

impl Worker {
    /// Says again and again what this machine is and does.
    async fn announce(self: Arc<Self>, mut called: watch::Receiver<()>) {
        loop {
            self.say(self.machine.member()).await;
            until_called(&mut called, ANNOUNCED).await;
        }
    }

    async fn say(&self, member: Member) {
        if let Ok(text) = serde_json::to_vec(&member) {
            // The next one comes soon.
            let _ = self.client.publish(format!("workers.{}", self.name), text.into()).await;
        }
    }

    /// Looks for the consumers of all clients whose jobs this machine can do, and asks each for
    /// jobs: as many questions at once as the client has shares.
    async fn look(self: Arc<Self>, mut called: watch::Receiver<()>) {
        // A researcher's consumer serves another version when the researcher has one.
        let mut known: BTreeMap<(String, String), Vec<AbortHandle>> = BTreeMap::new();
        let mut asking = JoinSet::new();
        loop {
            match self.consumers().await {
                Ok(all) => {
                    known.retain(|key, handles| {
                        let stays = all.iter().any(|one| one.key() == *key);
                        if !stays {
                            handles.iter().for_each(AbortHandle::abort);
                        }
                        stays
                    });
                    for one in all {
                        known.entry(one.key()).or_insert_with(|| {
                            let ask = |_| {
                                let (worker, name) = (Arc::clone(&self), one.name.clone());
                                asking.spawn(worker.ask(name))
                            };
                            (0..share_of(&one.name)).map(ask).collect()
                        });
                    }
                }
                Err(error) => {
                    tracing::warn!(error = format!("{error:#}"), "JetStream names no consumers");
                }
            }
            until_called(&mut called, LOOKED).await;
        }
    }

    async fn consumers(&self) -> anyhow::Result<Vec<Consumer>> {
        let subject = format!("$JS.API.CONSUMER.LIST.{JOBS}");
        let answer = self.client.request(subject, "{}".into()).await?;
        let mut all = serde_json::from_slice::<Consumers>(&answer.payload)?.consumers;
        let member = self.machine.member();
        let pin = pin_word(&member.pin);
        all.retain(|one| {
            let mut words = one.config.filter_subject.split('.').skip(2);
            let right = words.next() == Some(&*pin);
            right && (member.compiler || words.next() != Some(::worker::Kind::Build.word()))
        });
        Ok(all)
    }

    /// Asks a consumer for jobs, one after the other. The next one is here before a slot is free
    /// for it.
    async fn ask(self: Arc<Self>, consumer: String) {
        let subject = format!("$JS.API.CONSUMER.MSG.NEXT.{JOBS}.{consumer}");
        let payload = format!(r#"{{"batch":1,"expires":{}}}"#, ASKED.as_nanos());
        let mut renewals = self.renewals.clone();
        loop {
            let inbox = self.client.new_inbox();
            let Ok(mut answers) = self.client.subscribe(inbox.clone()).await else { return };
            let request = || {
                let (subject, payload) = (subject.clone(), payload.clone());
                self.client.publish_with_reply(subject, inbox.clone(), payload.into())
            };
            loop {
                renewals.mark_unchanged();
                // Where it does not arrive, there is no answer.
                let _ = request().await;
                match answer(&mut answers, &mut renewals).await {
                    Heard::Message(message) if message.status.is_none() => {
                        self.clone().begin(message).await;
                    }
                    Heard::Message(message) if message.status == Some(StatusCode::TIMEOUT) => {}
                    Heard::Message(_) => tokio::time::sleep(PAUSE).await,
                    Heard::Nothing => {}
                    // To a new inbox: nothing that may still wait for the old one gets an answer.
                    Heard::Renewal => break,
                    Heard::End => return,
                }
            }
        }
    }

    /// Begins a ticket when there is a slot for it.
    async fn begin(self: Arc<Self>, message: Message) {
        let Some(acknowledge) = message.reply.clone() else { return };
        let mut words = message.subject.split('.').skip(1);
        let owner = words.next().unwrap_or_default().to_string();
        let Ok(ticket) = decode::<Ticket>(&message.payload) else {
            tracing::warn!("a message in the queue is not a ticket of this version");
            self.answer(&acknowledge, "+TERM").await;
            return;
        };
        let progress = self.progress(acknowledge.clone());
        // Never closed.
        let Ok(permit) = Arc::clone(&self.slots).acquire_owned().await else { return };
        let worker = Arc::clone(&self);
        let job = worker.done(owner, ticket, acknowledge, permit, progress);
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        while jobs.try_join_next().is_some() {}
        jobs.spawn(job);
    }

    /// Does the jobs of a ticket and delivers their results. The slot is free before they are
    /// stored.
    async fn done(
        self: Arc<Self>,
        owner: String,
        ticket: Ticket,
        acknowledge: Subject,
        permit: OwnedSemaphorePermit,
        progress: Progress,
    ) {
        let subject = format!("results.{owner}.{}.{}.{}", ticket.sender, self.name, ticket.id);
        let report = match self.report(&owner, ticket).await {
            Ok(report) => report,
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "this machine cannot do a job");
                self.answer(&acknowledge, LATER).await;
                // A machine with a fault must not take all jobs from those that can do them.
                tokio::time::sleep(FAULT).await;
                return;
            }
        };
        drop(permit);
        match self.deliver(&subject, &report).await {
            Ok(Reply::Quarantined) => {
                self.answer(&acknowledge, "-NAK").await;
                self.quarantined.send_replace(true);
            }
            Ok(_) => self.answer(&acknowledge, "+ACK").await,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "a result could not be delivered");
                self.answer(&acknowledge, "-NAK").await;
            }
        }
        drop(progress);
    }

    /// Does the jobs of a ticket.
    async fn report(&self, owner: &str, ticket: Ticket) -> anyhow::Result<Report> {
        let begun = Instant::now();
        let run = |Errand { limit, job }: Errand| async move {
            self.far.note(owner, &job.names());
            let answer = self.machine.run(job, Duration::from_millis(limit)).await?;
            let cost = u64::try_from(answer.cost.as_micros()).unwrap_or(u64::MAX);
            Ok(Done { result: answer.result, cost })
        };
        in_turn(ticket.errands, || begun.elapsed(), run).await
    }

    /// Sends a report until its sender says what became of it.
    async fn deliver(&self, subject: &str, report: &Report) -> anyhow::Result<Reply> {
        let all = parts(&encode(report)?);
        for _ in 0..UNHEARD.0 {
            match self.send(subject, &all).await {
                Ok(Reply::Again) => {}
                Ok(reply) => return Ok(reply),
                // The sender may be about to come back.
                Err(_) => tokio::time::sleep(UNHEARD.1).await,
            }
        }
        // It ended: nobody wants the result any more.
        Ok(Reply::Gone)
    }

    async fn send(&self, subject: &str, parts: &[Vec<u8>]) -> anyhow::Result<Reply> {
        let numbered = |(k, part): (usize, &Vec<u8>)| {
            let index = u32::try_from(k).unwrap_or(u32::MAX).to_le_bytes();
            [&index, part.as_slice()].concat()
        };
        let mut all: Vec<_> = parts.iter().enumerate().map(numbered).collect();
        let last = all.pop().context("a report without parts")?;
        for part in all {
            self.client.publish(subject.to_string(), part.into()).await?;
        }
        let request = Request::new().payload(last.into()).timeout(Some(ANSWERED));
        let answer = self.client.send_request(subject.to_string(), request).await?;
        Reply::read(&answer.payload).context("an answer in an unknown format")
    }

    async fn answer(&self, acknowledge: &Subject, word: &'static str) {
        // Where it does not arrive, JetStream gives the job to somebody once more.
        let _ = self.client.publish(acknowledge.clone(), word.into()).await;
    }

    /// Says again and again that a job makes progress.
    fn progress(self: &Arc<Self>, acknowledge: Subject) -> Progress {
        let worker = Arc::clone(self);
        let task = tokio::spawn(async move {
            loop {
                tokio::time::sleep(PROGRESS).await;
                worker.answer(&acknowledge, "+WPI").await;
            }
        });
        Progress(task.abort_handle())
    }
}

/// The end of a request for a job.
#[derive(Debug, PartialEq, Eq)]
enum Heard<M> {
    Message(M),
    /// No answer in time.
    Nothing,
    /// The server that had the request lost the connection, and with it the request.
    Renewal,
    /// The worker ends.
    End,
}

/// Waits for the answer to a request for a job.
async fn answer<M>(
    answers: &mut (impl Stream<Item = M> + Unpin),
    renewals: &mut watch::Receiver<()>,
) -> Heard<M> {
    let renewal = async {
        if renewals.changed().await.is_err() {
            std::future::pending().await
        }
    };
    tokio::select! {
        biased;
        answer = tokio::time::timeout(ASKED + PAUSE, answers.next()) => match answer {
            Ok(Some(message)) => Heard::Message(message),
            Ok(None) => Heard::End,
            Err(_) => Heard::Nothing,
        },
        () = renewal => Heard::Renewal,
    }
}

/// Signs of progress of a job, until this is dropped.
struct Progress(AbortHandle);

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Does one job after the other. After [`SLOW`] it begins none any more: they have no result.
async fn in_turn<F: Future<Output = anyhow::Result<Done>>>(
    errands: Vec<Errand>,
    elapsed: impl Fn() -> Duration,
    run: impl Fn(Errand) -> F,
) -> anyhow::Result<Report> {
    let mut done = Vec::with_capacity(errands.len());
    for errand in errands {
        let late = elapsed() > SLOW;
        done.push(if late { None } else { Some(run(errand).await?) });
    }
    Ok(Report { done })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::worker::protocol::Job;
    use std::cell::Cell;
    use std::future::ready;

    fn errand(limit: u64) -> Errand {
        Errand { limit, job: Job::MachineCode { module: Digest::of(b"") } }
    }

    #[tokio::test]
    async fn no_job_begins_behind_slow_ones() {
        // The third begins after 2.5 s, the fourth would after 4.5 s.
        let now = Cell::new(Duration::ZERO);
        let run = |Errand { limit, .. }| {
            now.set(now.get() + Duration::from_millis(limit));
            ready(Ok(Done { result: Err(crate::Lost::Gone), cost: limit }))
        };
        let errands = [1000, 1500, 2000, 1, 1].map(errand).into();
        let report = in_turn(errands, || now.get(), run).await.expect("no fault");
        let costs: Vec<_> = report.done.iter().map(|one| one.as_ref().map(|d| d.cost)).collect();
        assert_eq!(costs, [Some(1000), Some(1500), Some(2000), None, None]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_lost_connection_ends_a_request_at_once() {
        let (renewed, mut renewals) = watch::channel(());
        let mut silent = futures_util::stream::pending::<()>();
        assert_eq!(answer(&mut silent, &mut renewals).await, Heard::Nothing);
        let since = tokio::time::Instant::now();
        renewed.send_replace(());
        assert_eq!(answer(&mut silent, &mut renewals).await, Heard::Renewal);
        assert_eq!(since.elapsed(), Duration::ZERO, "of a clock that only waiting moves");
        // Each of them counts once.
        assert_eq!(answer(&mut silent, &mut renewals).await, Heard::Nothing);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_ends_the_pause() {
        let (call, mut called) = watch::channel(());
        let mut waited = async || {
            let since = tokio::time::Instant::now();
            until_called(&mut called, LOOKED).await;
            since.elapsed()
        };
        assert_eq!(waited().await, CALLED + LOOKED);
        // Two calls in a row are one.
        call.send_replace(());
        call.send_replace(());
        assert_eq!(waited().await, CALLED);
        assert_eq!(waited().await, CALLED + LOOKED);
        drop(call);
        assert_eq!(waited().await, CALLED + LOOKED);
    }

    #[tokio::test]
    async fn a_fault_of_the_machine_ends_a_ticket() {
        let run = |_| ready(Err(anyhow::anyhow!("no process")));
        let report = in_turn(vec![errand(1)], || Duration::ZERO, run).await;
        assert!(report.is_err());
    }
}
