//! Signed records: the files of a judge verify with its published keys, and nothing else does.

use crate::common::{Browser, Site, open};
use axum::http::StatusCode;
use engine::digest::Chain;
use engine::record::Record;
use engine::signature::{Parts, Signature, split};
use server::app::keys;
use server::db::keys as rows;
use server::ids::MatchId;
use server::ops::{admin, backup};
use server::states::{KeyState, SubmissionState};
use server::{Shared, Task};
use signing::{KeyList, Refusal, Source, TrustedKey, check};
use std::fs;
use std::path::Path;

const HOST: &str = "127.0.0.1:8080";

/// A season with a ladder that has played a round.
async fn played() -> Site {
    let site = Site::new().await;
    site.account("alice", "player").await;
    site.enter("alice", "Alices", SubmissionState::Qualified).await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    site.work().await;
    site
}

async fn published(site: &Site, who: &Browser) -> Vec<TrustedKey> {
    let answer = site.get(signing::PATH, who).await;
    assert_eq!(answer.status, StatusCode::OK);
    KeyList::read(&answer.bytes).expect("a list of keys")
}

async fn download(site: &Site, id: &MatchId, who: &Browser) -> Vec<u8> {
    let answer = site.get(&format!("/s/demo/matches/{id}/record.match"), who).await;
    assert_eq!(answer.status, StatusCode::OK);
    answer.bytes
}

/// The words of the signature, if it counts.
fn signer(file: &[u8], keys: &[TrustedKey]) -> Result<Signature, Refusal> {
    check(&split(file).expect("a record"), keys, Some(HOST)).cloned()
}

fn line(file: &[u8]) -> Signature {
    split(file).expect("a record").signature.expect("a signature")
}

fn with_line(record: &[u8], line: &Signature) -> Vec<u8> {
    [record, line.line().as_bytes()].concat()
}

