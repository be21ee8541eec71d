//! The side that has jobs: it sends them and waits for their results.

use super::access::{Access, Role};
use super::setup;
use super::tickets::{Task, hand_out, tickets, together};
use super::{Errand, GIVEN_UP, JOBS, Reply, Report, SILENT, Ticket};
use super::{blob, decode, encode, jobs, part, parts};
use crate::{Answer, Blobs, Lost, Member, Pace};
use ::worker::Kind;
use ::worker::protocol::{Digest, FRAME_MAX, Job};
use anyhow::Context as _;
use async_nats::jetstream::{self, message::PublishMessage};
use async_nats::{Client, Message, Subject};
use futures_util::StreamExt as _;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc, oneshot, watch};

/// Bytes of a job that workers have are sent again after this time: the stream forgets them later.
const RESENT: Duration = Duration::from_secs(24 * 3600);
/// How long a job may be gone from the stream before nobody expects its result any more.
const GONE: Duration = Duration::from_secs(60);
/// Tickets under way for one slot of a worker: one is done, the next one waits at the worker.
const AHEAD: usize = 2;
/// How long jobs wait for others to travel with, when all workers have enough to do.
const GATHERED: Duration = Duration::from_millis(2);
/// Jobs that are looked at together.
const LOOKED_AT: usize = 1024;
/// How long the servers may take to start.
const STARTED: Duration = Duration::from_secs(60);
/// The longest pause before something is sent again.
const PAUSE_MAX: Duration = Duration::from_secs(5);

/// Sends jobs over a cluster.
#[derive(Clone)]
pub struct Sender(Arc<Inner>);

struct Inner {
    client: Client,
    context: jetstream::Context,
    access: Access,
    /// Names this process.
    id: String,
    pin: String,
    blobs: Arc<dyn Blobs>,
    /// Bytes are sent by one job at a time: others mostly name the same.
    sending: tokio::sync::Mutex<()>,
    /// Jobs that no ticket has.
    tasks: mpsc::UnboundedSender<Task>,
    /// How long matches take, those of this process.
    pace: Pace,
    state: Mutex<State>,
    capacity: watch::Sender<usize>,
    woken: Arc<Notify>,
}

#[derive(Default)]
struct State {
    /// Jobs without a result.
    jobs: usize,
    /// Tickets whose results have not come, by id.
    waiting: HashMap<String, Waiting>,
    /// Tickets whose results have come and are not stored yet.
    arrived: BTreeSet<String>,
    /// Bytes that the stream has, and since when.
    sent: HashMap<Digest, Instant>,
    /// Workers, and when each said something last.
    crew: BTreeMap<String, (Member, Instant)>,
    /// Workers that nobody believes.
    quarantine: BTreeSet<String>,
}

/// A ticket whose results have not come.
struct Waiting {
    /// Its number in the stream.
    sequence: u64,
    /// Parts of its results, by worker.
    parts: BTreeMap<String, Vec<u8>>,
    done: oneshot::Sender<Arrival>,
}

/// The end of a ticket.
pub(super) struct Arrival {
    pub result: Result<Report, Lost>,
    pub worker: String,
    pub receipt: Option<Receipt>,
}

/// Tells a worker that its results are stored, when it is dropped.
pub struct Receipt {
    inner: Arc<Inner>,
    id: String,
    to: Subject,
    /// It may be dropped by a thread that has no runtime.
    runtime: Handle,
}

impl std::fmt::Debug for Receipt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the receipt of ticket {}", self.id)
    }
}

impl Drop for Receipt {
    fn drop(&mut self) {
        self.inner.state().arrived.remove(&self.id);
        let (inner, to) = (Arc::clone(&self.inner), self.to.clone());
        // At the end of the process there is nobody to send it: the worker asks again then.
        self.runtime.spawn(async move { inner.reply(to, Reply::Stored).await });
    }
}

/// Forgets a ticket when nobody waits for it any more.
struct Forget<'a>(&'a Inner, String);

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        self.0.state().waiting.remove(&self.1);
    }
}

