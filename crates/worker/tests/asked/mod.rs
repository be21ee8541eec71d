//! A worker process, asked as the judge asks it.

use std::collections::HashMap;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use worker::protocol::{self, Broken, Digest, FromWorker, Job, Outcome, Ready, ToWorker};

/// A worker process and the bytes that it may ask for.
pub struct Asked {
    pub child: Child,
    pub to: ChildStdin,
    from: ChildStdout,
    blobs: HashMap<Digest, Vec<u8>>,
    /// How often it asked for bytes.
    pub needs: usize,
}

impl Asked {
    /// Starts a process of this kind.
    pub fn start(kind: &str) -> (Self, Ready) {
        Self::of(Command::new(env!("CARGO_BIN_EXE_worker-process")).arg(kind))
    }

    /// Starts a process with this command.
    pub fn of(command: &mut Command) -> (Self, Ready) {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("starts");
        let to = child.stdin.take().expect("a pipe");
        let mut from = child.stdout.take().expect("a pipe");
        let FromWorker::Ready(ready) = protocol::receive(&mut from).expect("says what it is")
        else {
            panic!("another message");
        };
        assert_eq!(ready.trouble, "");
        (Self { child, to, from, blobs: HashMap::new(), needs: 0 }, ready)
    }

    pub fn blob(&mut self, bytes: &[u8]) -> Digest {
        let digest = Digest::of(bytes);
        self.blobs.insert(digest, bytes.to_vec());
        digest
    }

    pub fn ask(&mut self, job: Job) -> Result<Outcome, Broken> {
        protocol::send(&mut self.to, &ToWorker::Job(Box::new(job)))?;
        loop {
            match protocol::receive(&mut self.from)? {
                FromWorker::Done(outcome) => return Ok(*outcome),
                FromWorker::Need(all) => {
                    self.needs += 1;
                    let blobs = all.iter().map(|d| self.blobs[d].clone().into()).collect();
                    protocol::send(&mut self.to, &ToWorker::Blobs(blobs))?;
                }
                FromWorker::Ready(_) => panic!("it is ready once"),
            }
        }
    }
}
