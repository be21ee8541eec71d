//! Submissions: accepted and refused sources, the words of refusals, and the text of verdicts.

use crate::common::{Browser, Site};
use axum::http::StatusCode;
use serde_json::Value;
use server::app::accounts;
use server::db::seasons::Options;
use server::db::users;
use server::states::SubmissionState;
use server::time;
use toolchain::{Cache, Toolchain};

fn player(name: &str, before: &str, body: &str) -> String {
    format!(
        "#include \"Player.hh\"\n#define PLAYER_NAME {name}\n{before}\nstruct PLAYER_NAME : public \
         Player {{\n  static Player* factory () {{ return new PLAYER_NAME; }}\n  virtual void play \
         () {{ {body} }}\n}};\nRegisterPlayer(PLAYER_NAME);\n"
    )
}

async fn send(site: &Site, who: &Browser, name: &str, text: &str) -> (StatusCode, Value) {
    let path = format!("/api/seasons/demo/submissions?name={name}");
    let answer = site.ask("POST", &path, who, "text/plain", text.as_bytes().to_vec()).await;
    (answer.status, serde_json::from_slice(&answer.bytes).unwrap_or_default())
}

async fn site_with(login: &str, change: impl FnOnce(&mut Options)) -> (Site, Browser) {
    let site = Site::new().await;
    site.change(|o| {
        o.ladder = false;
        change(o);
    })
    .await;
    site.account(login, "player").await;
    let token = site.token(login).await;
    (site, token)
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_held_by_those_who_have_qualified() {
    let (site, alice) = site_with("alice", |o| {
        (o.banned_words, o.keep_names) = (vec!["rude".into()], false);
    })
    .await;
    site.account("bob", "player").await;
    let bob = site.token("bob").await;
    site.enter("alice", "Xaloc", SubmissionState::Qualified).await;
    for (name, word) in [
        ("Xaloc", "taken"),
        ("XAL0C", "`Xaloc`"),
        ("Dummy", "the built-in player"),
        ("Rudest", "do not allow"),
        ("", "Enter the name"),
        ("a/b", "letters, digits and underscores"),
        ("ThirteenChars", "at most 12"),
    ] {
        let (status, answer) = send(&site, &bob, name, &player(name, "", "")).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {answer}");
        let said = answer["error"].as_str().expect("an error");
        assert!(said.contains(word), "{name}: {said}");
    }
    let (status, answer) = send(&site, &alice, "Xaloc", &player("Xaloc", "", "")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer["error"].as_str().expect("an error").contains("`Xaloc2`"), "{answer}");
    site.change(|o| o.keep_names = true).await;
    assert_eq!(send(&site, &alice, "Xaloc", &player("Xaloc", "", "")).await.0, StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_two_of_one_name_are_judged_at_once() {
    let (site, alice) = site_with("alice", |o| o.keep_names = false).await;
    let olga = site.account("olga", "organiser").await;
    site.account("bob", "player").await;
    let first = player("Xaloc", "", "");
    assert_eq!(send(&site, &alice, "Xaloc", &first).await.0, StatusCode::CREATED);
    let (status, answer) = send(&site, &alice, "Xaloc", &player("Xaloc", "", "move();")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
    assert!(answer["error"].as_str().expect("an error").contains("no verdict on"), "{answer}");
    // One that was beaten is not judged again once its name is somebody else's.
    let beaten = site.enter("alice", "Garbi", SubmissionState::Beaten).await;
    let again = format!("/s/demo/organise/rerun/{beaten}");
    site.enter("bob", "Garbi", SubmissionState::Qualified).await;
    let refused = site.post(&again, &olga, "").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("is taken"), "{}", refused.text());
    site.enter("bob", "Mestral", SubmissionState::Beaten).await;
    let beaten = site.enter("alice", "Mestral", SubmissionState::Beaten).await;
    let again = format!("/s/demo/organise/rerun/{beaten}");
    assert_eq!(site.post(&again, &olga, "").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_for_its_number_takes_no_room() {
    let site = Site::apart().await;
    site.change(|o| o.submissions_per_hour = 1).await;
    site.account("alice", "player").await;
    let alice = site.token("alice").await;
    let one = player("One", "", "");
    assert_eq!(send(&site, &alice, "One", &one).await.0, StatusCode::CREATED);
    let before = site.app.store.list().await.expect("read").len();
    let two = player("Two", "", "move();");
    assert_eq!(send(&site, &alice, "Two", &two).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(site.app.store.list().await.expect("read").len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn quota_freeze_and_rules_are_told() {
    let (site, alice) = site_with("alice", |o| o.submissions_per_hour = 2).await;
    let (status, answer) = send(&site, &alice, "One", &player("One", "int counter;", "")).await;
    assert_eq!((status, answer["state"].as_str()), (StatusCode::CREATED, Some("received")));
    site.work().await;
    let path = format!("/api/seasons/demo/submissions/{}", answer["id"].as_str().expect("an id"));
    let answer: Value =
        serde_json::from_slice(&site.get(&path, &alice).await.bytes).expect("a submission");
    assert_eq!(answer["state"], "refused", "{answer}");
    let report = answer["report"].as_str().expect("a report");
    assert!(report.starts_with("AIOne.cc:3: `counter` is a global variable"), "{report}");
    send(&site, &alice, "Two", &player("Two", "", "")).await;
    let (status, answer) = send(&site, &alice, "Three", &player("Three", "", "")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer["error"].as_str().expect("an error").contains("2 submissions"), "{answer}");
    site.change(|o| o.frozen = true).await;
    let (_, answer) = send(&site, &alice, "Four", &player("Four", "", "")).await;
    assert!(answer["error"].as_str().expect("an error").contains("frozen"), "{answer}");
    let (_, answer) = send(&site, &alice, "Five", "").await;
    assert!(answer["error"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_tells_authors_what_they_need() {
    let (site, token) = site_with("alice", |o| {
        o.submissions_per_hour = 3;
        o.freezes = Some(time::now() + 2 * time::DAY + time::HOUR);
    })
    .await;
    let session = accounts::sign_in(&site.app, "alice", "a long password".into()).await;
    let alice =
        Browser { session: Some(session.expect("signed in").session), ..Browser::default() };
    for text in [player("Xaloc", "", ""), player("Xaloc", "", "move();")] {
        // A version keeps its name, and gets a number.
        assert_eq!(send(&site, &token, "Xaloc", &text).await.0, StatusCode::CREATED);
    }
    let page = site.get("/s/demo/submit", &alice).await.text();
    for part in [
        "/s/demo/starter?language=cpp",
        "palestra kit ",
        "href=\"/s/demo/rules\"",
        "3 / 4",
        "(3 × Dummy)",
        "UTC (time left: 2 d",
        "within this hour: 1",
        "version 2</span>",
        "version 1</span>",
        "--season demo",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let starter = site.get("/s/demo/starter?language=cpp", &alice).await;
    assert!(starter.headers["content-disposition"].to_str().expect("text").contains("AI"));
    assert!(starter.text().contains("PLAYER_NAME"), "{}", starter.text());
    let none = site.get("/s/demo/starter?language=js", &alice).await;
    assert_eq!(none.status, StatusCode::NOT_FOUND, "the season takes no JavaScript");
}

/// The way of real sources, through the compiler and the sandbox.
#[tokio::test(flavor = "multi_thread")]
async fn verdicts_tell_what_happened() {
    tokio::task::spawn_blocking(|| Toolchain::install(&Cache::of_user(), &|_| ()).map(drop))
        .await
        .expect("ends")
        .unwrap_or_else(|e| panic!("{e}"));
    let (site, alice) = site_with("alice", |o| {
        o.qualification_rival = "Null".into();
        o.fuel_max = 50_000_000;
    })
    .await;
    let loops = player("Loops", "", "cerr << \"thinking\" << endl; for (;;) {}");
    let season = site.season().await;
    let game = season.game().expect("a game");
    let demo =
        game.facts().sdk.iter().find(|(path, _)| *path == "AIDemo.cc").expect("a template").1;
    let good = demo.replace("PLAYER_NAME Demo", "PLAYER_NAME Garbi");
    for (name, text) in [
        ("Broken", player("Broken", "", "this does not compile;")),
        ("Loops", loops),
        ("Garbi", good),
    ] {
        assert_eq!(send(&site, &alice, name, &text).await.0, StatusCode::CREATED, "{name}");
    }
    site.change(|o| o.fuel_max = 2_000_000_000).await;
    site.work().await;
    let list = site.get("/api/seasons/demo/submissions", &alice).await;
    let list: Vec<Value> = serde_json::from_slice(&list.bytes).expect("a list");
    let called = |name| list.iter().find(|s| s["player"] == name).expect("is there");
    let [garbi, loops, broken] = ["Garbi", "Loops", "Broken"].map(called);
    assert_eq!(broken["state"], "refused");
    let report = broken["report"].as_str().expect("a report");
    assert!(report.contains("AIBroken.cc:6") || report.contains("AIBroken.cc:5"), "{report}");
    assert_eq!(loops["state"], "beaten", "{loops}");
    assert!(loops["verdict"].as_str().expect("words").contains("frozen in 4 matches"), "{loops}");
    let receipts = loops["receipts"].as_array().expect("receipts");
    assert_eq!(receipts.len(), 4);
    assert!(receipts.iter().all(|r| r["last_words"][0] == "thinking"), "{loops}");
    assert_eq!(garbi["state"], "qualified", "{garbi}");
    assert_eq!(garbi["matches"].as_array().map(Vec::len), Some(4));
    let seats: Vec<usize> = garbi["matches"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|m| m["players"].as_array()?.iter().position(|p| p == "Garbi"))
        .collect();
    assert_eq!(seats, [0, 1, 2, 3], "one match per seat");

    // The author reads everything; others see neither submission nor qualification.
    site.account("bob", "player").await;
    let bob = site.token("bob").await;
    let id = loops["id"].as_str().expect("an id");
    let bout = loops["matches"][0]["id"].as_str().expect("an id");
    for path in [format!("submissions/{id}"), format!("matches/{bout}")] {
        let path = format!("/api/seasons/demo/{path}");
        assert_eq!(site.get(&path, &alice).await.status, StatusCode::OK, "{path}");
        assert_eq!(site.get(&path, &bob).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let page = site.get(&format!("/s/demo/submissions/{id}"), &alice).await.text();
    assert!(page.contains("thinking") && page.contains("AILoops.cc"), "the receipt is on the page");
    // Whoever qualifies first stands for the author, and takes part in the ladder.
    site.change(|o| (o.ladder, o.ladder_rounds_max) = (true, 2)).await;
    site.work().await;
    let table = site.get("/api/seasons/demo/standings", &bob).await.text();
    assert!(table.contains("\"player\":\"Garbi\",\"author\":\"alice\""), "{table}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_source_has_the_same_verdict_under_any_name() {
    tokio::task::spawn_blocking(|| Toolchain::install(&Cache::of_user(), &|_| ()).map(drop))
        .await
        .expect("ends")
        .unwrap_or_else(|e| panic!("{e}"));
    let (site, alice) = site_with("alice", |_| ()).await;
    let season = site.season().await;
    let mut templates = season.game().expect("a game").facts().sdk.iter();
    let demo = templates.find(|(path, _)| *path == "AIDemo.cc").expect("a template").1;
    for name in ["Garbi", "Mestral", "Llevant"] {
        let text = demo.replace("PLAYER_NAME Demo", &format!("PLAYER_NAME {name}"));
        assert_eq!(send(&site, &alice, name, &text).await.0, StatusCode::CREATED, "{name}");
    }
    site.work().await;
    let list = site.get("/api/seasons/demo/submissions", &alice).await;
    let list: Vec<Value> = serde_json::from_slice(&list.bytes).expect("a list");
    let result = |s: &Value| -> Vec<Value> {
        let matches = s["matches"].as_array().expect("matches");
        let scores = matches.iter().map(|m| [m["seed"].clone(), m["scores"].clone()]);
        std::iter::once(s["verdict"].clone()).chain(scores.flatten()).collect()
    };
    let results: Vec<_> = list.iter().map(result).collect();
    assert_eq!((results.len(), results[0].len()), (3, 9), "{list:?}");
    assert!(results.iter().all(|one| *one == results[0]), "{results:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_join_by_invitation_once() {
    let site = Site::new().await;
    let ada = site.account("ada", "admin").await;
    let olga = site.account("olga", "organiser").await;
    let list = "csv=login,name%0Amar,Mar%0Ajan,Jan%20Jansen%0A";
    let page = site.post("/people/import", &olga, list).await.text();
    let links: Vec<&str> = page.split("/invitation/").skip(1).map(|rest| &rest[..64]).collect();
    assert_eq!(links.len(), 2, "{page}");
    let path = format!("/invitation/{}", links[0]);
    let nobody = Browser::default();
    let short = site.post(&path, &nobody, "name=Mar&password=short").await;
    assert_eq!(short.status, StatusCode::UNPROCESSABLE_ENTITY);
    let joined = site.post(&path, &nobody, "name=Mar&password=long+enough+this").await;
    assert_eq!(joined.status, StatusCode::SEE_OTHER);
    assert!(
        joined.headers["set-cookie"].to_str().expect("text").contains("HttpOnly; SameSite=Lax")
    );
    let again = site.post(&path, &nobody, "name=Mar&password=long+enough+this").await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    let wrong = site.post("/sign-in", &nobody, "login=mar&password=wrong").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let right = site.post("/sign-in", &nobody, "login=MAR&password=long+enough+this").await;
    assert_eq!(right.status, StatusCode::SEE_OTHER);
    // Organisers invite players; only admins make organisers.
    let raise = "name=Eve&role=admin";
    assert_eq!(site.post("/people/invite", &olga, raise).await.status, StatusCode::FORBIDDEN);
    assert_eq!(site.post("/people/invite", &ada, raise).await.status, StatusCode::OK);
    let log = site.get("/audit", &olga).await.text();
    assert!(log.contains("import people") && log.contains("sign-in failed"), "{log}");
    let bad = site.post("/people/import", &olga, "csv=login,name%0A%C3%A9,X%0A").await;
    assert!(bad.text().contains("Line 2"), "{}", bad.text());
    let many = "csv=login,name%0D%0Amar,Mar%0D%0Anew,New%0D%0Anew,Again%0D%0Aa b,X%0D%0A";
    let bad = site.post("/people/import", &olga, many).await.text();
    for part in ["Line 2: `mar` already has an account", "Line 4: ", "twice", "Line 5: The login"] {
        assert!(bad.contains(part), "{part} in {bad}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn open_invitations_get_new_links_or_end() {
    let site = Site::new().await;
    let olga = site.account("olga", "organiser").await;
    let ada = site.account("ada", "admin").await;
    let link = |page: &str| page.split("/invitation/").nth(1).map(|rest| rest[..64].to_string());
    let open = |page: &str| -> Vec<String> {
        let parts = page.split("/people/invitations/").skip(1).step_by(2);
        parts.map(|rest| rest.split('/').next().expect("an id").to_string()).collect()
    };
    let invited = site.post("/people/invite", &olga, "login=mar&name=Mar&role=player").await;
    let first = link(&invited.text()).expect("a link");
    let [id] = &open(&site.get("/people", &olga).await.text())[..] else { panic!("not one") };
    // The id on the page is not the secret of the link.
    assert_ne!(*id, first);
    let renewed = site.post(&format!("/people/invitations/{id}/link"), &olga, "").await;
    let second = link(&renewed.text()).expect("a link");
    let nobody = Browser::default();
    let at = |token: &str| format!("/invitation/{token}");
    assert_eq!(site.get(&at(&first), &nobody).await.status, StatusCode::NOT_FOUND);
    assert_eq!(site.get(&at(&second), &nobody).await.status, StatusCode::OK);
    let [id] = &open(&site.get("/people", &olga).await.text())[..] else { panic!("not one") };
    let revoke = format!("/people/invitations/{id}/revoke");
    assert_eq!(site.post(&revoke, &olga, "").await.status, StatusCode::SEE_OTHER);
    assert_eq!(site.post(&revoke, &olga, "").await.status, StatusCode::NOT_FOUND);
    let late = site.post(&at(&second), &nobody, "name=Mar&password=long+enough+this").await;
    assert_eq!(late.status, StatusCode::NOT_FOUND);
    assert!(open(&site.get("/people", &olga).await.text()).is_empty());
    // An organiser does not touch the invitation of an admin, and it stays.
    site.post("/people/invite", &ada, "name=Eve&role=admin").await;
    let [id] = &open(&site.get("/people", &ada).await.text())[..] else { panic!("not one") };
    for what in ["link", "revoke"] {
        let path = format!("/people/invitations/{id}/{what}");
        assert_eq!(site.post(&path, &olga, "").await.status, StatusCode::FORBIDDEN);
    }
    assert_eq!(open(&site.get("/people", &ada).await.text()).len(), 1);
    assert!(open(&site.get("/people", &olga).await.text()).is_empty(), "no buttons for olga");
    let log = site.get("/audit", &olga).await.text();
    assert!(log.contains("revoke an invitation"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_gives_a_new_password() {
    let site = Site::new().await;
    let [olga, ada, mar] = [("olga", "organiser"), ("ada", "admin"), ("mar", "player")];
    let olga = site.account(olga.0, olga.1).await;
    let ada = site.account(ada.0, ada.1).await;
    let mar = site.account(mar.0, mar.1).await;
    let id = |login: &'static str| {
        let db = &site.app.db;
        async move { users::by_login(db, login).await.expect("read").expect("is there").id }
    };
    let path = |id: &str| format!("/people/{id}/password");
    // Organisers help players, admins everybody else.
    for login in ["ada", "olga"] {
        let refused = site.post(&path(&id(login).await), &olga, "").await;
        assert!(refused.status.is_client_error(), "{login}");
        assert!(!refused.text().contains("/invitation/"), "{login}");
    }
    let page = site.post(&path(&id("mar").await), &olga, "").await.text();
    assert!(page.contains("data:text/csv"), "{page}");
    let link = format!("/invitation/{}", &page.split("/invitation/").nth(1).expect("a link")[..64]);
    assert!(site.get("/account", &mar).await.location.starts_with("/sign-in"), "signed out");
    let nobody = Browser::default();
    let old = site.post("/sign-in", &nobody, "login=mar&password=a+long+password").await;
    assert_eq!(old.status, StatusCode::UNPROCESSABLE_ENTITY);
    let done = site.post(&link, &nobody, "name=Mar&password=another+long+one").await;
    assert_eq!(done.status, StatusCode::SEE_OTHER);
    let new = site.post("/sign-in", &nobody, "login=mar&password=another+long+one").await;
    assert_eq!(new.status, StatusCode::SEE_OTHER);
    // Inviting who is there already is refused in words.
    let again = site.post("/people/invite", &olga, "login=mar&name=Mar&role=player").await.text();
    assert!(again.contains("already has an account"), "{again}");
    let found = site.get("/people?q=MA", &ada).await.text();
    assert!(found.contains("<td>mar</td>") && !found.contains("<td>olga</td>"), "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_and_complaints_speak_the_visitor_s_language() {
    let (site, alice) = site_with("alice", |_| ()).await;
    let session = site.account("berta", "player").await;
    for (lang, refusal, complaint) in [
        ("ca", "competeix en aquesta temporada", "és una variable global"),
        ("es", "compite en esta temporada", "es una variable global"),
    ] {
        let cookie = server::http::access::LANGUAGE;
        let csrf = server::secret::csrf(session.session.as_deref().expect("signed in"));
        let spoken = Browser {
            session: session.session.as_ref().map(|s| format!("{s}; {cookie}={lang}")),
            ..Browser::default()
        };
        site.enter("berta", &format!("Own{lang}"), SubmissionState::Qualified).await;
        let kind = "application/x-www-form-urlencoded";
        let path = format!("/s/demo/friendly?csrf={csrf}");
        let form = b"rival1=Nobody%26Co".to_vec();
        let said = site.ask("POST", &path, &spoken, kind, form).await.text();
        assert!(said.contains(refusal) && said.contains("Nobody"), "{said}");
        // A number that is none: the form itself cannot be read.
        let path = format!("/sign-in?csrf={csrf}");
        let said = site.ask("POST", &path, &spoken, kind, b"login=x".to_vec()).await;
        assert_eq!(said.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said.text().contains("formular"), "{}", said.text());
        let id = entered(&site, lang).await;
        let page = site.get(&format!("/s/demo/submissions/{id}"), &spoken).await.text();
        assert!(page.contains(complaint), "{page}");
    }
    drop(alice);
}

/// A submission of Berta's with a global variable.
async fn entered(site: &Site, lang: &str) -> String {
    let berta = site.token("berta").await;
    let name = format!("Glob{lang}");
    let (_, answer) = send(site, &berta, &name, &player(&name, "int counter;", "")).await;
    site.work().await;
    answer["id"].as_str().expect("an id").into()
}
