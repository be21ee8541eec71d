//! Measures the load that the judge can handle: page views during matches, and the rush before a
//! deadline.
//!
//! `cargo xtask load` runs it: the program as a process of its own, this one as its visitors, both
//! on this machine. A view's time counts from the moment it was due, so that a server that falls
//! behind cannot hide it.

use anyhow::{Context, Result, ensure};
use reqwest::blocking::Client;
use server::db::{self, submissions, users};
use server::states::{Scope, SubmissionState};
use server::{App, Config, Shared, secret, time};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const RATE: usize = 200;
const VIEW_SECONDS: usize = 60;
const VISITORS: usize = 48;
const AUTHORS: usize = 100;
const RUSH: Duration = Duration::from_secs(60);
/// The visitors all come from one address.
const CONFIG: &str = "requests_per_second = 1000000\nsign_ins_per_minute = 1000000\n\
                      sign_ins_per_account = 1000000\n";

struct Server {
    process: Child,
    url: String,
    /// Held open: the server may have more to say.
    _said: BufReader<ChildStdout>,
}

impl Server {
    fn start(program: &str, folder: &Path) -> Result<Self> {
        std::fs::write(folder.join("palestra.toml"), CONFIG)?;
        let mut process = Command::new(program)
            .arg("serve")
            .arg(folder)
            .args(["--listen", "127.0.0.1:0", "--workers", "2", "--trust-sources"])
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{program} cannot be started"))?;
        let mut said = BufReader::new(process.stdout.take().context("no output")?);
        let mut line = String::new();
        said.read_line(&mut line)?;
        let url = line.trim().strip_prefix("Palestra is at ").context("no address")?.to_string();
        Ok(Self { process, url, _said: said })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn main() -> Result<()> {
    // The clients ask for cryptography, though they need none here.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut words = std::env::args().skip(1);
    let program = words.next().context("usage: load PALESTRA [SUBMISSIONS]")?;
    let submissions: usize = words.next().map_or(Ok(300), |n| n.parse())?;
    let folder = tempfile::tempdir()?;
    let server = Server::start(&program, folder.path())?;
    let runtime = tokio::runtime::Runtime::new()?;
    let config = Config { folder: folder.path().into(), workers: 0, ..Config::default() };
    let app = runtime.block_on(App::open(config, None))?;
    tell_load();
    runtime.block_on(play_on(&app))?;
    runtime.block_on(until_played(&app, 40))?;
    let before = runtime.block_on(db::matches::counts(&app.db))?;
    views(&server.url, &runtime.block_on(pages(&app))?);
    println!(
        "matches before {before:?}, after {:?}",
        runtime.block_on(db::matches::counts(&app.db))?
    );
    tell_load();
    if submissions > 0 {
        rush(&runtime, &app, &server.url, submissions)?;
    }
    Ok(())
}

/// How busy the machine is: figures of a busy one say little.
fn tell_load() {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("tasks that wait for a processor (1, 5, 15 minutes): {}", load.trim());
}

/// The ladder is not to rest while pages are viewed.
async fn play_on(app: &Shared) -> Result<()> {
    let season = db::seasons::by_slug(&app.db, "demo").await?.context("no season")?;
    let more = db::seasons::Options {
        ladder_rounds_max: 1_000_000,
        ladder_matches_enough: 1_000_000,
        ..season.options()
    };
    let mut transaction = db::begin(&app.db).await?;
    db::seasons::change(&mut transaction, &season.id, &season.title, &more).await?;
    Ok(transaction.commit().await?)
}

/// Waits until there is something to look at.
async fn until_played(app: &Shared, matches: i64) -> Result<()> {
    let season = db::seasons::by_slug(&app.db, "demo").await?.context("no season")?;
    while db::matches::public_count(&app.db, &season.id).await? < matches {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(())
}

/// What visitors look at, the common more often: kinds with their addresses.
async fn pages(app: &Shared) -> Result<Vec<(&'static str, String)>> {
    let season = db::seasons::by_slug(&app.db, "demo").await?.context("no season")?;
    let list =
        db::matches::listed(&app.db, &season.id, db::matches::Only::Any, false, (0, 20)).await?;
    let mut all = Vec::new();
    for m in &list {
        for (kind, path) in [
            ("season", String::new()),
            ("season", String::new()),
            ("standings", "/standings".into()),
            ("standings", "/standings".into()),
            ("matches", "/matches".into()),
            ("player", "/players/Demo".into()),
            ("player", "/players/DummyTwin".into()),
            ("match", format!("/matches/{}", m.id)),
            ("match", format!("/matches/{}", m.id)),
            ("rules", "/rules".into()),
            ("record", format!("/matches/{}/record.match", m.id)),
            ("viewer", format!("/matches/{}/viewer", m.id)),
        ] {
            all.push((kind, format!("/s/demo{path}")));
        }
        all.push(("interface", "/api/seasons/demo/standings".into()));
        all.push(("style", "/site.css".into()));
    }
    Ok(all)
}

/// Runs one task per number, each at its moment, on all visitors; gives what each told and how
/// long after its moment it was done.
fn on_time<T: Send>(
    count: usize,
    over: Duration,
    task: impl Fn(&Client, usize) -> T + Sync,
) -> Vec<(T, Duration)> {
    let (next, begin) = (AtomicUsize::new(0), Instant::now());
    let all = Mutex::new(Vec::with_capacity(count));
    std::thread::scope(|scope| {
        for _ in 0..VISITORS {
            scope.spawn(|| {
                let client = client();
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    if k >= count {
                        return;
                    }
                    let due = over.mul_f64(k as f64 / count as f64);
                    std::thread::sleep(due.saturating_sub(begin.elapsed()));
                    let what = task(&client, k);
                    let took = begin.elapsed().saturating_sub(due);
                    all.lock().expect("no thread fails").push((what, took));
                }
            });
        }
    });
    all.into_inner().expect("no thread fails")
}

/// A visitor: connections of its own, which it keeps. All traffic is on this machine, without
/// TLS.
fn client() -> Client {
    let client = Client::builder().timeout(Duration::from_secs(60)).tls_certs_only([]);
    client.build().expect("a client without certificates can be built")
}

fn views(url: &str, pages: &[(&'static str, String)]) {
    let over = Duration::from_secs(VIEW_SECONDS as u64);
    let all = on_time(RATE * VIEW_SECONDS, over, |client, k| {
        let (kind, path) = &pages[k * 7919 % pages.len()];
        (*kind, looks(client, &format!("{url}{path}")))
    });
    let wrong = all.iter().filter(|((_, good), _)| !good).count();
    println!("\n{RATE} views a second for {VIEW_SECONDS} s, {wrong} answers wrong");
    println!("{:<10} {:>6} {:>9} {:>9} {:>9}", "page", "views", "p50", "p99", "most");
    let mut kinds: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    all.iter().for_each(|((kind, _), took)| kinds.entry(kind).or_default().push(*took));
    for (kind, list) in kinds {
        tell(kind, list);
    }
    tell("all", all.into_iter().map(|(_, took)| took).collect());
}

/// Loads a page as a browser does, whole and compressed.
fn looks(client: &Client, url: &str) -> bool {
    let Ok(answer) = client.get(url).header("accept-encoding", "gzip").send() else { return false };
    let good = answer.status().as_u16() == 200;
    good && answer.bytes().is_ok_and(|all| !all.is_empty())
}

fn tell(what: &str, mut list: Vec<Duration>) {
    list.sort_unstable();
    let Some(last) = list.len().checked_sub(1) else { return };
    let at = |share: f64| list[(last as f64 * share).round() as usize];
    let ms = |d: Duration| match d.as_secs() {
        0..10 => format!("{:.1} ms", d.as_secs_f64() * 1000.0),
        s => format!("{s} s"),
    };
    let (p50, p99, most) = (ms(at(0.5)), ms(at(0.99)), ms(at(1.0)));
    println!("{what:<10} {:>6} {p50:>9} {p99:>9} {most:>9}", list.len());
}

/// Authors with tokens, and a season whose ladder rests; gives the season and the tokens.
async fn authors(app: &Shared) -> Result<(String, Vec<String>)> {
    let season = db::seasons::by_slug(&app.db, "demo").await?.context("no season")?;
    let options = db::seasons::Options { ladder: false, ..season.options() };
    let mut transaction = db::begin(&app.db).await?;
    db::seasons::change(&mut transaction, &season.id, &season.title, &options).await?;
    let mut people = Vec::new();
    for k in 0..AUTHORS {
        let user = users::User {
            id: server::ids::UserId::random(),
            login: format!("author{k}"),
            name: format!("Author {k}"),
            password: None,
            role: server::states::Role::Player,
            created: time::now(),
            disabled: false,
        };
        users::insert(&mut transaction, &user).await?;
        people.push((secret::token(), user.id));
    }
    for (token, user) in &people {
        let new = users::ApiToken {
            id: secret::id(),
            label: String::new(),
            created: time::now(),
            scope: Scope::Submit,
            expires: 0,
        };
        users::add_token(&mut transaction, &secret::digest(token), user, &new).await?;
    }
    transaction.commit().await?;
    Ok((season.id.to_string(), people.into_iter().map(|(token, _)| token).collect()))
}

/// Everybody submits within a minute, and then waits for the verdict.
fn rush(runtime: &tokio::runtime::Runtime, app: &Shared, url: &str, count: usize) -> Result<()> {
    let (season, tokens) = runtime.block_on(authors(app))?;
    let game = games::ALL.first().context("no game")?.facts();
    let template = game.sdk.iter().find(|(path, _)| *path == "AIDemo.cc").context("no Demo")?.1;
    let begin = Instant::now();
    let answers = on_time(count, RUSH, |client, k| {
        let name = format!("Rush{k}");
        let text = template.replace("PLAYER_NAME Demo", &format!("PLAYER_NAME {name}"));
        let at = format!("{url}/api/seasons/demo/submissions?name={name}");
        let sent = client.post(&at).bearer_auth(&tokens[k % tokens.len()]).body(text).send();
        sent.map_or(0, |answer| answer.status().as_u16())
    });
    let mut by_status: BTreeMap<u16, usize> = BTreeMap::new();
    answers.iter().for_each(|(status, _)| *by_status.entry(*status).or_default() += 1);
    println!("\n{count} submissions in {:.0} s; answers by status: {by_status:?}", RUSH.as_secs());
    tell("answer", answers.iter().map(|(_, took)| *took).collect());
    let accepted = by_status.get(&201).copied().unwrap_or(0);
    runtime.block_on(verdicts(app, &season, accepted, begin))
}

async fn verdicts(app: &Shared, season: &str, accepted: usize, begin: Instant) -> Result<()> {
    let list = loop {
        let all = submissions::of_season(&app.db, &season.into()).await?;
        let own: Vec<_> = all.into_iter().filter(|s| s.user_id.is_some()).collect();
        if own.iter().all(|s| s.decided.is_some()) {
            break own;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    println!("the queue was empty {:.0} s after the first one came", begin.elapsed().as_secs_f64());
    let waited = |s: &submissions::Submission| {
        Duration::from_millis(s.decided.map_or(0, |at| (at - s.created).unsigned_abs()))
    };
    tell("verdict", list.iter().map(waited).collect());
    let mut by_state: BTreeMap<SubmissionState, usize> = BTreeMap::new();
    list.iter().for_each(|s| *by_state.entry(s.state).or_default() += 1);
    println!("{accepted} accepted, {} with a verdict: {by_state:?}", list.len());
    ensure!(list.len() == accepted, "{} were lost", accepted.abs_diff(list.len()));
    ensure!(!by_state.contains_key(&SubmissionState::Failed), "the judge failed");
    Ok(())
}
