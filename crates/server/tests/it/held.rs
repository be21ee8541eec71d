//! Results that are withheld leak nowhere.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use server::db::matches;
use server::ids::MatchId;
use server::states::SubmissionState;

/// All that anybody could ask about matches.
async fn everything(site: &Site, who: &Browser, ids: &[MatchId]) -> String {
    let mut all = String::new();
    for path in [
        "/s/demo",
        "/s/demo/standings",
        "/s/demo/standings.csv",
        "/s/demo/matches",
        "/s/demo/players/Demo",
        "/s/demo/players/Dummy",
        "/api/seasons/demo/standings",
        "/api/seasons/demo/players/Demo",
        "/api/seasons/demo/matches?count=200",
    ] {
        all += &site.get(path, who).await.text();
    }
    for id in ids {
        for path in [
            format!("/s/demo/matches/{id}"),
            format!("/s/demo/matches/{id}/viewer"),
            format!("/s/demo/matches/{id}/record.match"),
            format!("/s/demo/matches/{id}/result.res"),
            format!("/api/seasons/demo/matches/{id}"),
            format!("/api/seasons/demo/matches/{id}/record.match"),
            format!("/api/seasons/demo/matches/{id}/result.res"),
        ] {
            let answer = site.get(&path, who).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_it_is_seen_before_the_release_and_all_of_it_after() {
    let site = Site::new().await;
    let (alice, olga) =
        (site.account("alice", "player").await, site.account("olga", "organiser").await);
    let nobody = Browser::default();
    site.enter("alice", "Alices", SubmissionState::Qualified).await;
    site.change(|o| o.ladder_rounds_max = 2).await;
    site.work().await;
    let open = site.ladder_matches().await;
    let before = everything(&site, &nobody, &[]).await;
    let signed_in = everything(&site, &alice, &[]).await;

    site.change(|o| (o.hold, o.ladder_rounds_max) = (true, 5)).await;
    site.work().await;
    let all = site.ladder_matches().await;
    let held: Vec<_> = all.into_iter().filter(|id| !open.contains(id)).collect();
    assert_eq!((open.len(), held.len()), (8, 12));
    // Except for the notice that results are withheld, everything is as it was.
    let notice = "New results are withheld until the organisers release them.";
    let plain = |text: &str| {
        text.replace(&format!("<p><span class=\"tag\">{notice}</span></p>"), "")
            .replace(&format!(" <span class=\"tag\">{notice}</span>"), "")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(plain(&everything(&site, &nobody, &held).await), plain(&before));
    // Not even to those who played.
    assert_eq!(plain(&everything(&site, &alice, &held).await), plain(&signed_in));

    // What is planned after the switch is turned off still follows what is held: not shown.
    site.change(|o| (o.hold, o.ladder_rounds_max) = (false, 6)).await;
    site.work().await;
    assert_eq!(plain(&everything(&site, &nobody, &held).await), plain(&before));
    let page = site.get(&format!("/s/demo/matches/{}", held[0]), &olga).await;
    assert!(page.text().contains("withheld"), "organisers see it, marked");

    let answer = site.post("/s/demo/organise/release", &olga, "").await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    for id in &held {
        let path = format!("/s/demo/matches/{id}");
        assert_eq!(site.get(&path, &nobody).await.status, StatusCode::OK, "{path}");
    }
    assert!(site.get("/api/seasons/demo/standings", &nobody).await.text().contains("\"round\":6"));
    let season = site.season().await;
    let mut connection = site.app.db.acquire().await.expect("a connection");
    assert!(!matches::any_withheld(&mut connection, &season.id).await.expect("read"));
    drop(connection);

    // A ladder always has rounds under way: they must not keep back all that come after them.
    site.change(|o| (o.hold, o.ladder_rounds_max) = (true, 100)).await;
    while withheld_now(&site).await == 0 {
        assert!(server::jobs::step(&site.app).await.expect("works"));
    }
    site.post("/s/demo/organise/release", &olga, "").await;
    assert!(withheld_now(&site).await > 0, "while results are withheld, what is played stays so");
    site.change(|o| o.hold = false).await;
    site.post("/s/demo/organise/release", &olga, "").await;
    for _ in 0..8 {
        assert!(server::jobs::step(&site.app).await.expect("works"));
        assert_eq!(withheld_now(&site).await, 0);
    }
}

/// Rounds whose results are withheld.
async fn withheld_now(site: &Site) -> i64 {
    let sql = "SELECT COUNT(*) FROM rounds WHERE held = 1";
    sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("counted")
}