fn verify(file: &[u8]) -> Record {
    let record = Record::from_bytes(file).expect("a record");
    let game = games::by_id(&record.game).expect("a game");
    assert_eq!(record.verify(game), Ok(()));
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn downloads_are_signed_with_the_published_key() {
    let site = played().await;
    let (nobody, olga) = (Browser::default(), site.account("olga", "organiser").await);
    let alice = site.token("alice").await;
    let keys = published(&site, &nobody).await;
    let id = site.ladder_matches().await.remove(0);
    // Organisers get the logs of all players, authors those of their own: other bytes.
    for who in [&nobody, &alice, &olga] {
        let file = download(&site, &id, who).await;
        verify(&file);
        let signed = signer(&file, &keys).expect("signed");
        let words = (&*signed.host, &*signed.season, &*signed.match_id);
        assert_eq!(words, (HOST, "demo", id.as_str()));
    }
    let file = download(&site, &id, &nobody).await;
    let api = format!("/api/seasons/demo/matches/{id}");
    let about: serde_json::Value =
        serde_json::from_slice(&site.get(&api, &nobody).await.bytes).expect("JSON");
    let record = split(&file).expect("a record").record;
    assert_eq!(about["record"], blake3::hash(record).to_hex().as_str());
    let same = site.get(&format!("{api}/record.match"), &nobody).await;
    assert_eq!(same.bytes, file);
    let page = site.get(&format!("/s/demo/matches/{id}"), &nobody).await.text();
    assert!(page.contains("signed record") && page.contains("--from http://127.0.0.1:8080"));
    let season = site.get("/s/demo", &nobody).await.text();
    assert!(season.contains(&keys[0].public.to_base64()), "{season}");
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_orders_are_consistent_and_not_signed() {
    let site = played().await;
    let nobody = Browser::default();
    let keys = published(&site, &nobody).await;
    let id = site.ladder_matches().await.remove(0);
    let file = download(&site, &id, &nobody).await;
    let mut forged = verify(&file);
    let game = games::by_id(&forged.game).expect("a game");
    let round = forged.rounds.iter_mut().find(|r| r.seats.iter().any(|s| !s.orders.is_empty()));
    let seats = &mut round.expect("a round with orders").seats;
    seats.iter_mut().for_each(|seat| seat.orders.truncate(seat.orders.len().saturating_sub(1)));
    // What anybody can do: play on from there and compute all digests again.
    let (mut chain, mut digests) = (Chain::default(), Vec::new());
    let end = forged.replay(game, |_, state, _| {
        digests.push(chain.link(|bytes| state.write_canonical(bytes)));
    });
    let scores = end.expect("replays").scores();
    forged.first = digests[0];
    for (round, digest) in forged.rounds.iter_mut().zip(&digests[1..]) {
        round.digest = *digest;
    }
    forged.whole = chain.whole();
    forged.outcome.as_mut().expect("an outcome").scores = scores;
    let file = with_line(&forged.to_bytes(), &line(&file));
    verify(&file);
    assert_eq!(signer(&file, &keys), Err(Refusal::NoFit));
    let unsigned = forged.to_bytes();
    verify(&unsigned);
    assert_eq!(signer(&unsigned, &keys), Err(Refusal::NotSigned));
}

#[tokio::test(flavor = "multi_thread")]
async fn signatures_of_another_match_season_or_host_are_refused() {
    let site = played().await;
    let nobody = Browser::default();
    let ids = site.ladder_matches().await;
    let (file, other) =
        (download(&site, &ids[0], &nobody).await, download(&site, &ids[1], &nobody).await);
    let record = split(&file).expect("a record").record;
    let keys = published(&site, &nobody).await;
    // Another match: its line, and its id in this line.
    let moved = with_line(record, &line(&other));
    assert_eq!(signer(&moved, &keys), Err(Refusal::NoFit));
    let renamed = Signature { match_id: ids[1].to_string(), ..line(&file) };
    assert_eq!(signer(&with_line(record, &renamed), &keys), Err(Refusal::NoFit));

    // Another season of the same judge.
    let root = site.account("root", "admin").await;
    let game = site.season().await.game;
    let form = format!("slug=second&title=Second&game={game}&settings=");
    let made = site.post("/seasons/new", &root, &form).await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text());
    let second = server::db::seasons::by_slug(&site.app.db, "second").await.expect("read");
    let key = keys::current(&site.app, &second.expect("a season")).await.expect("a key");
    let key = key.expect("a host");
    let keys = published(&site, &nobody).await;
    assert_eq!(keys.len(), 2);
    let sign = |season| {
        let source = Source { host: HOST, season, match_id: &ids[0] };
        key.sign(source, record).expect("signed")
    };
    let refused = signer(&with_line(record, &sign("demo")), &keys);
    assert!(matches!(refused, Err(Refusal::OtherSeason { .. })), "{refused:?}");
    let renamed = Signature { season: "second".into(), ..line(&file) };
    let refused = signer(&with_line(record, &renamed), &keys);
    assert!(matches!(refused, Err(Refusal::OtherSeason { .. })), "{refused:?}");
    let own = Parts { record, signature: Some(sign("second")) };
    assert!(check(&own, &keys, Some(HOST)).is_ok());

    // Another judge.
    let elsewhere =
        Site::with(|config| config.public_url = Some("https://b.example/".into())).await;
    elsewhere.change(|o| o.ladder_rounds_max = 1).await;
    elsewhere.work().await;
    let id = elsewhere.ladder_matches().await.remove(0);
    let theirs = download(&elsewhere, &id, &nobody).await;
    assert_eq!(line(&theirs).host, "b.example");
    let refused = signer(&theirs, &keys);
    assert!(matches!(refused, Err(Refusal::OtherHost { .. })), "{refused:?}");
    let renamed = Signature { host: HOST.into(), ..line(&theirs) };
    let record = split(&theirs).expect("a record").record;
    let refused = signer(&with_line(record, &renamed), &keys);
    assert!(matches!(refused, Err(Refusal::UnknownKey(_))), "{refused:?}");
    let their_keys = published(&elsewhere, &nobody).await;
    assert!(check(&split(&theirs).expect("a record"), &their_keys, Some("b.example")).is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_judge_signs_only_what_it_replayed_and_shows_keys_of_open_seasons() {
    let site = played().await;
    let (nobody, olga) = (Browser::default(), site.account("olga", "organiser").await);
    let ids = site.ladder_matches().await;
    let sql = "UPDATE matches SET verified = 0 WHERE id = $1";
    sqlx::query(sql).bind(&ids[0]).execute(&site.app.db).await.expect("changed");
    let file = download(&site, &ids[0], &nobody).await;
    assert_eq!(split(&file).expect("a record").signature, None);
    let page = site.get(&format!("/s/demo/matches/{}", ids[0]), &nobody).await.text();
    assert!(!page.contains("signed record"));
    let viewer = site.get(&format!("/s/demo/matches/{}/viewer", ids[1]), &nobody).await;
    assert_eq!(viewer.status, StatusCode::OK);
    site.change(|o| o.hidden = true).await;
    assert!(published(&site, &nobody).await.is_empty());
    assert_eq!(published(&site, &olga).await.len(), 1);
}

async fn replace(site: &Site, revoke: Option<&str>) {
    let task = Task::NewKey("demo".into(), revoke.map(Into::into));
    admin::run(&site.app, &task).await.expect("replaced");
}

#[tokio::test(flavor = "multi_thread")]
async fn replaced_keys_still_verify_and_revoked_ones_do_not() {
    let site = played().await;
    let nobody = Browser::default();
    let id = site.ladder_matches().await.remove(0);
    let old = download(&site, &id, &nobody).await;
    let first = line(&old).key;
    let folder = site.folder.path().join("keys");
    assert!(folder.join(&first).is_file());
    replace(&site, None).await;
    assert!(!folder.join(&first).exists(), "nobody can sign with the old key");
    // Two at once make one key.
    let (new, same) = tokio::join!(download(&site, &id, &nobody), download(&site, &id, &nobody));
    assert_eq!(new, same);
    let second = line(&new).key;
    assert_ne!(first, second);
    let keys = published(&site, &nobody).await;
    assert!(signer(&old, &keys).is_ok() && signer(&new, &keys).is_ok());
    replace(&site, Some(&first)).await;
    let keys = published(&site, &nobody).await;
    assert_eq!(signer(&old, &keys), Err(Refusal::Revoked(first)));
    assert!(signer(&new, &keys).is_ok(), "only one was revoked");
    let wrong = Task::NewKey("demo".into(), Some("00".into()));
    let why = admin::run(&site.app, &wrong).await.expect_err("no such key").to_string();
    assert!(why.contains("has no key `00`"), "{why}");
    let kept = rows::all(&site.app.db).await.expect("read");
    let states: Vec<_> = kept.iter().map(|key| key.state).collect();
    assert!(states.contains(&KeyState::Retired) && states.contains(&KeyState::Revoked));
    let log = site.get("/audit", &site.account("olga", "organiser").await).await.text();
    assert!(log.contains("retire keys") && log.contains("revoke key"), "{log}");
}

/// All files below a folder.
fn contents(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let all = entries.flat_map(|entry| match entry.path().is_dir() {
        true => contents(&entry.path()),
        false => vec![fs::read(entry.path()).expect("read")],
    });
    all.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_and_exports_have_no_private_key_and_old_records_still_verify() {
    let site = played().await;
    let nobody = Browser::default();
    let id = site.ladder_matches().await.remove(0);
    let old = download(&site, &id, &nobody).await;
    let secret = fs::read(site.folder.path().join("keys").join(line(&old).key)).expect("a key");
    let secret = secret.trim_ascii().to_vec();
    assert_eq!(secret.len(), 44);
    let folders = tempfile::tempdir().expect("a folder");
    let (full, season) = (folders.path().join("full"), folders.path().join("season"));
    backup::backup(&site.app, &full).await.expect("written");
    backup::export_season(&site.app, "demo", &season).await.expect("written");
    for file in contents(&full).into_iter().chain(contents(&season)) {
        assert!(!file.windows(secret.len()).any(|part| part == secret), "a private key is copied");
    }
    assert!(!season.join("tables/signing_keys.jsonl").exists());
    let restored: Shared = open(&folders.path().join("restored")).await;
    backup::restore(&restored, &full).await.expect("restored");
    let router = server::http::router::router(&restored);
    let site = Site { app: restored, router, folder: folders };
    let new = download(&site, &id, &nobody).await;
    assert_ne!(line(&new).key, line(&old).key);
    let keys = published(&site, &nobody).await;
    assert!(signer(&old, &keys).is_ok() && signer(&new, &keys).is_ok());
}
