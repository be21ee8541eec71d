//! A server in a folder of its own, asked without a network.
#![allow(dead_code, reason = "each test program uses a part of it")]

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use server::app::accounts;
use server::app::house_players;
use server::db::matches::Match;
use server::db::queue::Wanted;
use server::db::seasons::{self, Options, Season};
use server::db::{self, matches, queue, staff, submissions, users};
use server::http::access::COOKIE;
use server::http::router;
use server::ids::{MatchId, SeasonId, SubmissionId};
use server::states::{Role, RoundKind, Scope, SubmissionState};
use server::{App, Config, Shared, jobs, secret, time};
use std::path::Path;
use tempfile::TempDir;
use tower::ServiceExt;

/// A server with the demo season and no workers of its own.
pub struct Site {
    pub app: Shared,
    pub router: Router,
    pub folder: TempDir,
}

/// Somebody who is signed in, or nobody.
#[derive(Clone, Debug, Default)]
pub struct Browser {
    pub session: Option<String>,
    pub bearer: Option<String>,
    /// The value of `Accept-Language`.
    pub language: Option<&'static str>,
}

/// Takes up to so many matches, as a task that shares what waits with others does.
pub async fn claim(app: &App, pin: &str, takers: i64, most: i64) -> Vec<Match> {
    let wanted = Wanted::Share { takers, batch: 1..=most };
    let mut connection = app.db.acquire().await.expect("a connection");
    queue::claim(&mut connection, pin, &wanted).await.expect("claimed")
}

/// What came back.
pub struct Answer {
    pub status: StatusCode,
    pub location: String,
    pub headers: axum::http::HeaderMap,
    pub bytes: Vec<u8>,
}

/// A stream of events.
pub struct Events {
    parts: BodyDataStream,
    text: String,
}

impl Events {
    /// What the next event says; none when the stream has ended.
    pub async fn next(&mut self) -> Option<serde_json::Value> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let said = data.map(|data| serde_json::from_str(data).expect("JSON"));
                self.text = rest.to_string();
                if said.is_some() {
                    return said;
                }
                continue;
            }
            let part = self.parts.next().await?.expect("a part");
            self.text += std::str::from_utf8(&part).expect("text");
        }
    }
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// Tests run on SQLite, or on the PostgreSQL server that this variable names, where each folder
/// has a database of its own. `cargo xtask cluster` starts such a server and runs them.
const SERVER: &str = "PALESTRA_TEST_DATABASE";

fn database_name(folder: &Path) -> String {
    format!("t{}", &secret::digest(&folder.to_string_lossy())[..20])
}

/// The address of the folder's database on the server, if there is one.
fn database(folder: &Path) -> Option<String> {
    let server = std::env::var(SERVER).ok()?;
    let (server, _) = server.rsplit_once('/').expect("an address with the name of a database");
    Some(format!("{server}/{}", database_name(folder)))
}

/// Copies a server that does not run: its files and its database.
pub async fn copy(from: &Path, to: &Path) {
    copy_files(from, to);
    if let Ok(server) = std::env::var(SERVER) {
        let db = sqlx::AnyPool::connect(&server).await.expect("the server of databases");
        let (new, old) = (database_name(to), database_name(from));
        let sql = format!("CREATE DATABASE {new} TEMPLATE {old}");
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&db).await.expect("copied");
        db.close().await;
    }
}

fn copy_files(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_files(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).expect("copied")),
        }
    }
}

pub async fn open(folder: &Path) -> Shared {
    open_as(folder, "here").await
}

/// The same with a file for a database, whatever tests run on.
pub async fn open_on_file(folder: &Path) -> Shared {
    open_with(folder, "here", |config| config.database = None).await
}

/// The same for a process that says it is another machine; it has every match checked.
pub async fn open_as(folder: &Path, name: &str) -> Shared {
    open_with(folder, name, |_| ()).await
}

