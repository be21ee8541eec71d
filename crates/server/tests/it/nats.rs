//! A judge whose workers are connected by a real NATS server, and workers that are hostile.
#![cfg(unix)]

use crate::common::{Site, copy, open};
use async_nats::jetstream;
use bus::local::{Machine, Setup};
use bus::nats::access::{Access, Role};
use bus::nats::sender::Sender;
use bus::nats::setup;
use bus::nats::worker::Connection;
use bus::{Blobs, Member};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt};
use needs::NatsServer;
use server::db::{matches, results, seasons};
use server::jobs;
use server::states::RoundKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use worker::protocol::{Digest, Job, Limits, Outcome, Play, Player, Program};

/// A worker that needs longer to end does not end at all.
const HANGS: Duration = Duration::from_secs(120);

/// A running NATS server with the configuration that `palestra admin cluster` writes.
struct Nats {
    server: NatsServer,
    folder: tempfile::TempDir,
}

impl Nats {
    /// None where there is no such server: the test is skipped.
    fn start() -> Option<Self> {
        Self::with_disk("")
    }

    /// The same with a limit for what waits, such as `, max_file: 4MB`.
    fn with_disk(limit: &str) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cluster");
        setup::init(&path, &["127.0.0.1".into()]).expect("written");
        let file = path.join("nats-1.conf");
        let text = std::fs::read_to_string(&file).expect("a configuration");
        let store = "store_dir: \"jetstream-1\"";
        assert!(text.contains(store), "{text}");
        std::fs::write(&file, text.replace(store, &format!("{store}{limit}"))).expect("written");
        Some(Self { server: NatsServer::start(&path)?, folder })
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("cluster")
    }

    fn creds(&self, name: &str) -> PathBuf {
        self.path().join(format!("{name}.creds"))
    }

    fn access(&self, name: &str) -> Access {
        Access::read(&self.creds(name)).expect("credentials")
    }

    async fn judge(&self) -> Site {
        let (url, creds) = (self.server.url.clone(), self.creds("judge"));
        Site::with(move |config| {
            (config.cluster, config.credentials) = (Some(url), Some(creds));
        })
        .await
    }

    /// A worker with new credentials of this name.
    async fn worker(&self, name: &str) -> Hand {
        setup::add(&self.path(), name, Role::Worker, 1).expect("added");
        let connection = self.connection(name).await;
        let setup = Setup {
            name: name.into(),
            pin: server::version::pin(),
            slots: 2,
            command: vec![env!("CARGO_BIN_EXE_judge-worker").into()],
            codes: &self.folder.path().join(name),
            extra: Vec::new(),
            compiler: true,
        };
        let machine = Arc::new(Machine::new(setup, connection.blobs()));
        let (stop, told) = watch::channel(false);
        let work = tokio::spawn(connection.work(machine, told, Duration::from_secs(60)));
        Hand { stop, work }
    }

    /// The server reads new credentials in its own time.
    async fn client(&self, name: &str) -> async_nats::Client {
        loop {
            if let Ok(client) = self.access(name).connect(&self.server.url).await {
                return client;
            }
            tokio::task::yield_now().await;
        }
    }

    /// A worker's connection, likewise.
    async fn connection(&self, name: &str) -> Connection {
        loop {
            if let Ok(connection) = Connection::open(&self.server.url, &self.access(name)).await {
                return connection;
            }
            tokio::task::yield_now().await;
        }
    }
}

/// A worker at work.
struct Hand {
    stop: watch::Sender<bool>,
    work: JoinHandle<anyhow::Result<()>>,
}

impl Hand {
    async fn end(self) -> anyhow::Result<()> {
        self.stop.send_replace(true);
        self.work.await.expect("ends")
    }
}

/// Every score of the ladder.
async fn scores(app: &server::Shared) -> Vec<(i64, i64, String, i64)> {
    let season = seasons::by_slug(&app.db, "demo").await.expect("read").expect("is there");
    let mut connection = app.db.acquire().await.expect("a connection");
    let last =
        matches::last_round(&mut connection, &season.id, RoundKind::Ladder, true, false).await;
    let last = last.expect("read").expect("a round");
    let all = results::ladder(&mut connection, &season.id, 0, last.number).await.expect("read");
    all.into_iter().map(|c| (c.round, c.number, c.submission_id.to_string(), c.score)).collect()
}

