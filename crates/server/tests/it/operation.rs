//! Registration, backups, seasons that move, metrics.

use crate::common::{Browser, Site, claim, open, open_on_file};
use axum::http::StatusCode;
use bus::Member;
use server::app::accounts;
use server::db::{dump, matches, queue, results, seasons, submissions, users};
use server::http::router;
use server::jobs;
use server::ops::backup;
use server::ops::gc;
use server::states::{MatchState, Role, SubmissionState};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[tokio::test(flavor = "multi_thread")]
async fn people_register_where_server_and_season_allow_it() {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    let nobody = Browser::default();
    let form = "login=Mar&name=Mar&password=long+enough+this";
    let path = "/s/demo/register";
    let closed = site.post(path, &nobody, form).await;
    assert_eq!(closed.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!site.get("/sign-in", &nobody).await.text().contains(path));
    // The organiser's form switches it on.
    let page = site.get("/s/demo/organise", &olga).await.text();
    assert!(page.contains("name=\"registration\""), "{page}");
    site.change(|o| o.registration = true).await;
    assert!(site.get("/sign-in", &nobody).await.text().contains(path));
    let short = site.post(path, &nobody, "login=mar&name=Mar&password=short").await;
    assert_eq!(short.status, StatusCode::UNPROCESSABLE_ENTITY);
    let made = site.post(path, &nobody, form).await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text());
    assert!(made.headers["set-cookie"].to_str().expect("text").contains("palestra_session="));
    let user = users::by_login(&site.app.db, "mar").await.expect("read").expect("is there");
    assert_eq!(user.role, Role::Player);
    let taken = site.post(path, &nobody, form).await;
    assert!(taken.text().contains("taken"), "{}", taken.text());
    site.change(|o| o.frozen = true).await;
    let late = site.post(path, &nobody, &form.replace("Mar", "Late")).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(site.get("/audit", &olga).await.text().contains("register"));
}

#[tokio::test(flavor = "multi_thread")]
async fn grades_count_every_submission_however_many_there_are() {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    site.account("alice", "player").await;
    let id = site.enter("alice", "Alice", SubmissionState::Qualified).await;
    let many = "INSERT INTO submissions (id, season_id, user_id, name, name_key, file, source, \
                size, state, created) WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 \
                FROM n WHERE k < 2500) SELECT 'n' || CAST(k AS TEXT), season_id, user_id, name, \
                name_key, file, source, size, 'beaten', created + k FROM submissions, n \
                WHERE id = $1";
    sqlx::query(many).bind(&id).execute(&site.app.db).await.expect("stored");
    let grades = site.get("/s/demo/organise/export.csv", &olga).await.text();
    let alice = grades.lines().find(|line| line.starts_with("alice,")).expect("alice");
    assert!(alice.ends_with(",2501,1"), "{alice}");
    // The page shows them in parts.
    let first = site.get("/s/demo/organise/submissions", &olga).await.text();
    assert!(first.contains("?from=200") && !first.contains(id.as_str()));
    let last = site.get("/s/demo/organise/submissions?from=2400", &olga).await.text();
    assert!(
        last.contains(id.as_str()) && !last.contains("?from=2600"),
        "the oldest is on the last page"
    );
}

