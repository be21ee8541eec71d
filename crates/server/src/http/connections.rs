//! Connections: how many there may be at once, and how long a visitor may take.
//!
//! A visitor that sends a request slowly, reads an answer slowly or keeps connections open costs
//! file descriptors and memory that jobs need. Each phase of a connection has a limit of its own:
//! the header and the pause between two requests ([`Patience::header`]), the body
//! ([`Patience::body`], enforced by [`limit_body`]), the answer ([`Patience::answer`]).

use crate::app::limits::{Capacity, Permit};
use crate::app::{Shared, fail::Fail};
use crate::config::Patience;
use crate::http::router;
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use tower::ServiceExt;

/// Most connections of one process, however many file descriptors there are: each may hold
/// [`BUFFER_BYTES_MAX`] of a request's header.
const CONNECTIONS_MAX: usize = 10_000;
/// A connection's buffer: a longer header is refused.
const BUFFER_BYTES_MAX: usize = 32 << 10;
/// Bytes of an answer that a visitor must take in each [`Patience::answer`].
const ANSWER_BYTES_MIN: usize = 16 << 10;
/// Pause after the system had no file descriptor for a connection.
const NO_DESCRIPTOR_PAUSE: Duration = Duration::from_millis(100);
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\n\
                      content-type: text/plain\r\ncontent-length: 52\r\n\r\n\
                      Too many connections are open: try again in a while.";

/// Connections that a process may hold when it may open this many files: half of them, so that
/// database, store, compilers and matches keep the other half. One network gets a quarter.
#[must_use]
pub fn capacity(files_max: u64) -> Capacity {
    let all = usize::try_from(files_max / 2).unwrap_or(CONNECTIONS_MAX).min(CONNECTIONS_MAX);
    Capacity::new(all, all.div_ceil(4))
}

/// Answers connections until `end`, then lets open requests finish.
pub async fn serve(
    listener: TcpListener,
    app: &Shared,
    capacity: Capacity,
    end: impl Future<Output = ()>,
) {
    let (router, capacity) = (router::router(app), Arc::new(capacity));
    let graceful = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // The visitor gave up, or there is no file descriptor: both pass.
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(NO_DESCRIPTOR_PAUSE).await;
                continue;
            }
        };
        // Behind a proxy all connections come from one address.
        let network = (!app.config.behind_proxy).then(|| peer.ip());
        match capacity.take(network) {
            Some(permit) => open(stream, peer, permit, &router, app, &graceful),
            None => {
                app.metrics.connection_refused();
                refuse(stream);
            }
        }
    }
    drop(listener);
    graceful.shutdown().await;
}

fn open(
    stream: TcpStream,
    peer: SocketAddr,
    permit: Permit,
    router: &Router,
    app: &Shared,
    graceful: &GracefulShutdown,
) {
    // Events are small and shall not wait for more.
    let _ = stream.set_nodelay(true);
    let Patience { header, answer, .. } = app.config.patience();
    let router = router.clone();
    let service = service_fn(move |mut request: Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header)
        .max_buf_size(BUFFER_BYTES_MAX)
        .serve_connection(TokioIo::new(Impatient::new(stream, answer)), service);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, %peer, "a connection was ended");
        }
        drop(permit);
    });
}

/// Says that there is no room, as far as that needs no waiting.
fn refuse(stream: TcpStream) {
    use std::io::Write;
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write(FULL);
    }
}

/// Gives up a request whose body takes longer than [`Patience::body`].
pub async fn limit_body(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let late = Arc::new(AtomicBool::new(false));
    let until = Instant::now() + app.config.patience().body;
    let (parts, body) = request.into_parts();
    let parts_of_body = (body.into_data_stream(), late.clone());
    let limited = stream::unfold(parts_of_body, move |(mut body, late)| async move {
        tokio::select! {
            part = body.next() => {
                let part = part?.map_err(io::Error::other);
                Some((part, (body, late)))
            }
            () = sleep_until(until) => {
                late.store(true, Ordering::Relaxed);
                Some((Err(io::ErrorKind::TimedOut.into()), (body, late)))
            }
        }
    });
    let response = next.run(Request::from_parts(parts, Body::from_stream(limited))).await;
    if late.load(Ordering::Relaxed) { Fail::TooSlow.into_response() } else { response }
}

/// A connection that ends when its visitor stops to take what is sent.
struct Impatient {
    stream: TcpStream,
    limit: Duration,
    /// Runs while something waits to be sent.
    alarm: Option<Pin<Box<Sleep>>>,
    /// Bytes that the visitor took since the alarm was set.
    taken: usize,
}

impl Impatient {
    fn new(stream: TcpStream, limit: Duration) -> Self {
        Self { stream, limit, alarm: None, taken: 0 }
    }

    /// Lets a write wait, unless the visitor has taken too little for too long.
    fn judge(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(count)) => self.taken += count,
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                let limit = self.limit;
                let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep(limit)));
                while alarm.as_mut().poll(cx).is_ready() {
                    if self.taken < ANSWER_BYTES_MIN {
                        return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                    }
                    self.taken = 0;
                    alarm.as_mut().reset(Instant::now() + limit);
                }
            }
        }
        written
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        // Everything is with the system.
        self.alarm = None;
        self.taken = 0;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_says_how_long_it_is() {
        let text = std::str::from_utf8(FULL).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a body");
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}
