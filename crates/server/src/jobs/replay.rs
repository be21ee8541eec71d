//! Second opinions: a share of the matches is played again by another machine. Whoever was wrong
//! is put into quarantine, and what it delivered within a day is played again too.

use super::{PATIENCE, play};
use crate::app::Shared;
use crate::app::leases::Lease;
use crate::db::checks::{self, Check};
use crate::db::matches::{self, Match, Round, Seat};
use crate::db::{self, Connection, audit};
use crate::states::{CheckState, RoundKind};
use crate::{secret, store};
use anyhow::Context;
use worker::protocol::{Digest, Outcome};

/// Plays one match again.
///
/// # Errors
/// When database or files fail.
pub async fn next(app: &Shared) -> anyhow::Result<bool> {
    let claim = async {
        let mut transaction = db::begin_beside(&app.db).await?;
        let claimed = checks::claim(&mut transaction, &app.worker).await?;
        transaction.commit().await?;
        Ok(claimed)
    };
    let Some(check) = db::in_time(PATIENCE, claim).await? else { return Ok(false) };
    let _lease = Lease::take(app, vec![check.match_id.to_string()]);
    if let Err(error) = answer(app, &check).await {
        let lost = store::is_lost(&error);
        let back = async {
            let (id, me) = (&check.match_id, &app.worker.id);
            let mut transaction = db::begin(&app.db).await?;
            checks::end(
                &mut transaction,
                id,
                me,
                if lost { CheckState::Open } else { CheckState::Planned },
            )
            .await?;
            if lost {
                // Nobody can play it again: no round shall wait for that.
                audit::add(&mut transaction, "-", "check failed", id, &format!("{error:#}"))
                    .await?;
            }
            transaction.commit().await?;
            Ok(())
        };
        // Where this fails too, the lease ends.
        db::in_time(PATIENCE, back).await?;
        return Err(error);
    }
    app.wake.notify_waiters();
    Ok(true)
}

async fn answer(app: &Shared, check: &Check) -> anyhow::Result<()> {
    let mut table = play::Table::default();
    let set = async {
        let one = matches::by_id(&app.db, &check.match_id).await?.context("no match")?;
        let set = table.set(app, &one).await?;
        Ok((one, set))
    };
    let (one, set) = db::in_time(play::SET_PATIENCE, set).await?;
    let set = match set {
        Ok(set) => set,
        Err(why) => return unanswered(app, check, CheckState::Open, &why).await,
    };
    let mut answer = play::run(app, &set, &one).await?.result;
    if answer.is_err() {
        // A worker process may be killed once through nobody's fault.
        answer = play::run(app, &set, &one).await?.result;
    }
    let played = match answer {
        Ok(Outcome::Played(played)) if played.deterministic => *played,
        // Where the clock decides, another machine may rightly get something else.
        Ok(Outcome::Played(_) | Outcome::Overtime { .. }) => {
            return unanswered(app, check, CheckState::Skipped, "the clock decides it here").await;
        }
        Ok(Outcome::Unfit { code }) => {
            super::code::forget(app, code).await?;
            anyhow::bail!("machine code of match {} is made anew", check.match_id);
        }
        Ok(Outcome::Trouble(why)) => anyhow::bail!("{why}"),
        Ok(_) => {
            let why = "a worker process answered something else";
            return unanswered(app, check, CheckState::Open, why).await;
        }
        Err(lost) => return unanswered(app, check, CheckState::Open, &lost.to_string()).await,
    };
    play::checked(&played, &set)?;
    let digest = Digest::of(&played.record).to_string();
    let agrees = digest == check.first_record;
    let decides = check.suspect || !check.second_worker.is_empty();
    if !decides {
        return db::in_time(PATIENCE, compare(app, check, &digest)).await;
    }
    let right = match agrees {
        true => None,
        false => {
            let kept = play::keep(app.clone(), one, set.seats, played, None).await?;
            Some((kept.one, kept.seats))
        }
    };
    let settled = async {
        let mut transaction = db::begin(&app.db).await?;
        settle(&mut transaction, app, check, &digest, right).await?;
        transaction.commit().await?;
        Ok(())
    };
    db::in_time(PATIENCE, settled).await
}