/// All tables as text.
async fn everything(site: &server::Shared) -> String {
    let mut connection = site.db.acquire().await.expect("a connection");
    let mut lines = Vec::new();
    for table in dump::TABLES.iter() {
        for row in table.read(&mut connection, None).await.expect("read") {
            lines.push(format!("{} {}\n", table.name, serde_json::Value::Object(row)));
        }
    }
    lines.sort_unstable();
    lines.concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_running_server_restores_to_the_same() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    site.token("alice").await;
    site.enter("alice", "Alices", SubmissionState::Refused).await;
    site.enter("alice", "Alice2", SubmissionState::Qualified).await;
    site.change(|o| o.ladder_rounds_max = 3).await;
    site.work().await;
    let folders = tempfile::tempdir().expect("a folder");
    let (first, second) = (folders.path().join("first"), folders.path().join("second"));
    fs::write(site.folder.path().join("palestra.toml"), "workers = 1\n").expect("written");
    let before = everything(&site.app).await;
    let amount = backup::backup(&site.app, &first).await.expect("written");
    assert_eq!(amount.rows, before.lines().count());
    let again = backup::backup(&site.app, &first).await.expect_err("not empty");
    assert!(again.to_string().contains("is not empty"), "{again}");
    // While it plays: what is written is one moment, whatever happens meanwhile.
    site.change(|o| o.ladder_rounds_max = 12).await;
    let worker = tokio::spawn({
        let app = site.app.clone();
        async move { while jobs::step(&app).await.expect("works") {} }
    });
    backup::backup(&site.app, &second).await.expect("written");
    worker.await.expect("ends");

    let (one, two) = (folders.path().join("one"), folders.path().join("two"));
    let restored = open(&one).await;
    assert_eq!(backup::restore(&restored, &first).await.expect("restored"), amount);
    assert_eq!(everything(&restored).await, before);
    assert_eq!(fs::read_to_string(one.join("palestra.toml")).expect("read"), "workers = 1\n");
    let twice = backup::restore(&restored, &first).await.expect_err("not empty");
    assert!(twice.to_string().contains("is not empty"), "{twice}");
    // Alice's page and a record are there, and the restored ladder goes on to the same end.
    let season = seasons::by_slug(&restored.db, "demo").await.expect("read").expect("is there");
    let user = users::by_login(&restored.db, "alice").await.expect("read").expect("is there");
    let own = submissions::of_user(&restored.db, &season.id, &user.id).await.expect("read");
    assert_eq!(own.len(), 2);
    let restored = open(&two).await;
    backup::restore(&restored, &second).await.expect("restored");
    jobs::start(&restored).await.expect("starts");
    while jobs::step(&restored).await.expect("works") {}
    let results = |text: &str| -> Vec<String> {
        let kept = text.lines().filter(|l| l.starts_with("seats") || l.starts_with("standings"));
        let mut kept: Vec<String> = kept.map(String::from).collect();
        kept.sort_unstable();
        kept
    };
    assert_eq!(results(&everything(&restored).await), results(&everything(&site.app).await));
}

