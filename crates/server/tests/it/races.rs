//! Decisions that come at the same moment: one takes effect, the other is told so, and the audit
//! log holds what happened and nothing else.

use crate::common::Site;
use server::app::actor::Actor;
use server::app::fail::Fail;
use server::app::refusal::Refusal;
use server::app::{decisions, tournaments};
use server::db::{audit, submissions, users};
use server::ids::SubmissionId;
use server::states::{SubmissionState, TournamentKind};

async fn actor(site: &Site, login: &str) -> Actor {
    let user = users::by_login(&site.app.db, login).await.expect("read");
    user.expect("an account").into()
}

/// A site whose ladder rests, and two organisers.
async fn resting() -> (Site, [Actor; 2]) {
    let site = Site::new().await;
    site.change(|o| o.ladder = false).await;
    for (login, role) in [("alice", "player"), ("olga", "organiser"), ("oscar", "organiser")] {
        site.account(login, role).await;
    }
    let organisers = [actor(&site, "olga").await, actor(&site, "oscar").await];
    (site, organisers)
}

async fn state(site: &Site, id: &SubmissionId) -> SubmissionState {
    submissions::by_id(&site.app.db, id).await.expect("read").expect("there").state
}

async fn logged(site: &Site, action: &str) -> usize {
    audit::of_action(&site.app.db, action).await.expect("read").len()
}

/// Whether exactly one of two calls took effect; gives what the other was told.
fn one_of<T>(both: (Result<T, Fail>, Result<T, Fail>)) -> Refusal {
    match both {
        (Ok(_), Err(Fail::Bad(why))) | (Err(Fail::Bad(why)), Ok(_)) => why,
        (first, second) => {
            panic!("{:?} and {:?}", first.err(), second.err())
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_disqualify_one_is_told_that_it_is_done() {
    let (site, [olga, oscar]) = resting().await;
    let season = site.season().await;
    let id = site.enter("alice", "Xaloc", SubmissionState::Qualified).await;
    let both = tokio::join!(
        decisions::disqualify(&site.app, &olga, &season, &id, "copied"),
        decisions::disqualify(&site.app, &oscar, &season, &id, "asleep"),
    );
    assert_eq!(one_of(both), Refusal::Disqualify);
    assert_eq!(logged(&site, "disqualify").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_judge_again_one_is_told_that_it_is_being_judged() {
    let (site, [olga, oscar]) = resting().await;
    let season = site.season().await;
    let id = site.enter("alice", "Xaloc", SubmissionState::Beaten).await;
    let both = tokio::join!(
        decisions::judge_again(&site.app, &olga, &season, &id),
        decisions::judge_again(&site.app, &oscar, &season, &id),
    );
    assert_eq!(one_of(both), Refusal::Rerun);
    assert_eq!(logged(&site, "judge again").await, 1);
    assert!(state(&site, &id).await.is_pending());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_that_was_disqualified_meanwhile_cannot_stand_for_its_author() {
    let (site, [olga, _]) = resting().await;
    let season = site.season().await;
    let alice = actor(&site, "alice").await;
    let id = site.enter("alice", "Xaloc", SubmissionState::Qualified).await;
    decisions::disqualify(&site.app, &olga, &season, &id, "copied").await.expect("disqualified");
    let late = decisions::represent(&site.app, &alice, &season, &id).await;
    assert!(matches!(late, Err(Fail::Bad(Refusal::NotQualified))), "{late:?}");
    assert_eq!(logged(&site, "represent").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_released_twice_is_logged_once() {
    let (site, [olga, oscar]) = resting().await;
    site.change(|o| (o.ladder, o.hold, o.ladder_rounds_max) = (true, true, 2)).await;
    site.work().await;
    let season = site.season().await;
    let both = tokio::join!(
        decisions::release(&site.app, &olga, &season),
        decisions::release(&site.app, &oscar, &season),
    );
    let mut counts = [both.0.expect("released"), both.1.expect("released")];
    counts.sort_unstable();
    assert_eq!(counts, [0, 2]);
    assert_eq!(logged(&site, "release").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_stop_a_tournament_one_is_told_that_it_is_over() {
    let (site, [olga, oscar]) = resting().await;
    let season = site.season().await;
    let wanted = tournaments::Wanted {
        kind: TournamentKind::RoundRobin.word().into(),
        title: String::new(),
        matches_each: 4,
        matches_most: None,
        house: true,
        held: true,
    };
    let begun = tournaments::begin(&site.app, &olga, &season, &wanted).await.expect("begun");
    let both = tokio::join!(
        tournaments::stop(&site.app, &olga, &season, &begun.id),
        tournaments::stop(&site.app, &oscar, &season, &begun.id),
    );
    assert_eq!(one_of(both), Refusal::TournamentOver);
    assert_eq!(logged(&site, "stop").await, 1);
    // Nothing of it is over, so nothing is released, and nothing of that is logged.
    let none = tournaments::release(&site.app, &olga, &season, &begun.id, true).await;
    assert_eq!(none.expect("asked"), 0);
    assert_eq!(logged(&site, "release").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_decide_nothing_for_organisers_even_past_the_routes() {
    let (site, _) = resting().await;
    let season = site.season().await;
    let alice = actor(&site, "alice").await;
    let id = site.enter("alice", "Xaloc", SubmissionState::Qualified).await;
    let own = decisions::disqualify(&site.app, &alice, &season, &id, "").await;
    assert!(matches!(own, Err(Fail::NotAllowed)), "{own:?}");
    let nobody = decisions::release(&site.app, &Actor::nobody(), &season).await;
    assert!(matches!(nobody, Err(Fail::SignIn)), "{nobody:?}");
    assert_eq!(state(&site, &id).await, SubmissionState::Qualified);
}
