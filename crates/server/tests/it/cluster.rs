//! The work that the judge hands out: fair turns, retries, and machines with wrong results.

use crate::common::{Site, claim as claim_for, copy, open, open_as};
use bus::Member;
use futures_util::FutureExt;
use server::Shared;
use server::app::in_hand::Held;
use server::app::verdict::Verdict;
use server::db::matches::{Match, Round, Seat};
use server::db::queue::{self, ATTEMPTS_MAX};
use server::db::{self, checks, matches, results, seasons, standings, submissions};
use server::ids::{MatchId, RoundId, SeasonId};
use server::jobs::deliver::{self, Delivery};
use server::jobs::lineup::Lineups;
use server::jobs::{self, play};
use server::states::{MatchState, RoundKind, RoundState, SubmissionState};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::Notify;
use worker::protocol::Outcome;

/// A machine that is there.
fn member(name: &str) -> Member {
    Member {
        name: name.into(),
        pin: server::version::pin(),
        architecture: "here".into(),
        slots: 2,
        busy: 0,
        done: 0,
        compiler: true,
    }
}

/// Claims for two slots.
async fn claim(app: &Shared, most: i64) -> Vec<Match> {
    claim_for(app, &app.pin, 2, most).await
}

/// Batches until nothing is left, and how large they were.
async fn claim_all(app: &Shared) -> (Vec<Match>, Vec<usize>) {
    let (mut all, mut sizes) = (Vec::new(), Vec::new());
    loop {
        let batch = claim_for(app, &app.pin, 1, 100).await;
        if batch.is_empty() {
            return (all, sizes);
        }
        sizes.push(batch.len());
        all.extend(batch);
    }
}

async fn run(app: &Shared, sql: &str) {
    let sql = sqlx::AssertSqlSafe(sql.to_string());
    sqlx::query(sql).execute(&app.db).await.expect("done");
}

