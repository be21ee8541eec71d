//! The search for copies: organisers see the evidence and decide; the audit log keeps the
//! decisions.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use server::db::{seasons, submissions};
use server::states::SubmissionState;
use server::{db, jobs};

const AMBER: &str = include_str!("../../../similarity/tests/corpus/AIAmber.cc");
const FJORD: &str = include_str!("../../../similarity/tests/corpus/AIFjord.cc");

const PYTHON: &str = include_str!("../../../similarity/tests/scripts/AIGarbi.py");
const JS: &str = include_str!("../../../similarity/tests/scripts/AIXaloc.js");
const RUST: &str = include_str!("sources/AIHazel.rs");

/// A submission of this source in C++; gives its id.
async fn hand_in(site: &Site, login: &str, name: &str, text: &str) -> String {
    hand_in_as(site, login, name, "cc", text).await
}

async fn hand_in_as(site: &Site, login: &str, name: &str, ending: &str, text: &str) -> String {
    let id = site.enter(login, name, SubmissionState::Beaten).await;
    let digest = site.app.store.put(text.as_bytes().to_vec()).await.expect("kept");
    let mut new = submissions::by_id(&site.app.db, &id).await.expect("read").expect("is there");
    new.id = format!("{id}f").into();
    new.source = digest;
    new.file = format!("AI{name}.{ending}");
    let mut transaction = db::begin(&site.app.db).await.expect("begun");
    submissions::insert(&mut transaction, &new).await.expect("inserted");
    transaction.commit().await.expect("committed");
    new.id.into()
}

/// Amber with other names and numbers.
fn disguised() -> String {
    AMBER.replace("Amber", "Ochre").replace("int ", "long ").replace("pos", "where_it_is")
}