/// The other database, if there is one, than that which tests run on: a file.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_moves_between_databases() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    site.enter("alice", "Alices", SubmissionState::Refused).await;
    site.enter("alice", "Alice2", SubmissionState::Qualified).await;
    site.change(|o| o.ladder_rounds_max = 2).await;
    site.work().await;
    // A process has handed out a match; nobody where the copy goes knows of it.
    site.change(|o| o.ladder_rounds_max = 3).await;
    while jobs::rounds::plan(&site.app, &site.season().await).await.expect("planned") {}
    let taken = claim(&site.app, &site.app.pin, 1, 1).await;
    assert_eq!(taken.len(), 1);
    let folders = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folders.path().join(name);
    let amount = backup::backup(&site.app, &at("first")).await.expect("written");
    let file = open_on_file(&at("file")).await;
    assert_eq!(backup::restore(&file, &at("first")).await.expect("restored"), amount);
    assert_eq!(backup::backup(&file, &at("second")).await.expect("written"), amount);
    let back = open(&at("back")).await;
    assert_eq!(backup::restore(&back, &at("second")).await.expect("restored"), amount);
    assert_eq!(everything(&back).await, everything(&file).await);
    // What was taken is there to be taken on both, and they go on to the same end.
    for app in [&file, &back] {
        while jobs::step(app).await.expect("works") {}
        let mut connection = app.db.acquire().await.expect("a connection");
        let one = matches::by_id(&app.db, &taken[0].id).await.expect("read").expect("there");
        assert_eq!((one.state, one.attempts), (MatchState::Done, 1));
        let counted = results::ladder(&mut connection, &one.season_id, 0, 4).await.expect("read");
        assert_eq!(counted.iter().map(|seat| seat.round).max(), Some(3));
    }
    let results = |text: &str| -> Vec<String> {
        let kept = text.lines().filter(|l| l.starts_with("seats") || l.starts_with("standings"));
        kept.map(String::from).collect()
    };
    assert_eq!(results(&everything(&file).await), results(&everything(&back).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_collection_removes_what_nothing_names_and_spares_what_is_new() {
    let site = Site::apart().await;
    site.account("alice", "player").await;
    site.enter("alice", "Alices", SubmissionState::Refused).await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    site.work().await;
    let (app, store) = (&site.app, &site.app.store);
    let lost = store.put(b"a result nobody has kept".to_vec()).await.expect("kept");
    let listed = store.list().await.expect("listed");
    let stored = listed.iter().find(|file| file.digest == lost).expect("is there").stored;
    let before = everything(app).await;
    // Nothing here is an hour old, and nothing younger than that is asked for.
    let grace = gc::GRACE_MIN;
    assert_eq!(gc::run(app, grace, false).await.expect("swept").removed, 0);
    assert!(gc::run(app, grace / 2, false).await.is_err());
    assert_eq!(gc::run_before(app, stored, false).await.expect("swept").removed, 0);
    let looked = gc::run_before(app, stored + 1, true).await.expect("looked");
    assert_eq!((looked.removed, looked.bytes), (1, 24));
    assert!(store.get(&lost).await.is_ok());
    assert_eq!(gc::run_before(app, stored + 1, false).await.expect("swept"), looked);
    assert!(store.get(&lost).await.is_err());
    // All that rows name is still there: a backup reads each of these files.
    let folder = tempfile::tempdir().expect("a folder");
    let amount = backup::backup(app, &folder.path().join("all")).await.expect("written");
    assert_eq!(amount.files, looked.files - 1);
    assert_eq!(everything(app).await, before);
}

fn change(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("read");
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replacen(from, to, 1)).expect("written");
}

/// What is said of a damage, and what does it to a backup's folder.
type Damage<'a> = (&'a str, &'a dyn Fn(&Path));

#[tokio::test(flavor = "multi_thread")]
async fn damaged_backups_are_refused_and_change_nothing() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    site.enter("alice", "Alices", SubmissionState::Refused).await;
    let folders = tempfile::tempdir().expect("a folder");
    let damage: [Damage<'_>; 4] = [
        ("is damaged", &|folder| {
            let inside = fs::read_dir(folder.join("files")).expect("files").flatten().next();
            let inside = fs::read_dir(inside.expect("some").path()).expect("a folder").flatten();
            fs::write(inside.last().expect("a file").path(), "other").expect("written");
        }),
        ("the copy is not complete", &|folder| {
            fs::write(folder.join("tables/seasons.jsonl"), "").expect("written");
        }),
        ("seasons.jsonl:1 is not a row", &|f| change(f, "tables/seasons.jsonl", "{", "[")),
        ("format 2", &|f| change(f, "palestra.json", "\"format\": 1", "\"format\": 2")),
    ];
    for (k, (word, damage)) in damage.into_iter().enumerate() {
        let from = folders.path().join(format!("backup{k}"));
        backup::backup(&site.app, &from).await.expect("written");
        damage(&from);
        let empty = open(&folders.path().join(format!("server{k}"))).await;
        let why = backup::restore(&empty, &from).await.expect_err("refused");
        assert!(format!("{why:#}").contains(word), "{why:#}");
        assert_eq!(everything(&empty).await, "", "{word}");
        let why = backup::import_season(&empty, &from, None).await.expect_err("no season");
        assert!(format!("{why:#}").contains(if k == 3 { word } else { "restore it" }), "{why:#}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_moves_to_another_server_without_passwords() {
    let site = Site::new().await;
    for login in ["alice", "bob"] {
        site.account(login, "player").await;
        site.token(login).await;
    }
    site.account("carla", "organiser").await;
    site.enter("alice", "Alices", SubmissionState::Qualified).await;
    site.enter("bob", "Bobs", SubmissionState::Qualified).await;
    site.change(|o| o.ladder_rounds_max = 2).await;
    site.work().await;
    let folders = tempfile::tempdir().expect("a folder");
    let to = folders.path().join("season");
    backup::export_season(&site.app, "demo", &to).await.expect("written");
    let people = fs::read_to_string(to.join("tables/users.jsonl")).expect("read");
    assert!(!people.contains("argon2") && !people.contains("carla"), "{people}");
    assert!(!to.join("tables/api_tokens.jsonl").exists());
    assert!(backup::export_season(&site.app, "none", &folders.path().join("x")).await.is_err());

    // The other server has a demo season of its own, and knows Bob.
    let other = Site::new().await;
    other.account("bob", "player").await;
    let bob = users::by_login(&other.app.db, "bob").await.expect("read").expect("is there");
    let taken = backup::import_season(&other.app, &to, None).await.expect_err("taken");
    assert!(taken.to_string().contains("--slug"), "{taken}");
    backup::import_season(&other.app, &to, Some("last-year")).await.expect("added");
    let twice = backup::import_season(&other.app, &to, Some("again")).await.expect_err("twice");
    assert!(twice.to_string().contains("already"), "{twice}");
    let season = seasons::by_slug(&other.app.db, "last-year").await.expect("read").expect("there");
    let own = submissions::of_user(&other.app.db, &season.id, &bob.id).await.expect("read");
    assert_eq!(own.len(), 1, "Bob's player is Bob's");
    let here = other.get("/s/last-year/standings.csv", &Browser::default()).await.text();
    assert_eq!(here, site.get("/s/demo/standings.csv", &Browser::default()).await.text());
    // Alice comes with the season; an invitation for her login opens her account.
    let mut connection = other.app.db.acquire().await.expect("a connection");
    let path = accounts::invite(&mut connection, Some("alice"), "", Role::Player).await;
    drop(connection);
    let path = path.expect("invited");
    let joined = other.post(&path, &Browser::default(), "name=Al&password=long+enough+this").await;
    assert_eq!(joined.status, StatusCode::SEE_OTHER, "{}", joined.text());
    let alice = users::by_login(&other.app.db, "alice").await.expect("read").expect("is there");
    let own = submissions::of_user(&other.app.db, &season.id, &alice.id).await.expect("read");
    assert_eq!((own.len(), alice.password.is_some()), (1, true));
    other.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_know_every_column() {
    let site = Site::new().await;
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let schema: BTreeSet<(String, String)> =
        dump::schema(&mut connection).await.expect("read").into_iter().collect();
    let known: BTreeSet<(String, String)> = dump::TABLES
        .iter()
        .flat_map(|table| table.names().map(|name| (table.name.into(), name.into())))
        .collect();
    assert_eq!(known, schema);
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_say_what_happened_and_how_things_stand() {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    site.work().await;
    site.get("/nowhere", &olga).await;
    let lab = |name: &str, slots| Member {
        name: name.into(),
        pin: site.app.pin.clone(),
        architecture: "here".into(),
        slots,
        busy: 1,
        done: 0,
        compiler: true,
    };
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let crew = [lab("lab-1", 8), lab("lab-2", 2)];
    queue::note_workers(&mut connection, &crew).await.expect("noted");
    drop(connection);
    let answer = site.get("/metrics", &olga).await;
    assert!(answer.headers["content-type"].to_str().expect("text").contains("openmetrics"));
    let text = answer.text();
    for line in [
        "palestra_matches{state=\"done\"} 4",
        "palestra_matches_ended_total{result=\"done\"} 4",
        "palestra_match_seconds_count 4",
        "palestra_requests_total{class=\"4xx\"} 1",
        "palestra_submissions{state=\"qualified\"} 5",
        "palestra_rounds{kind=\"ladder\",state=\"done\"} 1",
        "palestra_waiting_seconds{for=\"match\"} 0",
        "palestra_worker_slots{worker=\"lab-1\"} 8",
        "palestra_worker_busy_slots{worker=\"lab-2\"} 1",
        "palestra_worker_results{worker=\"lab-1\"} 0",
        "palestra_workers{state=\"quarantined\"} 0",
    ] {
        assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
    }
    assert_eq!(text.matches("# EOF").count(), 1);
    assert!(text.ends_with("# EOF\n"));
    let routes = router::routes();
    assert!(routes.iter().any(|r| r.path == "/metrics"));
}
