//! Tokens: their scope and their end, also by a new password. Names that deceive.

use crate::common::{Answer, Browser, Site};
use axum::http::{Method, StatusCode};
use server::http::router;
use server::states::{Scope, SubmissionState};

const FORM: &str = "application/x-www-form-urlencoded";

/// Whether a token was refused for its scope, not for its owner or for what was sent.
fn scope_is_too_small(answer: &Answer) -> bool {
    let text = answer.text();
    let told = text.contains("This token has the scope") || text.contains("No token allows this");
    assert_eq!(told, told && answer.status == StatusCode::FORBIDDEN, "{text}");
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_asks_tokens_for_their_scope() {
    let site = Site::new().await;
    for (login, role) in [("alice", "player"), ("ada", "admin")] {
        site.account(login, role).await;
    }
    for route in router::routes() {
        let path = route.path.replace("{season}", "demo").replace(['{', '}'], "");
        for login in ["alice", "ada"] {
            for scope in Scope::ALL {
                let who =
                    site.token_with(login, *scope, server::time::now() + server::time::DAY).await;
                let answer = site.ask(route.method.as_str(), &path, &who, FORM, Vec::new()).await;
                let enough = match (&route.method, route.rule.scope) {
                    (&Method::GET, needs) => needs == Some(Scope::Read),
                    (_, needs) => needs.is_some_and(|needs| *scope >= needs && needs > Scope::Read),
                };
                let what = format!("{} {path}, {login}, {scope}", route.method);
                assert_eq!(scope_is_too_small(&answer), !enough, "{what}: {}", answer.text());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_does_what_its_scope_and_its_owner_allow() {
    let site = Site::new().await;
    for (login, role) in [("alice", "player"), ("olga", "organiser")] {
        site.account(login, role).await;
    }
    // Method, path, and what the request gets with each scope: for alice, then for olga.
    let (ok, no, bad) = (200, 403, 422);
    let table = [
        ("GET", "/api/me", [ok, ok, ok], [ok, ok, ok]),
        ("GET", "/api/audit", [no, no, no], [ok, ok, ok]),
        ("GET", "/metrics", [no, no, no], [ok, ok, ok]),
        ("POST", "/api/seasons/demo/submissions?name=", [no, bad, bad], [no, bad, bad]),
        ("POST", "/s/demo/friendly", [no, bad, bad], [no, bad, bad]),
        ("POST", "/api/seasons/demo/release", [no, no, no], [no, no, ok]),
        ("POST", "/people/invite", [no, no, no], [no, no, bad]),
        ("POST", "/people/x/change", [no, no, no], [no, no, no]),
        ("POST", "/account/tokens", [no, no, no], [no, no, no]),
        ("POST", "/account/password", [no, no, no], [no, no, no]),
    ];
    for (method, path, alice, olga) in table {
        for (login, expected) in [("alice", alice), ("olga", olga)] {
            for (scope, status) in Scope::ALL.iter().zip(expected) {
                let who =
                    site.token_with(login, *scope, server::time::now() + server::time::DAY).await;
                let answer = site.ask(method, path, &who, FORM, Vec::new()).await;
                assert_eq!(answer.status, status, "{method} {path}, {login}, {scope}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_made_with_an_end_and_never_for_more_than_their_owner() {
    let site = Site::new().await;
    let alice = site.account("alice", "player").await;
    let olga = site.account("olga", "organiser").await;
    let make = async |who: &Browser, form: &str| site.post("/account/tokens", who, form).await;
    let answer = make(&alice, "label=laptop&scope=organise&days=7").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.text().contains("Choose one of read, submit"), "{}", answer.text());
    for wrong in
        ["label=x&scope=read&days=0", "label=x&scope=read&days=400", "label=&scope=read&days=7"]
    {
        let answer = make(&alice, wrong).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
    assert_eq!(make(&olga, "label=x&scope=organise&days=7").await.status, StatusCode::OK);
    let page = make(&alice, "label=laptop&scope=submit&days=7").await.text();
    let token = page.split_once("PALESTRA_TOKEN=").expect("shown").1;
    let who = Browser { bearer: Some(token[..64].into()), ..Browser::default() };
    let me: serde_json::Value =
        serde_json::from_slice(&site.get("/api/me", &who).await.bytes).expect("JSON");
    assert_eq!((&me["token"]["name"], &me["token"]["scope"]), (&"laptop".into(), &"submit".into()));
    let week = 7 * server::time::DAY;
    let left = me["token"]["expires"].as_i64().expect("a time") - server::time::now();
    assert!((week - server::time::DAY..=week).contains(&left), "{left}");
    // The page and the log tell of it.
    assert!(site.get("/account", &alice).await.text().contains("laptop"));
    assert!(site.get("/audit", &olga).await.text().contains("make token"));
    let old = site.token_with("alice", Scope::Read, 1).await;
    let answer = site.get("/api/me", &old).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    assert!(answer.text().contains("expired at 1970-01-01 00:00 UTC"), "{}", answer.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_older_than_scopes_get_an_end_and_no_more_than_they_need() {
    let site = Site::new().await;
    for (login, role, scope) in [("alice", "player", "submit"), ("olga", "organiser", "organise")] {
        site.account(login, role).await;
        // What the migration that brought scopes made of older tokens.
        let old = site.token_with(login, Scope::Organise, 0).await;
        let later = include_str!("../../migrations/0015_token_ends.sql");
        let mut connection = site.app.db.acquire().await.expect("a connection");
        sqlx::raw_sql(later).execute(&mut *connection).await.expect("migrated");
        drop(connection);
        let answer = site.get("/api/me", &old).await;
        let me: serde_json::Value = serde_json::from_slice(&answer.bytes).expect("JSON");
        assert_eq!(me["token"]["scope"], scope, "{me}");
        let left = me["token"]["expires"].as_i64().expect("a time") - server::time::now();
        let year = 366 * server::time::DAY;
        assert!((year - server::time::DAY..=year).contains(&left), "{left}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_other_sessions_and_tokens_if_wanted() {
    let site = Site::new().await;
    let here = site.account("alice", "player").await;
    let token = site.token("alice").await;
    let mut password = "a long password".to_string();
    for (k, end_tokens) in ["", "&end_tokens=yes"].into_iter().enumerate() {
        let elsewhere = server::app::accounts::sign_in(&site.app, "alice", password.clone()).await;
        let session = Some(elsewhere.expect("signed in").session);
        let elsewhere = Browser { session, ..Browser::default() };
        assert_eq!(site.get("/account", &elsewhere).await.status, StatusCode::OK);
        let new = format!("another+password+{k}");
        let old = password.replace(' ', "+");
        let form = format!("old={old}&new={new}{end_tokens}");
        let wrong = site.post("/account/password", &here, &form.replace("old=", "old=x")).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
        let changed = site.post("/account/password", &here, &form).await;
        assert_eq!(changed.location, "/account?saved=1", "{}", changed.text());
        assert_eq!(site.get("/account", &here).await.status, StatusCode::OK);
        assert!(site.get("/account", &elsewhere).await.location.starts_with("/sign-in"));
        let ends = !end_tokens.is_empty();
        let status = site.get("/api/me", &token).await.status;
        assert_eq!(status == StatusCode::UNAUTHORIZED, ends, "{status}");
        password = new.replace('+', " ");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_with_characters_that_cannot_be_seen_are_refused() {
    let site = Site::new().await;
    site.change(|o| o.registration = true).await;
    let alice = site.account("alice", "player").await;
    let olga = site.account("olga", "organiser").await;
    let nobody = Browser::default();
    let player = site.enter("alice", "Alices", SubmissionState::Qualified).await;
    let turned = "An%E2%80%AEna";
    let disqualify = format!("/s/demo/organise/disqualify/{player}");
    let forms = [
        ("/people/invite", &olga, format!("name={turned}&role=player")),
        ("/people/import", &olga, format!("csv=login,name%0Aeva,{turned}")),
        ("/s/demo/register", &nobody, format!("login=eva&name={turned}&password=long+enough+this")),
        ("/account/tokens", &alice, format!("label={turned}&scope=read&days=7")),
        (
            "/s/demo/rounds",
            &olga,
            format!("kind=round-robin&title={turned}&house=true&matches_each=4"),
        ),
        (disqualify.as_str(), &olga, format!("reason={turned}")),
    ];
    for (path, who, form) in forms {
        let answer = site.post(path, who, &form).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert!(answer.text().contains("(U+202E)"), "{path}: {}", answer.text());
    }
    // The log shows what strangers typed, and cannot be turned by it.
    site.post("/sign-in", &nobody, &format!("login={turned}&password=x")).await;
    let log = site.get("/audit", &olga).await.text();
    assert!(log.contains("An\u{fffd}na") && !log.contains('\u{202e}'), "{log}");
}
