//! The search on the lists of matches and submissions.

use crate::common::{Browser, Site};
use server::states::SubmissionState;

/// How many links to matches a page has.
fn matches(text: &str) -> usize {
    let links: std::collections::BTreeSet<_> = text
        .split("/s/demo/matches/")
        .skip(1)
        .filter_map(|rest| rest.split(['"', '/', '#']).next())
        .filter(|id| !id.is_empty())
        .collect();
    links.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_found_by_a_part_of_a_name() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 3).await;
    site.work().await;
    let visitor = Browser::default();
    let list = async |query: &str| {
        let page = site.get(&format!("/s/demo/matches{query}"), &visitor).await;
        assert_eq!(page.status, 200, "{query}");
        page.text()
    };
    let all = matches(&list("").await);
    assert!(all > 0, "no match was played");
    // All players of the running demo are house players, and Dummy plays in each of the matches.
    let dummy = matches(&list("?q=duMM").await);
    assert!(dummy > 0 && dummy <= all, "{dummy} of {all}");
    for nothing in ["?q=%25", "?q=_ummy", "?q=!", "?q=%27", "?q=nobody"] {
        assert_eq!(matches(&list(nothing).await), 0, "{nothing}");
    }
    assert!(list("?q=%22%3E%3Cb").await.contains("value=\"&#34;&#62;&#60;b\""), "kept as typed");
}

#[tokio::test(flavor = "multi_thread")]
async fn submissions_are_found_by_player_and_login() {
    let site = Site::new().await;
    site.change(|o| o.ladder = false).await;
    for login in ["ann", "ben"] {
        site.account(login, "player").await;
    }
    site.enter("ann", "Xaloc", SubmissionState::Qualified).await;
    site.enter("ben", "Mestral", SubmissionState::Qualified).await;
    let organiser = site.account("olga", "organiser").await;
    let found = async |part: &str| {
        let path = format!("/s/demo/organise/submissions?q={part}");
        let text = site.get(&path, &organiser).await.text();
        ["Xaloc", "Mestral"].map(|name| text.contains(&format!(">{name}</a>")))
    };
    assert_eq!(found("").await, [true, true]);
    assert_eq!(found("XALO").await, [true, false]);
    assert_eq!(found("ben").await, [false, true]);
    assert_eq!(found("%25").await, [false, false]);
}
