//! Staff of one season organise this season and see nothing of the others that players do not see.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use server::db::users;
use server::states::SubmissionState;

/// A site with the seasons `demo` and `other`, and staff: sam of the first, sue of the second.
async fn two_seasons() -> (Site, Browser, Browser) {
    let site = Site::new().await;
    let sam = site.account("sam", "player").await;
    let sue = site.account("sue", "player").await;
    site.staff("sam", &site.season().await.id).await;
    site.staff("sue", &site.another("other").await).await;
    (site, sam, sue)
}

async fn status(site: &Site, path: &str, who: &Browser) -> StatusCode {
    site.get(path, who).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_see_withheld_results_and_sources_of_their_season_only() {
    let (site, sam, sue) = two_seasons().await;
    site.account("alice", "player").await;
    site.change(|o| (o.hold, o.ladder_rounds_max) = (true, 1)).await;
    site.work().await;
    let held = site.ladder_matches().await.remove(0);
    let sent = site.enter("alice", "Alices", SubmissionState::Refused).await;
    for path in [
        format!("/s/demo/matches/{held}"),
        format!("/s/demo/matches/{held}/record.match"),
        format!("/s/demo/matches/{held}/result.res"),
        format!("/api/seasons/demo/matches/{held}"),
        format!("/s/demo/submissions/{sent}"),
        format!("/s/demo/submissions/{sent}/source"),
        format!("/api/seasons/demo/submissions/{sent}"),
    ] {
        assert_eq!(status(&site, &path, &sam).await, StatusCode::OK, "{path}");
        assert_eq!(status(&site, &path, &sue).await, StatusCode::NOT_FOUND, "{path}");
    }
    for (path, word) in [("/s/demo/standings.csv", "Demo"), ("/s/demo/matches", &held[..6])] {
        assert!(site.get(path, &sam).await.text().contains(word), "{path}");
        assert!(!site.get(path, &sue).await.text().contains(word), "{path}");
    }
    for path in ["settings", "release", "boards", "similar"] {
        let path = format!("/s/demo/organise/{path}");
        assert_eq!(site.post(&path, &sue, "").await.status, StatusCode::FORBIDDEN, "{path}");
    }
    // The address of the own season opens no submission of another one.
    for path in ["submissions", "organise/disqualify"] {
        let path = format!("/s/other/{path}/{sent}");
        assert_eq!(status(&site, &path, &sue).await, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_see_hidden_seasons_and_grades_of_their_season_only() {
    let (site, sam, sue) = two_seasons().await;
    for login in ["alice", "bob"] {
        site.account(login, "player").await;
    }
    site.enter("alice", "Alices", SubmissionState::Refused).await;
    site.change(|o| o.hidden = true).await;
    for path in ["/s/demo", "/s/demo/rules", "/api/seasons/demo/standings"] {
        assert_eq!(status(&site, path, &sam).await, StatusCode::OK, "{path}");
        assert_eq!(status(&site, path, &sue).await, StatusCode::NOT_FOUND, "{path}");
    }
    assert!(site.get("/", &sam).await.text().contains("/s/demo\""));
    assert!(!site.get("/", &sue).await.text().contains("/s/demo\""));
    // Accounts that sent nothing to the season are none of its staff's business.
    let grades = site.get("/s/demo/organise/export.csv", &sam).await.text();
    assert!(grades.contains("alice") && !grades.contains("bob"), "{grades}");
    let health = site.get("/s/other/organise/health", &sue).await;
    assert_eq!(health.status, StatusCode::OK);
    for path in ["/people", "/audit", "/metrics", "/api/audit", "/api/staff", "/seasons/new"] {
        for staff in [&sam, &sue] {
            assert_eq!(status(&site, path, staff).await, StatusCode::FORBIDDEN, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn similarity_shows_no_source_of_a_season_of_others() {
    let (site, _, sue) = two_seasons().await;
    let olga = site.account("olga", "organiser").await;
    site.account("alice", "player").await;
    let one = site.enter("alice", "Alices", SubmissionState::Refused).await;
    let other = site.enter("alice", "Second", SubmissionState::Refused).await;
    let path = format!("/s/other/organise/similar/{one}/{other}");
    assert_eq!(status(&site, &path, &sue).await, StatusCode::NOT_FOUND);
    assert_ne!(status(&site, &path, &olga).await, StatusCode::NOT_FOUND);
    let decided = site.post(&path, &sue, "verdict=copied&note=x").await;
    assert_eq!(decided.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn admins_decide_who_organises_which_season() {
    let (site, _, sue) = two_seasons().await;
    let (ada, olga) = (site.account("ada", "admin").await, site.account("olga", "organiser").await);
    let user = users::by_login(&site.app.db, "sue").await.expect("read").expect("is there");
    let path = format!("/people/{}/seasons", user.id);
    assert_eq!(status(&site, "/s/demo/organise", &sue).await, StatusCode::FORBIDDEN);
    let refused = site.post(&path, &olga, "seasons=demo").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let wrong = site.post(&path, &ada, "seasons=demo+dmeo").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text().contains("no season `dmeo`. The seasons are demo, other"));
    assert_eq!(status(&site, "/s/demo/organise", &sue).await, StatusCode::FORBIDDEN);

    let changed = site.post(&path, &ada, "seasons=demo%2C+other").await;
    assert_eq!(changed.status, StatusCode::SEE_OTHER);
    assert_eq!(status(&site, "/s/demo/organise", &sue).await, StatusCode::OK);
    assert!(site.get("/people", &ada).await.text().contains("value=\"demo other\""));
    assert!(site.get("/audit", &ada).await.text().contains("change staff"));
    let me = site.get("/api/me", &site.token("sue").await).await.text();
    assert!(me.contains("[\"demo\",\"other\"]"), "{me}");

    let token = site.token("ada").await;
    let body = br#"{"login":"sue","seasons":["other"]}"#.to_vec();
    let answer = site.ask("POST", "/api/staff", &token, "application/json", body).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(status(&site, "/s/demo/organise", &sue).await, StatusCode::FORBIDDEN);
    let all = site.get("/api/staff", &token).await.text();
    assert!(all.contains(r#"{"login":"sue","seasons":["other"]}"#), "{all}");
    let token = site.token("sue").await;
    let release = |slug| format!("/api/seasons/{slug}/release");
    assert_eq!(site.post(&release("other"), &token, "").await.status, StatusCode::OK);
    assert_eq!(site.post(&release("demo"), &token, "").await.status, StatusCode::FORBIDDEN);
}
