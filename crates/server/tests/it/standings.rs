//! The table of the ladder: ratings, places, house players, changes in a day.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::ranking::table::rating;
use server::states::SubmissionState;
use server::time;
use sqlx::AssertSqlSafe;

/// A site where two authors have played twelve rounds with the house players.
async fn played() -> Site {
    let site = Site::new().await;
    for (login, player) in [("alice", "Alices"), ("bob", "Bobs")] {
        site.account(login, "player").await;
        site.enter(login, player, SubmissionState::Qualified).await;
    }
    site.change(|o| o.ladder_rounds_max = 12).await;
    site.work().await;
    site
}

async fn rows(site: &Site, who: &Browser) -> Vec<Value> {
    let answer = site.get("/api/seasons/demo/standings", who).await;
    let table: Value = serde_json::from_slice(&answer.bytes).expect("JSON");
    table["rows"].as_array().expect("rows").clone()
}

async fn run(site: &Site, sql: String) {
    sqlx::query(AssertSqlSafe(sql)).execute(&site.app.db).await.expect("run");
}

#[tokio::test(flavor = "multi_thread")]
async fn house_players_have_no_place_and_can_be_hidden() {
    let site = played().await;
    let nobody = Browser::default();
    let rows = rows(&site, &nobody).await;
    assert_eq!(rows.len(), 7);
    let (authors, house): (Vec<_>, Vec<_>) = rows.iter().partition(|r| r["author"].is_string());
    let places: Vec<_> = authors.iter().map(|row| &row["place"]).collect();
    assert_eq!(places, [&json!(1), &json!(2)]);
    for row in authors {
        let ranks = row["rank_probabilities"].as_array().expect("probabilities");
        assert!((1..=2).contains(&ranks.len()), "house players take no rank: {row}");
        let chance = row["chance_of_top_4"].as_f64().expect("a chance");
        assert!(chance > 0.999, "two authors: {row}");
    }
    for row in house {
        assert!(row["place"].is_null() && row["chance_of_top_4"].is_null(), "{row}");
        assert_eq!(row["rank_probabilities"], json!([]), "{row}");
    }

    let shown = site.get("/s/demo/standings", &nobody).await.text();
    assert!(shown.contains(">Demo</a>") && shown.contains("Hide house players"));
    let hidden = site.get("/s/demo/standings?house=hide", &nobody).await.text();
    assert!(!hidden.contains(">Demo</a>") && hidden.contains("Show house players"));
    assert!(hidden.contains(">Alices</a>") && hidden.contains(">Bobs</a>"));
    let odd = site.get("/s/demo/standings?house=%ff&house=x", &nobody).await;
    assert_eq!(odd.status, StatusCode::OK);
    // The first page shows players with a place.
    let now = site.get("/s/demo", &nobody).await.text();
    assert!(now.contains(">Alices</a>") && !now.contains("class=\"house\""));
    assert!(shown.contains("class=\"house\"") && !hidden.contains("class=\"house\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn page_csv_and_api_agree() {
    let site = played().await;
    let nobody = Browser::default();
    let page = site.get("/s/demo/standings", &nobody).await.text();
    let csv = site.get("/s/demo/standings.csv", &nobody).await;
    let mut csv = csv::Reader::from_reader(&csv.bytes[..]);
    let names = csv.headers().expect("a header").clone();
    let lines: Vec<_> = csv.records().map(|line| line.expect("a line")).collect();
    let rows = rows(&site, &nobody).await;
    assert_eq!(rows.len(), lines.len());
    for (row, line) in rows.iter().zip(&lines) {
        let cell = |name: &str| {
            let at = names.iter().position(|one| one == name).expect(name);
            line.get(at).expect("a cell").to_string()
        };
        let exact = row["strength"].as_f64().expect("a strength");
        assert_eq!(row["rating"], json!(rating(exact)));
        for whole in ["place", "rating", "rating_half_width", "matches"] {
            let told = row[whole].as_i64().map_or_else(String::new, |n| n.to_string());
            assert_eq!(cell(whole), told, "{whole}: {row}");
        }
        assert_eq!(cell("strength"), format!("{exact:.3}"));
        assert_eq!(cell("player"), row["player"].as_str().expect("a name"));
        let name = cell("player");
        let told = format!("{} ± {}", cell("rating"), cell("rating_half_width"));
        let (_, rest) = page.split_once(&format!("players/{name}\">{name}</a>")).expect("a row");
        let (own, _) = rest.split_once("</tr>").expect("its end");
        assert!(own.contains(&format!("aria-label=\"{told}\"")), "{told}: {own}");
        let profile = site.get(&format!("/s/demo/players/{name}"), &nobody).await.text();
        assert!(profile.contains(&format!("<dd>{told}</dd>")), "{told}: {profile}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_a_day_come_from_a_round_that_was_over_then() {
    let site = played().await;
    let nobody = Browser::default();
    let olga = site.account("olga", "organiser").await;
    for row in rows(&site, &nobody).await {
        assert!(row["places_24h"].is_null() && row["rating_24h"].is_null(), "no day ago: {row}");
    }
    assert!(!site.get("/s/demo/standings", &nobody).await.text().contains("<th>24 h</th>"));

    // Round 2 was over a little more than a day ago, round 3 a little less. After round 2 the
    // order of the authors was the other one.
    let now = rows(&site, &nobody).await;
    let placed = |row: &&Value| row["place"].is_i64();
    let names: Vec<_> =
        now.iter().filter(placed).map(|r| r["player"].as_str().expect("a name")).collect();
    let ago = time::now() - time::DAY;
    for (number, at) in [(1, ago - 2 * time::HOUR), (2, ago - 60_000), (3, ago + time::HOUR)] {
        let sql = format!(
            "UPDATE rounds SET finished = {at} WHERE kind = 'ladder' AND number = {number}"
        );
        run(&site, sql).await;
    }
    for (name, place, strength) in [(names[1], 1, 0.5), (names[0], 2, 0.25)] {
        let sql = format!(
            "UPDATE standings SET place = {place}, strength = {strength} WHERE round_id IN (SELECT \
             id FROM rounds WHERE kind = 'ladder' AND number = 2) AND submission_id IN (SELECT id \
             FROM submissions WHERE name = '{name}')"
        );
        run(&site, sql).await;
    }
    let rows_now = rows(&site, &nobody).await;
    let told = |name: &str| rows_now.iter().find(|row| row["player"] == name).expect("a row");
    let rated = |name: &str| told(name)["rating"].as_i64().expect("a rating");
    let (first, second) = (told(names[0]), told(names[1]));
    assert_eq!((&first["places_24h"], &second["places_24h"]), (&json!(1), &json!(-1)));
    assert_eq!(first["rating_24h"], json!(rated(names[0]) - 1525));
    assert_eq!(second["rating_24h"], json!(rated(names[1]) - 1550));
    let demo = told("Demo");
    assert!(demo["places_24h"].is_null() && demo["rating_24h"].is_i64(), "{demo}");
    let page = site.get("/s/demo/standings", &nobody).await.text();
    assert!(page.contains("<th>24 h</th>"));
    assert!(page.contains("aria-label=\"1 place up in 24 hours\">▲1</span>"), "{page}");
    assert!(page.contains("aria-label=\"1 place down in 24 hours\">▼1</span>"), "{page}");

    // A withheld round tells nobody but organisers.
    run(&site, "UPDATE rounds SET held = 1 WHERE kind = 'ladder' AND number = 2".into()).await;
    let public = rows(&site, &nobody).await;
    let of = |all: &[Value], name: &str| {
        all.iter().find(|row| row["player"] == name).expect("a row")["rating_24h"].clone()
    };
    let staff = rows(&site, &olga).await;
    assert_eq!(of(&staff, names[0]), json!(rated(names[0]) - 1525));
    assert_ne!(of(&public, names[0]), of(&staff, names[0]));
}