/// Copies a folder of a judge that has ended.
async fn twin(site: &Site) -> (tempfile::TempDir, server::Shared) {
    let folder = tempfile::tempdir().expect("a folder");
    copy(site.folder.path(), folder.path()).await;
    let app = open(folder.path()).await;
    (folder, app)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_plays_the_same_season_as_one_machine() {
    let Some(nats) = Nats::start() else { return };
    let site = nats.judge().await;
    site.change(|o| o.ladder_rounds_max = 3).await;
    let (_folder, alone) = twin(&site).await;
    while jobs::step(&alone).await.expect("works") {}
    let [one, two] = [nats.worker("one").await, nats.worker("two").await];
    let directing = jobs::start(&site.app).await.expect("started");
    // All rounds are over, and every match was played once more.
    let count = async |sql: &'static str| -> i64 {
        sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("counted")
    };
    let over = "SELECT COUNT(*) FROM rounds WHERE kind = 'ladder' AND state = 'done'";
    let open = "SELECT COUNT(*) FROM checks WHERE state IN ('planned', 'running')";
    while count(over).await < 3 || count(open).await > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(scores(&site.app).await, scores(&alone).await);
    let by = "SELECT DISTINCT played_by FROM matches ORDER BY played_by";
    let by: Vec<String> = sqlx::query_scalar(by).fetch_all(&site.app.db).await.expect("read");
    assert!(!by.is_empty() && by.iter().all(|name| name == "one" || name == "two"), "{by:?}");
    // What machines say of themselves is noted a few seconds later.
    while count("SELECT COUNT(*) FROM workers WHERE slots = 2").await < 2 {
        tokio::task::yield_now().await;
    }
    // By the other one.
    let checks = "SELECT DISTINCT state FROM checks";
    let checks: Vec<String> =
        sqlx::query_scalar(checks).fetch_all(&site.app.db).await.expect("read");
    assert_eq!(checks, ["agreed"]);
    one.end().await.expect("ended");
    two.end().await.expect("ended");
    site.app.stop.send_replace(true);
    jobs::end(directing).await;
    // Nothing is left in the queue.
    let judge = nats.access("judge").connect(&nats.server.url).await.expect("connected");
    let context = jetstream::new(judge);
    let stream = context.get_stream(bus::nats::JOBS).await.expect("the stream");
    assert_eq!(stream.cached_info().state.messages, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_workers_share_a_batch() {
    let Some(nats) = Nats::start() else { return };
    let site = nats.judge().await;
    site.change(|o| o.ladder_rounds_max = 2).await;
    // Nobody is there who could play what is planned.
    while jobs::step(&site.app).await.expect("works") {}
    let count = async |sql: &'static str| -> i64 {
        sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("counted")
    };
    assert_eq!(count("SELECT COUNT(*) FROM matches WHERE state = 'planned'").await, 8);
    // Matches seem to be so short that all fit into one batch.
    for _ in 0..200 {
        site.app.bus.pace().note(Duration::from_micros(1));
    }
    let one = nats.worker("one").await;
    site.app.bus.capacity().wait_for(|capacity| *capacity > 0).await.expect("told");
    let done = "SELECT COUNT(*) FROM matches WHERE state = 'done'";
    while count(done).await == 0 {
        jobs::step(&site.app).await.expect("works");
    }
    // The cluster has room for all of them.
    assert_eq!(count(done).await, 8);
    one.end().await.expect("ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_taken_while_results_are_stored() {
    let Some(nats) = Nats::start() else { return };
    let site = nats.judge().await;
    site.change(|o| o.ladder_rounds_max = 2).await;
    while jobs::step(&site.app).await.expect("works") {}
    let run = async |sql: &'static str| {
        sqlx::query(sql).execute(&site.app.db).await.expect("run");
    };
    // The first result takes long to store; meanwhile it is time for the other matches.
    run("CREATE TRIGGER slow AFTER UPDATE OF state ON matches WHEN NEW.state = 'done' \
         AND NOT EXISTS (SELECT 1 FROM matches WHERE state = 'done' AND id <> NEW.id) BEGIN \
         SELECT COUNT(*) FROM (WITH RECURSIVE n (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n \
         WHERE k < 5000000) SELECT k FROM n); END")
    .await;
    let one = nats.worker("one").await;
    site.app.bus.capacity().wait_for(|capacity| *capacity > 0).await.expect("told");
    run("UPDATE matches SET due = CAST(unixepoch('subsec') * 1000 AS INTEGER) + 600 \
         WHERE id <> (SELECT MIN(id) FROM matches)")
    .await;
    let done = async || -> i64 {
        let sql = "SELECT COUNT(*) FROM matches WHERE state = 'done'";
        sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("counted")
    };
    let others = tokio::spawn({
        let app = site.app.clone();
        async move {
            while !app.stopping() {
                jobs::step(&app).await.expect("works");
            }
        }
    });
    while done().await < 8 {
        jobs::step(&site.app).await.expect("works");
    }
    site.app.stop.send_replace(true);
    others.await.expect("ended");
    one.end().await.expect("ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_server_delays_matches_and_loses_none() {
    let Some(nats) = Nats::with_disk(", max_file: 4MB") else { return };
    let site = nats.judge().await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    let (_folder, alone) = twin(&site).await;
    while jobs::step(&alone).await.expect("works") {}
    let context = jetstream::new(nats.client("judge").await);
    for k in 0.. {
        let subject = format!("{}.judge.filler.{k}", bus::nats::BLOBS);
        let sent = context.publish(subject, vec![0; 400_000].into()).await.expect("sent");
        if sent.await.is_err() {
            break;
        }
        assert!(k < 20, "the server is never full");
    }
    let one = nats.worker("one").await;
    let directing = jobs::start(&site.app).await.expect("started");
    let count = async |sql: &'static str| -> i64 {
        sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("counted")
    };
    while count("SELECT COUNT(*) FROM matches WHERE state = 'running'").await == 0 {
        tokio::task::yield_now().await;
    }
    // The judge has handed out matches, and the server has no room for them.
    let waiting = context.get_stream(bus::nats::JOBS).await.expect("the stream");
    assert_eq!(waiting.cached_info().state.messages, 0);
    let blobs = context.get_stream(bus::nats::BLOBS).await.expect("the stream");
    blobs.purge().await.expect("purged");
    let over = "SELECT COUNT(*) FROM rounds WHERE kind = 'ladder' AND state = 'done'";
    while count(over).await == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(scores(&site.app).await, scores(&alone).await);
    let again = count("SELECT COUNT(*) FROM matches WHERE attempts > 1").await;
    assert_eq!(again, 0, "waiting is no attempt");
    site.app.stop.send_replace(true);
    jobs::end(directing).await;
    one.end().await.expect("ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_ends_also_without_a_server() {
    let Some(nats) = Nats::start() else { return };
    let _site = nats.judge().await;
    let one = nats.worker("one").await;
    drop(nats);
    // A worker that waits for its server would do so for ever.
    tokio::time::timeout(HANGS, one.end()).await.expect("does not wait").expect("ended");
}

/// Where players of the game play, nobody needs bytes.
struct Nothing;

impl Blobs for Nothing {
    fn get<'a>(&'a self, digest: &'a Digest) -> BoxFuture<'a, anyhow::Result<Vec<u8>>> {
        async move { anyhow::bail!("no bytes {digest}") }.boxed()
    }
}

/// A match of the game's own players.
fn game_of_nulls() -> Job {
    let null =
        || Player { name: "Null".into(), program: Program::BuiltIn("Null".into()), struck: false };
    let game = games::ALL[0].facts();
    Job::Play(Play {
        game: game.id.into(),
        settings: game.boards[0].1.as_bytes().to_vec(),
        seed: "1".into(),
        ruleset: Default::default(),
        judged: true,
        limits: Limits { fuel: 1, memory_bytes: 1, stderr_bytes: 1, cpu_millis: None },
        seats: std::iter::repeat_with(null).take(4).collect(),
        record: false,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_acknowledged_wherever_it_is_dropped() {
    let Some(nats) = Nats::start() else { return };
    let _site = nats.judge().await;
    let one = nats.worker("one").await;
    let ann = setup::add(&nats.path(), "ann", Role::Researcher, 1).expect("added");
    drop(nats.client("ann").await);
    let pin = server::version::pin();
    let woken = Arc::default();
    let sender = Sender::connect(&nats.server.url, &ann, &pin, Arc::new(Nothing), woken).await;
    let sender = sender.expect("connected");
    let judge = nats.client("judge").await;
    let mut answers = judge.subscribe("_INBOX_worker_one.>").await.expect("subscribed");
    judge.flush().await.expect("flushed");
    let answer = sender.run(game_of_nulls(), Duration::from_secs(60)).await.expect("played");
    assert!(matches!(answer.result, Ok(Outcome::Played(_))), "{answer:?}");
    // As `palestra league` does: outside of the runtime.
    std::thread::spawn(move || drop(answer)).join().expect("dropped");
    loop {
        let said = answers.next().await.expect("an answer").payload;
        assert_ne!(&*said, b"gone", "the worker had to ask again");
        if *said == *b"stored" {
            break;
        }
    }
    one.end().await.expect("ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_client_calls_the_workers() {
    let Some(nats) = Nats::start() else { return };
    let _site = nats.judge().await;
    setup::add(&nats.path(), "one", Role::Worker, 1).expect("added");
    let ann = setup::add(&nats.path(), "ann", Role::Researcher, 1).expect("added");
    drop(nats.client("ann").await);
    // A worker that says nothing unless it is called.
    let worker = nats.client("one").await;
    let mut calls = worker.subscribe("calls.*").await.expect("subscribed");
    worker.flush().await.expect("flushed");
    let pin = server::version::pin();
    let (url, woken) = (&nats.server.url, Arc::default());
    let sender = Sender::connect(url, &ann, &pin, Arc::new(Nothing), woken).await;
    let sender = sender.expect("connected");
    let call = tokio::time::timeout(HANGS, calls.next()).await.expect("nobody calls");
    assert_eq!(&*call.expect("a call").subject, "calls.ann");
    let architecture = std::env::consts::ARCH.into();
    let (name, slots, busy, done, compiler) = ("one".into(), 3, 0, 0, true);
    let member = Member { name, pin, architecture, slots, busy, done, compiler };
    let text = serde_json::to_vec(&member).expect("a text");
    worker.publish("workers.one", text.into()).await.expect("sent");
    let mut capacity = sender.capacity();
    assert_eq!(*capacity.wait_for(|capacity| *capacity > 0).await.expect("it counts"), 6);
}

/// The judge and somebody with a stolen credential.
struct Theft {
    judge: async_nats::Client,
    thief: async_nats::Client,
    /// What the thief may say, and who hears it.
    may: &'static str,
    said: async_nats::Subscriber,
    /// What the judge says to itself.
    own: async_nats::Subscriber,
    /// Where the thief gets answers.
    inbox: String,
}

impl Theft {
    async fn new(nats: &Nats, role: Role, may: &'static str) -> Self {
        for name in ["thief", "victim"] {
            setup::add(&nats.path(), name, role, 1).expect("added");
        }
        let judge = nats.access("judge").connect(&nats.server.url).await.expect("connected");
        let thief = nats.client("thief").await;
        let said = judge.subscribe(may).await.expect("subscribed");
        let inbox = nats.access("thief").inbox();
        let own = judge.subscribe("_INBOX_judge_judge.own").await.expect("subscribed");
        let mut theft = Self { judge, thief, may, said, own, inbox };
        theft.judge_is_heard().await;
        theft
    }

    /// Waits until the server has done all that the judge asked for.
    async fn judge_is_heard(&mut self) {
        self.judge.publish("_INBOX_judge_judge.own", "".into()).await.expect("sent");
        self.own.next().await.expect("heard");
    }

    /// Waits until the server has done all that the thief asked for.
    async fn thief_is_heard(&mut self) {
        self.thief.publish(self.may, "".into()).await.expect("sent");
        self.said.next().await.expect("the thief may say this");
    }

    /// Whether something that the thief publishes arrives.
    async fn arrives(&mut self, subject: &str) -> bool {
        let mut heard = self.judge.subscribe(subject.to_string()).await.expect("subscribed");
        self.judge_is_heard().await;
        self.thief.publish(subject.to_string(), "stolen".into()).await.expect("sent");
        self.thief_is_heard().await;
        self.judge_is_heard().await;
        now(&mut heard).await
    }

    /// Whether the thief hears something where it listens.
    async fn hears(&mut self, at: &str, subject: &str) -> bool {
        let mut heard = self.thief.subscribe(at.to_string()).await.expect("asked");
        let inbox = format!("{}.own", self.inbox);
        let mut own = self.thief.subscribe(inbox.clone()).await.expect("subscribed");
        self.thief_is_heard().await;
        self.judge.publish(subject.to_string(), "secret".into()).await.expect("sent");
        self.judge.publish(inbox, "".into()).await.expect("sent");
        own.next().await.expect("its own inbox");
        now(&mut heard).await
    }
}

/// Whether a message is there.
async fn now(heard: &mut async_nats::Subscriber) -> bool {
    tokio::select! {
        biased;
        message = heard.next() => message.is_some(),
        () = std::future::ready(()) => false,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_credential_takes_jobs_and_nothing_else() {
    let Some(nats) = Nats::start() else { return };
    let _site = nats.judge().await;
    let mut theft = Theft::new(&nats, Role::Worker, "workers.thief").await;
    // Its own results arrive; those in another name, jobs, bytes and commands do not.
    assert!(theft.arrives("results.judge.sender.thief.job").await);
    for subject in [
        "results.judge.sender.victim.job",
        "jobs.judge.0123.play",
        "blobs.judge.0123.0",
        "workers.victim",
        "calls.judge",
        "calls.thief",
        "wake.judge",
        "_INBOX_judge_judge.guess",
        "$JS.API.STREAM.DELETE.jobs",
        "$JS.API.STREAM.PURGE.jobs",
        "$JS.API.STREAM.MSG.GET.jobs",
        "$JS.API.STREAM.MSG.GET.blobs",
        "$JS.API.CONSUMER.CREATE.blobs",
        "$JS.API.CONSUMER.CREATE.jobs.mine.jobs.secret",
        "$JS.API.CONSUMER.DURABLE.CREATE.blobs.mine",
        "$JS.API.DIRECT.GET.blobs",
        "$JS.API.DIRECT.GET.jobs.jobs.judge.0123.play",
    ] {
        assert!(!theft.arrives(subject).await, "{subject}");
    }
    // What it may not listen to it does not hear.
    assert!(theft.hears("_INBOX_worker_thief.>", "_INBOX_worker_thief.answer").await);
    assert!(theft.hears("calls.*", "calls.judge").await);
    for (at, subject) in [
        (">", "results.judge.sender.victim.job"),
        ("results.>", "results.judge.sender.victim.job"),
        ("jobs.>", "jobs.judge.0123.play"),
        ("_INBOX_worker_victim.>", "_INBOX_worker_victim.guess"),
        ("workers.*", "workers.victim"),
        ("$JS.EVENT.ADVISORY.>", "$JS.EVENT.ADVISORY.test"),
    ] {
        assert!(!theft.hears(at, subject).await, "{at} heard {subject}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_researcher_sends_own_matches_and_nothing_else() {
    let Some(nats) = Nats::start() else { return };
    let _site = nats.judge().await;
    let mut theft = Theft::new(&nats, Role::Researcher, "blobs.thief.0123.0").await;
    // Own matches arrive, and the own consumer is made; what belongs to others does not.
    assert!(theft.arrives("jobs.thief.0123.play").await);
    assert!(theft.arrives("calls.thief").await);
    let create = "$JS.API.CONSUMER.CREATE.jobs";
    assert!(theft.arrives(&format!("{create}.thief_1x.jobs.thief.0123.play")).await);
    for subject in [
        "jobs.judge.0123.play",
        "jobs.thief.0123.build",
        "blobs.judge.0123.0",
        "results.judge.sender.thief.job",
        "workers.thief",
        "calls.victim",
        "wake.judge",
        "_INBOX_judge_judge.guess",
        // A larger share, somebody else's jobs, somebody else's consumer.
        "$JS.API.CONSUMER.CREATE.jobs.thief_16x.jobs.thief.0123.play",
        "$JS.API.CONSUMER.CREATE.jobs.thief_1x.jobs.judge.0123.play",
        "$JS.API.CONSUMER.CREATE.jobs.victim_1x.jobs.thief.0123.play",
        "$JS.API.CONSUMER.CREATE.jobs",
        "$JS.API.CONSUMER.DURABLE.CREATE.jobs.thief_1x",
        "$JS.API.CONSUMER.DELETE.jobs.victim_1x",
        "$JS.API.CONSUMER.MSG.NEXT.jobs.victim_1x",
        "$JS.API.STREAM.DELETE.jobs",
        "$JS.API.STREAM.PURGE.jobs",
        "$JS.API.STREAM.MSG.GET.jobs",
        "$JS.API.DIRECT.GET.blobs.blobs.victim.0123.0",
    ] {
        assert!(!theft.arrives(subject).await, "{subject}");
    }
    assert!(theft.hears("results.thief.>", "results.thief.sender.victim.job").await);
    for (at, subject) in [
        (">", "results.judge.sender.victim.job"),
        ("results.>", "results.judge.sender.victim.job"),
        ("jobs.>", "jobs.judge.0123.play"),
        ("blobs.>", "blobs.victim.0123.0"),
        ("_INBOX_researcher_victim.>", "_INBOX_researcher_victim.guess"),
        ("wake.*", "wake.judge"),
    ] {
        assert!(!theft.hears(at, subject).await, "{at} heard {subject}");
    }
    // Its consumer serves the version that it used last.
    let own = jetstream::new(nats.client("victim").await);
    for pin in ["older", "newer"] {
        setup::consumers(&own, &nats.access("victim"), pin).await.expect("made");
    }
    let judge = jetstream::new(theft.judge.clone());
    let stream = judge.get_stream(bus::nats::JOBS).await.expect("the stream");
    let consumer = stream.consumer_info("victim_1x").await.expect("the consumer");
    let subject = format!("jobs.victim.{}.play", bus::nats::pin_word("newer"));
    assert_eq!(consumer.config.filter_subject, subject);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_credential_is_refused_and_its_connection_ends() {
    let Some(nats) = Nats::start() else { return };
    let _site = nats.judge().await;
    let access = setup::add(&nats.path(), "lost", Role::Worker, 1).expect("added");
    drop(nats.connection("lost").await);
    let client = access.connect(&nats.server.url).await.expect("connected");
    setup::revoke(&nats.path(), "lost").expect("revoked");
    while client.connection_state() == async_nats::connection::State::Connected {
        tokio::task::yield_now().await;
    }
    let refused = access.connect(&nats.server.url).await;
    assert!(refused.is_err_and(|error| format!("{error:#}").contains("worker `lost`")));
    assert!(setup::revoke(&nats.path(), "lost").is_err(), "once is enough");
    assert!(!Path::new(&nats.creds("lost")).exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn credentials_that_do_not_fit_are_refused_in_words() {
    let Some(nats) = Nats::start() else { return };
    let refused = Connection::open(&nats.server.url, &nats.access("judge")).await;
    let text = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(text.contains("a worker needs its own"), "{text}");
    for (name, why) in [("judge", "already"), ("Lab 1", "cannot be a name"), ("a.b", "cannot")] {
        let refused = setup::add(&nats.path(), name, Role::Worker, 1);
        let text = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(text.contains(why), "{text}");
    }
    let nowhere = nats.access("judge").connect("nats://127.0.0.1:1").await;
    let text = format!("{:#}", nowhere.expect_err("nobody is there"));
    assert!(text.contains("cannot connect to nats://127.0.0.1:1 as judge `judge`"), "{text}");
}
