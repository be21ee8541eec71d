//! Worker processes that are killed, lie or hang, and players that make them.
#![cfg(unix)]

use crate::common::Site;
use bus::local::{Machine, Setup};
use bus::{Bus, Lost};
use server::app::actor::Actor;
use server::app::decisions::stop_judging;
use server::app::fail::Fail;
use server::app::live;
use server::app::verdict::Verdict;
use server::db::{fairness, submissions, users};
use server::ids::SubmissionId;
use server::jobs;
use server::states::SubmissionState;
use server::store::Store;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use toolchain::{Cache, Reason, Step, Toolchain};
use worker::Kind;
use worker::protocol::{
    self, Digest, FromWorker, Job, Limits, Outcome, Play, Player, Program, Ready,
};

/// Longer than anything takes here.
const LONG: Duration = Duration::from_secs(300);

fn source(name: &str, before: &str, body: &str) -> String {
    format!(
        "#include \"Player.hh\"\n#define PLAYER_NAME {name}\n{before}\nstruct PLAYER_NAME : public \
         Player {{\n  static Player* factory () {{ return new PLAYER_NAME; }}\n  virtual void play \
         () {{ {body} }}\n}};\nRegisterPlayer(PLAYER_NAME);\n"
    )
}

/// A match of the game's own players, but for this one.
fn a_match(first: Program, fuel: u64) -> Job {
    let facts = games::ALL[0].facts();
    let seat = |k: usize| Player {
        name: format!("Seat{k}"),
        program: if k == 0 { first.clone() } else { Program::BuiltIn("Dummy".into()) },
        struck: false,
    };
    Job::Play(Play {
        game: facts.id.into(),
        settings: facts.boards[0].1.as_bytes().to_vec(),
        seed: "1".into(),
        ruleset: engine::Ruleset::Statement,
        judged: true,
        limits: Limits {
            fuel,
            memory_bytes: 64 << 20,
            stderr_bytes: 1 << 16,
            cpu_millis: Some(1_000_000),
        },
        seats: (0..engine::SEATS).map(seat).collect(),
        record: true,
    })
}

fn dummy() -> Program {
    Program::BuiltIn("Dummy".into())
}

fn machine(folder: &Path, command: Vec<OsString>) -> Machine {
    let setup = Setup {
        name: "here".into(),
        pin: server::version::pin(),
        slots: 2,
        command,
        codes: &folder.join("code"),
        extra: Vec::new(),
        compiler: true,
    };
    Machine::new(setup, Arc::new(Store::folder(folder).expect("a store")))
}

fn real(folder: &Path) -> Machine {
    machine(folder, vec![env!("CARGO_BIN_EXE_judge-worker").into()])
}

/// The machine of a server that plays by itself.
fn own(site: &Site) -> &Machine {
    match &site.app.bus {
        Bus::Local(machine) => machine,
        Bus::Cluster(_) => panic!("a cluster"),
    }
}

/// A worker that says it is ready, then these bytes, and then does what the shell is told.
fn liar(folder: &Path, bytes: &[u8], then: &str) -> Machine {
    let ready = FromWorker::Ready(Ready {
        target: "anything".into(),
        confined: worker::confine::Confined::default(),
        trouble: String::new(),
    });
    let said = [protocol::frame(&ready).expect("a frame"), bytes.to_vec()].concat();
    let file = folder.join("said");
    std::fs::write(&file, said).expect("written");
    let script = format!("cat '{}'; {then}", file.display());
    let command: Vec<OsString> = ["/bin/sh", "-c", &script].map(Into::into).into();
    machine(folder, command)
}