/// Ends a check without an answer: no round shall wait for one that does not come.
async fn unanswered(
    app: &Shared,
    check: &Check,
    state: CheckState,
    why: &str,
) -> anyhow::Result<()> {
    let ended = async {
        let mut transaction = db::begin(&app.db).await?;
        if checks::end(&mut transaction, &check.match_id, &app.worker.id, state).await? {
            audit::add(&mut transaction, "-", "check failed", &check.match_id, why).await?;
        }
        transaction.commit().await?;
        Ok(())
    };
    db::in_time(PATIENCE, ended).await
}

/// Says whether this machine got the same as the first one.
async fn compare(app: &Shared, check: &Check, digest: &str) -> anyhow::Result<()> {
    let (id, me) = (&check.match_id, &app.worker);
    let mut connection = app.db.acquire().await?;
    if digest == check.first_record {
        checks::end(&mut connection, id, &me.id, CheckState::Agreed).await?;
    } else {
        tracing::error!(
            r#match = id.as_str(),
            "another result than that of {}",
            check.first_worker
        );
        checks::disagree(&mut connection, id, me, digest).await?;
    }
    Ok(())
}

/// Decides who was right, now that there is an answer more.
async fn settle(
    db: &mut Connection,
    app: &Shared,
    check: &Check,
    digest: &str,
    right: Option<(Match, Vec<Seat>)>,
) -> anyhow::Result<()> {
    let (id, me) = (&check.match_id, &app.worker);
    let supported = check.suspect || right.is_none() || digest == check.second_record;
    let state = match (supported, right.is_none() && check.second_worker.is_empty()) {
        (false, _) => CheckState::Open,
        (true, true) => CheckState::Agreed,
        (true, false) => CheckState::Settled,
    };
    if !checks::end(db, id, &me.id, state).await? {
        return Ok(());
    }
    if !supported {
        tracing::error!(
            r#match = id.as_str(),
            "three workers, three results: organisers must look"
        );
        audit::add(db, "-", "check failed", id, "three workers, three results").await?;
        return Ok(());
    }
    let wrong = match &right {
        Some(_) => &check.first_worker,
        None => &check.second_worker,
    };
    if !check.suspect && !wrong.is_empty() {
        let why = format!("wrong result of match {id}");
        let again = checks::quarantine(db, wrong, &why).await?;
        tracing::error!(worker = wrong, again, why, "a worker is put into quarantine");
        let detail = format!("{why}; {again} matches are played again");
        audit::add(db, "-", "quarantine", wrong, &detail).await?;
    }
    if let Some((one, seats)) = right {
        checks::correct(db, &one, &seats, &me.name).await?;
        audit::add(db, "-", "correct", id, &format!("was {}", check.first_record)).await?;
    }
    Ok(())
}

/// Chooses which matches of a round that was played out are played again, and says whether the
/// round must wait for that: a final does, for all its matches.
///
/// # Errors
/// When the database fails.
pub async fn sample(app: &Shared, round: &Round) -> anyhow::Result<bool> {
    let ladder = round.kind == RoundKind::Ladder;
    let last =
        round.kind == RoundKind::Elimination && checks::players(&app.db, &round.id).await? <= 4;
    let share = if last { 1.0 } else { app.config.check_share };
    let mut connection = app.db.acquire().await?;
    for id in checks::unasked(&mut connection, &round.id).await? {
        if chosen(&id, share) {
            checks::ask(&mut connection, &id).await?;
        }
    }
    Ok(checks::pending(&mut connection, &round.id, ladder).await?)
}

/// Whether a match is in the sample; the same wherever that is asked.
fn chosen(id: &str, share: f64) -> bool {
    let digest = secret::derived("sample", id);
    let point = u32::from_str_radix(&digest[..8], 16).unwrap_or(0);
    f64::from(point) < share * f64::from(u32::MAX) || share >= 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_the_size_that_was_asked_for() {
        let size = |share: f64| (0..10_000).filter(|k| chosen(&format!("m{k}"), share)).count();
        assert_eq!((size(0.0), size(1.0)), (0, 10_000));
        assert!((900..1100).contains(&size(0.1)), "{}", size(0.1));
    }
}
