//! The viewer on a port of this machine, for this machine's user only.
//!
//! Any web page may try to reach a port of its reader's machine. So every request must name us
//! as its host (a page that points its own name at us does not), and one that another page makes
//! is refused: browsers say where a request comes from.

use crate::failure::Failure;
use axum::extract::{Query, Request, State};
use axum::http::header::{self, HeaderMap};
use axum::http::{HeaderName, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

/// The script that goes into the viewer's page.
const SCRIPT: &str = include_str!("live.js");
/// A question for news is answered after this time at the latest.
const PATIENCE: Duration = Duration::from_secs(20);
/// A visitor has this long to send its request.
const SILENCE: Duration = Duration::from_secs(5);
/// A connection with one request lasts no longer than this.
const CONNECTION_TIME_MAX: Duration = Duration::from_secs(60);
/// A browser opens a handful of connections.
const MOST_VISITORS: usize = 64;
const MOST_HEADERS: usize = 64;
const LONGEST_HEAD: usize = 16 << 10;
/// The headers of every answer: keep nothing, guess no types, show this in no frame.
const RULES: [(HeaderName, &str); 5] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The content of the page.
pub enum Shown {
    /// A match.
    Match {
        /// The name of its file.
        name: String,
        /// The match record.
        record: Vec<u8>,
    },
    /// Why there is no new one.
    Trouble(String),
}

/// The newest match, and what went wrong since.
#[derive(Clone, Default, Serialize)]
struct News {
    version: u64,
    name: String,
    trouble: String,
    #[serde(skip)]
    record: Arc<Vec<u8>>,
}

/// The data that all requests share.
#[derive(Clone)]
struct Desk {
    page: Arc<str>,
    news: watch::Receiver<News>,
}

/// The page that is being served, as long as this lives.
pub struct Page {
    address: SocketAddr,
    news: watch::Sender<News>,
    _runtime: Runtime,
}

impl Page {
    /// Serves the viewer's page on a free port of this machine, in a thread of its own.
    ///
    /// # Errors
    /// When no port or no thread is free.
    pub fn open(viewer: &str) -> Result<Self, Failure> {
        let failed = |e: std::io::Error| Failure::ours(format!("cannot serve the viewer: {e}"));
        let runtime =
            Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(failed)?;
        let listener =
            runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let (sender, news) = watch::channel(News::default());
        let desk = Desk { page: with_script(viewer).into(), news };
        runtime.spawn(welcome(listener, router(desk, address)));
        Ok(Self { address, news: sender, _runtime: runtime })
    }

    /// Where it is.
    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Shows something else in all pages that are open.
    pub fn show(&self, shown: Shown) {
        self.news.send_modify(|news| {
            news.version += 1;
            match shown {
                Shown::Match { name, record } => {
                    (news.name, news.record) = (name, Arc::new(record));
                    news.trouble.clear();
                }
                Shown::Trouble(why) => news.trouble = why,
            }
        });
    }
}

/// The viewer's own text may hold the tag that ends a page: the last one does.
fn with_script(viewer: &str) -> String {
    let script = format!("<script>\n{SCRIPT}</script>\n");
    let at = viewer.rfind("</body>").unwrap_or(viewer.len());
    format!("{}{script}{}", &viewer[..at], &viewer[at..])
}

fn router(desk: Desk, address: SocketAddr) -> Router {
    let nothing = (StatusCode::NOT_FOUND, "there is no such page\n");
    let unsent = (StatusCode::METHOD_NOT_ALLOWED, "this address takes no data\n");
    Router::new()
        .route("/", get(async |State(desk): State<Desk>| Html(desk.page.to_string())))
        .route("/match", get(record))
        .route("/news", get(newer))
        .fallback(async move || nothing)
        .method_not_allowed_fallback(async move || unsent)
        .layer(middleware::from_fn_with_state(address, guard))
        .with_state(desk)
}

/// Lets visitors in, at most so many at a time.
async fn welcome(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MOST_VISITORS));
    loop {
        // An accept fails when a visitor has gone already.
        let Ok((visitor, _)) = listener.accept().await else { continue };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let answered = answer(visitor, router.clone());
        tokio::spawn(async move {
            // A visitor that hangs up in the middle of an answer misses the rest of it.
            let _ = timeout(CONNECTION_TIME_MAX, answered).await;
            drop(place);
        });
    }
}