async fn season() -> (Site, Browser, [String; 3]) {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    for login in ["alice", "bob", "carol"] {
        site.account(login, "player").await;
    }
    let ids = [
        hand_in(&site, "alice", "Amber", AMBER).await,
        hand_in(&site, "bob", "Ochre", &disguised()).await,
        hand_in(&site, "carol", "Fjord", FJORD).await,
    ];
    let season = site.season().await;
    jobs::similarity::compare(&site.app, &season).await.expect("compared");
    (site, olga, ids)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_copy_comes_first_and_the_decision_is_kept() {
    let (site, olga, [amber, ochre, _]) = season().await;
    let csv = site.get("/s/demo/organise/similar.csv", &olga).await.text();
    let first = csv.lines().nth(1).expect("a pair");
    assert!(first.contains("Amber") && first.contains("Ochre"), "{csv}");
    let score: f64 = first.split(',').nth(4).expect("a score").parse().expect("a number");
    assert!(score > 0.5, "{csv}");
    let list = site.get("/s/demo/organise/similar", &olga).await.text();
    let at = format!("/s/demo/organise/similar/{amber}/{ochre}");
    let back = format!("/s/demo/organise/similar/{ochre}/{amber}");
    assert!(list.contains(&at) || list.contains(&back), "{list}");

    let page = site.get(&at, &olga).await.text();
    assert!(page.contains("class=\"f0\"") && page.contains("There is no decision yet."), "{page}");
    let form = "verdict=copied&note=They+%3Cb%3Eadmit%3C%2Fb%3E+it";
    assert_eq!(site.post(&at, &olga, form).await.status, StatusCode::SEE_OTHER);
    let page = site.get(&back, &olga).await.text();
    assert!(page.contains("They &#60;b&#62;admit&#60;/b&#62; it"), "{page}");
    assert!(site.get("/s/demo/organise/similar.csv", &olga).await.text().contains(",copied\n"));
    assert!(site.get("/audit", &olga).await.text().contains("admit"));
    let wrong = site.post(&at, &olga, "verdict=guilty").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// Each language has a copy, and players in different languages are no pairs.
#[tokio::test(flavor = "multi_thread")]
async fn copies_are_found_in_a_season_with_several_languages() {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    for login in ["alice", "bob", "carol"] {
        site.account(login, "player").await;
    }
    let copy = RUST.replace("Hazel", "Ochre").replace("heat", "map").replace("unit", "who");
    hand_in_as(&site, "alice", "Hazel", "rs", RUST).await;
    hand_in_as(&site, "bob", "Ochre", "rs", &copy).await;
    hand_in(&site, "carol", "Fjord", FJORD).await;
    let python = PYTHON.replace("worth", "gain").replace("fear", "shade");
    hand_in_as(&site, "alice", "Garbi", "py", PYTHON).await;
    hand_in_as(&site, "bob", "Umber", "py", &python).await;
    let js = JS.replace("heat", "map").replace("felt", "cold");
    hand_in_as(&site, "carol", "Xaloc", "js", JS).await;
    hand_in_as(&site, "alice", "Sepia", "js", &js).await;
    let season = site.season().await;
    jobs::similarity::compare(&site.app, &season).await.expect("compared");
    let csv = site.get("/s/demo/organise/similar.csv", &olga).await.text();
    let pairs: Vec<&str> = csv.lines().skip(1).collect();
    for (one, other) in [("Hazel", "Ochre"), ("Garbi", "Umber"), ("Xaloc", "Sepia")] {
        let pair = pairs.iter().find(|pair| pair.contains(one) && pair.contains(other));
        let score = pair.and_then(|pair| pair.split(',').nth(4)).expect("the pair has a score");
        assert!(score.parse::<f64>().expect("a number") > 0.5, "{csv}");
    }
    assert!(pairs.iter().all(|pair| !(pair.contains("Garbi") && pair.contains("Xaloc"))), "{csv}");
    let list = site.get("/s/demo/organise/similar", &olga).await.text();
    let path = list.split("href=\"").find(|at| at.starts_with("/s/demo/organise/similar/"));
    let path = path.and_then(|at| at.split('"').next()).expect("a pair to look at");
    let page = site.get(path, &olga).await.text();
    assert!(page.contains("class=\"f0\""), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_two_who_are_alike_are_a_group() {
    let (site, olga, _) = season().await;
    let page = site.get("/s/demo/organise/similar", &olga).await.text();
    assert!(!page.contains("<h2>Groups</h2>"), "a pair is no group: {page}");
    site.account("dora", "player").await;
    hand_in(&site, "dora", "Umber", &disguised().replace("Ochre", "Umber")).await;
    jobs::similarity::compare(&site.app, &site.season().await).await.expect("compared");
    let page = site.get("/s/demo/organise/similar", &olga).await.text();
    let (_, groups) = page.split_once("<h2>Groups</h2>").expect("a group");
    let group = groups.split("</ul>").next().unwrap_or_default();
    assert!(["Amber", "Ochre", "Umber"].iter().all(|name| group.contains(name)), "{group}");
    assert!(!group.contains("Fjord"), "{group}");
    assert!(group.contains("3 / 8 sources share"), "{group}");
}

#[tokio::test(flavor = "multi_thread")]
async fn authors_learn_nothing_of_it() {
    let (site, _, [amber, ochre, _]) = season().await;
    site.account("dora", "player").await;
    let dora = site.token("dora").await;
    for path in [
        "/s/demo/organise/similar".to_string(),
        "/s/demo/organise/similar.csv".into(),
        "/s/demo/organise/similar.json".into(),
        format!("/s/demo/organise/similar/{amber}/{ochre}"),
    ] {
        assert_eq!(site.get(&path, &dora).await.status, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn versions_of_one_author_are_not_compared() {
    let (site, olga, _) = season().await;
    hand_in(&site, "alice", "Amber2", AMBER).await;
    let season = site.season().await;
    jobs::similarity::compare(&site.app, &season).await.expect("compared");
    let csv = site.get("/s/demo/organise/similar.csv", &olga).await.text();
    assert!(
        csv.lines().all(|line| !(line.contains("Amber,") && line.contains("Amber2,"))),
        "{csv}"
    );
    assert!(csv.contains("Amber2"), "{csv}");
}

/// Puts the submissions of this season into an earlier one.
async fn move_to_earlier(site: &Site) {
    let mut earlier = site.season().await;
    earlier.id = "earlier".into();
    earlier.slug = "earlier".into();
    earlier.title = "Last year".into();
    let mut connection = site.app.db.acquire().await.expect("a connection");
    seasons::insert(&mut connection, &earlier).await.expect("inserted");
    drop(connection);
    let mut transaction = db::begin(&site.app.db).await.expect("begun");
    sqlx::query("UPDATE submissions SET season_id = 'earlier'")
        .execute(&mut *transaction)
        .await
        .expect("moved");
    transaction.commit().await.expect("committed");
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_of_earlier_players_are_found_by_an_index_that_is_kept() {
    let (site, olga, _) = season().await;
    move_to_earlier(&site).await;
    site.account("dora", "player").await;
    hand_in(&site, "dora", "Umber", &disguised().replace("Ochre", "Umber")).await;
    // An author's own player of last year is no copy.
    hand_in(&site, "carol", "Fjord2", FJORD).await;
    for _ in 0..2 {
        jobs::similarity::compare(&site.app, &site.season().await).await.expect("compared");
        let csv = site.get("/s/demo/organise/similar.csv", &olga).await.text();
        let found = |name: &str| {
            let (new, old) = ("Umber,", format!("{name} (Last year)"));
            csv.lines().any(|line| line.contains(new) && line.contains(&old))
        };
        assert!(found("Amber") && found("Ochre"), "{csv}");
        assert!(!csv.contains("Fjord (Last year)"), "nobody resembles it: {csv}");
    }
    let index = db::comparisons::index(&site.app.db, &"earlier".into()).await.expect("read");
    let index = index.expect("it was kept");
    assert_eq!(index.players, 6);
    // What is kept is used: without it the comparison fails.
    let mut transaction = db::begin(&site.app.db).await.expect("begun");
    let lost = db::comparisons::Index { players: 6, file: "0".repeat(64) };
    db::comparisons::keep_index(&mut transaction, &"earlier".into(), &lost).await.expect("kept");
    transaction.commit().await.expect("committed");
    assert!(jobs::similarity::compare(&site.app, &site.season().await).await.is_err());
}
