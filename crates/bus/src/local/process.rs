//! One worker process, and the messages over its pipes.

use super::cgroup::Groups;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use worker::Kind;
use worker::protocol::{self, Broken, FromWorker, ToWorker};

/// Bytes of a worker's standard error that get into the log.
const LOGGED_MAX: usize = 16 << 10;

/// A running worker process. It is killed when this is dropped.
pub(super) struct Process {
    pub(super) child: Child,
    pub(super) to: ChildStdin,
    pub(super) from: ChildStdout,
    /// CPU time up to its last job.
    pub(super) spent: Option<Duration>,
    /// Its control group.
    pub(super) group: Option<(Arc<Groups>, u32)>,
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some((groups, id)) = &self.group {
            groups.remove(*id);
        }
    }
}

impl Process {
    pub(super) async fn send(&mut self, message: &ToWorker) -> Result<(), Broken> {
        self.to.write_all(&protocol::frame(message)?).await?;
        Ok(self.to.flush().await?)
    }

    /// Receives a message. Memory is taken as its bytes arrive, not as it announces them.
    pub(super) async fn receive(&mut self) -> Result<FromWorker, Broken> {
        let mut head = [0; protocol::HEAD];
        self.from.read_exact(&mut head).await?;
        let size = protocol::head(head)?;
        let mut body = Vec::with_capacity(size.min(1 << 16));
        if (&mut self.from).take(size as u64).read_to_end(&mut body).await? < size {
            return Err(Broken::Closed);
        }
        protocol::message(&body)
    }

    /// CPU time since the last job.
    pub(super) fn cost(&mut self) -> Option<Duration> {
        let now = self.cpu_time()?;
        let before = self.spent.replace(now)?;
        Some(now.saturating_sub(before))
    }

    /// CPU time of the process and its children that have ended.
    #[cfg(target_os = "linux")]
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()?)).ok()?;
        // The name of the program may hold anything, but nothing behind it holds a bracket.
        let fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(4);
        let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        let second = rustix::param::clock_ticks_per_second();
        Some(Duration::from_secs_f64(ticks as f64 / second as f64))
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        None
    }
}

/// How a process ended that closed its pipes.
pub(super) async fn ending(child: &mut Child) -> String {
    match tokio::time::timeout(Duration::from_secs(2), child.wait()).await {
        Ok(Ok(status)) => status.to_string(),
        _ => "it closed its pipes".into(),
    }
}

/// A message at the wrong moment, or about what is not the worker's business.
pub(super) fn odd() -> Broken {
    Broken::Garbage(postcard::Error::DeserializeBadEnum)
}

/// Puts what a worker says into the log, up to a limit.
pub(super) async fn log(kind: Kind, mut said: ChildStderr) {
    let mut left = LOGGED_MAX;
    let mut piece = [0; 4096];
    while let Ok(count @ 1..) = said.read(&mut piece).await {
        // What is beyond the limit is read all the same, or the worker would wait for ever.
        let shown = count.min(left);
        left -= shown;
        if shown > 0 {
            let text = String::from_utf8_lossy(&piece[..shown]).into_owned();
            tracing::warn!(kind = kind.word(), said = text.trim_end(), "a worker process");
        }
    }
}
