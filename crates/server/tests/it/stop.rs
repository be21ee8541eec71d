//! The end of a server: it puts back its work, whatever is still running.

use crate::common::Site;
use server::db::{self, matches, submissions};
use server::jobs;
use server::states::SubmissionState;

#[tokio::test(flavor = "multi_thread")]
async fn who_ends_waits_no_longer_than_it_may_and_gives_back_what_it_holds() {
    // A worker process that never says that it is ready: only the limit lets the end go on.
    let site = Site::with(|config| {
        (config.stop_seconds, config.workers) = (0, 1);
        config.worker_command = ["/bin/sh", "-c", "cat > /dev/null"].map(Into::into).into();
    })
    .await;
    assert!(jobs::rounds::plan(&site.app, &site.season().await).await.expect("asked"), "planned");
    let directing = jobs::start(&site.app).await.expect("started");
    while db::health::running(&site.app.db).await.expect("read").is_empty() {
        tokio::task::yield_now().await;
    }
    site.app.stop.send_replace(true);
    jobs::end(directing).await;
    let running = db::health::running(&site.app.db).await.expect("read");
    assert!(running.is_empty(), "{running:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_is_played_at_once_than_has_room() {
    let site = Site::with(|config| config.workers = 100_000).await;
    let most = bus::local::processes_max();
    assert_eq!(site.app.bus.crew()[0].slots, most);
    assert!(most >= std::thread::available_parallelism().map_or(1, usize::from));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verdict_does_not_wait_until_all_others_are_done() {
    let site = Site::new().await;
    site.account("alice", "player").await;
    let season = site.season().await;
    let mut players = Vec::new();
    for name in ["First", "Second"] {
        let id = site.enter("alice", name, SubmissionState::Qualifying).await;
        players.push(submissions::by_id(&site.app.db, &id).await.expect("read").expect("there"));
    }
    let mut transaction = db::begin(&site.app.db).await.expect("begun");
    for player in &players {
        let sql = "UPDATE submissions SET source = 'builtin:Demo' WHERE id = $1";
        sqlx::query(sql).bind(&player.id).execute(&mut *transaction).await.expect("changed");
        let (round, list) = server::app::rounds::qualification(&season, player).expect("planned");
        assert!(matches::plan(&mut transaction, &round, &list).await.expect("stored"));
        // One came before the other.
        let sql = "UPDATE rounds SET planned = $2 WHERE id = $1";
        let moment = sqlx::query(sql).bind(&round.id).bind(i64::from(player.name == "Second"));
        moment.execute(&mut *transaction).await.expect("changed");
    }
    transaction.commit().await.expect("committed");
    let decided = async || {
        let mut decided = 0;
        for player in &players {
            let now = submissions::by_id(&site.app.db, &player.id).await.expect("read");
            decided += usize::from(now.is_some_and(|s| s.decided.is_some()));
        }
        decided
    };
    // The ladder has matches without end; the verdicts come one after the other all the same.
    let mut seen = Vec::new();
    while seen.last() != Some(&2) {
        assert!(jobs::step(&site.app).await.expect("works"), "{seen:?}");
        seen.push(decided().await);
    }
    assert!(seen.contains(&1), "{seen:?}");
    // The ladder has its share: a batch, which is both of its rounds here.
    let sql = "SELECT COUNT(*) FROM rounds WHERE kind = 'ladder' AND state = 'done'";
    let ladder: i64 = sqlx::query_scalar(sql).fetch_one(&site.app.db).await.expect("counted");
    assert!(ladder <= 2, "{ladder} rounds of the ladder came between");
}
