//! Round robins, eliminations, friendly matches: their players, eliminated players and visitors.

use crate::common::{Browser, Site, claim, copy, open};
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::app::actor::Actor;
use server::app::tournaments::{self, Wanted};
use server::db::tournaments as rows;
use server::db::{health, matches, queue, results, standings, submissions};
use server::http::router;
use server::ids::TournamentId;
use server::states::{SubmissionState, TournamentKind, TournamentState};
use server::{Shared, jobs};
use std::sync::atomic::AtomicBool;

fn wanted(kind: TournamentKind) -> Wanted {
    Wanted {
        kind: kind.word().into(),
        title: String::new(),
        matches_each: 8,
        matches_most: Some(16),
        house: true,
        held: false,
    }
}

/// A site whose ladder rests, with an organiser.
async fn resting() -> (Site, Browser) {
    let site = Site::new().await;
    site.change(|o| o.ladder = false).await;
    let olga = site.account("olga", "organiser").await;
    (site, olga)
}

async fn begin(site: &Site, wanted: &Wanted) -> TournamentId {
    let season = site.season().await;
    let organiser = server::db::users::by_login(&site.app.db, "olga").await.expect("read");
    let actor = Actor::from(organiser.expect("olga"));
    let begun = tournaments::begin(&site.app, &actor, &season, wanted).await;
    begun.expect("begins").id
}

async fn json(site: &Site, path: &str, who: &Browser) -> Value {
    let answer = site.get(path, who).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text());
    serde_json::from_slice(&answer.bytes).expect("JSON")
}

async fn seen(site: &Site, id: &str, who: &Browser) -> Value {
    json(site, &format!("/api/seasons/demo/tournaments/{id}"), who).await
}