/// Counts a job while its result is awaited.
struct Counted<'a>(&'a Inner);

impl<'a> Counted<'a> {
    fn new(inner: &'a Inner) -> Self {
        inner.state().jobs += 1;
        Self(inner)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.state().jobs -= 1;
    }
}

/// The message of JetStream about a ticket that no worker finished.
#[derive(Deserialize)]
struct GivenUp {
    stream_seq: u64,
    deliveries: u64,
}

impl Sender {
    /// Connects, and makes streams and consumers where the credentials allow that. `woken` is told
    /// when another process of the same client wakes the others.
    ///
    /// # Errors
    /// When no server answers, the credentials are not accepted, or are those of a worker.
    pub async fn connect(
        servers: &str,
        access: &Access,
        pin: &str,
        blobs: Arc<dyn Blobs>,
        woken: Arc<Notify>,
    ) -> anyhow::Result<Self> {
        anyhow::ensure!(
            access.role != Role::Worker,
            "the credentials `{}` are those of a worker: it takes jobs and sends none",
            access.name
        );
        let client = access.connect(servers).await?;
        let context = jetstream::new(client.clone());
        let (tasks, waiting) = mpsc::unbounded_channel();
        let inner = Arc::new(Inner {
            client,
            context,
            access: access.clone(),
            id: super::random_id()?,
            pin: pin.to_string(),
            blobs,
            sending: tokio::sync::Mutex::new(()),
            tasks,
            pace: Pace::default(),
            state: Mutex::default(),
            capacity: watch::Sender::new(0),
            woken,
        });
        inner.set_up_in_time().await?;
        inner.listen().await?;
        tokio::spawn(send_all(Arc::downgrade(&inner), waiting));
        Ok(Self(inner))
    }

    /// Sends a job and waits for its result, however long that takes. Where there is no worker, it
    /// waits for one.
    ///
    /// # Errors
    /// When the bytes that the job names are missing.
    pub async fn run(&self, job: Job, limit: Duration) -> anyhow::Result<Answer> {
        let inner = &self.0;
        for digest in job.names() {
            inner.send_bytes(&digest).await?;
        }
        let _counted = Counted::new(inner);
        let mut alone = false;
        loop {
            let (done, answer) = oneshot::channel();
            let task = Task { job: job.clone(), limit, alone, done };
            let closed = "the connection to the cluster is closed";
            inner.tasks.send(task).ok().context(closed)?;
            if let Some(answer) = answer.await.context(closed)?? {
                if matches!(job, Job::Play(_)) {
                    inner.pace.note(answer.cost);
                }
                return Ok(answer);
            }
            alone = true;
        }
    }

    /// Jobs that are worth having under way, as it changes.
    #[must_use]
    pub fn capacity(&self) -> watch::Receiver<usize> {
        self.0.capacity.subscribe()
    }

    /// How long matches take.
    #[must_use]
    pub fn pace(&self) -> &Pace {
        &self.0.pace
    }

    /// The workers that are there, of all versions.
    #[must_use]
    pub fn crew(&self) -> Vec<Member> {
        self.0.state().crew.values().map(|(member, _)| member.clone()).collect()
    }

    /// Takes no result any more from the workers with these names.
    pub fn quarantine(&self, names: Vec<String>) {
        self.0.state().quarantine = names.into_iter().collect();
        self.0.count();
    }