/// The same, with something else in its configuration.
pub async fn open_with(folder: &Path, name: &str, change: impl FnOnce(&mut Config)) -> Shared {
    use sqlx::migrate::MigrateDatabase;
    let database = database(folder);
    if let Some(url) = &database {
        sqlx::any::install_default_drivers();
        if !sqlx::Any::database_exists(url).await.expect("the server of databases") {
            sqlx::Any::create_database(url).await.expect("made");
        }
    }
    let mut config = Config {
        folder: folder.to_path_buf(),
        database,
        store: std::env::var("PALESTRA_TEST_STORE").ok(),
        workers: 0,
        name: Some(name.into()),
        check_share: 1.0,
        requests_per_second: 100_000,
        sign_ins_per_minute: 100_000,
        sign_ins_per_account: 100_000,
        trust_sources: true,
        worker_command: vec![env!("CARGO_BIN_EXE_judge-worker").into()],
        ..Config::default()
    };
    change(&mut config);
    let viewer = "<html><script>PALESTRA-NAME PALESTRA-MATCH</script></html>";
    App::open(config, Some(viewer.into())).await.expect("opens")
}

impl Site {
    pub async fn new() -> Self {
        Self::with(|_| ()).await
    }

    /// The same with files that no other test has.
    pub async fn apart() -> Self {
        let own = |config: &mut Config| {
            if let Some(store) = &mut config.store {
                *store += &format!("-{}", database_name(&config.folder));
            }
        };
        Self::with(own).await
    }