/// Answers the one request of a connection.
async fn answer(visitor: TcpStream, router: Router) -> hyper::Result<()> {
    http1::Builder::new()
        .keep_alive(false)
        .timer(TokioTimer::new())
        .header_read_timeout(SILENCE)
        .max_headers(MOST_HEADERS)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(visitor), TowerToHyperService::new(router))
        .await
}

/// Refuses requests that our own page does not make, and sends our rules with every answer.
async fn guard(State(address): State<SocketAddr>, request: Request, next: Next) -> Response {
    let answer = match ours(request.headers(), address) {
        true => next.run(request).await,
        false => (StatusCode::FORBIDDEN, "only the page of `palestra dev` may send requests\n")
            .into_response(),
    };
    (RULES, answer).into_response()
}

async fn record(State(desk): State<Desk>) -> Vec<u8> {
    desk.news.borrow().record.as_ref().clone()
}

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    after: u64,
}

/// Answers when there is something newer than this version, or after a while.
async fn newer(State(mut desk): State<Desk>, Query(asked): Query<Asked>) -> Json<News> {
    // After a while the old news are the answer; the sender lives as long as this server.
    let _ = timeout(PATIENCE, desk.news.wait_for(|news| news.version > asked.after)).await;
    Json(desk.news.borrow().clone())
}

/// Whether a request is made by our own page, or by somebody who typed the address.
fn ours(headers: &HeaderMap, address: SocketAddr) -> bool {
    let said = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let hosts = [address.to_string(), format!("localhost:{}", address.port())];
    let host = said("host").is_some_and(|host| hosts.iter().any(|h| h == host));
    let origin = said("origin")
        .is_none_or(|origin| hosts.iter().any(|h| origin.strip_prefix("http://") == Some(h)));
    let site = said("sec-fetch-site").is_none_or(|site| ["same-origin", "none"].contains(&site));
    host && origin && site
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(said: &[(&str, &str)]) -> bool {
        let header = |(name, value): &(&str, &str)| {
            let name = HeaderName::from_bytes(name.as_bytes()).expect("is a name");
            (name, value.parse().expect("is a value"))
        };
        let headers: HeaderMap = said.iter().map(header).collect();
        ours(&headers, SocketAddr::from((Ipv4Addr::LOCALHOST, 4000)))
    }

    #[test]
    fn only_our_own_page_may_ask() {
        assert!(asks(&[("Host", "127.0.0.1:4000")]));
        assert!(asks(&[("host", "localhost:4000"), ("origin", "http://localhost:4000")]));
        assert!(asks(&[("host", "127.0.0.1:4000"), ("Sec-Fetch-Site", "same-origin")]));
        assert!(!asks(&[]));
        assert!(!asks(&[("host", "127.0.0.1")]));
        assert!(!asks(&[("host", "evil.example:4000")]));
        assert!(!asks(&[("host", "localhost:4000"), ("origin", "http://evil.example")]));
        assert!(!asks(&[("host", "localhost:4000"), ("origin", "null")]));
        assert!(!asks(&[("host", "localhost:4000"), ("origin", "https://localhost:4000")]));
        assert!(!asks(&[("host", "127.0.0.1:4000"), ("sec-fetch-site", "cross-site")]));
        assert!(!asks(&[("host", "127.0.0.1:4000"), ("sec-fetch-site", "same-site")]));
    }

    #[test]
    fn the_script_ends_the_page_and_not_its_text() {
        let page = with_script("<body><p>\"</body>\"</p></body>");
        assert!(page.starts_with("<body><p>\"</body>\"</p><script>"));
        assert!(page.ends_with("</script>\n</body>"));
    }
}
