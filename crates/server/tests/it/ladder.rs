//! The ladder: the matches that it counts, and that no failure of the process changes them.

use crate::common::{Browser, Site, claim, copy, open};
use engine::record::Record;
use server::app::records;
use server::db::{matches, results, seasons, standings};
use server::jobs::deliver::{Delivery, store_results};
use server::states::RoundKind;
use server::{Shared, jobs};

/// Rounds, matches, scores and standings as text, without times.
async fn ladder(app: &Shared) -> String {
    let season = seasons::by_slug(&app.db, "demo").await.expect("read").expect("is there");
    let mut text = String::new();
    let mut connection = app.db.acquire().await.expect("a connection");
    let last =
        matches::last_round(&mut connection, &season.id, RoundKind::Ladder, true, false).await;
    let last = last.expect("read").map_or(0, |round| round.number);
    for c in results::ladder(&mut connection, &season.id, 0, last).await.expect("read") {
        text += &format!("{} {} {} {}\n", c.round, c.number, c.submission_id, c.score);
    }
    for m in matches::listed(&app.db, &season.id, matches::Only::Any, true, (0, 1000))
        .await
        .expect("read")
    {
        let full = matches::by_id(&app.db, &m.id).await.expect("read").expect("is there");
        assert!(full.verified);
    }
    let round =
        matches::last_round(&mut connection, &season.id, RoundKind::Ladder, true, false).await;
    let round = round.expect("read").expect("a round");
    for s in standings::of_round(&app.db, &round.id).await.expect("read") {
        text +=
            &format!("{} {} {:?} {:?} {:?}\n", s.position, s.name, s.strength, s.half, s.chance);
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_dies_again_and_again_gives_the_same_ladder() {
    const ROUNDS: u32 = 8;
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = ROUNDS).await;
    let twin = tempfile::tempdir().expect("a folder");
    site.app.db.close().await;
    copy(site.folder.path(), twin.path()).await;
    let calm = open(site.folder.path()).await;
    while jobs::step(&calm).await.expect("works") {}
    let undisturbed = ladder(&calm).await;
    assert_eq!(undisturbed.lines().count(), ROUNDS as usize * 16 + 5);

    // The other one stops after every few steps with a match claimed and never played, as a
    // process does that is killed, and is opened anew.
    let mut work_left = true;
    for deaths in 0.. {
        let app = open(twin.path()).await;
        jobs::take_over(&app, 0).await.expect("starts");
        for _ in 0..1 + deaths % 4 {
            work_left = jobs::step(&app).await.expect("works");
        }
        let claimed = claim(&app, &app.pin, 1, 3).await;
        app.db.close().await;
        if !work_left && claimed.is_empty() {
            assert!(deaths > 5, "{deaths}");
            break;
        }
    }
    assert_eq!(ladder(&open(twin.path()).await).await, undisturbed);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_the_last_match_of_a_round_and_nobody_starves() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 12).await;
    let rounds = "SELECT number FROM rounds WHERE state = 'playing' ORDER BY number";
    let out = "SELECT COUNT(*) FROM rounds r WHERE kind = 'ladder' AND state = 'playing' AND NOT \
               EXISTS (SELECT 1 FROM matches m WHERE m.round_id = r.id AND m.state = 'planned')";
    let mut starved = 0;
    while jobs::step(&site.app).await.expect("works") {
        let open: Vec<i64> =
            sqlx::query_scalar(rounds).fetch_all(&site.app.db).await.expect("read");
        assert!(open.len() <= 2 && open.is_sorted_by(|a, b| a + 1 == *b), "{open:?}");
        let over: i64 = sqlx::query_scalar(out).fetch_one(&site.app.db).await.expect("read");
        let all_out = !open.is_empty() && over as usize == open.len();
        starved += usize::from(all_out && !open.contains(&12));
    }
    assert_eq!(starved, 0, "at times nothing was left to play");
    // Four matches a round, four of five players in each: all have played about as often.
    let season = site.season().await;
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let mut played = std::collections::BTreeMap::new();
    for seat in results::ladder(&mut connection, &season.id, 0, 12).await.expect("read") {
        *played.entry(seat.submission_id).or_insert(0) += 1;
    }
    let (least, most) = (played.values().min(), played.values().max());
    assert!(least >= Some(&36) && most <= Some(&44), "{played:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_rounds_close_when_all_players_have_left() {
    let site = Site::new().await;
    let rounds = async |state: &str| -> i64 {
        let text = "SELECT COUNT(*) FROM rounds WHERE kind = 'ladder' AND state = $1";
        sqlx::query_scalar(text).bind(state).fetch_one(&site.app.db).await.expect("read")
    };
    while rounds("done").await < 3 || rounds("playing").await < 2 {
        assert!(jobs::step(&site.app).await.expect("works"));
    }
    let leave = "UPDATE submissions SET state = 'disqualified'";
    sqlx::query(leave).execute(&site.app.db).await.expect("written");
    while jobs::step(&site.app).await.expect("works") {}
    assert_eq!(rounds("playing").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_workers_give_what_one_gives() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 6).await;
    let twin = tempfile::tempdir().expect("a folder");
    site.app.db.close().await;
    copy(site.folder.path(), twin.path()).await;
    let one = open(site.folder.path()).await;
    while jobs::step(&one).await.expect("works") {}
    let several = open(twin.path()).await;
    let worker = || {
        let app = several.clone();
        tokio::spawn(async move { while jobs::step(&app).await.expect("works") {} })
    };
    for handle in [worker(), worker(), worker()] {
        handle.await.expect("ends");
    }
    while jobs::step(&several).await.expect("works") {}
    assert_eq!(ladder(&several).await, ladder(&one).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_counts_once() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    site.work().await;
    let id = site.ladder_matches().await.remove(0);
    let done = matches::by_id(&site.app.db, &id).await.expect("read").expect("is there");
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let mut seats = matches::seats(&mut connection, &id).await.expect("read");
    drop(connection);
    let scores: Vec<_> = seats.iter().map(|s| s.score).collect();
    seats.iter_mut().for_each(|seat| seat.score = Some(1_000_000));
    let again = Delivery { one: done, seats, clocked: false, charge: None, worker: "x".into() };
    store_results(&site.app, &[again], &[]).await.expect("asked");
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let after = matches::seats(&mut connection, &id).await.expect("read");
    assert_eq!(after.iter().map(|s| s.score).collect::<Vec<_>>(), scores);
}

#[tokio::test(flavor = "multi_thread")]
async fn anybody_can_verify_a_match_and_nobody_reads_another_s_log() {
    let site = Site::new().await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    site.work().await;
    let id = site.ladder_matches().await.remove(0);
    let path = format!("/s/demo/matches/{id}/record.match");
    let bytes = site.get(&path, &Browser::default()).await.bytes;
    let played = Record::from_bytes(&bytes).expect("a record");
    let game = games::by_id(&played.game).expect("a game");
    assert_eq!(played.verify(game), Ok(()));
    let res = format!("/s/demo/matches/{id}/result.res");
    let film = played.film(game).expect("a film").write_res();
    assert_eq!(site.get(&res, &Browser::default()).await.bytes, film);

    let mut whole = played;
    for round in &mut whole.rounds {
        round.seats.iter_mut().for_each(|turn| turn.said = b"my secret plan".to_vec());
    }
    let receipt = |seat| engine::Freeze {
        seat,
        backtrace: vec!["my secret plan".into()],
        last_words: vec!["my secret plan".into()],
        ..engine::Freeze::new(engine::Cause::Trap, "my secret plan")
    };
    whole.outcome.as_mut().expect("an outcome").freezes = vec![receipt(0), receipt(2)];
    let public = records::without_logs(&whole, None);
    assert_eq!(public.verify(game), Ok(()));
    assert!(!format!("{public:?}").contains("secret"));
    assert!(public.rounds.iter().flat_map(|r| &r.seats).all(|turn| turn.said.is_empty()));
    let own = records::without_logs(&whole, Some(&[2]));
    let logged = |seat: usize| own.rounds.iter().any(|r| !r.seats[seat].said.is_empty());
    assert_eq!([0, 1, 2, 3].map(logged), [false, false, true, false]);
    let freezes = own.outcome.expect("an outcome").freezes;
    assert!(freezes[0].detail.is_empty() && !freezes[1].detail.is_empty());
}
