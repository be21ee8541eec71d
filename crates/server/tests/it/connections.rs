//! Visitors that are slow, or many, on a server that listens on this machine.

use crate::common::{Browser, Site};
use server::app::limits::Capacity;
use server::config::Patience;
use server::http::connections;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

const SHORT: Duration = Duration::from_millis(200);
/// Longer than any test.
const LONG: Duration = Duration::from_secs(3600);
const PATIENT: Patience = Patience { header: LONG, body: LONG, answer: LONG };

/// A server that listens.
struct Judge {
    site: Site,
    address: SocketAddr,
    end: Arc<Notify>,
    serving: JoinHandle<()>,
}

impl Judge {
    async fn new(patience: Patience, capacity: Capacity) -> Self {
        Self::with(patience, capacity, false).await
    }

    async fn with(patience: Patience, capacity: Capacity, behind_proxy: bool) -> Self {
        let change = |config: &mut server::Config| {
            config.patience = Some(patience);
            config.behind_proxy = behind_proxy;
        };
        let site = Site::with(change).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let end = Arc::new(Notify::new());
        let (app, told) = (site.app.clone(), end.clone());
        let serving = tokio::spawn(async move {
            connections::serve(listener, &app, capacity, told.notified()).await;
        });
        Self { site, address, end, serving }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("connected")
    }

    /// A connection that was answered once and stays open; none when it was refused.
    async fn answered(&self) -> Option<TcpStream> {
        let mut stream = self.connect().await;
        let asked = stream.write_all(b"GET /health HTTP/1.1\r\nhost: here\r\n\r\n").await;
        let mut start = [0; 12];
        let read = stream.read_exact(&mut start).await;
        (asked.is_ok() && read.is_ok() && start == *b"HTTP/1.1 200").then_some(stream)
    }

    /// A connection, as soon as there is room for one.
    async fn room(&self) -> TcpStream {
        loop {
            if let Some(stream) = self.answered().await {
                return stream;
            }
        }
    }
}

/// Sends one byte after the other until the server ends the connection; gives what it said.
async fn trickle(mut stream: TcpStream) -> String {
    let (mut reader, mut writer) = stream.split();
    let mut said = Vec::new();
    let mut tick = tokio::time::interval(SHORT / 10);
    let drip = async {
        loop {
            tick.tick().await;
            // A byte that arrives late makes the other side reset what it still has to say.
            if writer.write_all(b"x").await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    };
    tokio::select! {
        () = drip => {}
        _ = reader.read_to_end(&mut said) => {}
    }
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_header_that_does_not_come_ends_the_connection() {
    let judge = Judge::new(Patience { header: SHORT, ..PATIENT }, Capacity::new(9, 9)).await;
    let mut silent = judge.connect().await;
    silent.read_to_end(&mut Vec::new()).await.expect("closed");
    let mut slow = judge.connect().await;
    slow.write_all(b"GET / HTTP/1.1\r\nhost: here\r\nx: ").await.expect("sent");
    assert!(!trickle(slow).await.contains("200 OK"));
    // Nor may a connection stay open between two requests.
    let mut idle = judge.answered().await.expect("answered");
    idle.read_to_end(&mut Vec::new()).await.expect("closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_trickles_is_given_up() {
    let judge = Judge::new(Patience { body: SHORT, ..PATIENT }, Capacity::new(9, 9)).await;
    let mut slow = judge.connect().await;
    let head = b"POST /sign-in HTTP/1.1\r\nhost: here\r\ncontent-length: 9000\r\n\
                 content-type: application/x-www-form-urlencoded\r\n\r\n";
    slow.write_all(head).await.expect("sent");
    let said = trickle(slow).await;
    assert!(said.starts_with("HTTP/1.1 408"), "{said}");
    assert!(said.contains("did not arrive in time"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_of_nobody_is_short() {
    let judge = Judge::new(PATIENT, Capacity::new(9, 9)).await;
    let mut stream = judge.connect().await;
    let head = b"POST /sign-in HTTP/1.1\r\nhost: here\r\ncontent-length: 2000000\r\n\
                 content-type: application/x-www-form-urlencoded\r\n\r\nlogin=";
    stream.write_all(head).await.expect("sent");
    stream.write_all(&[b'a'; 17 << 10]).await.expect("sent");
    let mut start = [0; 12];
    stream.read_exact(&mut start).await.expect("answered before the body came");
    assert_eq!(String::from_utf8_lossy(&start), "HTTP/1.1 422");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_who_takes_no_answers_loses_the_connection() {
    // Room for one: the next visitor is answered when the first is gone.
    let judge = Judge::new(Patience { answer: SHORT, ..PATIENT }, Capacity::new(1, 1)).await;
    let mut greedy = judge.connect().await;
    let requests = "GET /api/openapi.json HTTP/1.1\r\nhost: here\r\n\r\n".repeat(2000);
    // The server stops to read when nobody takes its answers.
    tokio::select! {
        _ = greedy.write_all(requests.as_bytes()) => {}
        _ = judge.room() => {}
    }
    drop(judge.room().await);
    let mut got = Vec::new();
    let _ = greedy.read_to_end(&mut got).await;
    assert!(String::from_utf8_lossy(&got).matches("HTTP/1.1 200").count() < 2000);
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_connections_and_no_more() {
    let judge = Judge::new(PATIENT, Capacity::new(8, 2)).await;
    let first = judge.answered().await.expect("room");
    let _second = judge.answered().await.expect("room");
    let mut refused = String::new();
    judge.connect().await.read_to_string(&mut refused).await.expect("told");
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("try again"), "{refused}");
    drop(first);
    let _third = judge.room().await;
    assert!(judge.answered().await.is_none(), "two again");
    let olga = judge.site.account("olga", "organiser").await;
    let metrics = judge.site.get("/metrics", &olga).await.text();
    assert!(!metrics.contains("palestra_connections_refused_total 0"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_may_have_all_connections() {
    let judge = Judge::with(PATIENT, Capacity::new(5, 2), true).await;
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(judge.answered().await.expect("room"));
    }
    assert!(judge.answered().await.is_none(), "not more than all");
}

#[tokio::test(flavor = "multi_thread")]
async fn events_go_on_for_longer_than_a_request_may_take_and_end_with_the_server() {
    let judge =
        Judge::new(Patience { header: SHORT, body: SHORT, answer: SHORT }, Capacity::new(9, 9))
            .await;
    judge.site.change(|o| o.ladder_rounds_max = 1).await;
    let mut stream = judge.connect().await;
    let ask = b"GET /s/demo/events HTTP/1.1\r\nhost: here\r\n\r\n";
    stream.write_all(ask).await.expect("sent");
    let mut reader = BufReader::new(stream);
    let mut said = String::new();
    until(&mut reader, &mut said, "\"rounds_over\":0").await;
    judge.site.work().await;
    // Streams look once a second: all limits are over by then.
    until(&mut reader, &mut said, "\"rounds_over\":1").await;
    judge.site.app.stop.send_replace(true);
    judge.end.notify_one();
    judge.serving.await.expect("ended");
    assert!(TcpStream::connect(judge.address).await.is_err(), "nobody listens");
    assert!(judge.site.get("/health", &Browser::default()).await.status.is_success());
}

async fn until(reader: &mut BufReader<TcpStream>, said: &mut String, word: &str) {
    while !said.contains(word) {
        let mut part = [0; 1000];
        let count = reader.read(&mut part).await.expect("read");
        assert!(count > 0, "the stream ended: {said}");
        *said += &String::from_utf8_lossy(&part[..count]);
    }
}
