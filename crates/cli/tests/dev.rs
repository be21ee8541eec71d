//! `palestra dev`: plays again when the file is saved, tells its page, lets nobody else in.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A player that keeps to the interface; `body` is what it does in its rounds.
fn player(body: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
            (memory (export "memory") 4)
            (func (export "palestra_abi") (result i32) (i32.const 1))
            (func (export "palestra_buffer") (param i32) (result i32) (i32.const 1024))
            (func (export "palestra_begin") (param i32))
            (func (export "palestra_play") (param i32 i32) (result i32) {body} (i32.const 16)))"#
    );
    wat::parse_str(text).expect("is a module")
}

struct Dev {
    child: Child,
    said: BufReader<ChildStdout>,
    host: String,
}

impl Dev {
    fn start(folder: &Folder, file: &str) -> Self {
        let mut child = Command::new(PALESTRA)
            .args(["dev", file, "--game", "dominator", "-s", "4", "--no-open"])
            .args(["--against", "Demo"])
            .current_dir(folder.path(""))
            .env("PALESTRA_CACHE", folder.path("cache"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut said = BufReader::new(child.stdout.take().expect("has a pipe"));
        let mut line = String::new();
        said.read_line(&mut line).expect("speaks");
        let host = line.split("http://").nth(1).expect("an address").trim_end_matches("/\n");
        let host = host.to_string();
        Self { child, said, host }
    }

    /// The whole answer to a request, sent as it stands.
    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("somebody listens");
        stream.write_all(request.as_bytes()).expect("takes a request");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host))
    }

    /// What is new after this version.
    fn news(&self, after: u64) -> Value {
        let answer = self.get(&format!("/news?after={after}"));
        serde_json::from_str(answer.split("\r\n\r\n").nth(1).expect("a body")).expect("is JSON")
    }

    /// Ends it as Ctrl-C does; gives what it had said on both streams.
    fn end(mut self) -> (String, String) {
        let id = self.child.id().to_string();
        let kill = Command::new("kill").args(["-INT", &id]).status();
        assert!(kill.expect("there is kill").success());
        let mut out = String::new();
        self.said.read_to_string(&mut out).expect("ends");
        let done = self.child.wait_with_output().expect("ends");
        assert_eq!(done.status.code(), Some(0), "{out}");
        (out, String::from_utf8_lossy(&done.stderr).into_owned())
    }
}

#[test]
fn a_save_plays_again_and_ctrl_c_ends_cleanly() {
    let folder = Folder::new("dev-saves");
    folder.write("AIQuiet.wasm", player(""));
    let dev = Dev::start(&folder, "AIQuiet.wasm");
    let first = dev.news(0);
    assert_eq!((&first["version"], &first["trouble"]), (&1.into(), &"".into()));
    let record = dev.get("/match");
    assert!(record.contains("palestra match 1"), "no record is served");
    // Saved unchanged is not saved; the next real save is the second version.
    folder.write("AIQuiet.wasm", player(""));
    folder.write("AIQuiet.wasm", player("unreachable"));
    assert_eq!(dev.news(1)["version"], 2);
    folder.write("AIQuiet.wasm", "no module");
    let news = dev.news(2);
    assert!(news["trouble"].as_str().is_some_and(|t| t.contains("AIQuiet.wasm")), "{news}");
    let (out, err) = dev.end();
    assert!(out.contains("start    score ") && out.contains("save 1   score "), "{out}");
    assert!(out.contains("frozen in round 0") && out.ends_with("Done.\n"), "{out}");
    assert!(err.contains("AIQuiet.wasm: this is not"), "{err}");
}

#[test]
fn other_sites_get_nothing() {
    let folder = Folder::new("dev-strangers");
    folder.write("AIQuiet.wasm", player(""));
    let dev = Dev::start(&folder, "AIQuiet.wasm");
    let host = dev.host.clone();
    let page = dev.get("/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("</script>"), "{page}");
    for headers in [
        "Host: evil.example".to_string(),
        "Accept: */*".into(),
        format!("Host: {host}\r\nOrigin: http://evil.example"),
        format!("Host: {host}\r\nSec-Fetch-Site: cross-site"),
    ] {
        for path in ["/", "/news?after=0", "/match"] {
            let answer = dev.ask(&format!("GET {path} HTTP/1.1\r\n{headers}\r\n\r\n"));
            assert!(answer.starts_with("HTTP/1.1 403"), "{headers} {path}: {answer}");
        }
    }
    let post = dev.ask(&format!("POST / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert!(post.starts_with("HTTP/1.1 405"), "{post}");
    assert!(dev.ask("\u{1}\u{2}\r\n\r\n").starts_with("HTTP/1.1 400"));
    let endless = format!("GET / HTTP/1.1\r\nX: {}", "a".repeat(40_000));
    assert!(!dev.ask(&endless).starts_with("HTTP/1.1 200"));
    assert!(dev.get("/../Cargo.toml").starts_with("HTTP/1.1 404"));
    dev.end();
}
