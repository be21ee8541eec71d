//! Players in JavaScript and Python on the judge: a season says whether it takes them, and they
//! are built, judged and refused as players in C++ are.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use serde_json::Value;
use server::states::Language;
use toolchain::{Cache, ScriptToolchain, Toolchain};

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

/// The way of real sources, through the engine and the sandbox.
#[tokio::test(flavor = "multi_thread")]
async fn players_in_javascript_are_judged() {
    tokio::task::spawn_blocking(|| Toolchain::install(&Cache::of_user(), &|_| ()).map(drop))
        .await
        .expect("ends")
        .unwrap_or_else(|e| panic!("{e}"));
    let site = Site::new().await;
    site.change(|o| {
        o.ladder = false;
        o.languages = vec![Language::Js];
        o.qualification_rival = "Null".into();
        o.fuel_max = 2_000_000_000;
    })
    .await;
    site.account("alice", "player").await;
    let alice = site.token("alice").await;
    let game = site.season().await.game().expect("a game");
    let mut templates = game.facts().sdk.iter();
    let demo = templates.find(|(path, _)| *path == "AIScout.js").expect("a template").1;
    let thrown = "export function play(game) {\n  throw new Error('no');\n}\n";
    for (name, text) in [
        ("Garbi", demo),
        ("Broken", "export function play(game) {\n  let = ;\n}\n"),
        ("Reads", "import * as fs from 'fs';\nexport function play(game) {}\n"),
        ("Loops", "for (;;);\nexport function play(game) {}\n"),
        ("Throws", thrown),
    ] {
        assert_eq!(send(&site, &alice, name, text).await.0, StatusCode::CREATED, "{name}");
    }
    site.work().await;
    let list = site.get("/api/seasons/demo/submissions", &alice).await;
    let list: Vec<Value> = serde_json::from_slice(&list.bytes).expect("a list");
    let called = |name| list.iter().find(|s| s["player"] == name).expect("is there");
    let [garbi, broken, reads] = ["Garbi", "Broken", "Reads"].map(called);
    assert_eq!(garbi["state"], "qualified", "{garbi}");
    for (refused, report) in [(broken, "AIBroken.js:2: SyntaxError"), (reads, "no module \"fs\"")] {
        assert_eq!(refused["state"], "refused", "{refused}");
        assert_eq!(refused["verdict"], "The source does not compile: one error.");
        assert!(refused["report"].as_str().expect("a report").contains(report), "{refused}");
    }
    for (name, word) in [("Loops", "computation budget"), ("Throws", "AIThrows.js:2: Error: no")] {
        let frozen = called(name);
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
    let site = Site::new().await;
    site.change(|o| {
        o.ladder = false;
        o.languages = vec![Language::Python];
        o.qualification_rival = "Null".into();
        o.fuel_max = 2_000_000_000;
    })
    .await;
    site.account("alice", "player").await;
    let alice = site.token("alice").await;
    let game = site.season().await.game().expect("a game");
    let mut templates = game.facts().sdk.iter();
    let scout = templates.find(|(path, _)| *path == "AIScout.py").expect("a template").1;
    let thrown = "def play(game):\n    raise ValueError('no')\n";
    for (name, text) in [
        ("Garbi", scout),
        ("Broken", "def play(game):\n    let = = 1\n"),
        ("Reads", "import os\ndef play(game):\n    pass\n"),
        ("Throws", thrown),
    ] {
        let sent = send_in(&site, &alice, Language::Python, name, text).await;
        assert_eq!(sent.0, StatusCode::CREATED, "{name}");
    }
    site.work().await;
    let list = site.get("/api/seasons/demo/submissions", &alice).await;
    let list: Vec<Value> = serde_json::from_slice(&list.bytes).expect("a list");
    let called = |name| list.iter().find(|s| s["player"] == name).expect("is there");
    assert_eq!(called("Garbi")["state"], "qualified", "{}", called("Garbi"));
    let broken = called("Broken");
    assert_eq!(broken["state"], "refused", "{broken}");
    let report = broken["report"].as_str().expect("a report");
    assert!(report.contains("AIBroken.py:2: SyntaxError"), "{broken}");
    for (name, word) in [
        ("Reads", "AIReads.py:1: ImportError: there is no module \"os\""),
        ("Throws", "AIThrows.py:2: ValueError: no"),
    ] {
        let frozen = called(name);
        assert_eq!(frozen["state"], "beaten", "{frozen}");
        let receipts = frozen["receipts"].as_array().expect("receipts");
        assert!(receipts[0]["detail"].as_str().expect("words").contains(word), "{frozen}");
    }
}
