//! `palestra verify` on signed records: its answers and its refusals.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA, assert_has};
use engine::signature::{Signature, split};
use signing::{FORMAT, KeyList, KeyState, PublishedKey, SecretKey, Source};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

const MATCH: &str = "play dominator Demo Demo Null Null -s 3 -q --record m.match";

fn key() -> SecretKey {
    SecretKey::of_random(&[5; 32])
}

fn list(host: &str, season: &str) -> String {
    let public = key().public();
    let one = PublishedKey {
        key: public.id(),
        host: host.into(),
        season: season.into(),
        public_key: public.to_base64(),
        since: 0,
        state: KeyState::Active,
    };
    let list = KeyList { format: FORMAT.into(), keys: vec![one] };
    serde_json::to_string(&list).expect("JSON")
}

/// A folder with a signed record, `signed.match`, and the public key in `key`.
fn signed(name: &str, host: &str) -> Folder {
    let folder = Folder::new(name);
    folder.palestra(MATCH).ends(0);
    let record = folder.read("m.match");
    let source = Source { host, season: "demo", match_id: "7" };
    let line = key().sign(source, &record).expect("signed").line();
    folder.write("signed.match", [&record, line.as_bytes()].concat());
    folder.write("key", key().public().to_base64());
    folder
}

#[test]
fn the_words_claim_what_was_checked() {
    let folder = signed("signed-words", "a.example");
    let ran = folder.palestra("verify m.match").ends(0);
    assert_has(&ran.out, "Consistent, 200 rounds equal");
    assert_has(&ran.out, "Not signed: anybody could have made this record");
    let ran = folder.palestra("verify signed.match").ends(0);
    assert_has(&ran.out, "Signature not checked: the record names season demo at a.example");
    assert_has(&ran.out, "--from https://a.example");
    let base64 = key().public().to_base64();
    let id = key().public().id();
    for (word, source) in [("key", "the file key"), (&*base64, "the option --key")] {
        let ran = folder.palestra_words(&["verify", "signed.match", "--key", word]).ends(0);
        assert_has(&ran.out, "Signed by demo at a.example, match 7");
        assert_has(&ran.out, &format!("Key {id} is from {source}"));
    }
    folder.write("keys.json", list("a.example", "demo"));
    let ran = folder.palestra("verify signed.match --key keys.json --json").ends(0);
    let said: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(said["consistent"], true);
    assert_eq!(said["signature"]["state"], "valid");
    assert_eq!(said["signature"]["host"], "a.example");
}

#[test]
fn other_keys_and_missing_signatures_have_an_exit_code_of_their_own() {
    let folder = signed("signed-refused", "a.example");
    let ran = folder.palestra("verify m.match --key key").ends(5);
    assert_has(&ran.out, "Signature refused: the record has no signature");
    let wrong = SecretKey::of_random(&[6; 32]).public().to_base64();
    let ran = folder.palestra_words(&["verify", "signed.match", "--key", &wrong]).ends(5);
    assert_has(&ran.out, "which is not among the keys");
    for (host, season, why) in
        [("b.example", "demo", "belong to host `b.example`"), ("a.example", "x", "season `x`")]
    {
        folder.write("keys.json", list(host, season));
        let ran = folder.palestra("verify signed.match --key keys.json").ends(5);
        assert_has(&ran.out, why);
    }
    let ran = folder.palestra("verify signed.match --key nowhere").ends(2);
    assert_has(&ran.err, "`nowhere` is neither a public key nor a file");
    folder.write("keys.json", "{}");
    let ran = folder.palestra("verify signed.match --key keys.json").ends(2);
    assert_has(&ran.err, "this is not a list of keys");
}

#[test]
fn forged_and_cut_records_are_refused() {
    let folder = signed("signed-forged", "a.example");
    let file = folder.read("signed.match");
    let line = split(&file).expect("a record").signature.expect("a signature");
    // Another match with the line of this one, consistent in itself.
    folder.palestra("play dominator Demo Demo Null Null -s 4 -q --record other.match").ends(0);
    let with_line = |line: &Signature| [folder.read("other.match"), line.line().into()].concat();
    folder.write("forged.match", with_line(&line));
    let ran = folder.palestra("verify forged.match --key key").ends(5);
    assert_has(&ran.out, "Consistent, 200 rounds equal");
    assert_has(&ran.out, "Signature refused: the signature does not fit");
    for cut in [1, 20, 88, 100] {
        folder.write("cut.match", &file[..file.len() - cut]);
        for call in ["verify cut.match", "verify cut.match --key key", "watch cut.match --no-open"]
        {
            assert_has(&folder.palestra(call).ends(2).err, "damaged");
        }
    }
}

