//! The viewer on a port of this machine, for this machine's user only.
//!
//! Any web page may try to reach a port of its reader's machine. So every request must name us
//! as its host (a page that points its own name at us does not), and one that another page makes
//! is refused: browsers say where a request comes from.

use crate::failure::Failure;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What is put into the viewer's page.
const SCRIPT: &str = include_str!("live.js");
/// A question for news is answered after this time at the latest.
const PATIENCE: Duration = Duration::from_secs(20);
/// Who does not say what it wants for so long is not waited for.
const SILENCE: Duration = Duration::from_secs(5);
/// A browser opens a handful of connections.
const MOST_VISITORS: usize = 64;
const MOST_HEADERS: usize = 64;
const LONGEST_HEAD: usize = 16 << 10;

/// What the page is to show.
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

#[derive(Default)]
struct News {
    version: u64,
    name: String,
    record: Arc<Vec<u8>>,
    trouble: String,
}

/// What all visitors share.
struct Desk {
    news: Mutex<News>,
    changed: Condvar,
    page: String,
    address: SocketAddr,
    visitors: AtomicUsize,
}

/// The page that is being served.
pub struct Page(Arc<Desk>);

impl Page {
    /// Serves the viewer's page on a free port of this machine, in threads of its own.
    pub fn open(viewer: &str) -> Result<Self, Failure> {
        let failed = |e: std::io::Error| Failure::ours(format!("cannot serve the viewer: {e}"));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let desk = Arc::new(Desk {
            news: Mutex::default(),
            changed: Condvar::new(),
            page: with_script(viewer),
            address,
            visitors: AtomicUsize::new(0),
        });
        let shared = Arc::clone(&desk);
        std::thread::spawn(move || {
            for visitor in listener.incoming().flatten() {
                shared.welcome(visitor);
            }
        });
        Ok(Self(desk))
    }

    /// Where it is.
    pub fn address(&self) -> String {
        format!("http://{}/", self.0.address)
    }

    /// Shows something else in all pages that are open.
    pub fn show(&self, shown: Shown) {
        let mut news = self.0.news();
        news.version += 1;
        match shown {
            Shown::Match { name, record } => {
                (news.name, news.record) = (name, Arc::new(record));
                news.trouble.clear();
            }
            Shown::Trouble(why) => news.trouble = why,
        }
        self.0.changed.notify_all();
    }
}

/// The viewer's own text may hold the tag that ends a page: the last one does.
fn with_script(viewer: &str) -> String {
    let script = format!("<script>\n{SCRIPT}</script>\n");
    let at = viewer.rfind("</body>").unwrap_or(viewer.len());
    format!("{}{script}{}", &viewer[..at], &viewer[at..])
}

/// An answer: status, type of the contents, contents.
type Answer = (&'static str, &'static str, Vec<u8>);

impl Desk {
    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn welcome(self: &Arc<Self>, visitor: TcpStream) {
        if self.visitors.fetch_add(1, Ordering::Relaxed) >= MOST_VISITORS {
            self.visitors.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let desk = Arc::clone(self);
        std::thread::spawn(move || {
            // Who hangs up in the middle of an answer misses the rest of it.
            let _ = desk.serve(visitor);
            desk.visitors.fetch_sub(1, Ordering::Relaxed);
        });
    }

    /// Answers one request.
    fn serve(&self, mut visitor: TcpStream) -> std::io::Result<()> {
        visitor.set_read_timeout(Some(SILENCE))?;
        visitor.set_write_timeout(Some(SILENCE))?;
        let mut head = Vec::new();
        let mut piece = [0; 2048];
        let answer = loop {
            let got = match visitor.read(&mut piece) {
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                got => got?,
            };
            head.extend_from_slice(&piece[..got]);
            let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
            let mut request = httparse::Request::new(&mut headers);
            match request.parse(&head) {
                Ok(status) if status.is_complete() => break self.answer(&request),
                Ok(_) if got > 0 && head.len() <= LONGEST_HEAD => {}
                _ => break text("400 Bad Request", "this is no request that can be read\n"),
            }
        };
        let (status, kind, body) = answer;
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
             X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\n\r\n",
            body.len()
        );
        visitor.write_all(head.as_bytes())?;
        visitor.write_all(&body)
    }

    fn answer(&self, request: &httparse::Request<'_, '_>) -> Answer {
        if !ours(request.headers, self.address) {
            return text("403 Forbidden", "only the page of `palestra dev` itself may ask\n");
        }
        if request.method != Some("GET") {
            return text("405 Method Not Allowed", "there is nothing to send here\n");
        }
        let (path, asked) = request.path.unwrap_or_default().split_once('?').unwrap_or_default();
        match (path, request.path.unwrap_or_default()) {
            (_, "/") => ("200 OK", "text/html; charset=utf-8", self.page.clone().into_bytes()),
            (_, "/match") => {
                ("200 OK", "application/octet-stream", self.news().record.as_ref().clone())
            }
            ("/news", _) => {
                let after = asked.strip_prefix("after=").and_then(|v| v.parse().ok());
                self.newer(after.unwrap_or(0))
            }
            _ => text("404 Not Found", "there is nothing of that name\n"),
        }
    }

    /// Answers when there is something newer than this version, or after a while.
    fn newer(&self, after: u64) -> Answer {
        let old = |news: &mut News| news.version <= after;
        let (news, _) = self
            .changed
            .wait_timeout_while(self.news(), PATIENCE, old)
            .unwrap_or_else(PoisonError::into_inner);
        let said = serde_json::json!({
            "version": news.version,
            "name": news.name,
            "trouble": news.trouble,
        });
        ("200 OK", "application/json", said.to_string().into_bytes())
    }
}

fn text(status: &'static str, said: &str) -> Answer {
    (status, "text/plain", said.as_bytes().to_vec())
}

/// Whether a request is made by our own page, or by somebody who typed the address.
fn ours(headers: &[httparse::Header<'_>], address: SocketAddr) -> bool {
    let said = |name: &str| {
        let found = headers.iter().find(|h| h.name.eq_ignore_ascii_case(name));
        found.map(|h| std::str::from_utf8(h.value).unwrap_or("?"))
    };
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
        let headers: Vec<httparse::Header<'_>> = said
            .iter()
            .map(|(name, value)| httparse::Header { name, value: value.as_bytes() })
            .collect();
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
