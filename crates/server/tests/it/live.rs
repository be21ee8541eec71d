//! Events: they tell what the pages show, to whom the pages show it.

use crate::common::{Browser, Site, open};
use axum::http::StatusCode;
use server::app::live;
use server::db;
use server::db::submissions;
use server::states::SubmissionState;

/// How far the season has come for everybody, as a process sees it that starts now.
async fn public(site: &Site) -> String {
    let app = open(site.folder.path()).await;
    live::season_state(&app, &site.season().await.id, false).await.expect("a state")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_s_events_tell_nothing_that_is_held_back() {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    let mut watched = site.events("/s/demo/events", &Browser::default()).await;
    assert_eq!(watched.next().await.expect("an event")["rounds_over"], 0);
    site.change(|o| o.ladder_rounds_max = 1).await;
    site.work().await;
    let mut said = watched.next().await.expect("an event");
    // Rounds that end within a second are told together.
    while said["rounds_over"] != 1 {
        said = watched.next().await.expect("an event");
    }

    let before = public(&site).await;
    site.change(|o| (o.hold, o.ladder_rounds_max) = (true, 3)).await;
    site.work().await;
    assert_eq!(public(&site).await, before);
    let mut organiser = site.events("/api/seasons/demo/events", &olga).await;
    assert_eq!(organiser.next().await.expect("an event")["rounds_over"], 3);

    site.post("/s/demo/organise/release", &olga, "").await;
    let said = watched.next().await.expect("an event");
    assert_eq!(said["rounds_over"], 3, "the first event since is that of the release");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submission_s_events_tell_of_its_verdict() {
    let site = Site::new().await;
    let alice = site.account("alice", "player").await;
    let id = site.enter("alice", "Xaloc", SubmissionState::Qualifying).await;
    let page = site.get(&format!("/s/demo/submissions/{id}"), &alice).await;
    assert!(page.text().contains("<script src=\"/live.js\""));
    let policy = page.headers["content-security-policy"].to_str().expect("text").to_string();
    assert!(policy.contains("script-src 'self';"), "{policy}");
    let mut events = site.events(&format!("/s/demo/submissions/{id}/events"), &alice).await;
    assert_eq!(events.next().await.expect("an event")["state"], "qualifying");
    let mut found = submissions::by_id(&site.app.db, &id).await.expect("read").expect("is there");
    found.state = SubmissionState::Beaten;
    let mut transaction = db::begin(&site.app.db).await.expect("begun");
    submissions::decide(&mut transaction, SubmissionState::Qualifying, &found)
        .await
        .expect("decided");
    transaction.commit().await.expect("committed");
    assert_eq!(events.next().await.expect("an event")["state"], "beaten");
    let page = site.get(&format!("/s/demo/submissions/{id}"), &alice).await;
    assert!(!page.text().contains("<script"), "nothing more is to come");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_the_streams_of_all_others() {
    let site = Site::new().await;
    let nobody = Browser::default();
    let mut open = Vec::new();
    for _ in 0..live::OF_ONE_MAX {
        open.push(site.events("/s/demo/events", &nobody).await);
    }
    let more = site.get("/s/demo/events", &nobody).await;
    assert_eq!(more.status, StatusCode::TOO_MANY_REQUESTS);
    open.pop();
    site.events("/s/demo/events", &nobody).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_end_with_the_server() {
    let site = Site::new().await;
    let mut events = site.events("/s/demo/events", &Browser::default()).await;
    events.next().await.expect("an event");
    site.app.stop.send_replace(true);
    assert_eq!(events.next().await, None);
}