#[test]
fn other_commands_read_signed_records() {
    let folder = signed("signed-read", "a.example");
    folder.palestra("watch signed.match --no-open -o page.html").ends(0);
    folder.palestra("verify signed.match -o signed.res").ends(0);
    folder.palestra("verify m.match -o m.res").ends(0);
    assert_eq!(folder.read("signed.res"), folder.read("m.res"));
}

/// Answers one request with this list of keys, whatever it asks for.
fn serve_once(listener: TcpListener, answer: String) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a visitor");
        let mut first = String::new();
        let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
        reader.read_line(&mut first).expect("a request");
        stream.write_all(answer.as_bytes()).expect("sent");
        first
    })
}

fn ok(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
}

#[test]
fn keys_from_a_host_count_for_this_host_only() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let host = listener.local_addr().expect("an address").to_string();
    let folder = signed("signed-from", &host);
    let other = signed("signed-from-other", "a.example");
    let call = format!("verify signed.match --from http://{host}");
    let asked = serve_once(listener.try_clone().expect("a socket"), ok(&list(&host, "demo")));
    let ran = folder.palestra(&call).ends(0);
    assert_eq!(asked.join().expect("asked"), "GET /.well-known/palestra-keys.json HTTP/1.1\r\n");
    assert_has(&ran.out, &format!("Signed by demo at {host}, match 7"));
    assert_has(&ran.out, &format!("is from http://{host}/.well-known/palestra-keys.json"));
    // A host that publishes keys of another one does not speak for it.
    let asked = serve_once(listener.try_clone().expect("a socket"), ok(&list("a.example", "demo")));
    let ran = other.palestra(&call).ends(5);
    asked.join().expect("asked");
    assert_has(&ran.out, &format!("names host `a.example`, but the keys belong to host `{host}`"));
    // Nor does a host that sends visitors elsewhere.
    let elsewhere = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/x\r\n\
                     Content-Length: 0\r\nConnection: close\r\n\r\n";
    let asked = serve_once(listener.try_clone().expect("a socket"), elsewhere.into());
    let ran = folder.palestra(&call).ends(2);
    asked.join().expect("asked");
    assert_has(&ran.err, "302");
    assert_has(&ran.err, "check the address after --from");
    // The address is right where a judge is asked too often.
    let too_often = "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n";
    let asked = serve_once(listener, too_often.into());
    let ran = folder.palestra(&call).ends(2);
    asked.join().expect("asked");
    assert_has(&ran.err, "wait some seconds, then try again");
    let ran = folder.palestra("verify signed.match --from nowhere").ends(2);
    assert_has(&ran.err, "`nowhere` is not the address of a judge");
}

/// A process that ends with the test.
struct Judge(Child);

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_record_of_a_running_judge_verifies_as_signed() {
    let folder = Folder::new("signed-judge");
    let mut judge = Judge(
        Command::new(PALESTRA)
            .args(["serve", "--listen", "127.0.0.1:0", "--workers", "1"])
            .arg(folder.path("server"))
            .env("RUST_LOG", "warn")
            // The loop below asks until the first match is there.
            .env("PALESTRA_REQUESTS_PER_SECOND", "1000000")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts"),
    );
    let mut lines = BufReader::new(judge.0.stdout.take().expect("a pipe")).lines();
    let first = lines.next().expect("says where it is").expect("reads");
    let url = first.strip_prefix("Palestra is at ").expect("an address").to_string();
    std::thread::spawn(move || lines.for_each(drop));
    let host = url.strip_prefix("http://").expect("plain HTTP");
    let id = loop {
        let mut stream = std::net::TcpStream::connect(host).expect("connects");
        let path = "/api/seasons/demo/matches?count=1";
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").expect("asked");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("answered");
        let body = answer.split_once("\r\n\r\n").expect("a body").1;
        let list: serde_json::Value = serde_json::from_str(body).expect("JSON");
        if let Some(id) = list[0]["id"].as_str() {
            break id.to_string();
        }
    };
    folder.palestra(&format!("download {id} --server {url} -o it.match")).ends(0);
    let ran = folder.palestra(&format!("verify it.match --from {url}")).ends(0);
    assert_has(&ran.out, "Consistent, ");
    assert_has(&ran.out, &format!("Signed by demo at {host}, match {id}"));
    let keys = folder.path("server/keys");
    let key = std::fs::read_dir(&keys).expect("a folder").flatten().next().expect("a key");
    let mode =
        std::os::unix::fs::PermissionsExt::mode(&key.metadata().expect("a file").permissions());
    assert_eq!(mode & 0o777, 0o600);
    folder.palestra("admin new-key demo server").ends(0);
    folder.palestra(&format!("verify it.match --from {url}")).ends(0);
    let id = key.file_name().into_string().expect("text");
    folder.palestra(&format!("admin new-key demo server --revoke {id}")).ends(0);
    let ran = folder.palestra(&format!("verify it.match --from {url}")).ends(5);
    assert_has(&ran.out, "the judge revoked key");
}
