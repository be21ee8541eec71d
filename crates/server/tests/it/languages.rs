//! Players in Rust, JavaScript and Python on the judge: a season says whether it takes them, and
//! they are built, judged and refused as players in C++ are.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use serde_json::Value;
use server::db::seasons;
use server::states::Language;
use std::collections::HashMap;
use toolchain::{Cache, Kernel, RustToolchain, ScriptToolchain, Toolchain};

async fn send(site: &Site, who: &Browser, name: &str, text: &str) -> (StatusCode, Value) {
    send_in(site, who, Language::Js, name, text).await
}

async fn send_in(
    site: &Site,
    who: &Browser,
    language: Language,
    name: &str,
    text: &str,
) -> (StatusCode, Value) {
    let path = format!("/api/seasons/demo/submissions?name={name}&language={language}");
    let answer = site.ask("POST", &path, who, "text/plain", text.as_bytes().to_vec()).await;
    (answer.status, serde_json::from_slice(&answer.bytes).unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_says_which_languages_it_takes() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    let (alice, olga) = (site.token("alice").await, site.account("olga", "organiser").await);
    let empty = "export function play() {}";
    let (status, answer) = send(&site, &alice, "Xaloc", empty).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let why = answer["error"].as_str().expect("an error");
    assert_eq!(why, "This season takes no players in JavaScript. Submit a file AIName.cc.");
    let page = site.get("/s/demo/submit", &olga).await.text();
    assert!(page.contains("AIName.cc") && !page.contains("AIName.js"), "{page}");
    site.change(|o| o.languages = vec![Language::Cpp, Language::Js]).await;
    assert_eq!(send(&site, &alice, "Xaloc", empty).await.0, StatusCode::CREATED);
    let page = site.get("/s/demo/submit", &olga).await.text();
    assert!(page.contains("AIName.cc / AIName.js") && page.contains(".js,"), "{page}");
    let rules = site.get("/s/demo/rules", &olga).await.text();
    assert!(rules.contains("Export the function play"), "{rules}");
    let seasons = site.get("/api/seasons", &alice).await.text();
    assert!(seasons.contains(r#""languages":["cpp","js"]"#), "{seasons}");
    let path = "/api/seasons/demo/submissions?name=Xaloc&language=ruby";
    let other = site.ask("POST", path, &alice, "text/plain", b"pass".to_vec()).await;
    assert!(other.text().contains("takes no players in ruby"), "{}", other.text());
    let (_, answer) = send_in(&site, &alice, Language::Python, "Mestral", "pass").await;
    let why = answer["error"].as_str().expect("an error");
    assert!(why.starts_with("This season takes no players in Python."), "{why}");
    site.change(|o| o.languages = vec![Language::Python]).await;
    let sent = send_in(&site, &alice, Language::Python, "Mestral", "pass").await;
    assert_eq!(sent.0, StatusCode::CREATED, "{}", sent.1);
    let rules = site.get("/s/demo/rules", &olga).await.text();
    assert!(rules.contains("Define the function play"), "{rules}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_takes_rust_when_its_form_says_so() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    let (alice, olga) = (site.token("alice").await, site.account("olga", "organiser").await);
    let (status, answer) = send_in(&site, &alice, Language::Rust, "Xaloc", "fn main() {}").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let why = answer["error"].as_str().expect("an error");
    assert_eq!(why, "This season takes no players in Rust. Submit a file AIName.cc.");
    let form = site.get("/s/demo/organise", &olga).await.text();
    let boxed = form.contains(r#"name="rust""#) && form.contains("Rust needs rustc");
    assert!(boxed, "{form}");
    site.change(|o| o.languages = vec![Language::Rust]).await;
    let form = site.get("/s/demo/organise", &olga).await.text();
    assert!(form.contains(r#"name="rust" checked"#), "{form}");
    let page = site.get("/s/demo/submit", &olga).await.text();
    assert!(page.contains("AIScout.rs") && page.contains("palestra check AIName.rs"), "{page}");
    let starter = site.get("/s/demo/starter?language=rust", &olga).await.text();
    assert!(starter.contains("player!(Scout);"), "{starter}");
    let rules = site.get("/s/demo/rules", &olga).await.text();
    assert!(rules.contains("Use the crate palestra"), "{rules}");
    let sent = send_in(&site, &alice, Language::Rust, "Xaloc", "fn main() {}").await;
    assert_eq!(sent.0, StatusCode::CREATED, "{}", sent.1);
    let seasons = site.get("/api/seasons", &alice).await.text();
    assert!(seasons.contains(r#""languages":["rust"]"#), "{seasons}");
}

/// A site with the compilers for C++ and Rust that takes players in Rust; none where this machine
/// cannot confine rustc.
async fn site_for_rust() -> Option<Site> {
    let ready = tokio::task::spawn_blocking(|| {
        let cache = Cache::of_user();
        Toolchain::install(&cache, &|_| ()).unwrap_or_else(|e| panic!("{e}"));
        RustToolchain::open(&cache).map_err(|e| e.to_string())
    });
    if let Err(why) = ready.await.expect("ends") {
        needs::skip(&why);
        return None;
    }
    if !Kernel::probe().strict_for_rust() {
        needs::skip("this kernel cannot confine a Rust compiler");
        return None;
    }
    Some(site_for(Language::Rust).await)
}

/// A season that takes one language, and its author alice.
async fn site_for(language: Language) -> Site {
    let site = Site::new().await;
    site.change(|o| {
        o.ladder = false;
        o.languages = vec![language];
        o.qualification_rival = "Null".into();
        o.fuel_max = 3_000_000_000;
    })
    .await;
    site.account("alice", "player").await;
    site
}

/// What becomes of a Scout of this file, called Garbi, and of other sources.
async fn judged(
    language: Language,
    scout: &str,
    others: &[(&str, &str)],
) -> HashMap<String, Value> {
    let site = site_for(language).await;
    let alice = site.token("alice").await;
    let game = site.season().await.game().expect("a game");
    let mut templates = game.facts().sdk.iter();
    let scout = templates.find(|(path, _)| *path == scout).expect("a template").1;
    for (name, text) in others.iter().chain([&("Garbi", scout)]) {
        let sent = send_in(&site, &alice, language, name, text).await;
        assert_eq!(sent.0, StatusCode::CREATED, "{name}");
    }
    decided(&site, &alice).await
}

/// The submissions of the season, by the name of the player.
async fn decided(site: &Site, who: &Browser) -> HashMap<String, Value> {
    site.work().await;
    let list = site.get("/api/seasons/demo/submissions", who).await;
    let list: Vec<Value> = serde_json::from_slice(&list.bytes).expect("a list");
    let name = |s: &Value| s["player"].as_str().expect("a name").to_string();
    list.into_iter().map(|s| (name(&s), s)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_scout_in_rust_qualifies_in_every_game() {
    let Some(site) = site_for_rust().await else { return };
    let alice = site.token("alice").await;
    let mut played = 0;
    for game in games::ALL {
        let facts = game.facts();
        let scout = facts.sdk.iter().find(|(path, _)| *path == "AIScout.rs");
        let Some((_, scout)) = scout else { continue };
        let mut connection = site.app.db.acquire().await.expect("a connection");
        let mut season = site.season().await;
        let (board, settings) = facts.boards[0];
        season.game = facts.id.into();
        (season.settings_name, season.settings) = (board.into(), settings.into());
        let changed = seasons::change_game(&mut connection, &season).await;
        changed.expect("changed");
        drop(connection);
        let name = format!("Garbi{played}");
        let sent = send_in(&site, &alice, Language::Rust, &name, scout).await;
        assert_eq!(sent.0, StatusCode::CREATED, "{}", sent.1);
        let garbi = &decided(&site, &alice).await[&name];
        assert_eq!(garbi["state"], "qualified", "{}: {garbi}", facts.id);
        played += 1;
    }
    assert_eq!(played, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_in_rust_are_refused_and_frozen_with_the_place() {
    let Some(site) = site_for_rust().await else { return };
    let alice = site.token("alice").await;
    let player = |top: &str, play: &str| {
        format!(
            "use palestra::battle_royale::*;\n{top}\n#[derive(Default)]\nstruct Own;\n\
             impl Player for Own {{ fn play(&mut self, game: &Game) {{ let _ = game;\n{play}\n}} }}\n\
             player!(Own);\n"
        )
    };
    let endless = "const E: u64 = { let mut n = 0u64; loop { n = n.wrapping_add(1); if n == u64::MAX \
                   { break n; } } };";
    let hidden = "let _: &[u8] = { use std::include as f; f!(\"/etc/passwd\") };";
    for (name, text) in [
        ("Broken", player("", "let = ;")),
        ("Exports", player("#[unsafe(no_mangle)] extern fn f() {}", "")),
        ("Reads", player("", hidden)),
        ("Endless", player(&format!("#[allow(long_running_const_eval)] {endless}"), "E;")),
        ("Panics", player("", "panic!(\"no\");")),
    ] {
        let sent = send_in(&site, &alice, Language::Rust, name, &text).await;
        assert_eq!(sent.0, StatusCode::CREATED, "{name}: {}", sent.1);
    }
    let all = decided(&site, &alice).await;
    for (name, state, verdict, report) in [
        ("Broken", "refused", "does not compile", "AIBroken.rs:6:5: "),
        ("Exports", "refused", "breaks a rule", "AIExports.rs:2:10: players export no functions"),
        // Not "permission denied": the compiler does not learn that the file is there.
        ("Reads", "refused", "does not compile", "No such file or directory"),
        ("Endless", "refused", "took longer than 20 CPU seconds", "AIEndless.rs"),
    ] {
        let found = &all[name];
        assert_eq!(found["state"], state, "{found}");
        let words = |field: &str| found[field].as_str().unwrap_or_default().to_string();
        assert!(words("verdict").contains(verdict), "{found}");
        assert!(words("report").contains(report), "{found}");
    }
    let panics = &all["Panics"];
    assert_eq!(panics["state"], "beaten", "{panics}");
    let receipts = panics["receipts"].as_array().expect("receipts");
    let told = receipts[0]["detail"].as_str().expect("words");
    assert!(told.contains("panicked at AIPanics.rs:6:1: no"), "{told}");
}

/// The way of real sources, through the engine and the sandbox.
#[tokio::test(flavor = "multi_thread")]
async fn players_in_javascript_are_judged() {
    tokio::task::spawn_blocking(|| Toolchain::install(&Cache::of_user(), &|_| ()).map(drop))
        .await
        .expect("ends")
        .unwrap_or_else(|e| panic!("{e}"));
    let sources = [
        ("Broken", "export function play(game) {\n  let = ;\n}\n"),
        ("Reads", "import * as fs from 'fs';\nexport function play(game) {}\n"),
        ("Loops", "for (;;);\nexport function play(game) {}\n"),
        ("Throws", "export function play(game) {\n  throw new Error('no');\n}\n"),
    ];
    let all = judged(Language::Js, "AIScout.js", &sources).await;
    let [garbi, broken, reads] = ["Garbi", "Broken", "Reads"].map(|name| &all[name]);
    assert_eq!(garbi["state"], "qualified", "{garbi}");
    for (refused, report) in [(broken, "AIBroken.js:2: SyntaxError"), (reads, "no module \"fs\"")] {
        assert_eq!(refused["state"], "refused", "{refused}");
        assert_eq!(refused["verdict"], "The source does not compile: one error.");
        assert!(refused["report"].as_str().expect("a report").contains(report), "{refused}");
    }
    for (name, word) in [("Loops", "computation budget"), ("Throws", "AIThrows.js:2: Error: no")] {
        let frozen = &all[name];
        assert_eq!(frozen["state"], "beaten", "{frozen}");
        let receipts = frozen["receipts"].as_array().expect("receipts");
        assert_eq!(receipts.len(), 4, "{frozen}");
        assert!(receipts[0]["detail"].as_str().expect("words").contains(word), "{frozen}");
    }
}

/// The same for Python, whose engine the judge does not download: its sources are in the cache.
#[tokio::test(flavor = "multi_thread")]
async fn players_in_python_are_judged() {
    tokio::task::spawn_blocking(|| {
        let cache = Cache::of_user();
        Toolchain::install(&cache, &|_| ())?;
        ScriptToolchain::open(toolchain::Language::Python, &cache, &|_| ()).map(drop)
    })
    .await
    .expect("ends")
    .unwrap_or_else(|e| panic!("{e}"));
    let sources = [
        ("Broken", "def play(game):\n    let = = 1\n"),
        ("Reads", "import os\ndef play(game):\n    pass\n"),
        ("Throws", "def play(game):\n    raise ValueError('no')\n"),
    ];
    let all = judged(Language::Python, "AIScout.py", &sources).await;
    assert_eq!(all["Garbi"]["state"], "qualified", "{}", all["Garbi"]);
    let broken = &all["Broken"];
    assert_eq!(broken["state"], "refused", "{broken}");
    let report = broken["report"].as_str().expect("a report");
    assert!(report.contains("AIBroken.py:2: SyntaxError"), "{broken}");
    for (name, word) in [
        ("Reads", "AIReads.py:1: ImportError: there is no module \"os\""),
        ("Throws", "AIThrows.py:2: ValueError: no"),
    ] {
        let frozen = &all[name];
        assert_eq!(frozen["state"], "beaten", "{frozen}");
        let receipts = frozen["receipts"].as_array().expect("receipts");
        assert!(receipts[0]["detail"].as_str().expect("words").contains(word), "{frozen}");
    }
}
