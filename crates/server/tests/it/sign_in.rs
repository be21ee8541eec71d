//! Signing in is limited by account and network, on failures only.

use crate::common::Site;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use server::http::access::BROWSER;
use tower::ServiceExt;

/// Tries to sign in from here.
async fn tries(site: &Site, from: &str, login: &str, password: &str) -> StatusCode {
    tries_with(site, (from, ""), login, password).await.0
}

/// The same by a browser with these cookies; gives its mark, if it got one.
async fn tries_with(
    site: &Site,
    (from, cookies): (&str, &str),
    login: &str,
    password: &str,
) -> (StatusCode, String) {
    let request = Request::post("/sign-in")
        .header(header::HOST, "here")
        .header(header::COOKIE, cookies)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header("x-forwarded-for", from)
        .body(Body::from(format!("login={login}&password={password}")));
    let answer = site.router.clone().oneshot(request.expect("a request")).await;
    let answer = answer.expect("an answer");
    let set = answer.headers().get_all(header::SET_COOKIE).iter();
    let mut set = set.filter_map(|v| v.to_str().ok()?.split(';').next());
    let mark = set.find(|cookie| cookie.starts_with(BROWSER)).unwrap_or_default().to_string();
    (answer.status(), mark)
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_a_class_nor_an_account_is_locked_out() {
    let site = Site::with(|config| {
        config.behind_proxy = true;
        config.sign_ins_per_account = 3;
        config.sign_ins_per_minute = 40;
    })
    .await;
    let (class, attacker, right) = ("192.0.2.1", "198.51.100.9", "a+long+password");
    for k in 0..30 {
        let login = format!("p{k}");
        site.account(&login, "player").await;
        assert_eq!(tries(&site, class, &login, "wrong").await, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(tries(&site, class, &login, right).await, StatusCode::SEE_OTHER, "{login}");
    }
    // Signing in correctly counts for nothing.
    for _ in 0..60 {
        assert_eq!(tries(&site, class, "p0", right).await, StatusCode::SEE_OTHER);
    }
    for _ in 0..3 {
        assert_eq!(tries(&site, attacker, "p1", "no").await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let refused = StatusCode::TOO_MANY_REQUESTS;
    assert_eq!(tries(&site, attacker, "P1", right).await, refused, "even the right one");
    assert_eq!(tries(&site, class, "p1", right).await, StatusCode::SEE_OTHER, "the owner is in");
    // Many accounts, one address: the address's limit.
    let mut last = StatusCode::OK;
    for k in 0..60 {
        last = tries(&site, attacker, &format!("none{k}"), "no").await;
    }
    assert_eq!(last, refused);
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_at_the_same_moment_count_each_other() {
    let site = Site::with(|config| {
        config.behind_proxy = true;
        config.sign_ins_per_account = 4;
    })
    .await;
    site.account("alice", "player").await;
    let all = (0..40).map(|_| tries(&site, "192.0.2.1", "alice", "wrong"));
    let all = futures_util::future::join_all(all).await;
    let checked = all.iter().filter(|s| **s == StatusCode::UNPROCESSABLE_ENTITY).count();
    assert_eq!(checked, 4, "{all:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_addresses_get_few_attempts_and_the_owner_keeps_their_own() {
    let site = Site::with(|config| {
        config.behind_proxy = true;
        config.sign_ins_per_account = 3;
    })
    .await;
    let (home, right) = ("203.0.113.4", "a+long+password");
    for login in ["alice", "bob"] {
        site.account(login, "player").await;
    }
    let (status, mark) = tries_with(&site, (home, ""), "alice", right).await;
    assert!(status == StatusCode::SEE_OTHER && mark.len() > 80, "{mark}");
    let (_, mark_of_bob) = tries_with(&site, (home, ""), "bob", right).await;
    let (checked, refused) = (StatusCode::UNPROCESSABLE_ENTITY, StatusCode::TOO_MANY_REQUESTS);
    // Six times as many as from one address: 18, each from another one.
    for k in 0..18 {
        assert_eq!(tries(&site, &format!("198.51.100.{k}"), "alice", "no").await, checked, "{k}");
    }
    assert_eq!(tries(&site, "198.51.100.99", "Alice", right).await, refused, "even the right one");
    for forged in [&*mark_of_bob, &format!("{mark}0"), &format!("{BROWSER}=a.b"), "x"] {
        let (status, _) = tries_with(&site, (home, forged), "alice", right).await;
        assert_eq!(status, refused, "{forged}");
    }
    // The owner's browser is known, wherever it is; other accounts are as they were.
    let (status, again) = tries_with(&site, ("198.51.100.99", &mark), "alice", right).await;
    assert!(status == StatusCode::SEE_OTHER && !again.is_empty());
    assert_eq!(tries(&site, "198.51.100.99", "bob", right).await, StatusCode::SEE_OTHER);
    // A stolen mark is worth no more attempts than an address.
    for _ in 0..3 {
        assert_eq!(tries_with(&site, (home, &mark), "alice", "no").await.0, checked);
    }
    assert_eq!(tries_with(&site, (home, &mark), "alice", right).await.0, refused);
    assert_eq!(tries_with(&site, (home, &again), "alice", right).await.0, StatusCode::SEE_OTHER);
}
