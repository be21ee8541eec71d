//! Forms of the website: a refused form is shown again, as it was typed, to the person who typed
//! it. Saved forms report this. Disqualifying asks first, and can be undone.

use crate::common::{Answer, Browser, Site};
use axum::http::{Method, StatusCode};
use server::http::router;
use server::states::SubmissionState;
use std::collections::BTreeSet;

#[test]
fn every_form_of_the_website_has_a_page_to_be_shown_on() {
    let routes = router::routes();
    let read: BTreeSet<&str> =
        routes.iter().filter(|r| r.method == Method::GET).map(|r| r.path.as_str()).collect();
    for route in routes.iter().filter(|r| r.method != Method::GET && !r.path.starts_with("/api/")) {
        let page = route.page.as_deref().unwrap_or_else(|| panic!("{}: no page", route.path));
        assert!(read.contains(page), "{}: {page}", route.path);
    }
}

/// Sends a form that is refused, and checks that its page comes back with the message.
async fn refused(site: &Site, path: &str, who: &Browser, form: &str, message: &str) -> Answer {
    let answer = site.post(path, who, form).await;
    let text = answer.text();
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {form}: {text}");
    let told = text.split("role=\"alert\">").nth(1).unwrap_or_default();
    let told = told.split("</span>").next().unwrap_or_default();
    assert!(told.contains(message), "{path} {form}: {told}");
    assert_eq!(text.contains("href=\"/account\""), who.session.is_some(), "{path}: the header");
    assert!(!text.contains("<h1>422"), "{path}");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_keep_what_was_typed() {
    let site = Site::new().await;
    site.change(|o| (o.ladder, o.registration) = (false, true)).await;
    let [alice, olga, ada] = [("alice", "player"), ("olga", "organiser"), ("ada", "admin")];
    let alice = site.account(alice.0, alice.1).await;
    let olga = site.account(olga.0, olga.1).await;
    let ada = site.account(ada.0, ada.1).await;
    site.enter("alice", "Xaloc", SubmissionState::Qualified).await;
    let nobody = Browser::default();
    let invited = site.post("/people/invite", &olga, "name=Mar&role=player").await.text();
    let token = &invited.split("/invitation/").nth(1).expect("a link")[..64];
    let invitation = format!("/invitation/{token}");
    let wrong = "login=b%C3%A9&name=Bea+%3Cb%3E&password=long+enough+this";
    let new = "title=Fall&slug=Fall+2&game=dominator&settings=N+%3D+%3C";
    for (path, who, form, message, kept) in [
        ("/sign-in", &nobody, "login=zoe&password=wrong&to=%2Fs%2Fdemo", "is wrong", "zoe"),
        ("/s/demo/register", &nobody, wrong, "The login contains", "Bea &#60;b&#62;"),
        (&invitation, &nobody, wrong, "The login contains", "Bea &#60;b&#62;"),
        ("/account/password", &alice, "old=x&new=a+new+password", "old password", "Old password"),
        ("/account/tokens", &alice, "label=&scope=read&days=7", "name must have", "selected>7"),
        ("/account/tokens", &alice, "label=mine&scope=none&days=7", "scope", "mine"),
        ("/s/demo/friendly", &alice, "player=Xaloc&rival1=Demo&seed=7x", "not a seed", "7x"),
        ("/s/demo/rounds", &olga, "kind=elimination&title=Cup&matches_each=1", "from 4", "Cup"),
        ("/people/invite", &olga, "name=Jan&login=a+b&role=player", "contains", "Jan"),
        ("/people/import", &olga, "csv=login%0Ajan", "`name`", "\njan</textarea>"),
        ("/seasons/new", &ada, new, "The address must", "N = &#60;"),
        ("/s/demo/organise/boards", &olga, "own=nonsense", "own1.cnf, line", "nonsense<"),
    ] {
        let text = refused(&site, path, who, form, message).await.text();
        assert!(text.contains(kept), "{path} {form}: {kept} in {text}");
        assert!(!text.contains("a new password") && !text.contains("long enough this"), "{path}");
    }
    let text = refused(&site, "/seasons/new", &ada, new, "The address must").await.text();
    let field = text.split("name=\"slug\"").nth(1).expect("the field");
    assert!(field.split("role=\"alert\"").next().is_some_and(|f| !f.contains("<input")), "{field}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_source_is_not_lost() {
    let site = Site::new().await;
    let alice = site.account("alice", "player").await;
    let csrf = server::secret::csrf(alice.session.as_deref().expect("signed in"));
    let part = |name: &str, value: &str| {
        format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let body = [part("name", "Dummy"), part("text", "int x < y;"), "--b--\r\n".into()].concat();
    let path = format!("/s/demo/submit?csrf={csrf}");
    let kind = "multipart/form-data; boundary=b";
    let answer = site.ask("POST", &path, &alice, kind, body.into_bytes()).await;
    let text = answer.text();
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    for kept in ["value=\"Dummy\"", "int x &#60; y;</textarea>", "the built-in player", ">alice<"] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_have_the_header_of_whoever_is_signed_in() {
    let site = Site::new().await;
    let alice = site.account("alice", "player").await;
    for path in ["/people", "/s/demo/matches/0123"] {
        let page = site.get(path, &alice).await;
        assert!(page.status.is_client_error(), "{path}");
        assert!(page.text().contains(">alice</a>") && !page.text().contains("Sign in"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disqualification_asks_needs_a_reason_and_can_be_undone() {
    let site = Site::new().await;
    site.change(|o| o.ladder = false).await;
    let alice = site.account("alice", "player").await;
    let olga = site.account("olga", "organiser").await;
    let old = site.enter("alice", "Xaloc", SubmissionState::Qualified).await;
    let new = site.enter("alice", "Xaloc2", SubmissionState::Qualified).await;
    let list = site.get("/s/demo/organise/submissions", &olga).await.text();
    let path = format!("/s/demo/organise/disqualify/{new}");
    assert!(list.contains(&format!("<a class=\"button\" href=\"{path}\"")), "{list}");
    let asked = site.get(&path, &olga).await.text();
    assert!(asked.contains("competes instead") && asked.contains("<strong>Xaloc<"), "{asked}");
    refused(&site, &path, &olga, "reason=+", "Give a reason").await;
    let own = |id| format!("/s/demo/submissions/{id}");
    assert!(site.get(&own(&new), &alice).await.text().contains("This version competes for you."));
    let done = site.post(&path, &olga, "reason=A+copy").await;
    assert_eq!(done.location, "/s/demo/organise/submissions?saved=1");
    let page = site.get(&own(&new), &alice).await.text();
    assert!(page.contains("Disqualified: A copy"), "{page}");
    assert!(page.contains("competes for you now: <strong>Xaloc</strong>"), "{page}");
    assert!(site.get(&own(&old), &alice).await.text().contains("This version competes for you."));

    let undo = format!("/s/demo/organise/reinstate/{new}");
    let list = site.get("/s/demo/organise/submissions", &olga).await.text();
    assert!(list.contains(&undo), "{list}");
    assert_eq!(site.post(&undo, &olga, "").await.status, StatusCode::SEE_OTHER);
    let page = site.get(&own(&new), &alice).await.text();
    assert!(page.contains("This version competes for you.") && !page.contains("A copy"), "{page}");
    refused(&site, &undo, &olga, "", "only a disqualification").await;
    // With the last one out nobody competes for her, and her pages say so.
    for id in [&old, &new] {
        let path = format!("/s/demo/organise/disqualify/{id}");
        site.post(&path, &olga, "reason=A+copy").await;
    }
    for path in [own(&new), "/s/demo/submit".into()] {
        let page = site.get(&path, &alice).await.text();
        assert!(page.contains("No version competes for you now."), "{path}: {page}");
        assert!(!page.contains("This version competes for you."), "{path}: {page}");
    }
}
