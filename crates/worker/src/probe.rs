//! The attacks of a player that breaks out of the sandbox: a process confines itself like a `play`
//! process, tries them, and reports the results.

use crate::confine::{self, Room};
use std::fs::{self, File};
use std::io;
use std::net::{TcpListener, UdpSocket};
use std::process::{Command, ExitCode, Stdio};

/// The last word of the command that starts such a process.
pub(crate) const WORD: &str = "probe";

type Attempt = (&'static str, fn() -> io::Result<()>);

const ATTEMPTS: &[Attempt] = &[
    ("read a file", || File::open("/etc/hostname").map(drop)),
    ("look for a file", || fs::metadata("/etc/hostname").map(drop)),
    ("list a folder", || fs::read_dir("/").map(drop)),
    ("write a file", || File::create(std::env::temp_dir().join("palestra-probe")).map(drop)),
    ("remove a file", || fs::remove_file("/etc/hostname")),
    ("listen on the network", || TcpListener::bind("127.0.0.1:0").map(drop)),
    ("send to the network", || UdpSocket::bind("127.0.0.1:0").map(drop)),
    ("start a program", || {
        let mut command = Command::new("/bin/true");
        command.stdin(Stdio::null()).spawn().and_then(|mut child| child.wait()).map(drop)
    }),
    ("start a thread", || std::thread::Builder::new().spawn(|| ()).map(drop)),
    ("signal another process", || {
        #[cfg(unix)]
        rustix::process::test_kill_process(rustix::process::Pid::INIT)?;
        #[cfg(not(unix))]
        return Err(io::ErrorKind::Unsupported.into());
        #[cfg(unix)]
        Ok(())
    }),
];

/// Tries everything; fails when anything was possible.
pub(crate) fn main() -> ExitCode {
    confine::leave_root();
    let confined = confine::confine(&Room::Nothing);
    println!("{confined:?}");
    let mut denied = true;
    for (what, attempt) in ATTEMPTS {
        match attempt() {
            Ok(()) => {
                denied = false;
                println!("POSSIBLE: {what}");
            }
            Err(error) => println!("denied: {what}: {error}"),
        }
    }
    if denied { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