/// Everything of a tournament but times, as text.
async fn history(app: &Shared, id: &TournamentId) -> String {
    let mut connection = app.db.acquire().await.expect("a connection");
    let mut text = String::new();
    for c in results::tournament(&mut connection, id).await.expect("read") {
        text += &format!("{} {} {} {}\n", c.round, c.number, c.submission_id, c.score);
    }
    for round in rows::rounds(&mut connection, id, true).await.expect("read") {
        for s in standings::of_round(&app.db, &round.id).await.expect("read") {
            text += &format!("{} {} {:?} {:?}\n", s.position, s.name, s.strength, s.chance);
        }
    }
    for e in rows::entries(&mut connection, id).await.expect("read") {
        text += &format!("{} {:?} {:?} {:?}\n", e.name, e.round, e.place, e.reason);
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn an_elimination_puts_one_out_in_each_round_until_four_play_the_final() {
    let (site, _) = resting().await;
    site.account("alice", "player").await;
    site.enter("alice", "Alices", SubmissionState::Qualified).await;
    let id = begin(&site, &wanted(TournamentKind::Elimination)).await;
    site.work().await;
    let seen = seen(&site, &id, &Browser::default()).await;
    assert_eq!((&seen["over"], &seen["held"]), (&json!(true), &json!(false)));
    let rounds = seen["rounds"].as_array().expect("rounds");
    let sizes: Vec<usize> =
        rounds.iter().map(|r| r["order"].as_array().map_or(0, Vec::len)).collect();
    // Newest first: six players, one out after each round, four in the final.
    assert_eq!(sizes, [4, 5, 6]);
    for (round, size) in rounds.iter().zip(&sizes) {
        let matches = round["matches"].as_u64().expect("a number") as usize;
        assert!(matches * 4 >= 8 * size && matches * 4 <= (16 + 16) * size, "{round}");
    }
    let entries = seen["entries"].as_array().expect("entries");
    let places: Vec<i64> = entries.iter().filter_map(|e| e["place"].as_i64()).collect();
    assert_eq!(places, [1, 2, 3, 4, 5, 6]);
    for (size, place) in [(6, 5), (5, 4)] {
        let order = &rounds.iter().find(|r| r["order"].as_array().map(Vec::len) == Some(size));
        let last = &order.expect("a round")["order"][size - 1]["player"];
        assert_eq!(last, &entries[place]["player"], "the last one of a round is out");
    }
    assert_eq!(entries[5]["round"], 1, "the last place is for who was out first");
    // Who is out is the weakest, whoever that was on these seeds.
    for round in rounds {
        let order = round["order"].as_array().expect("an order");
        let strength = |row: &Value| row["strength"].as_f64().expect("a strength");
        let (first, last) = (strength(&order[0]), strength(&order[order.len() - 1]));
        assert!(first > last && order.iter().all(|row| strength(row) >= last - 1e-6), "{round}");
    }
    let page = site.get(&format!("/s/demo/rounds/{id}"), &Browser::default()).await.text();
    assert!(page.contains("out in round 1") && page.contains("Final"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_it_is_open_who_is_out_more_is_played() {
    let (site, _) = resting().await;
    let narrow =
        Wanted { matches_each: 4, matches_most: Some(64), ..wanted(TournamentKind::Elimination) };
    let id = begin(&site, &narrow).await;
    site.work().await;
    let seen = seen(&site, &id, &Browser::default()).await;
    // Twins are in the final: no number of matches tells them apart, unless another is first.
    let first = seen["rounds"][1]["matches"].as_u64().expect("a number");
    assert!(first > 8, "two groups say little about five players: {seen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_robin_lets_everybody_meet_everybody_equally_often() {
    let (site, _) = resting().await;
    for k in 0..3 {
        let (login, name) = (format!("user{k}"), format!("User{k}"));
        site.account(&login, "player").await;
        site.enter(&login, &name, SubmissionState::Qualified).await;
    }
    let plan =
        Wanted { matches_each: 28, matches_most: None, ..wanted(TournamentKind::RoundRobin) };
    let id = begin(&site, &plan).await;
    site.work().await;
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let results = results::tournament(&mut connection, &id).await.expect("read");
    drop(connection);
    let mut met = std::collections::BTreeMap::new();
    for one in results.chunk_by(|a, b| a.number == b.number) {
        for a in one {
            for b in one.iter().filter(|b| b.submission_id > a.submission_id) {
                *met.entry((&a.submission_id, &b.submission_id)).or_insert(0) += 1;
            }
        }
    }
    let (least, most) = (met.values().min().expect("some"), met.values().max().expect("some"));
    // Eight players, 28 pairs; each visit is four matches of the same four.
    assert!(met.len() == 28 && most - least <= 8, "{met:?}");
    let seen = seen(&site, &id, &Browser::default()).await;
    let places = seen["entries"].as_array().expect("entries").iter();
    assert_eq!(
        places.filter_map(|e| e["place"].as_i64()).collect::<Vec<_>>(),
        (1..9).collect::<Vec<_>>()
    );
    let order = seen["rounds"][0]["order"].as_array().expect("an order").clone();
    assert!(order.iter().all(|row| row["points"].is_number()), "{seen}");
    // Twins may be equal but for rounding; then their points decide.
    let strength = |row: &Value| row["strength"].as_f64().unwrap_or_default();
    assert!(order.is_sorted_by(|a, b| strength(a) + 1e-6 >= strength(b)), "{seen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn deaths_and_several_workers_change_nothing() {
    let (site, _) = resting().await;
    let id = begin(&site, &wanted(TournamentKind::Elimination)).await;
    let twin = tempfile::tempdir().expect("a folder");
    site.app.db.close().await;
    copy(site.folder.path(), twin.path()).await;
    let calm = open(site.folder.path()).await;
    while jobs::step(&calm).await.expect("works") {}
    let undisturbed = history(&calm, &id).await;
    assert!(undisturbed.lines().count() > 100, "{undisturbed}");
    for deaths in 0.. {
        let app = open(twin.path()).await;
        jobs::take_over(&app, 0).await.expect("starts");
        let worker = |app: Shared| {
            tokio::spawn(async move {
                for _ in 0..3 {
                    jobs::step(&app).await.expect("works");
                }
            })
        };
        for handle in [worker(app.clone()), worker(app.clone()), worker(app.clone())] {
            handle.await.expect("ends");
        }
        claim(&app, &app.pin, 1, 1).await;
        let mut connection = app.db.acquire().await.expect("a connection");
        let tournament = rows::by_id(&mut connection, &id).await.expect("read").expect("there");
        drop(connection);
        app.db.close().await;
        if tournament.state == TournamentState::Done {
            assert!(deaths > 3, "{deaths}");
            break;
        }
    }
    assert_eq!(history(&open(twin.path()).await, &id).await, undisturbed);
}

#[tokio::test(flavor = "multi_thread")]
async fn held_rounds_are_released_one_by_one_and_leak_nowhere() {
    let (site, olga) = resting().await;
    site.account("alice", "player").await;
    let alice = site.token("alice").await;
    let id = begin(&site, &Wanted { held: true, ..wanted(TournamentKind::Elimination) }).await;
    let paths = |id: &str| {
        ["", "/1", "/2"]
            .map(|tail| format!("/s/demo/rounds/{id}{tail}"))
            .into_iter()
            .chain([
                "/s/demo/rounds".to_string(),
                "/s/demo".into(),
                "/s/demo/matches".into(),
                "/s/demo/players/Null".into(),
                "/api/seasons/demo/players/Null".into(),
                "/api/seasons/demo/tournaments".into(),
                format!("/api/seasons/demo/tournaments/{id}"),
                "/api/seasons/demo/matches?count=200".into(),
            ])
            .collect::<Vec<_>>()
    };
    let all = |who: Browser| {
        let (site, id) = (&site, &id);
        async move {
            let mut text = String::new();
            for path in paths(id) {
                let answer = site.get(&path, &who).await;
                text += &format!("{path} {} {}\n", answer.status, answer.text());
            }
            text
        }
    };
    let before = (all(Browser::default()).await, all(alice.clone()).await);
    site.work().await;
    assert_eq!(all(Browser::default()).await, before.0);
    assert_eq!(all(alice.clone()).await, before.1);
    let season = site.season().await;
    let list = matches::listed(&site.app.db, &season.id, matches::Only::Any, true, (0, 1000)).await;
    for m in list.expect("read") {
        for tail in ["", "/record.match", "/result.res"] {
            let path = format!("/api/seasons/demo/matches/{}{tail}", m.id);
            assert_eq!(site.get(&path, &alice).await.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
    assert_eq!(seen(&site, &id, &olga).await["rounds"].as_array().map(Vec::len), Some(2));

    // The ladder's release is another one.
    site.post("/s/demo/organise/release", &olga, "").await;
    assert_eq!(all(Browser::default()).await, before.0);
    let path = format!("/s/demo/rounds/{id}/release");
    assert_eq!(site.post(&path, &olga, "").await.status, StatusCode::SEE_OTHER);
    let now = seen(&site, &id, &alice).await;
    assert_eq!((now["rounds"].as_array().map(Vec::len), &now["held"]), (Some(1), &json!(true)));
    let placed = |now: &Value| {
        let entries = now["entries"].as_array().cloned().unwrap_or_default();
        entries.iter().filter(|e| e["place"].is_i64()).count()
    };
    assert_eq!((placed(&now), &now["over"]), (1, &json!(false)));
    site.post(&path, &olga, "all=yes").await;
    let now = seen(&site, &id, &alice).await;
    assert_eq!((placed(&now), &now["over"]), (5, &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn disqualified_players_are_out_and_stopped_tournaments_stop() {
    let (site, olga) = resting().await;
    for name in ["Ann", "Ben"] {
        site.account(name, "player").await;
        site.enter(&name.to_lowercase(), name, SubmissionState::Qualified).await;
    }
    let id = begin(&site, &wanted(TournamentKind::Elimination)).await;
    assert!(jobs::rounds::plan(&site.app, &site.season().await).await.expect("planned"));
    let season = site.season().await;
    let ann = submissions::public_by_name(&site.app.db, &season.id, "Ann").await.expect("read");
    let path = format!("/s/demo/organise/disqualify/{}", ann.expect("Ann").id);
    assert_eq!(site.post(&path, &olga, "reason=test").await.status, StatusCode::SEE_OTHER);
    site.work().await;
    let now = seen(&site, &id, &olga).await;
    let ann = now["entries"].as_array().into_iter().flatten().find(|e| e["player"] == "Ann");
    let ann = ann.expect("Ann");
    assert!(ann["reason"] == "disqualified" || ann["round"] == 1, "{now}");
    assert_eq!(now["over"], true);

    let id = begin(&site, &wanted(TournamentKind::RoundRobin)).await;
    assert!(jobs::rounds::plan(&site.app, &site.season().await).await.expect("planned"));
    let goes_on = AtomicBool::new(true);
    assert!(jobs::play::next(&site.app, &goes_on).await.expect("played"));
    let played = async || {
        let mut connection = site.app.db.acquire().await.expect("a connection");
        results::tournament(&mut connection, &id).await.expect("read").len()
    };
    // A worker plays a batch at a time.
    let before = played().await;
    let path = format!("/s/demo/rounds/{id}/stop");
    assert_eq!(site.post(&path, &olga, "").await.status, StatusCode::SEE_OTHER);
    site.work().await;
    assert_eq!(played().await, before);
    let again = site.post(&path, &olga, "").await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    // What was called off is no failure that anybody must look at.
    let sql = "SELECT COUNT(*) FROM matches WHERE state = 'void'";
    let called_off: i64 = sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("read");
    assert!(called_off > 0);
    assert!(queue::parked(&site.app.db).await.expect("read").is_empty());
    assert!(health::given_up(&site.app.db).await.expect("read").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_begun_is_refused_with_the_reason() {
    let (site, _) = resting().await;
    let olga = site.token("olga").await;
    for (body, word) in [
        ("{\"kind\":\"cup\"}", "round-robin"),
        ("{\"kind\":\"elimination\"}", "only 0 would take part"),
        ("{\"kind\":\"elimination\",\"house\":true,\"matches_each\":3}", "4 to 2000"),
        ("{\"kind\":\"elimination\",\"house\":true,\"matches_most\":1}", "24 to 20000"),
        ("{", "is wrong"),
    ] {
        let path = "/api/seasons/demo/tournaments";
        let answer = site.ask("POST", path, &olga, "application/json", body.into()).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert!(answer.text().contains(word), "{body}: {}", answer.text());
    }
}

#[expect(clippy::too_many_lines, reason = "one story, told in its order")]
#[tokio::test(flavor = "multi_thread")]
async fn friendly_matches_are_played_on_demand_and_seen_by_those_who_took_part() {
    let (site, olga) = resting().await;
    for name in ["Alice", "Bob", "Carla"] {
        site.account(name, "player").await;
    }
    let alice = site.token("alice").await;
    let path = "/api/seasons/demo/friendlies";
    let ask = |body: Value, who: Browser| {
        let site = &site;
        async move {
            let body = body.to_string().into_bytes();
            let answer = site.ask("POST", path, &who, "application/json", body).await;
            let value = serde_json::from_slice::<Value>(&answer.bytes).unwrap_or_default();
            (answer.status, value)
        }
    };
    let (status, why) = ask(json!({"rivals": ["Bobs"]}), alice.clone()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(why["error"].as_str().expect("words").contains("Submit one first"), "{why}");
    site.enter("alice", "Alices", SubmissionState::Qualified).await;
    site.enter("bob", "Bobs", SubmissionState::Qualified).await;
    for (body, word) in [
        (json!({"rivals": []}), "one to three rivals"),
        (json!({"rivals": ["Bob"]}), "did you mean `Bobs`?"),
        (json!({"rivals": ["Bobs", "Null", "Null", "Null"]}), "4 seats"),
        (json!({"rivals": ["Bobs"], "player": "Bobs"}), "no qualified player `Bobs`"),
        (json!({"rivals": ["Bobs"], "seed": 1_000_000}), "below 1000000"),
    ] {
        let (status, why) = ask(body, alice.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{why}");
        assert!(why["error"].as_str().expect("words").contains(word), "{why}");
    }
    site.change(|o| o.friendlies_per_hour = 2).await;
    let (status, asked) = ask(json!({"rivals": ["Bobs", "Dummy"], "seed": 7}), alice.clone()).await;
    assert_eq!(status, StatusCode::CREATED, "{asked}");
    let id = asked["id"].as_str().expect("an id").to_string();
    assert_eq!(json(&site, path, &alice).await[0]["state"], "planned");
    site.work().await;
    let one = &json(&site, path, &alice).await[0];
    assert_eq!((&one["id"], &one["state"], &one["seed"]), (&json!(id), &json!("done"), &json!(7)));
    let mut players: Vec<&str> =
        one["players"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    players.sort_unstable();
    assert_eq!(players, ["Alices", "Bobs", "Bobs", "Dummy"]);
    let (bob, carla) = (site.token("bob").await, site.token("carla").await);
    let record = format!("/api/seasons/demo/matches/{id}/record.match");
    assert_eq!(site.get(&record, &bob).await.status, StatusCode::OK);
    assert_eq!(json(&site, path, &bob).await.as_array().map(Vec::len), Some(1));
    for who in [carla, Browser::default()] {
        assert_eq!(site.get(&record, &who).await.status, StatusCode::NOT_FOUND);
        let page = site.get("/s/demo/players/Bobs", &who).await.text();
        assert!(!page.contains("Alices"), "whom Bob's player met is nobody's business: {page}");
        for list in
            ["/s/demo", "/s/demo/matches", "/api/seasons/demo/matches", "/s/demo/players/Bobs"]
        {
            assert!(!site.get(list, &who).await.text().contains(&id), "{list}");
        }
    }

    site.change(|o| o.hold = true).await;
    let form = "player=Alices&rival1=Bobs&rival2=&rival3=&seed=";
    let session = site.account("dora", "player").await;
    let refused = site.post("/s/demo/friendly", &session, form).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "Dora has no player");
    let (status, asked) = ask(json!({"rivals": ["Null"]}), alice.clone()).await;
    assert_eq!(status, StatusCode::CREATED, "{asked}");
    site.work().await;
    let id = asked["id"].as_str().expect("an id");
    let list = json(&site, path, &alice).await;
    let one = list.as_array().into_iter().flatten().find(|m| m["id"] == id).expect("listed");
    assert_eq!((&one["held"], &one["scores"]), (&json!(true), &json!([0, 0, 0, 0])), "{one}");
    let path = format!("/s/demo/matches/{id}");
    assert_eq!(site.get(&path, &alice).await.status, StatusCode::NOT_FOUND);
    let (status, why) = ask(json!({"rivals": ["Null"]}), alice.clone()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "the quota");
    assert!(why["error"].as_str().expect("words").contains("The limit is 2"), "{why}");
    site.post("/s/demo/organise/release", &olga, "").await;
    assert_eq!(site.get(&path, &alice).await.status, StatusCode::OK);
}

#[test]
fn pages_and_interface_offer_the_same() {
    let paths: Vec<String> = router::routes().into_iter().map(|r| r.path).collect();
    for (page, api) in
        [("/rounds", "/tournaments"), ("/rounds/{id}/stop", "/tournaments/{id}/stop")]
    {
        assert!(paths.contains(&format!("/s/{{season}}{page}")));
        assert!(paths.contains(&format!("/api/seasons/{{season}}{api}")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_corrected_result_changes_the_table_of_a_round_robin() {
    let (site, _) = resting().await;
    let id = begin(&site, &wanted(TournamentKind::RoundRobin)).await;
    site.work().await;
    let before = history(&site.app, &id).await;
    let season = site.season().await;
    let null = submissions::public_by_name(&site.app.db, &season.id, "Null").await.expect("read");
    let null = null.expect("Null").id;
    let told = async |score: &str| {
        let text = format!("UPDATE seats SET score = {score} WHERE submission_id = '{null}'");
        let again = "UPDATE rounds SET recount = 1 WHERE kind = 'round-robin'";
        for sql in [text.as_str(), again] {
            let sql = sqlx::AssertSqlSafe(sql.to_string());
            let done = sqlx::query(sql).execute(&site.app.db).await.expect("changed");
            assert!(done.rows_affected() > 0);
        }
        site.work().await;
    };
    let place = async || {
        let seen = seen(&site, &id, &Browser::default()).await;
        let entries = seen["entries"].as_array().expect("entries").clone();
        entries.iter().find(|e| e["player"] == "Null").map(|e| e["place"].clone())
    };
    told("score + 1000000").await;
    assert_eq!(place().await, Some(json!(1)));
    told("score - 1000000").await;
    assert_eq!(history(&site.app, &id).await, before);
}
