//! The actions of programs with a token, the same as those of people on the pages.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::states::SubmissionState;

async fn ask(site: &Site, path: &str, who: &Browser, body: &str) -> (StatusCode, Value) {
    let path = format!("/api/seasons/demo{path}");
    let answer = site.ask("POST", &path, who, "application/json", body.into()).await;
    (answer.status, serde_json::from_slice(&answer.bytes).unwrap_or_default())
}

async fn get(site: &Site, path: &str, who: &Browser) -> Value {
    let answer = site.get(path, who).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    serde_json::from_slice(&answer.bytes).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_author_chooses_and_an_organiser_disqualifies_and_judges_again() {
    let site = Site::new().await;
    site.change(|o| o.ladder = false).await;
    for (login, role) in [("alice", "player"), ("bob", "player"), ("olga", "organiser")] {
        site.account(login, role).await;
    }
    let [alice, bob, olga] =
        [site.token("alice").await, site.token("bob").await, site.token("olga").await];
    let old = site.enter("alice", "Xaloc", SubmissionState::Qualified).await;
    let new = site.enter("alice", "Xaloc2", SubmissionState::Qualified).await;
    let path = |id: &str, what: &str| format!("/submissions/{id}/{what}");
    assert_eq!(ask(&site, &path(&old, "represent"), &bob, "").await.0, StatusCode::NOT_FOUND);
    let (status, chosen) = ask(&site, &path(&old, "represent"), &alice, "").await;
    assert_eq!((status, &chosen["player"]), (StatusCode::OK, &json!("Xaloc")));
    let page = site.get(&format!("/s/demo/submissions/{old}"), &alice).await.text();
    assert!(!page.contains("/represent"), "it stands for her already");

    let out = path(&new, "disqualify");
    assert_eq!(ask(&site, &out, &alice, "").await.0, StatusCode::FORBIDDEN);
    let (status, gone) = ask(&site, &out, &olga, r#"{"reason": "copied"}"#).await;
    assert_eq!((status, &gone["state"]), (StatusCode::OK, &json!("disqualified")));
    assert!(gone["verdict"].as_str().expect("words").contains("copied"), "{gone}");
    assert_eq!(ask(&site, &out, &olga, "").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ask(&site, &path(&new, "rerun"), &alice, "").await.0, StatusCode::FORBIDDEN);
    let (status, again) = ask(&site, &path(&new, "rerun"), &olga, "").await;
    assert_eq!((status, &again["pending"]), (StatusCode::OK, &json!(true)));

    let beaten = site.enter("alice", "Garbi", SubmissionState::Beaten).await;
    let source = format!("/api/seasons/demo/submissions/{beaten}/source");
    assert_eq!(site.get(&source, &alice).await.text(), "// source of Garbi");
    assert_eq!(site.get(&source, &bob).await.status, StatusCode::NOT_FOUND);
    let log = get(&site, "/api/audit?count=2", &olga).await;
    let actions: Vec<&Value> = log.as_array().into_iter().flatten().map(|l| &l["action"]).collect();
    assert_eq!(actions, ["judge again", "disqualify"]);
    assert_eq!(site.get("/api/audit", &alice).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_told_of_as_far_as_its_results_are_released() {
    let site = Site::new().await;
    site.account("olga", "organiser").await;
    let olga = site.token("olga").await;
    let nobody = Browser::default();
    let path = "/api/seasons/demo/players/Demo";
    site.change(|o| (o.ladder_rounds_max, o.hold) = (6, true)).await;
    site.work().await;
    let before = get(&site, path, &nobody).await;
    let (history, met) = (&before["history"], &before["opponents"]);
    assert_eq!((history, met, &before["standing"]), (&json!([]), &json!([]), &Value::Null));
    assert!(get(&site, path, &olga).await["standing"]["place"].is_i64());
    assert_eq!(ask(&site, "/release", &nobody, "").await.0, StatusCode::UNAUTHORIZED);
    let (status, released) = ask(&site, "/release", &olga, "").await;
    assert_eq!((status, &released["rounds"]), (StatusCode::OK, &json!(6)));
    let now = get(&site, path, &nobody).await;
    assert!(!now["history"].as_array().expect("a list").is_empty(), "{now}");
    assert!(now["opponents"][0]["matches"].as_i64() > Some(0), "{now}");
    let none = site.get("/api/seasons/demo/players/Nobody", &nobody).await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
}