/// A round of matches that are never played.
async fn round(app: &Shared, season: &SeasonId, kind: RoundKind, count: i64) {
    let id = RoundId::random();
    let round = Round {
        id: id.clone(),
        season_id: season.clone(),
        kind,
        subject: id.to_string(),
        number: 1,
        state: RoundState::Playing,
        held: false,
    };
    let one = |number| Match {
        id: MatchId::random(),
        season_id: season.clone(),
        round_id: id.clone(),
        number,
        cluster: 0,
        seed: "1".into(),
        state: MatchState::Planned,
        attempts: 0,
        record: None,
        public_record: None,
        rounds: None,
        ending: None,
        verified: false,
        finished: None,
    };
    let list: Vec<(Match, Vec<Seat>)> = (0..count).map(|n| (one(n), Vec::new())).collect();
    let mut transaction = db::begin(&app.db).await.expect("begun");
    assert!(matches::plan(&mut transaction, &round, &list).await.expect("planned"));
    transaction.commit().await.expect("committed");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_knows_of_is_handed_out_again() {
    let site = Site::new().await;
    let season = site.season().await;
    round(&site.app, &season.id, RoundKind::Ladder, 8).await;
    let held = claim(&site.app, 100).await;
    assert_eq!(held.len(), 2);
    // The answer that named the second match was lost on its way.
    let _known = Held::take(&site.app, &held[0].id);
    assert!(!jobs::take_over(&site.app, 60_000).await.expect("looked"), "it may still come");
    assert!(jobs::take_over(&site.app, 0).await.expect("looked"));
    let state = async |id: &MatchId| {
        let one = matches::by_id(&site.app.db, id).await.expect("read").expect("is there");
        one.state
    };
    assert_eq!(state(&held[0].id).await, MatchState::Running);
    assert_eq!(state(&held[1].id).await, MatchState::Planned);
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_go_back_when_another_one_of_them_has_no_player() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    let id = site.enter("alice", "Alice", SubmissionState::Received).await;
    let season = site.season().await;
    round(&site.app, &season.id, RoundKind::Ladder, 4).await;
    // The second one of two that are taken; its player is not compiled.
    let seat = format!(
        "INSERT INTO seats (match_id, seat, submission_id, name) \
         SELECT id, 0, '{id}', 'Alice' FROM matches WHERE number = 1"
    );
    run(&site.app, &seat).await;
    site.app.bus.pace().note(Duration::from_micros(1));
    let error = play::next(&site.app, &AtomicBool::new(true)).await.expect_err("no module");
    assert!(error.to_string().contains("a player without a module"), "{error:#}");
    let sql = "SELECT COUNT(*) FROM matches WHERE state = 'planned'";
    let planned: i64 = sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("counted");
    assert_eq!(planned, 4);
}

/// How many of three waiting tasks this wakes.
fn woken(waiting: &Notify, by: impl FnOnce()) -> usize {
    let mut tasks = [(); 3].map(|()| Box::pin(waiting.notified()));
    for task in &mut tasks {
        task.as_mut().enable();
    }
    by();
    tasks.into_iter().filter_map(FutureExt::now_or_never).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_takes_work_wakes_the_next_one() {
    let site = Site::new().await;
    let app = &site.app;
    assert_eq!(woken(&app.wake, || ()), 0);
    assert_eq!(woken(&app.wake, || app.wake()), 1, "the others stay away from the database");
    let match_taken = || drop(Held::take(app, "a match"));
    assert_eq!(woken(&app.more, match_taken), 1);
    assert_eq!(woken(&app.more, || drop(Held::new(app, "a match"))), 0);
    // Tasks that wake each other to look at a season without work would never sleep.
    let season_taken = || drop(Held::take_alone(app, "a season"));
    assert_eq!(woken(&app.more, season_taken) + woken(&app.wake, season_taken), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_was_not_compiled_lets_others_go_first() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    let id = site.enter("alice", "Alice", SubmissionState::Received).await;
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let db = &mut *connection;
    for attempt in 1..=ATTEMPTS_MAX {
        let taken = submissions::claim(db).await.expect("asked");
        assert_eq!(taken.expect("there is one").id, id);
        let back = submissions::put_back(db, &id, true).await.expect("put back");
        assert_eq!(back, attempt < ATTEMPTS_MAX, "the last one says so to the author");
        assert!(submissions::claim(db).await.expect("asked").is_none(), "what failed waits");
        run(&site.app, "UPDATE submissions SET due = 0").await;
    }
    // What failed through no fault of anybody here does not count.
    assert!(submissions::put_back(db, &id, false).await.expect("ok"));
    // Where its source is not to be had, the others are compiled all the same.
    let younger = site.enter("alice", "Younger", SubmissionState::Received).await;
    let next = submissions::claim(db).await.expect("asked");
    assert_eq!(next.map(|s| s.id), Some(younger));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ended_every_process_that_began_it_is_given_up_with_a_verdict() {
    let site = Site::apart().await;
    let olga = site.account("olga", "organiser").await;
    site.account("alice", "player").await;
    let id = site.enter("alice", "Alone", SubmissionState::Compiling).await;
    let begun =
        |attempts| format!("UPDATE submissions SET attempts = {attempts} WHERE id = '{id}'");
    let next = async || {
        jobs::take_over(&site.app, 0).await.expect("taken");
        submissions::by_id(&site.app.db, &id).await.expect("read").expect("is there")
    };
    run(&site.app, &begun(ATTEMPTS_MAX - 1)).await;
    assert_eq!(next().await.state, SubmissionState::Received);
    run(&site.app, "UPDATE submissions SET state = 'compiling' WHERE state = 'received'").await;
    run(&site.app, &begun(ATTEMPTS_MAX)).await;
    let after = next().await;
    assert_eq!((after.state, after.decided.is_some()), (SubmissionState::Failed, true));
    assert_eq!(Verdict::read(&after.verdict), Some(Verdict::NotCompiled));
    let page = site.get("/s/demo/organise/submissions", &olga).await.text();
    assert!(page.contains(&format!("rerun/{id}")), "an organiser may judge it again");
    let season = site.season().await;
    round(&site.app, &season.id, RoundKind::Ladder, 2).await;
    let (held, _) = claim_all(&site.app).await;
    let kills = &held[0].id;
    run(&site.app, &format!("UPDATE matches SET attempts = {ATTEMPTS_MAX} WHERE id = '{kills}'"))
        .await;
    jobs::take_over(&site.app, 0).await.expect("taken");
    let parked = queue::parked(&site.app.db).await.expect("read");
    assert_eq!(parked.iter().map(|m| m.id.as_str()).collect::<Vec<_>>(), [kills.as_str()]);
    assert_eq!(claim_all(&site.app).await.0.len(), 1, "the other one is played");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_ends_every_process_is_given_up() {
    let site = Site::new().await;
    let season = site.season().await;
    round(&site.app, &season.id, RoundKind::Ladder, 4).await;
    let (mut held, sizes) = claim_all(&site.app).await;
    assert_eq!(sizes, [2, 1, 1], "half of what is there each time");
    for attempt in 1..=ATTEMPTS_MAX {
        assert!(held.iter().all(|m| m.attempts == attempt) && held.len() == 4, "{held:?}");
        assert!(jobs::take_over(&site.app, 0).await.expect("taken"));
        let (next, sizes) = claim_all(&site.app).await;
        // One of them may have ended the process: which one is found out.
        assert!(attempt < 2 || sizes.iter().all(|size| *size == 1), "{sizes:?}");
        held = next;
    }
    assert!(held.is_empty());
    let parked = queue::parked(&site.app.db).await.expect("read");
    assert_eq!(parked.len(), 4);
    assert!(parked[0].receipts.contains("attempt 5") && parked[0].receipts.contains("given up"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_goes_back_untouched_has_lost_no_attempt() {
    let site = Site::new().await;
    let season = site.season().await;
    round(&site.app, &season.id, RoundKind::Ladder, 1).await;
    for _ in 0..3 * ATTEMPTS_MAX {
        let held = claim(&site.app, 1).await.remove(0);
        assert_eq!(held.attempts, 1);
        let mut connection = site.app.db.acquire().await.expect("a connection");
        queue::put_back(&mut connection, &held).await.expect("given back");
    }
    // Failures of its own do count.
    for attempt in 1..=ATTEMPTS_MAX {
        let held = claim(&site.app, 1).await.remove(0);
        let mut connection = site.app.db.acquire().await.expect("a connection");
        let again = queue::failed(&mut connection, &held, "one", ("no board", "why"), queue::PAUSE)
            .await
            .expect("noted");
        assert_eq!(again, attempt < ATTEMPTS_MAX);
        run(&site.app, "UPDATE matches SET due = 0").await;
    }
    let parked = queue::parked(&site.app.db).await.expect("read").remove(0);
    assert_eq!(parked.ending.as_deref(), Some("why"));
    assert_eq!(parked.receipts.matches("no board").count(), ATTEMPTS_MAX as usize);
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_are_fair_between_seasons_and_people_who_wait_come_first() {
    let site = Site::new().await;
    let big = site.season().await;
    let small = seasons::Season { id: SeasonId::random(), slug: "small".into(), ..big.clone() };
    let mut connection = site.app.db.acquire().await.expect("a connection");
    seasons::insert(&mut connection, &small).await.expect("inserted");
    drop(connection);
    round(&site.app, &big.id, RoundKind::Ladder, 400).await;
    round(&site.app, &small.id, RoundKind::Ladder, 100).await;
    let mut turns: BTreeMap<SeasonId, usize> = BTreeMap::new();
    for _ in 0..100 {
        for m in claim(&site.app, 1).await {
            *turns.entry(m.season_id).or_default() += 1;
        }
    }
    assert_eq!((turns[&big.id], turns[&small.id]), (50, 50));
    // Somebody who comes now waits for one turn at most, whatever was played before; then people
    // who wait have eight turns for one of the ladder.
    round(&site.app, &big.id, RoundKind::Qualification, 16).await;
    round(&site.app, &small.id, RoundKind::Elimination, 16).await;
    let first = claim(&site.app, 1).await.remove(0);
    let kinds = async |ids: Vec<Match>| {
        let mut kinds = Vec::new();
        for m in ids {
            let mut connection = site.app.db.acquire().await.expect("a connection");
            let round = matches::round(&mut connection, &m.round_id).await.expect("read");
            kinds.push(round.expect("is there").kind);
        }
        kinds
    };
    assert_eq!(kinds(vec![first]).await, [RoundKind::Qualification]);
    let mut next = Vec::new();
    for _ in 0..20 {
        next.extend(claim(&site.app, 1).await);
    }
    let kinds = kinds(next).await;
    let count = |kind: RoundKind| kinds.iter().filter(|k| **k == kind).count();
    assert!(count(RoundKind::Qualification) > count(RoundKind::Elimination), "{kinds:?}");
    assert!(
        count(RoundKind::Elimination) >= count(RoundKind::Ladder) && count(RoundKind::Ladder) > 0,
        "{kinds:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn many_small_ladders_are_played_in_batches_as_large_as_one_big_ladder_is() {
    let site = Site::new().await;
    round(&site.app, &site.season().await.id, RoundKind::Ladder, 8).await;
    for k in 1..8 {
        round(&site.app, &site.another(&format!("other{k}")).await, RoundKind::Ladder, 8).await;
    }
    // 64 matches and eight slots: half a share is four, whichever ladder it is taken from.
    for _ in 0..4 {
        assert_eq!(claim_for(&site.app, &site.app.pin, 8, 64).await.len(), 4);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn work_is_divided_and_never_held_by_two() {
    let site = Site::new().await;
    let season = site.season().await;
    round(&site.app, &season.id, RoundKind::Ladder, 120).await;
    let first = claim_for(&site.app, &site.app.pin, 8, 64).await;
    assert_eq!(first.len(), 120 / 16, "half a share of eight slots");
    let take = || {
        let app = site.app.clone();
        tokio::spawn(async move {
            let mut all = Vec::new();
            let mut empty = 0;
            while empty < 3 {
                let held = claim_for(&app, &app.pin, 8, 64).await;
                empty = if held.is_empty() { empty + 1 } else { 0 };
                all.extend(held.into_iter().map(|m| m.id));
            }
            all
        })
    };
    let mut all: Vec<MatchId> = first.into_iter().map(|m| m.id).collect();
    for handle in [take(), take(), take(), take()] {
        all.extend(handle.await.expect("ends"));
    }
    all.sort();
    let held = all.len();
    all.dedup();
    assert_eq!((held, all.len()), (120, 120));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_is_played_by_the_versions_it_is_pinned_to() {
    let site = Site::new().await;
    let season = site.season().await;
    round(&site.app, &season.id, RoundKind::Ladder, 4).await;
    let other = "palestra 9.9.9, wasmtime 99";
    assert!(claim_for(&site.app, other, 2, 4).await.is_empty());
    let mut connection = site.app.db.acquire().await.expect("a connection");
    assert!(seasons::pin(&mut connection, "demo", other).await.expect("pinned"));
    assert!(!seasons::pin(&mut connection, "nowhere", other).await.expect("asked"));
    drop(connection);
    assert!(claim(&site.app, 4).await.is_empty());
    let pinned = seasons::pinned_otherwise(&site.app.db, &server::version::pin()).await;
    assert_eq!(pinned.expect("read"), ["demo"]);
    assert_eq!(claim_for(&site.app, other, 1, 4).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_counts_once_however_often_and_by_whom_it_is_delivered() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    assert!(jobs::step(&site.app).await.expect("planned"));
    let twin = open_as(site.folder.path(), "twin").await;
    let held = claim(&site.app, 1).await.remove(0);
    let done = played(&site.app, &held).await;
    let late = played(&twin, &held).await;
    assert_eq!(done.one.record, late.one.record);
    deliver::store_results(&site.app, std::slice::from_ref(&done), &[]).await.expect("delivered");
    deliver::store_results(&site.app, &[done], &[]).await.expect("delivered again");
    deliver::store_results(&twin, std::slice::from_ref(&late), &[]).await.expect("delivered late");
    assert!(checks::counts(&site.app.db).await.expect("read").is_empty());
    // A late result that is another one is looked into, and does not count.
    let mut other = late;
    other.one.record = Some("another".into());
    other.seats[0].score = Some(-1);
    deliver::store_results(&twin, &[other], &[]).await.expect("delivered");
    let count = checks::counts(&site.app.db).await.expect("read");
    assert_eq!(count, [("planned".to_string(), 1)]);
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let seats = matches::seats(&mut connection, &held.id).await.expect("read");
    assert!(seats.iter().all(|s| s.score != Some(-1)));
    // It counts for the machine that was first, although nobody has noted it.
    let workers = queue::workers(&site.app.db).await.expect("read");
    let counts: Vec<_> = workers.iter().map(|one| (one.name.as_str(), one.delivered)).collect();
    assert_eq!(counts, [(site.app.config.worker_name().as_str(), 1)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_in_quarantine_delivers_nothing() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    assert!(jobs::step(&site.app).await.expect("planned"));
    let liar = open_as(site.folder.path(), "liar").await;
    let held = [claim(&site.app, 1).await.remove(0), claim(&site.app, 1).await.remove(0)];
    let done = [played(&liar, &held[0]).await, played(&site.app, &held[1]).await];
    assert_eq!(done[0].worker, "liar");
    let mut connection = site.app.db.acquire().await.expect("a connection");
    // Nobody has noted yet that it is there.
    checks::quarantine(&mut connection, "liar", "it lies").await.expect("quarantined");
    drop(connection);
    // In one transaction with the result of somebody else, which counts.
    deliver::store_results(&site.app, &done, &[]).await.expect("delivered");
    let mut states = Vec::new();
    for one in &held {
        let found = matches::by_id(&site.app.db, &one.id).await.expect("read");
        states.push(found.expect("is there").state);
    }
    assert_eq!(states, [MatchState::Planned, MatchState::Done]);
}

/// Plays a claimed match as workers do.
async fn played(app: &Shared, one: &Match) -> Delivery {
    let set = Lineups::default().of(app, one).await.expect("asked").expect("set");
    let answer = play::run(app, &set, one).await.expect("asked");
    let Ok(Outcome::Played(result)) = answer.result else { panic!("{answer:?}") };
    let by = (None, answer.worker);
    deliver::keep(app, one.clone(), set.seats, *result, by).await.expect("kept")
}

/// The final table, and every score it rests on.
async fn table(app: &Shared) -> String {
    let season = seasons::by_slug(&app.db, "demo").await.expect("read").expect("is there");
    let mut connection = app.db.acquire().await.expect("a connection");
    let last =
        matches::last_round(&mut connection, &season.id, RoundKind::Ladder, true, false).await;
    let last = last.expect("read").expect("a round");
    let mut text = String::new();
    for c in results::ladder(&mut connection, &season.id, 0, last.number).await.expect("read") {
        text += &format!("{} {} {} {}\n", c.round, c.number, c.submission_id, c.score);
    }
    for s in standings::of_round(&app.db, &last.id).await.expect("read") {
        text += &format!("{} {} {:?} {:?}\n", s.position, s.name, s.strength, s.half);
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_lies_is_found_out_and_what_it_said_is_put_right() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 3).await;
    let truth = tempfile::tempdir().expect("a folder");
    site.app.db.close().await;
    copy(site.folder.path(), truth.path()).await;
    let honest = open(truth.path()).await;
    while jobs::step(&honest).await.expect("works") {}

    let folder = site.folder.path();
    let [liar, one, two] =
        [open_as(folder, "liar").await, open_as(folder, "one").await, open_as(folder, "two").await];
    let mut connection = one.db.acquire().await.expect("a connection");
    let crew = [member("liar"), member("one"), member("two")];
    queue::note_workers(&mut connection, &crew).await.expect("noted");
    drop(connection);
    // The liar plays one match of each round, and says that the first seat won by far.
    let mut lies = 0;
    // The others take turns at being first: each could for ever be asked about its own match.
    let mut turns = [&one, &two];
    loop {
        let mut busy = false;
        for held in claim(&liar, 1).await {
            let mut done = played(&liar, &held).await;
            let lie = format!("lie {lies}").into_bytes();
            done.one.record = Some(liar.store.put(lie).await.expect("kept"));
            done.seats[0].score = Some(1_000_000);
            deliver::store_results(&liar, &[done], &[]).await.expect("delivered");
            (lies, busy) = (lies + 1, true);
        }
        for app in turns {
            busy |= jobs::step(app).await.expect("works");
        }
        turns.reverse();
        // Whoever played a match does not answer for it: the others do, when they ask again.
        let sql = "UPDATE checks SET begun = 0 WHERE state = 'planned' AND begun > 0";
        let waiting = sqlx::query(sql).execute(&one.db).await.expect("run").rows_affected();
        if !busy && waiting == 0 {
            break;
        }
    }
    assert!(lies > 0);
    let mut connection = one.db.acquire().await.expect("a connection");
    queue::note_workers(&mut connection, &crew).await.expect("noted");
    assert_eq!(queue::quarantined(&mut connection).await.expect("read"), ["liar"]);
    drop(connection);
    assert_eq!(table(&one).await, table(&honest).await);
    let log = db::audit::newest(&one.db, 100).await.expect("read");
    assert!(log.iter().any(|e| e.action == "quarantine" && e.subject == "liar"));
    assert!(log.iter().filter(|e| e.action == "correct").count() >= lies);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_does_not_play_its_own_match_again_in_vain() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    site.work().await;
    let own = site.app.bus.crew().remove(0);
    let mut connection = site.app.db.acquire().await.expect("a connection");
    queue::note_workers(&mut connection, &[own.clone(), member("other")]).await.expect("noted");
    checks::ask(&mut connection, &site.ladder_matches().await[0]).await.expect("asked");
    drop(connection);
    assert!(jobs::replay::next(&site.app).await.expect("looked"));
    assert_eq!(site.app.bus.crew().remove(0).done, own.done);
    // The judge asks the other machine when it is there.
    let sql = "SELECT COUNT(*) FROM checks WHERE state = 'planned' AND begun > 0";
    let waiting: i64 = sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("read");
    assert_eq!(waiting, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_file_keeps_no_other_match_from_being_played() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    let lost = site.enter("alice", "Lost", SubmissionState::Qualified).await;
    site.change(|o| o.ladder_rounds_max = 3).await;
    let gone = "0".repeat(64);
    let sql = format!("UPDATE submissions SET source = '{gone}', wasm = '{gone}' WHERE id = ");
    run(&site.app, &format!("{sql}'{lost}'")).await;
    while jobs::step(&site.app).await.expect("works, whatever is lost") {
        // What waits to be tried again need not wait here.
        run(&site.app, "UPDATE matches SET due = 0").await;
    }
    let count = async |sql: &str| -> i64 {
        let sql = sqlx::AssertSqlSafe(sql.to_string());
        sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("counted")
    };
    let of_lost = format!(
        "SELECT COUNT(*) FROM matches WHERE id IN \
         (SELECT match_id FROM seats WHERE submission_id = '{lost}')"
    );
    let all = count("SELECT COUNT(*) FROM matches").await;
    let with = count(&of_lost).await;
    // Everybody sits in as many matches as the others, also who cannot be played.
    assert_eq!((with, all), (8, 12));
    assert_eq!(count(&format!("{of_lost} AND state = 'void'")).await, with);
    assert_eq!(count("SELECT COUNT(*) FROM matches WHERE state = 'done'").await, all - with);
    assert_eq!(count("SELECT COUNT(*) FROM rounds WHERE state = 'done'").await, 3);

    // A second opinion that nobody can give any more is left open.
    run(&site.app, "UPDATE checks SET state = 'skipped'").await;
    let sql = "SELECT id FROM matches WHERE state = 'done' ORDER BY id LIMIT 1";
    let id: String = sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("a match");
    let mut connection = site.app.db.acquire().await.expect("a connection");
    run(&site.app, "UPDATE matches SET played_by = 'somebody'").await;
    run(&site.app, &format!("DELETE FROM checks WHERE match_id = '{id}'")).await;
    checks::ask(&mut connection, &id).await.expect("asked");
    queue::note_workers(&mut connection, &[member("here")]).await.expect("noted");
    drop(connection);
    run(&site.app, &format!("UPDATE seats SET submission_id = '{lost}' WHERE match_id = '{id}'"))
        .await;
    assert!(jobs::replay::next(&site.app).await.is_err(), "it is said why");
    let open = format!("SELECT COUNT(*) FROM checks WHERE match_id = '{id}' AND state = 'open'");
    assert_eq!(count(&open).await, 1);
    assert!(!jobs::replay::next(&site.app).await.expect("nothing left"));
}