    /// Wakes the other processes of this client.
    pub fn wake(&self) {
        let inner = Arc::clone(&self.0);
        tokio::spawn(async move {
            // They look again by themselves after a while.
            let _ = inner.client.publish(format!("wake.{}", inner.access.name), "".into()).await;
        });
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Jobs that travel together now.
    fn together(&self) -> usize {
        together(self.state().jobs, &self.pace, *self.capacity.borrow())
    }

    /// Sends jobs of one kind in one ticket and hands out its results.
    async fn send(self: Arc<Self>, kind: Kind, mut tasks: Vec<Task>) {
        let errands = tasks.iter().map(Task::errand).collect();
        let arrival = tokio::select! {
            arrival = self.exchange(kind, errands) => arrival,
            () = deserted(&mut tasks) => return,
        };
        match arrival {
            Ok(arrival) => hand_out(tasks, arrival),
            Err(error) => {
                for task in tasks {
                    let _ = task.done.send(Err(anyhow::anyhow!("{error:#}")));
                }
            }
        }
    }

    /// Sends a ticket and waits for its results.
    async fn exchange(&self, kind: Kind, errands: Vec<Errand>) -> anyhow::Result<Arrival> {
        let subject = jobs(&self.access.name, &self.pin, kind);
        let id = super::random_id()?;
        let payload = encode(&Ticket { id: id.clone(), sender: self.id.clone(), errands })?;
        let (done, arrival) = oneshot::channel();
        let waiting = Waiting { sequence: 0, parts: BTreeMap::new(), done };
        self.state().waiting.insert(id.clone(), waiting);
        let _forget = Forget(self, id.clone());
        let sequence = self.publish(&subject, &id, payload).await?;
        if let Some(waiting) = self.state().waiting.get_mut(&id) {
            waiting.sequence = sequence;
        }
        self.wait(sequence, arrival).await
    }

    /// Makes streams and consumers; servers that have just started need a while for that.
    async fn set_up_in_time(&self) -> anyhow::Result<()> {
        let since = Instant::now();
        loop {
            match self.set_up().await {
                Ok(()) => return Ok(()),
                Err(error) if since.elapsed() > STARTED => return Err(error),
                Err(error) => {
                    tracing::info!(error = format!("{error:#}"), "JetStream is not ready yet");
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
            }
        }
    }

    async fn set_up(&self) -> anyhow::Result<()> {
        if self.access.role == Role::Judge {
            setup::streams(&self.context, self.access.copies()).await?;
        }
        setup::consumers(&self.context, &self.access, &self.pin).await
    }

    /// Starts to listen to results, to workers, and to what JetStream gives up.
    async fn listen(self: &Arc<Self>) -> anyhow::Result<()> {
        let results = format!("results.{}.{}.>", self.access.name, self.id);
        let mut results = self.client.subscribe(results).await?;
        let mut given_up = self.client.subscribe(format!("{GIVEN_UP}.*")).await?;
        let mut workers = self.client.subscribe("workers.*").await?;
        let wake = match self.access.role {
            Role::Judge => Some(self.client.subscribe(format!("wake.{}", self.access.name)).await?),
            Role::Worker | Role::Researcher => None,
        };
        // Workers that are there answer at once.
        self.client.publish(format!("calls.{}", self.access.name), "".into()).await?;
        self.client.flush().await?;
        // These end with the connection, which ends when nobody has this sender any more.
        let inner = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(message) = results.next().await {
                let Some(inner) = inner.upgrade() else { return };
                inner.take_part(message).await;
            }
        });
        let inner = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(message) = given_up.next().await {
                let Some(inner) = inner.upgrade() else { return };
                inner.give_up(&message).await;
            }
        });
        let inner = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut tick = tokio::time::interval(Duration::from_secs(1));
            loop {
                let message = tokio::select! {
                    message = workers.next() => message,
                    _ = tick.tick() => None,
                };
                let Some(inner) = inner.upgrade() else { return };
                if let Some(message) = message {
                    inner.note(&message);
                }
                inner.count();
            }
        });
        if let Some(mut wake) = wake {
            let inner = Arc::downgrade(self);
            tokio::spawn(async move {
                while wake.next().await.is_some() {
                    let Some(inner) = inner.upgrade() else { return };
                    inner.woken.notify_one();
                }
            });
        }
        Ok(())
    }

    /// Sends bytes, unless the stream has them.
    async fn send_bytes(&self, digest: &Digest) -> anyhow::Result<()> {
        let known = || self.state().sent.get(digest).is_some_and(|at| at.elapsed() < RESENT);
        if known() {
            return Ok(());
        }
        let _sending = self.sending.lock().await;
        if known() {
            return Ok(());
        }
        let bytes = self.blobs.get(digest).await?;
        for (k, one) in parts(&bytes).into_iter().enumerate() {
            let id = format!("{}-{k}-{}", digest, self.id);
            self.publish(&blob(&self.access.name, digest, k), &id, one).await?;
        }
        self.state().sent.insert(*digest, Instant::now());
        Ok(())
    }

    /// Publishes into a stream until JetStream has it, and gives its number there. What arrived
    /// twice is there once.
    async fn publish(&self, subject: &str, id: &str, payload: Vec<u8>) -> anyhow::Result<u64> {
        let mut pause = Duration::from_millis(100);
        loop {
            let message = PublishMessage::build().message_id(id).payload(payload.clone().into());
            let sent =
                async { self.context.send_publish(subject.to_string(), message).await?.await };
            match sent.await {
                Ok(stored) => return Ok(stored.sequence),
                Err(error) => {
                    tracing::warn!(%error, subject, "JetStream did not take a message: once more");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(PAUSE_MAX);
                    if let Err(error) = self.set_up().await {
                        tracing::warn!(error = format!("{error:#}"), "JetStream is not ready");
                    }
                }
            }
        }
    }

    /// Waits for the results of a ticket, and looks whether it is still there to be done.
    async fn wait(
        &self,
        sequence: u64,
        mut arrival: oneshot::Receiver<Arrival>,
    ) -> anyhow::Result<Arrival> {
        loop {
            match tokio::time::timeout(GONE, &mut arrival).await {
                Ok(arrival) => return arrival.context("the connection to the cluster is closed"),
                Err(_) if self.is_gone(sequence).await => {
                    // Its result may be on its way.
                    return match tokio::time::timeout(GONE, &mut arrival).await {
                        Ok(arrival) => arrival.context("the connection to the cluster is closed"),
                        Err(_) => Ok(Arrival {
                            result: Err(Lost::Gone),
                            worker: String::new(),
                            receipt: None,
                        }),
                    };
                }
                Err(_) => {}
            }
        }
    }

    /// Whether JetStream has answered that it has no such message.
    async fn is_gone(&self, sequence: u64) -> bool {
        if self.access.role != Role::Judge {
            return false;
        }
        let Ok(stream) = self.context.get_stream(JOBS).await else { return false };
        match stream.get_raw_message(sequence).await {
            Ok(_) => false,
            Err(error) => error.kind() == jetstream::stream::RawMessageErrorKind::NoMessageFound,
        }
    }

    /// Takes a part of a report; with the last one, the report. Only the last one asks for an
    /// answer.
    async fn take_part(self: &Arc<Self>, message: Message) {
        if let (Some(reply), Some(to)) = (self.part_taken(&message), message.reply) {
            self.reply(to, reply).await;
        }
    }

    fn part_taken(self: &Arc<Self>, message: &Message) -> Option<Reply> {
        // results.CLIENT.SENDER.WORKER.ID; NATS vouches for the worker.
        let mut words = message.subject.split('.').skip(3);
        let (worker, id) = (words.next()?.to_string(), words.next()?.to_string());
        let mut state = self.state();
        if state.quarantine.contains(&worker) {
            return Some(Reply::Quarantined);
        }
        if state.arrived.contains(&id) {
            return None;
        }
        let Some(waiting) = state.waiting.get_mut(&id) else { return Some(Reply::Gone) };
        let (index, payload) = message.payload.split_first_chunk::<4>()?;
        let index = u32::from_le_bytes(*index) as usize;
        let (count, bytes) = part(payload)?;
        let so_far = waiting.parts.entry(worker.clone()).or_default();
        if index == 0 {
            so_far.clear();
        }
        if so_far.len() != index * super::PART || so_far.len() + bytes.len() > FRAME_MAX {
            return Some(Reply::Again);
        }
        so_far.extend_from_slice(bytes);
        if index + 1 < count {
            return None;
        }
        let to = message.reply.clone()?;
        let bytes = std::mem::take(so_far);
        let result = decode::<Report>(&bytes).map_err(|error| Lost::Broken(error.to_string()));
        let waiting = state.waiting.remove(&id)?;
        state.arrived.insert(id.clone());
        drop(state);
        let runtime = Handle::current();
        let receipt = Receipt { inner: Arc::clone(self), id, to, runtime };
        // Nobody waits any more: the receipt is dropped, and the worker is free.
        let _ = waiting.done.send(Arrival { result, worker, receipt: Some(receipt) });
        None
    }

    async fn reply(&self, to: Subject, reply: Reply) {
        if let Err(error) = self.client.publish(to, reply.word().into()).await {
            tracing::warn!(%error, "a worker gets no answer; it asks again");
        }
    }

    /// A ticket that nobody finished is lost.
    async fn give_up(&self, message: &Message) {
        let Ok(given_up) = serde_json::from_slice::<GivenUp>(&message.payload) else { return };
        let sequence = given_up.stream_seq;
        let lost = {
            let mut state = self.state();
            let id = state.waiting.iter().find(|(_, one)| one.sequence == sequence);
            let id = id.map(|(id, _)| id.clone());
            // The stream may have lost bytes that the job names.
            state.sent.clear();
            id.and_then(|id| state.waiting.remove(&id))
        };
        let Some(waiting) = lost else { return };
        let result = Err(Lost::GivenUp(given_up.deliveries));
        let _ = waiting.done.send(Arrival { result, worker: String::new(), receipt: None });
        if self.access.role == Role::Judge
            && let Ok(stream) = self.context.get_stream(JOBS).await
        {
            // Where that fails, it ages away.
            let _ = stream.delete_message(sequence).await;
        }
    }

    /// Notes what a worker says of itself.
    fn note(&self, message: &Message) {
        let name = message.subject.strip_prefix("workers.").unwrap_or_default();
        let Ok(member) = serde_json::from_slice::<Member>(&message.payload) else { return };
        if member.name != name {
            return;
        }
        let mut state = self.state();
        if member.slots == 0 {
            state.crew.remove(name);
        } else {
            state.crew.insert(name.into(), (member, Instant::now()));
        }
    }

    /// Counts the slots of the workers that are there.
    fn count(&self) {
        let mut state = self.state();
        state.crew.retain(|_, (_, seen)| seen.elapsed() < SILENT);
        let ours =
            |member: &&Member| member.pin == self.pin && !state.quarantine.contains(&member.name);
        let slots: usize =
            state.crew.values().map(|(member, _)| member).filter(ours).map(|m| m.slots).sum();
        drop(state);
        self.capacity.send_if_modified(|capacity| {
            let changed = *capacity != AHEAD * slots;
            *capacity = AHEAD * slots;
            changed
        });
    }
}

/// Sends jobs as they come. Where workers have enough to do, short matches wait a moment for
/// others to travel with.
async fn send_all(inner: Weak<Inner>, mut waiting: mpsc::UnboundedReceiver<Task>) {
    let mut all = Vec::new();
    while waiting.recv_many(&mut all, LOOKED_AT).await > 0 {
        let Some(sender) = inner.upgrade() else { return };
        if sender.together() > 1 {
            tokio::time::sleep(GATHERED).await;
            while all.len() < LOOKED_AT
                && let Ok(task) = waiting.try_recv()
            {
                all.push(task);
            }
        }
        for (kind, tasks) in tickets(std::mem::take(&mut all), sender.together()) {
            tokio::spawn(Arc::clone(&sender).send(kind, tasks));
        }
    }
}

/// Waits until nobody waits for any of these jobs.
async fn deserted(tasks: &mut [Task]) {
    for task in tasks {
        task.done.closed().await;
    }
}