#[tokio::test]
async fn a_worker_that_lies_dies_or_hangs_costs_one_job() {
    let frame = |message: &FromWorker| protocol::frame(message).expect("a frame");
    let foreign = frame(&FromWorker::Need(vec![Digest::of(b"the judge's own secret")]));
    let twice = frame(&FromWorker::Ready(Ready {
        target: String::new(),
        confined: worker::confine::Confined::default(),
        trouble: String::new(),
    }));
    let mut version = frame(&FromWorker::Need(Vec::new()));
    version[4] = 99;
    let mut endless = vec![0, 0, 0, 5];
    endless.extend(protocol::VERSION.to_le_bytes());
    endless.push(1);
    let hang = "cat > /dev/null; true";
    for (bytes, then, lost) in [
        (vec![0xFF; 1000], hang, "Broken"),
        (foreign, hang, "Broken"),
        (twice, hang, "Broken"),
        (version, hang, "Broken"),
        (Vec::new(), "head -c 1 > /dev/null; exit 7", "Died"),
        (Vec::new(), "head -c 1 > /dev/null; kill -9 $$", "Died"),
        // A frame that never ends.
        (endless, hang, "Late"),
        (Vec::new(), hang, "Late"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let pool = liar(folder.path(), &bytes, then);
        let limit = if lost == "Late" { Duration::from_millis(50) } else { LONG };
        let answer = pool.run(a_match(dummy(), 1), limit).await.expect("asked");
        let got = match answer.result.expect_err("no result") {
            Lost::Died(_) => "Died",
            Lost::Late(_) => "Late",
            Lost::Broken(_) => "Broken",
            Lost::GivenUp(_) | Lost::Gone => "in a cluster only",
        };
        assert_eq!(got, lost, "{then}");
    }
}

#[tokio::test]
async fn a_worker_that_says_too_much_is_read_and_one_that_cannot_begin_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = FromWorker::Done(Box::new(Outcome::Trouble("full".into())));
    let bytes = protocol::frame(&outcome).expect("a frame");
    let talks = "yes some words | head -c 1000000 >&2; cat > /dev/null; true";
    let pool = liar(folder.path(), &bytes, talks);
    let answer = pool.run(a_match(dummy(), 1), LONG).await.expect("asked");
    assert!(matches!(answer.result, Ok(Outcome::Trouble(why)) if why == "full"));
    let pool = machine(folder.path(), vec!["/no/such/program".into()]);
    let error = pool.run(a_match(dummy(), 1), LONG).await.expect_err("not started");
    assert!(error.to_string().contains("/no/such/program"), "{error}");
}