    /// With something else in its configuration.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let app = open_with(folder.path(), "here", change).await;
        house_players::season(&app).await.expect("a season");
        let router = router::router(&app);
        Self { app, router, folder }
    }

    pub async fn season(&self) -> Season {
        seasons::by_slug(&self.app.db, "demo").await.expect("read").expect("is there")
    }

    pub async fn change(&self, change: impl FnOnce(&mut Options)) {
        let season = self.season().await;
        let mut options = season.options();
        change(&mut options);
        let mut connection = self.app.db.acquire().await.expect("a connection");
        seasons::change(&mut connection, &season.id, &season.title, &options)
            .await
            .expect("changed");
    }

    /// Makes an account and signs it in.
    pub async fn account(&self, login: &str, role: &str) -> Browser {
        let mut connection = self.app.db.acquire().await.expect("a connection");
        let path = accounts::invite(
            &mut connection,
            Some(login),
            login,
            role.parse::<Role>().expect("a role"),
        )
        .await;
        drop(connection);
        let path = path.expect("invited");
        let token = path.rsplit('/').next().expect("a token");
        let session = accounts::accept(&self.app, token, "", login, "a long password".into()).await;
        Browser { session: Some(session.expect("accepted").session), ..Browser::default() }
    }

    /// Another season, otherwise like the first one.
    pub async fn another(&self, slug: &str) -> SeasonId {
        let id = SeasonId::random();
        let other = seasons::Season { id: id.clone(), slug: slug.into(), ..self.season().await };
        let mut connection = self.app.db.acquire().await.expect("a connection");
        seasons::insert(&mut connection, &other).await.expect("inserted");
        id
    }

    /// Makes the account with this login staff of this season.
    pub async fn staff(&self, login: &str, season: &SeasonId) {
        let user = users::by_login(&self.app.db, login).await.expect("read").expect("is there");
        let mut connection = self.app.db.acquire().await.expect("a connection");
        staff::replace(&mut connection, &user.id, std::slice::from_ref(season), 0)
            .await
            .expect("stored");
    }

    /// A token of the account with this login, which may do all that its owner may.
    pub async fn token(&self, login: &str) -> Browser {
        self.token_with(login, Scope::Organise, time::now() + time::DAY).await
    }

    /// A token of this scope that expires at this time.
    pub async fn token_with(&self, login: &str, scope: Scope, expires: i64) -> Browser {
        let user = users::by_login(&self.app.db, login).await.expect("read").expect("is there");
        let token = secret::token();
        let new = users::ApiToken {
            id: secret::id(),
            label: "test".into(),
            created: time::now(),
            scope,
            expires,
        };
        let mut connection = self.app.db.acquire().await.expect("a connection");
        users::add_token(&mut connection, &secret::digest(&token), &user.id, &new)
            .await
            .expect("added");
        Browser { bearer: Some(token), ..Browser::default() }
    }

    pub async fn get(&self, path: &str, who: &Browser) -> Answer {
        self.ask("GET", path, who, "", Vec::new()).await
    }

    /// Sends a form as the website's own pages do.
    pub async fn post(&self, path: &str, who: &Browser, form: &str) -> Answer {
        let csrf = who.session.as_deref().map(secret::csrf).unwrap_or_default();
        let kind = "application/x-www-form-urlencoded";
        self.ask("POST", &format!("{path}?csrf={csrf}"), who, kind, form.into()).await
    }

    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        who: &Browser,
        kind: &str,
        body: Vec<u8>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "here");
        if let Some(session) = &who.session {
            request = request.header(header::COOKIE, format!("{COOKIE}={session}"));
        }
        if let Some(token) = &who.bearer {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(language) = who.language {
            request = request.header(header::ACCEPT_LANGUAGE, language);
        }
        if !kind.is_empty() {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        let request = request.body(Body::from(body)).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        // Events go on for ever.
        let endless = kind == Some("text/event-stream");
        let bytes = match endless {
            true => Vec::new(),
            false => axum::body::to_bytes(body, usize::MAX).await.expect("a body").to_vec(),
        };
        let location = parts.headers.get(header::LOCATION).and_then(|v| v.to_str().ok());
        Answer {
            status: parts.status,
            location: location.unwrap_or_default().into(),
            headers: parts.headers,
            bytes,
        }
    }

    /// Events from this address.
    pub async fn events(&self, path: &str, who: &Browser) -> Events {
        let mut request = Request::builder().uri(path).header(header::HOST, "here");
        if let Some(session) = &who.session {
            request = request.header(header::COOKIE, format!("{COOKIE}={session}"));
        }
        let request = request.body(Body::empty()).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        Events { parts: response.into_body().into_data_stream(), text: String::new() }
    }

    /// Works until there is nothing left to do.
    pub async fn work(&self) {
        while jobs::step(&self.app).await.expect("works") {}
    }

    /// Ids of the finished matches of the ladder.
    pub async fn ladder_matches(&self) -> Vec<MatchId> {
        let season = self.season().await;
        let list =
            matches::listed(&self.app.db, &season.id, matches::Only::Any, true, (0, 10_000)).await;
        let ladder = list.expect("read").into_iter().filter(|m| m.kind == RoundKind::Ladder);
        ladder.map(|m| m.id).collect()
    }

    /// A submission of this user that plays as one of the game's own players would: what matters
    /// to the tests is whose it is.
    pub async fn enter(&self, login: &str, name: &str, state: SubmissionState) -> SubmissionId {
        let user = users::by_login(&self.app.db, login).await.expect("read").expect("is there");
        let season = self.season().await;
        let source = self.app.store.put(format!("// source of {name}").into_bytes()).await;
        let new = submissions::Submission {
            id: SubmissionId::random(),
            season_id: season.id.clone(),
            user_id: Some(user.id.clone()),
            name: name.into(),
            name_key: server::app::names::key(name),
            file: format!("AI{name}.cc"),
            source: if state == SubmissionState::Qualified {
                "builtin:Demo".into()
            } else {
                source.expect("kept")
            },
            size: 10,
            state,
            wasm: None,
            report: Some("a report".into()),
            verdict: "a verdict".into(),
            created: time::now(),
            decided: None,
        };
        let mut transaction = db::begin(&self.app.db).await.expect("begun");
        submissions::insert(&mut transaction, &new).await.expect("inserted");
        if state == SubmissionState::Qualified {
            let put = submissions::represent(&mut transaction, &season.id, &user.id, &new.id).await;
            put.expect("stands");
        }
        transaction.commit().await.expect("committed");
        new.id
    }
}
