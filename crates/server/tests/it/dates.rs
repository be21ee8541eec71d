//! Dates and visibility: the time for submissions, and the visitors that see a season.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use server::time;

/// Where a form of the organiser's page leads.
const SAVED: &str = "/s/demo/organise?saved=1";

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_season_is_there_for_organisers_only() {
    let site = Site::new().await;
    let alice = site.account("alice", "player").await;
    let olga = site.account("olga", "organiser").await;
    site.change(|o| o.hidden = true).await;
    for path in [
        "/s/demo",
        "/s/demo/standings",
        "/s/demo/standings.csv",
        "/s/demo/settings.cnf",
        "/s/demo/events",
        "/s/demo/submit",
        "/api/seasons/demo/standings",
        "/api/seasons/demo/matches",
    ] {
        // Who is nobody is asked to sign in where one must be somebody.
        if path != "/s/demo/submit" {
            let status = site.get(path, &Browser::default()).await.status;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        }
        assert_eq!(site.get(path, &alice).await.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(site.get(path, &olga).await.status, StatusCode::OK, "{path}");
    }
    for path in ["/", "/api/seasons"] {
        let seen = site.get(path, &alice).await;
        assert!(seen.location.is_empty() && !seen.text().contains("demo"), "{path}");
    }
    assert!(site.get("/api/seasons", &olga).await.text().contains("demo"));
}

#[tokio::test(flavor = "multi_thread")]
async fn submissions_open_and_close_by_themselves() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    let alice = site.token("alice").await;
    let path = "/api/seasons/demo/submissions?name=Xaloc";
    let send = || site.ask("POST", path, &alice, "text/plain", b"int x;".to_vec());
    site.change(|o| o.opens = Some(time::now() + time::DAY)).await;
    assert!(send().await.text().contains("Submissions open at"));
    site.change(|o| (o.opens, o.freezes) = (Some(0), Some(time::now() - 1))).await;
    assert!(send().await.text().contains("closed"));
    assert!(site.get("/s/demo", &alice).await.text().contains("Submissions are closed."));
    site.change(|o| o.freezes = Some(time::now() + time::DAY)).await;
    assert_eq!(send().await.status, StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn organisers_set_them_in_a_form() {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    let path = "/s/demo/organise/settings";
    let rest = "title=Demo&fuel=0.5&memory=64&source=256&submissions_per_hour=20&\
                friendlies_per_hour=12&qualification_matches=4&qualification_wins=3&\
                qualification_rival=Dummy&ladder_rounds_max=500&ladder_matches_enough=240&cpp=on";
    let form = |own: &str| format!("{rest}&{own}");
    let good = form("opens=2026-03-01T08%3A00&freezes=2026-03-20T20%3A00&finals=&stderr=2");
    let saved = site.post(path, &olga, &good).await;
    assert_eq!((saved.status, &*saved.location), (StatusCode::SEE_OTHER, SAVED));
    assert!(site.get(SAVED, &olga).await.text().contains("role=\"status\">Saved."));
    let options = site.season().await.options();
    let shown = options.opens.map(time::shown);
    assert_eq!(shown.as_deref(), Some("2026-03-01 08:00 UTC"));
    assert_eq!((options.finals, options.stderr_bytes_max, options.hidden), (None, 2048, false));
    assert_eq!((options.fuel_max, options.memory_bytes_max), (8_000_000_000, 64 << 20));
    let page = site.get("/s/demo/organise", &olga).await.text();
    assert!(page.contains("value=\"2026-03-20T20:00\""), "{page}");
    assert!(page.contains("name=\"fuel\" value=\"0.5\""), "{page}");
    for (own, word) in [
        ("opens=tomorrow&stderr=1", "2026-03-01T16:42"),
        ("opens=2026-03-02T08%3A00&freezes=2026-03-01T08%3A00&stderr=1", "before"),
        ("stderr=99999", "from 0 to 16384"),
        ("stderr=1&title=Spring&qualification_wins=much", "write numbers without"),
    ] {
        let answer = site.post(path, &olga, &form(own)).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{own}");
        assert!(answer.text().contains(word), "{own}: {}", answer.text());
    }
}
