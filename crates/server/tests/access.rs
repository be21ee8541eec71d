//! Who may see what, route by route, from the list of routes itself.

mod common;

use axum::http::{Method, StatusCode};
use common::{Browser, Site};
use server::access::Access;
use server::{api, router};
use std::collections::BTreeSet;

/// The address of a route, with something real in each open part.
fn address(path: &str, submission: &str, one_match: &str) -> String {
    let id = if path.contains("/matches/") { one_match } else { submission };
    path.replace("{season}", "demo")
        .replace("{id}", id)
        .replace("{name}", "Demo")
        .replace("{number}", "1")
        .replace("{code}", "ca")
        .replace("{token}", "0123")
        .replace("{left}", submission)
        .replace("{right}", submission)
}

async fn ask(site: &Site, method: &Method, path: &str, who: &Browser) -> StatusCode {
    match *method {
        Method::GET => {
            let answer = site.get(path, who).await;
            let to_sign_in = answer.location.starts_with("/sign-in?");
            if to_sign_in { StatusCode::UNAUTHORIZED } else { answer.status }
        }
        _ => site.post(path, who, "").await.status,
    }
}

const CLOSED: [StatusCode; 2] = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN];

#[tokio::test(flavor = "multi_thread")]
async fn every_route_keeps_its_rule() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    let people = [
        site.account("alice", "player").await,
        site.account("bob", "player").await,
        site.account("olga", "organiser").await,
        site.account("ada", "admin").await,
    ];
    let [alice, bob, olga, ada] = &people;
    let nobody = Browser::default();
    site.work().await;
    let one_match = site.ladder_matches().await.remove(0);
    let submission = site.enter("alice", "Alices", "refused").await;
    for route in router::routes() {
        // Whoever signs out, or changes the password, is no longer signed in for the next route.
        if matches!(route.path, "/sign-out" | "/account/password") {
            continue;
        }
        let path = address(route.path, &submission, &one_match);
        let (api, what) = (path.starts_with("/api/"), format!("{} {path}", route.method));
        let closed = |status| CLOSED.contains(&status);
        let ask = |who| ask(&site, &route.method, &path, who);
        let api_change = api && route.method != Method::GET;
        let open = route.access == Access::Public;
        assert_eq!(!open, closed(ask(&nobody).await), "{what}, nobody");
        if api_change {
            // Cookies are no proof for programs: only a token is.
            assert_eq!(ask(alice).await, StatusCode::FORBIDDEN, "{what}, with a cookie");
            continue;
        }
        match route.access {
            Access::Public | Access::SignedIn => {
                for who in &people {
                    assert!(!closed(ask(who).await), "{what}");
                }
            }
            Access::Owner => {
                assert_eq!(ask(bob).await, StatusCode::NOT_FOUND, "{what}, somebody else");
                for who in [alice, olga, ada] {
                    let status = ask(who).await;
                    assert!(!closed(status) && status != StatusCode::NOT_FOUND, "{what}: {status}");
                }
            }
            Access::Organiser => {
                for (who, may) in [(alice, false), (bob, false), (olga, true), (ada, true)] {
                    assert_eq!(!closed(ask(who).await), may, "{what}");
                }
            }
            Access::Admin => {
                for (who, may) in [(alice, false), (olga, false), (ada, true)] {
                    assert_eq!(!closed(ask(who).await), may, "{what}");
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_other_sites_change_nothing() {
    let site = Site::new().await;
    let ada = site.account("ada", "admin").await;
    let form = "application/x-www-form-urlencoded";
    for route in router::routes().iter().filter(|r| r.method != Method::GET) {
        let path = address(route.path, "x", "x");
        for csrf in ["", "?csrf=", "?csrf=00000000000000000000000000000000"] {
            let answer = site.ask("POST", &format!("{path}{csrf}"), &ada, form, Vec::new()).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}{csrf}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_tokens_and_ended_sessions_are_nobody() {
    let site = Site::new().await;
    let alice = site.account("alice", "player").await;
    let wrong = Browser { bearer: Some("0".repeat(64)), session: None };
    assert_eq!(site.get("/api/me", &wrong).await.status, StatusCode::UNAUTHORIZED);
    let token = site.token("alice").await;
    assert!(site.get("/api/me", &token).await.text().contains("alice"));
    assert_eq!(site.get("/account", &alice).await.status, StatusCode::OK);
    site.post("/sign-out", &alice, "").await;
    assert!(site.get("/account", &alice).await.location.starts_with("/sign-in"));
}

#[test]
fn the_description_names_every_route_of_the_interface() {
    let routes: BTreeSet<String> = router::routes()
        .iter()
        .filter(|r| r.path.starts_with("/api/"))
        .map(|r| r.path.to_string())
        .collect();
    assert_eq!(api::described_paths().into_iter().collect::<BTreeSet<_>>(), routes);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_protects_its_reader() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    site.work().await;
    let id = site.ladder_matches().await.remove(0);
    let nobody = Browser::default();
    let live = site.get("/s/demo", &nobody).await.headers["content-security-policy"].clone();
    let live = live.to_str().expect("text");
    assert!(live.contains("script-src 'self';") && !live.contains("unsafe"), "{live}");
    for path in ["/s/demo/matches", "/nowhere", "/api/seasons", "/sign-in"] {
        let policy = site.get(path, &nobody).await.headers["content-security-policy"].clone();
        let policy = policy.to_str().expect("text").to_string();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("script"), "{path}");
    }
    let viewer = site.get(&format!("/s/demo/matches/{id}/viewer"), &nobody).await;
    let policy = viewer.headers["content-security-policy"].to_str().expect("text").to_string();
    assert!(policy.contains("sandbox allow-scripts") && !policy.contains("allow-same-origin"));
}