/// Kills a process as the kernel does when there is no memory left.
fn kill(id: u32) {
    let done = std::process::Command::new("kill").args(["-9", &id.to_string()]).status();
    assert!(done.expect("kill is there").success());
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_processes_are_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let pool = Arc::new(real(folder.path()));
    pool.target().await.expect("starts");
    let [idle] = pool.idle(Kind::Play)[..] else { panic!("one process waits") };
    // In the middle of a job: of a player that never ends.
    let endless = "(module (memory (export \"memory\") 2)
        (func (export \"palestra_abi\") (result i32) (i32.const 1))
        (func (export \"palestra_buffer\") (param i32) (result i32) (i32.const 1024))
        (func (export \"palestra_begin\") (param i32))
        (func (export \"palestra_play\") (param i32 i32) (result i32) (loop $l (br $l))
            (i32.const 0)))";
    let store = Store::folder(folder.path()).expect("a store");
    let module = store.put(wat::parse_str(endless).expect("a module")).await.expect("kept");
    let player = Program::Module(module.parse().expect("a digest"));
    let playing = tokio::spawn({
        let pool = pool.clone();
        async move { pool.run(a_match(player, u64::MAX), LONG).await }
    });
    while !pool.idle(Kind::Play).is_empty() {
        tokio::task::yield_now().await;
    }
    kill(idle);
    let answer = playing.await.expect("ends").expect("asked");
    assert!(matches!(answer.result, Err(Lost::Died(_))), "{answer:?}");
    // The next job finds another process.
    let answer = pool.run(a_match(dummy(), 1), LONG).await.expect("asked");
    assert!(matches!(answer.result, Ok(Outcome::Played(_))), "{answer:?}");
    let [other] = pool.idle(Kind::Play)[..] else { panic!("one process waits") };
    assert_ne!(idle, other);
    let [builder] = pool.idle(Kind::Build)[..] else { panic!("one process waits") };
    kill(builder);
    let job = Job::MachineCode { module: module.parse().expect("a digest") };
    let again = pool.run(job, LONG).await.expect("asked").result;
    // It may have been gone when it was taken, or not yet.
    assert!(matches!(again, Ok(Outcome::MachineCode(_)) | Err(Lost::Died(_))), "{again:?}");
}

async fn installed() {
    let install = || Toolchain::install(&Cache::of_user(), &|_| ()).map(drop);
    tokio::task::spawn_blocking(install).await.expect("ends").expect("a compiler");
}

async fn submit(site: &Site, login: &str, name: &str, text: &str) -> SubmissionId {
    let token = site.token(login).await;
    let path = format!("/api/seasons/demo/submissions?name={name}");
    let answer = site.ask("POST", &path, &token, "text/plain", text.into()).await;
    let said: serde_json::Value = serde_json::from_slice(&answer.bytes).expect("JSON");
    said["id"].as_str().unwrap_or_else(|| panic!("{said}")).into()
}

async fn state(site: &Site, id: &SubmissionId) -> SubmissionState {
    let found = submissions::by_id(&site.app.db, id).await.expect("read");
    found.expect("is there").state
}

#[tokio::test(flavor = "multi_thread")]
async fn no_submission_keeps_another_author_from_a_verdict() {
    installed().await;
    let site = Site::new().await;
    site.change(|o| o.ladder = false).await;
    site.account("mallory", "player").await;
    site.account("alice", "player").await;
    let imports = "extern \"C\" __attribute__((import_module(\"env\"), import_name(\"get\"))) \
                   int get_secret();";
    // Loops over many values that live across all of them: register allocation explodes.
    let values: String = (0..400).map(|k| format!("unsigned v{k} = seed + {k};")).collect();
    let mixed: String =
        (0..400).map(|k| format!("v{k} += v{} * 3 + i;", (k * 7 + 1) % 400)).collect();
    let loops: String =
        (0..30).map(|_| format!("for (unsigned i = 0; i < v0 % 9; ++i) {{ {mixed} }}")).collect();
    let sum: String = (0..400).map(|k| format!("+ v{k}")).collect();
    let heavy = format!("volatile unsigned seed = 5; {values} {loops} seed = 0 {sum};");
    let mut bad = Vec::new();
    for (name, text) in [
        ("Imports", source("Imports", imports, "if (get_secret()) return;")),
        ("Heavy", source("Heavy", "", &heavy)),
        ("Lines", source("Lines", &"\n".repeat(200_000), "")),
        ("Rules", source("Rules", "#include <fstream>", "")),
    ] {
        bad.push((name, submit(&site, "mallory", name, &text).await));
    }
    let good = submit(&site, "alice", "Honest", &source("Honest", "", "")).await;
    site.work().await;
    for (name, id) in &bad {
        let found = submissions::by_id(&site.app.db, id).await.expect("read").expect("is there");
        assert!(!found.state.is_pending(), "{name} is {}", found.state);
        assert_ne!(found.state, SubmissionState::Failed, "{name}: {:?}", found.report);
    }
    assert_eq!(state(&site, &bad[0].1).await, SubmissionState::Refused);
    assert_eq!(state(&site, &bad[3].1).await, SubmissionState::Refused);
    // It does nothing, so it beats nobody; what counts is that it was judged.
    assert_eq!(state(&site, &good).await, SubmissionState::Beaten);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_eats_the_compilers_memory_is_refused_with_the_limit() {
    installed().await;
    let site = Site::new().await;
    site.change(|o| o.ladder = false).await;
    for login in ["mallory", "alice"] {
        site.account(login, "player").await;
    }
    let table = "static const volatile char table[3000000000u] = { 1 }; volatile unsigned at = 5; \
                 if (table[at] == 7) return;";
    let table = source("Eats", "", table);
    let eats = submit(&site, "mallory", "Eats", &table).await;
    let good = submit(&site, "alice", "Honest", &source("Honest", "", "")).await;
    site.work().await;
    let found = submissions::by_id(&site.app.db, &eats).await.expect("read").expect("is there");
    assert_eq!(found.state, SubmissionState::Refused, "{:?}", found.report);
    let gave_up = Verdict::CompilerGaveUp { step: Step::Compile, reason: Reason::Memory };
    assert_eq!(Verdict::read(&found.verdict), Some(gave_up), "{:?}", found.report);
    let page = format!("/api/seasons/demo/submissions/{eats}");
    let told = site.get(&page, &site.token("mallory").await).await.text();
    assert!(told.contains("needed more than 2048 MB of memory. Look for"), "{told}");
    assert_eq!(state(&site, &good).await, SubmissionState::Beaten, "it was judged");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_whose_process_is_killed_costs_one_attempt_and_others_go_on() {
    installed().await;
    let site = Site::new().await;
    site.change(|o| {
        o.ladder = false;
        (o.qualification_matches, o.qualification_wins) = (3, 1);
    })
    .await;
    site.account("mallory", "player").await;
    // Its fuel ends it, after a second or so.
    let slow = source("Slow", "", "volatile unsigned x = 0; for (;;) x = x + 1;");
    let id = submit(&site, "mallory", "Slow", &slow).await;
    while state(&site, &id).await != SubmissionState::Qualifying {
        assert!(jobs::step(&site.app).await.expect("works"), "it is built");
    }
    own(&site).target().await.expect("starts");
    let [idle] = own(&site).idle(Kind::Play)[..] else { panic!("one process waits") };
    let playing = tokio::spawn({
        let app = site.app.clone();
        async move { jobs::step(&app).await }
    });
    while !own(&site).idle(Kind::Play).is_empty() {
        tokio::task::yield_now().await;
    }
    kill(idle);
    assert!(playing.await.expect("ends").expect("works"));
    let matches = async || -> Vec<(String, i64, String)> {
        let sql = "SELECT state, attempts, receipts FROM matches ORDER BY state";
        sqlx::query_as(sql).fetch_all(&site.app.db).await.expect("read")
    };
    let all = matches().await;
    let back: Vec<_> = all.iter().filter(|m| m.0 == "planned" && m.1 == 1).collect();
    assert!(back.len() == 1 && back[0].2.contains("signal: 9"), "{all:?}");
    sqlx::query("UPDATE matches SET due = 0").execute(&site.app.db).await.expect("run");
    site.work().await;
    let all = matches().await;
    let mut attempts: Vec<i64> = all.iter().filter(|m| m.0 == "done").map(|m| m.1).collect();
    attempts.sort_unstable();
    assert_eq!(attempts, [1, 1, 2], "one attempt of one match: {all:?}");
    assert_eq!(state(&site, &id).await, SubmissionState::Beaten);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_that_runs_into_the_clock_cannot_erase_its_matches() {
    installed().await;
    let site = Site::with(|config| config.cpu_seconds = 0).await;
    site.change(|o| {
        o.ladder = false;
        (o.qualification_matches, o.qualification_wins) = (1, 1);
    })
    .await;
    site.account("mallory", "player").await;
    let late = source("Late", "", "volatile unsigned x = 0; while (x < 4000000000u) x = x + 1;");
    let id = submit(&site, "mallory", "Late", &late).await;
    site.work().await;
    assert_eq!(state(&site, &id).await, SubmissionState::Beaten);
    let one: (i64, i64, String, String) = sqlx::query_as(
        "SELECT m.clocked, s.strikes, m.state, s.receipt FROM matches m \
         JOIN seats s ON s.match_id = m.id WHERE s.submission_id IS NOT NULL",
    )
    .fetch_one(&site.app.db)
    .await
    .expect("one match");
    assert_eq!((one.0, one.1, one.2.as_str()), (1, 1, "done"));
    assert!(one.3.contains("timeout"), "{}", one.3);
}

#[tokio::test(flavor = "multi_thread")]
async fn authors_take_turns_and_wait_after_trouble() {
    let site = Site::new().await;
    site.change(|o| o.ladder = false).await;
    let season = site.season().await.id;
    let mut ids = Vec::new();
    for (login, name) in [("greedy", "First"), ("greedy", "Second"), ("modest", "Third")] {
        if ids.len() != 1 {
            site.account(login, "player").await;
        }
        ids.push(submit(&site, login, name, &source(name, "", "")).await);
    }
    let user = users::by_login(&site.app.db, "greedy").await.expect("read").expect("is there").id;
    let mut connection = site.app.db.acquire().await.expect("a connection");
    fairness::charge(&mut connection, &season, &user, 5_000_000).await.expect("charged");
    let mut order = Vec::new();
    for _ in 0..2 {
        let claimed = submissions::claim(&mut connection).await;
        order.push(claimed.expect("asked").expect("there is one").id);
    }
    assert_eq!(order, [ids[2].clone(), ids[0].clone()], "the modest author comes first");
    let before = live::submission_state_of(&site.app, &ids[1]).await.expect("read");
    for k in 0..fairness::TROUBLES_MAX {
        let until = fairness::waits_until(&mut connection, &user).await.expect("read");
        assert_eq!(until, None, "{k}");
        fairness::trouble(&mut connection, &user, "a job", "killed").await.expect("noted");
    }
    let greedy = site.token("greedy").await;
    let page = site.get(&format!("/s/demo/submissions/{}", ids[1]), &greedy).await.text();
    assert!(page.contains("Your submissions wait until "), "the author is told: {page}");
    let now = live::submission_state_of(&site.app, &ids[1]).await.expect("read");
    assert_ne!(now, before, "an open page is told, too");
    let list = site.get("/api/seasons/demo/submissions", &greedy).await;
    let list: serde_json::Value = serde_json::from_slice(&list.bytes).expect("submissions");
    let last: i64 = sqlx::query_scalar("SELECT MAX(at) FROM troubles")
        .fetch_one(&mut *connection)
        .await
        .expect("read");
    let until = list[0]["waits_until"].as_i64().expect("a program is told, too");
    assert!((last..=last + fairness::TROUBLE_COUNTS).contains(&until), "{until}");
    let none = submissions::claim(&mut connection).await.expect("asked");
    assert!(none.is_none(), "its author waits");
    sqlx::query("UPDATE troubles SET at = at - 3600001")
        .execute(&mut *connection)
        .await
        .expect("run");
    let claimed = submissions::claim(&mut connection).await.expect("asked");
    assert_eq!(claimed.expect("its turn").id, ids[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn judging_stops_in_any_state() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    site.account("olga", "organiser").await;
    let account = async |login: &str| -> Actor {
        users::by_login(&site.app.db, login).await.expect("read").expect("is there").into()
    };
    let (olga, alice, season) =
        (account("olga").await, account("alice").await, site.season().await);
    for (name, from, to) in [
        ("Waits", SubmissionState::Received, SubmissionState::Failed),
        ("Builds", SubmissionState::Compiling, SubmissionState::Failed),
        ("Plays", SubmissionState::Qualifying, SubmissionState::Failed),
        ("Competes", SubmissionState::Qualified, SubmissionState::Disqualified),
        ("Lost", SubmissionState::Beaten, SubmissionState::Disqualified),
    ] {
        let id = site.enter("alice", name, from).await;
        let mine = stop_judging(&site.app, &alice, &season, &id, "mine").await;
        assert!(matches!(mine, Err(Fail::NotAllowed)), "{name}");
        let why = "takes too long";
        let out = stop_judging(&site.app, &olga, &season, &id, why).await.expect("stopped");
        assert_eq!((out.state, state(&site, &id).await), (to, to), "{name}");
        let found = submissions::by_id(&site.app.db, &id).await.expect("read").expect("there");
        assert!(found.verdict.contains("takes too long"), "{}", found.verdict);
    }
    let log = server::db::audit::newest(&site.app.db, 10).await.expect("read");
    assert_eq!(log.iter().filter(|entry| entry.action == "stop judging").count(), 5);
    let nobody = stop_judging(&site.app, &olga, &season, &"nobody".into(), "").await;
    assert!(matches!(nobody, Err(Fail::NotFound)));
}
