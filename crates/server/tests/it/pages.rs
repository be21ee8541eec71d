//! Ranks and workers on pages and in the interface.

use crate::common::{Browser, Site, claim};
use bus::Member;
use serde_json::Value;
use server::db::queue;
use server::jobs;

#[tokio::test(flavor = "multi_thread")]
async fn each_rank_has_its_probability() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 8).await;
    site.work().await;
    let nobody = Browser::default();
    let table = site.get("/api/seasons/demo/standings", &nobody).await;
    let table: Value = serde_json::from_slice(&table.bytes).expect("JSON");
    let rows = table["rows"].as_array().expect("rows");
    assert!(rows.len() >= 4);
    let mut ranks = vec![0.0; rows.len()];
    for row in rows {
        let own = row["rank_probabilities"].as_array().expect("probabilities");
        let own: Vec<f64> = own.iter().filter_map(Value::as_f64).collect();
        let sum: f64 = own.iter().sum();
        assert!((sum - 1.0).abs() < 0.01, "{row}");
        let best_four: f64 = own.iter().take(4).sum();
        let told = row["chance_of_top_4"].as_f64().expect("a chance");
        assert!((best_four - told).abs() < 0.01, "{row}");
        own.iter().enumerate().for_each(|(k, p)| ranks[k] += p);
    }
    assert!(ranks.iter().all(|sum| (sum - 1.0).abs() < 0.01), "somebody has each rank: {ranks:?}");
    for path in ["/s/demo/standings", "/s/demo/players/Dummy"] {
        let page = site.get(path, &nobody).await.text();
        // Which shade stands where is a matter of luck: equals share their ranks.
        let shaded = (1..=9).any(|shade| page.contains(&format!("class=\"h{shade}\"")));
        assert!(page.contains("Probability of each rank") && shaded, "{path}");
    }
    site.change(|o| o.hold = true).await;
    let csv = site.get("/s/demo/standings.csv", &nobody).await.text();
    assert!(csv.starts_with("place,") && csv.contains("rank_probabilities"), "{csv}");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_workers_are_on_one_page() {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let far = |name: &str| Member {
        name: name.into(),
        pin: site.app.pin.clone(),
        architecture: "here".into(),
        slots: 7,
        busy: 3,
        done: 0,
        compiler: true,
    };
    queue::note_workers(&mut connection, &[far("cellar")]).await.expect("noted");
    let sql = "UPDATE workers SET seen = seen - 60000";
    sqlx::query(sql).execute(&mut *connection).await.expect("run");
    queue::note_workers(&mut connection, &[far("classroom")]).await.expect("noted");
    drop(connection);
    let page = site.get("/s/demo/organise/health", &olga).await.text();
    assert!(page.contains("classroom"), "{page}");
    assert!(page.contains("cellar") && page.contains("disconnected"), "{page}");
    assert!(page.contains("Matches at once: 7. Workers: 1."), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_the_queue_names_seasons_by_their_titles() {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    assert!(jobs::step(&site.app).await.expect("planned"));
    let [running, void] = [(); 2].map(|()| claim(&site.app, &site.app.pin, 2, 1));
    let (running, void) = (running.await.remove(0), void.await.remove(0));
    let sql = "UPDATE matches SET state = 'void', ending = '' WHERE id = $1";
    sqlx::query(sql).bind(&void.id).execute(&site.app.db).await.expect("run");
    let sql = "UPDATE seasons SET title = 'Spring cup'";
    sqlx::query(sql).execute(&site.app.db).await.expect("run");
    let page = site.get("/s/demo/organise/health", &olga).await.text();
    let row = format!("<td>{}</td> <td>Spring cup</td>", running.id.short());
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&row), "{words}");
    assert!(words.contains(&format!("Spring cup {}", void.id.short())), "{words}");
}

/// The rows of the table of measured players: player, matches, first places.
fn measured(table: &str) -> Vec<(String, f64, f64)> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |n: usize| cells.get(n)?.parse().ok();
        Some((cells.first()?.to_string(), number(1)?, number(2)?))
    };
    table.lines().filter_map(row).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_show_who_passes_the_qualification() {
    let site = Site::new().await;
    // With one match the probability to pass is the share of first places.
    site.change(|o| {
        (o.ladder, o.qualification_matches, o.qualification_wins) = (false, 1, 1);
    })
    .await;
    let olga = site.account("olga", "organiser").await;
    let table = site.season().await.game().expect("a game").facts().qualification;
    let rows = measured(table);
    assert!(rows.len() > 2, "{table}");
    let page = site.get("/s/demo/organise", &olga).await.text();
    let answer = site.get("/api/seasons", &olga).await;
    let seasons: Value = serde_json::from_slice(&answer.bytes).expect("JSON");
    let told = &seasons[0]["qualification"];
    assert_eq!((&told["matches"], &told["opponent"]), (&1.into(), &"Dummy".into()));
    for (k, (player, matches, first)) in rows.iter().enumerate() {
        let share = first / matches;
        let cells = [
            format!("<td>{player}</td>"),
            format!("<td class=\"num\">{first} / {matches}</td>"),
            format!("<td class=\"num\">{:.0} %</td>", 100.0 * share),
        ];
        for cell in cells {
            assert!(page.contains(&cell), "{cell} in {page}");
        }
        let chance = &told["chances"][k];
        assert_eq!(chance["player"], player.as_str());
        let number = |name: &str| chance[name].as_f64().expect("a number");
        assert!((number("passes") - share).abs() < 1e-9, "{chance}");
        assert!(number("low") <= share && share <= number("high"), "{chance}");
    }
    // Against others nobody was measured.
    site.change(|o| o.qualification_rival = "Null".into()).await;
    let page = site.get("/s/demo/organise", &olga).await.text();
    assert!(!page.contains("measured in matches"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn manuals_are_in_the_language_of_the_reader() {
    let site = Site::new().await;
    let facts = site.season().await.game().expect("a game").facts();
    for (code, title) in [("ca", "Una ronda"), ("es", "Una ronda"), ("en", "A round")] {
        let reader = Browser { language: Some(code), ..Browser::default() };
        let rules = site.get("/s/demo/rules", &reader).await.text();
        let manual = format!("<div class=\"manual\" lang=\"{code}\">");
        let (_, manual) = rules.split_once(&manual).expect(code);
        assert!(manual.contains(&format!("<h3>{title}</h3>")), "{code}: {manual}");
        let now = site.get("/s/demo", &reader).await.text();
        let own = facts.translations.iter().find(|told| told.language == code);
        let summary = own.map_or(facts.summary, |told| told.summary);
        assert!(now.contains(summary), "{code}: {now}");
    }
}
