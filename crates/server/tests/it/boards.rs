//! Game, boards and looking ahead: the choices of organisers, and the time until which they may
//! choose.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use server::db::seasons::{Season, SeasonBoard};
use server::states::SubmissionState;

const EDITOR: &str = "/s/demo/organise/boards";

async fn boards(site: &Site) -> Vec<String> {
    site.season().await.boards().into_iter().map(|board| board.name).collect()
}

async fn quiet() -> (Site, Browser) {
    let site = Site::new().await;
    site.change(|o| o.ladder = false).await;
    let olga = site.account("olga", "organiser").await;
    (site, olga)
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_can_be_chosen_until_something_is_played() {
    let (site, olga) = quiet().await;
    let season = site.season().await;
    let facts = season.game().expect("a game").facts();
    let names: Vec<&str> = facts.boards.iter().map(|(name, _)| *name).take(3).collect();
    let form = names.iter().map(|name| format!("board={name}")).collect::<Vec<_>>().join("&");
    assert_eq!(site.post(EDITOR, &olga, &form).await.status, StatusCode::SEE_OTHER);
    assert_eq!(boards(&site).await, names);
    let page = site.get("/s/demo/rules", &Browser::default()).await.text();
    for (name, text) in &facts.boards[..3] {
        assert!(page.contains(name), "{name}");
        let path = format!("/s/demo/settings.cnf?board={name}");
        assert_eq!(site.get(&path, &Browser::default()).await.text(), **text, "{name}");
    }
    for (form, word) in [
        ("", "at least one"),
        ("board=nowhere.cnf", "nowhere.cnf"),
        ("own=nonsense", "own1.cnf, line"),
        ("game=nothing", "no game"),
    ] {
        let answer = site.post(EDITOR, &olga, form).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        assert!(answer.text().contains(word), "{form}: {}", answer.text());
    }
    assert_eq!(boards(&site).await, names, "refusals change nothing");
    // All boards are played on, each group on one.
    site.change(|o| {
        o.ladder = true;
        // Boards are drawn: with so many rounds none is left out but once in a million runs.
        o.ladder_rounds_max = 36;
    })
    .await;
    site.work().await;
    let page = site.get(EDITOR, &olga).await.text();
    assert!(
        !page.contains("<form") && page.contains("you cannot change the game or the boards"),
        "{page}"
    );
    let late = site.post(EDITOR, &olga, &format!("board={}", names[0])).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(late.text().contains("planned or finished matches"), "{}", late.text());
    let mut seen = std::collections::BTreeSet::new();
    for id in site.ladder_matches().await {
        let path = format!("/s/demo/matches/{id}/record.match");
        let bytes = site.get(&path, &Browser::default()).await.bytes;
        let record = engine::record::Record::from_bytes(&bytes).expect("a record");
        let board = facts.boards.iter().find(|(_, text)| text.as_bytes() == record.settings);
        seen.insert(board.expect("one of the season's").0);
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_may_become_one_of_another_game_until_somebody_has_sent_a_player() {
    let (site, olga) = quiet().await;
    let other = games::ALL[1].facts();
    let form = format!("game={}", other.id);
    assert_eq!(site.post(EDITOR, &olga, &form).await.status, StatusCode::SEE_OTHER);
    let season = site.season().await;
    assert_eq!((season.game.as_str(), season.settings.as_str()), (other.id, other.boards[0].1));
    site.change(|o| {
        o.ladder = true;
        o.ladder_rounds_max = 1;
    })
    .await;
    site.work().await;
    assert!(!site.ladder_matches().await.is_empty(), "its own players play it");

    let (site, olga) = quiet().await;
    site.account("alice", "player").await;
    site.enter("alice", "Xaloc", SubmissionState::Refused).await;
    let answer = site.post(EDITOR, &olga, &form).await;
    assert!(answer.text().contains("1 submission."), "{}", answer.text());
    let name = games::ALL[0].facts().boards[1].0;
    let answer = site.post(EDITOR, &olga, &format!("board={name}")).await;
    assert_eq!((answer.status, boards(&site).await), (StatusCode::SEE_OTHER, vec![name.into()]));
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_take_the_boards_in_turn() {
    let site = Site::new().await;
    let more = |name: &str| SeasonBoard { name: name.into(), settings: name.into() };
    site.change(|o| o.boards = vec![more("b"), more("c")]).await;
    let season: Season = site.season().await;
    let turn = |round: &str, cluster| season.on_board(&round.into(), cluster).settings_name;
    let first: Vec<String> = (0..6).map(|k| turn("00000001aa", k)).collect();
    assert_eq!(first, ["b", "c", "default.cnf", "b", "c", "default.cnf"]);
    assert_eq!(turn("00000002aa", 0), "c", "another round begins with another");
}

/// The player of the season's game that searches, under another name than the game's own.
async fn searcher(site: &Site) -> String {
    let sdk = site.season().await.game().expect("a game").facts().sdk;
    let (_, text) = sdk.iter().find(|(path, _)| *path == "AISearch.cc").expect("a player");
    text.replace("PLAYER_NAME Search", "PLAYER_NAME Vista")
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_ahead_is_a_switch_of_the_season() {
    let (site, olga) = quiet().await;
    site.account("alice", "player").await;
    let alice = site.token("alice").await;
    let search = searcher(&site).await;
    let path = "/api/seasons/demo/submissions?name=Vista";
    let send = || site.ask("POST", path, &alice, "text/plain", search.clone().into_bytes());
    assert_eq!(send().await.status, StatusCode::CREATED);
    site.work().await;
    let refused = site.get("/api/seasons/demo/submissions", &alice).await.text();
    assert!(refused.contains("players may not look ahead"), "{refused}");
    // This server has no rules for players: the switch is not offered, and not taken.
    let page = site.get("/s/demo/organise", &olga).await.text();
    assert!(!page.contains("name=\"forward\""), "{page}");
    site.change(|o| o.forward = true).await;
    let page = site.get("/s/demo/rules", &Browser::default()).await.text();
    assert!(page.contains("Players may look ahead"), "{page}");
    let taken = send().await;
    assert_eq!(taken.status, StatusCode::CREATED, "{}", taken.text());
}

/// Where `cargo xtask forward` has built the rules, the player that searches is built and plays.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_that_looks_ahead_qualifies() {
    let object = concat!(env!("CARGO_TARGET_TMPDIR"), "/../forward/forward.o");
    let Ok(object) = std::fs::read(object) else {
        needs::skip("cargo xtask forward has not been run");
        return;
    };
    let site = Site::with(|config| config.forward = Some(object.into())).await;
    site.change(|o| {
        (o.ladder, o.forward) = (false, true);
        o.qualification_rival = "Null".into();
    })
    .await;
    site.account("alice", "player").await;
    let alice = site.token("alice").await;
    let search = searcher(&site).await;
    let path = "/api/seasons/demo/submissions?name=Vista";
    site.ask("POST", path, &alice, "text/plain", search.into_bytes()).await;
    site.work().await;
    let list = site.get("/api/seasons/demo/submissions", &alice).await.text();
    assert!(list.contains("\"state\":\"qualified\""), "{list}");
}
