//! The access rights of all routes: `access.tsv` has a row for every route of the server.

use crate::common::{Browser, Site};
use axum::http::{Method, StatusCode};
use server::http::description;
use server::http::router;
use server::states::SubmissionState;
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
        site.account("sam", "player").await,
        site.account("sue", "player").await,
    ];
    let [alice, ..] = &people;
    site.staff("sam", &site.season().await.id).await;
    site.staff("sue", &site.another("other").await).await;
    let nobody = Browser::default();
    site.work().await;
    let one_match = site.ladder_matches().await.remove(0);
    let submission = site.enter("alice", "Alices", SubmissionState::Refused).await;
    let mut tokens = Vec::new();
    for login in ["alice", "bob", "olga", "ada", "sam", "sue"] {
        tokens.push(site.token(login).await);
    }
    for (method, path, who) in table() {
        // After signing out, or with another password, nobody is signed in for the next route.
        if matches!(path, "/sign-out" | "/account/password") {
            continue;
        }
        let address = address(path, &submission, &one_match);
        let what = format!("{method} {address}");
        let ask = |who| ask(&site, &method, &address, who);
        assert_eq!(who == Who::Everyone, !CLOSED.contains(&ask(&nobody).await), "{what}, nobody");
        let changes_by_api = path.starts_with("/api/") && method != Method::GET;
        if changes_by_api {
            // Cookies are no proof for programs: only a token is.
            assert_eq!(ask(alice).await, StatusCode::FORBIDDEN, "{what}, with a cookie");
        }
        let asking = if changes_by_api { &tokens[..] } else { &people[..] };
        for (person, name) in asking.iter().zip(PEOPLE) {
            let status = ask(person).await;
            // Other authors are not even told that a submission exists.
            let may = match who {
                Who::Author => status != StatusCode::NOT_FOUND && !CLOSED.contains(&status),
                _ => !CLOSED.contains(&status),
            };
            assert_eq!(who.may(name), may, "{what}, {name}: {status}");
            assert!(who != Who::Author || !CLOSED.contains(&status), "{what}, {name}: {status}");
        }
    }
}

/// Who asks: an author and another one, an organiser of all seasons, an admin, and staff of the
/// season and of another one.
const PEOPLE: [&str; 6] = ["the author", "another", "organiser", "admin", "staff", "other staff"];

/// Who may use a route.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Everyone,
    SignedIn,
    Author,
    Staff,
    Organiser,
    Administrator,
}

impl Who {
    fn may(self, name: &str) -> bool {
        match self {
            Self::Everyone | Self::SignedIn => true,
            Self::Author => !matches!(name, "another" | "other staff"),
            Self::Staff => matches!(name, "organiser" | "admin" | "staff"),
            Self::Organiser => matches!(name, "organiser" | "admin"),
            Self::Administrator => name == "admin",
        }
    }
}

/// The routes as `access.tsv` has them.
fn table() -> Vec<(Method, &'static str, Who)> {
    let rows = include_str!("access.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let row: Vec<&str> = line.split('\t').collect();
        let [method, path, who] = row[..] else { panic!("`{line}` has {} columns", row.len()) };
        let who = match who {
            "everyone" => Who::Everyone,
            "signed in" => Who::SignedIn,
            "author" => Who::Author,
            "staff" => Who::Staff,
            "organiser" => Who::Organiser,
            "administrator" => Who::Administrator,
            _ => panic!("access.tsv knows no {who}"),
        };
        (method.parse().expect("a method"), path, who)
    })
    .collect()
}

#[test]
fn the_table_of_access_has_every_route() {
    let ours: BTreeSet<(String, String)> =
        table().into_iter().map(|(method, path, _)| (method.to_string(), path.into())).collect();
    let routes = router::routes().into_iter();
    let theirs: BTreeSet<_> = routes.map(|r| (r.method.to_string(), r.path)).collect();
    assert_eq!(ours, theirs);
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_other_sites_change_nothing() {
    let site = Site::new().await;
    let ada = site.account("ada", "admin").await;
    let form = "application/x-www-form-urlencoded";
    for route in router::routes().iter().filter(|r| r.method != Method::GET) {
        let path = address(&route.path, "x", "x");
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
    let wrong = Browser { bearer: Some("0".repeat(64)), ..Browser::default() };
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
    let described = &description::document().paths.paths;
    assert_eq!(described.keys().cloned().collect::<BTreeSet<_>>(), routes);
    let operations = described.values().flat_map(|item| item.get.iter().chain(&item.post));
    assert!(operations.clone().count() > routes.len(), "some paths are read and written");
    for operation in operations {
        assert!(operation.summary.is_some(), "{:?} says nothing", operation.operation_id);
    }
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
