//! Second opinions: another machine plays a share of the matches again. A machine with a wrong
//! result goes into quarantine, and other machines repeat its matches of the last day.

use super::lineup::{Lineup, Lineups};
use super::{PATIENCE, deliver, play};
use crate::app::Shared;
use crate::app::in_hand::Held;
use crate::app::machine_notes::{Note, Quarantine};
use crate::db::checks::{self, Check};
use crate::db::matches::{self, Match, Round, Seat};
use crate::db::seasons::Season;
use crate::db::{self, Connection, audit};
use crate::i18n::Lang;
use crate::states::{CheckState, RoundKind};
use crate::{secret, store};
use anyhow::Context;
use bus::Answer;
use worker::protocol::{Digest, Outcome};

/// Plays one match again.
///
/// # Errors
/// When database or files fail.
pub async fn next(app: &Shared) -> anyhow::Result<bool> {
    let claim = async {
        let mut transaction = db::begin_beside(&app.db).await?;
        let claimed = checks::claim(&mut transaction, &app.pin).await?;
        transaction.commit().await?;
        Ok(claimed)
    };
    let Some(check) = db::in_time(PATIENCE, claim).await? else { return Ok(false) };
    let _held = Held::take(app, &check.match_id);
    if let Err(error) = answer(app, &check).await {
        let lost = store::is_lost(&error);
        let back = async {
            let id = &check.match_id;
            let mut transaction = db::begin(&app.db).await?;
            if !lost {
                checks::later(&mut transaction, id, AGAIN).await?;
            } else if checks::end(&mut transaction, id, CheckState::Open).await? {
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
    app.wake.notify_one();
    Ok(true)
}

/// How often a match is played until a machine has it that did not play it before.
const TRIES: u32 = 8;
/// How long a check waits that nobody could answer, in milliseconds.
const AGAIN: i64 = 5000;

/// Has a match played by a machine that did not play it before; `None` if no such machine is there
/// or takes it. The queue decides which machine takes a job: a job that named the others would tell
/// a machine that lies when to be honest.
async fn by_another(
    app: &Shared,
    check: &Check,
    set: &Lineup,
    one: &Match,
) -> anyhow::Result<Option<Answer>> {
    let knows = |name: &String| [&check.first_worker, &check.second_worker].contains(&name);
    if app.bus.crew().iter().all(|member| knows(&member.name)) {
        return Ok(None);
    }
    for _ in 0..TRIES {
        let answer = play::run(app, set, one).await?;
        // A worker process may be killed once through nobody's fault.
        if !knows(&answer.worker) && answer.result.is_ok() {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

async fn answer(app: &Shared, check: &Check) -> anyhow::Result<()> {
    let mut lineups = Lineups::default();
    let set = async {
        let one = matches::by_id(&app.db, &check.match_id).await?.context("no match")?;
        let set = lineups.of(app, &one).await?;
        Ok((one, set))
    };
    let (one, set) = db::in_time(play::SET_PATIENCE, set).await?;
    let set = match set {
        Ok(set) => set,
        Err(why) => return unanswered(app, check, CheckState::Open, &why).await,
    };
    let Some(answer) = by_another(app, check, &set, &one).await? else {
        let mut connection = app.db.acquire().await?;
        return Ok(checks::later(&mut connection, &check.match_id, AGAIN).await?);
    };
    let by = answer.worker;
    let played = match answer.result {
        Ok(Outcome::Played(played)) if played.deterministic => *played,
        // Where the clock decides, another machine may rightly get something else.
        Ok(Outcome::Played(_) | Outcome::Overtime { .. }) => {
            return unanswered(
                app,
                check,
                CheckState::Skipped,
                "CPU time decides this match on this machine",
            )
            .await;
        }
        Ok(Outcome::Trouble(why) | Outcome::NoMatch(why)) => anyhow::bail!("{why}"),
        Ok(_) => {
            let why = "a worker process sent an outcome of another kind";
            return unanswered(app, check, CheckState::Open, why).await;
        }
        Err(lost) => return unanswered(app, check, CheckState::Open, &lost.to_string()).await,
    };
    play::checked(&played, &set)?;
    let digest = Digest::of(&played.record).to_string();
    let agrees = digest == check.first_record;
    let decides = check.suspect || !check.second_worker.is_empty();
    if !decides {
        return db::in_time(PATIENCE, compare(app, check, &by, &digest)).await;
    }
    let right = match agrees {
        true => None,
        false => {
            let kept = deliver::keep(app, one, set.seats, played, (None, by.clone())).await?;
            Some((kept.one, kept.seats))
        }
    };
    let settled = async {
        let mut transaction = db::begin(&app.db).await?;
        settle(&mut transaction, check, &by, &digest, right).await?;
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
        if checks::end(&mut transaction, &check.match_id, state).await? {
            audit::add(&mut transaction, "-", "check failed", &check.match_id, why).await?;
        }
        transaction.commit().await?;
        Ok(())
    };
    db::in_time(PATIENCE, ended).await
}

/// Says whether this machine got the same as the first one.
async fn compare(app: &Shared, check: &Check, by: &str, digest: &str) -> anyhow::Result<()> {
    let id = &check.match_id;
    let mut connection = app.db.acquire().await?;
    if digest == check.first_record {
        checks::end(&mut connection, id, CheckState::Agreed).await?;
    } else {
        tracing::error!(
            r#match = id.as_str(),
            "another result than that of {}",
            check.first_worker
        );
        checks::disagree(&mut connection, id, by, digest).await?;
    }
    Ok(())
}

/// Decides who was right, now that there is an answer more.
async fn settle(
    db: &mut Connection,
    check: &Check,
    by: &str,
    digest: &str,
    right: Option<(Match, Vec<Seat>)>,
) -> anyhow::Result<()> {
    let id = &check.match_id;
    let supported = check.suspect || right.is_none() || digest == check.second_record;
    let state = match (supported, right.is_none() && check.second_worker.is_empty()) {
        (false, _) => CheckState::Open,
        (true, true) => CheckState::Agreed,
        (true, false) => CheckState::Settled,
    };
    if !checks::end(db, id, state).await? {
        return Ok(());
    }
    if !supported {
        tracing::error!(
            r#match = id.as_str(),
            "three workers have three results: organisers must decide"
        );
        audit::add(db, "-", "check failed", id, "three workers, three results").await?;
        return Ok(());
    }
    let wrong = match &right {
        Some(_) => &check.first_worker,
        None => &check.second_worker,
    };
    if !check.suspect && !wrong.is_empty() {
        let why = Quarantine::WrongResult { id: id.to_string() };
        let again = checks::quarantine(db, wrong, &why.stored()).await?;
        let why = why.in_words(Lang::EN);
        tracing::error!(worker = wrong, again, why, "a worker is put into quarantine");
        let detail = format!("{why} {again} matches are played again");
        audit::add(db, "-", "quarantine", wrong, &detail).await?;
    }
    if let Some((one, seats)) = right {
        checks::correct(db, &one, &seats, by).await?;
        audit::add(db, "-", "correct", id, &format!("was {}", check.first_record)).await?;
    }
    Ok(())
}

/// Chooses which matches of a round that was played out are played again, and says whether the
/// round must wait for that: a final does, for all its matches.
///
/// # Errors
/// When the database fails.
pub async fn sample(app: &Shared, season: &Season, round: &Round) -> anyhow::Result<bool> {
    let ladder = round.kind == RoundKind::Ladder;
    let last =
        round.kind == RoundKind::Elimination && checks::players(&app.db, &round.id).await? <= 4;
    let share = if last { 1.0 } else { app.config.check_share };
    let mut connection = app.db.acquire().await?;
    if share > 0.0 {
        for id in checks::unasked(&mut connection, &round.id).await? {
            if chosen(&season.secret, &id, share) {
                checks::ask(&mut connection, &id).await?;
            }
        }
    }
    Ok(checks::pending(&mut connection, &round.id, ladder).await?)
}

/// Whether a match is in the sample; the same wherever that is asked. Only the judge knows the
/// season's secret: ids of matches are on its pages.
fn chosen(secret: &str, id: &str, share: f64) -> bool {
    let digest = secret::derived(secret, &format!("sample {id}"));
    let point = u32::from_str_radix(&digest[..8], 16).unwrap_or(0);
    f64::from(point) < share * f64::from(u32::MAX) || share >= 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_the_size_that_was_asked_for() {
        let size = |share| (0..10_000).filter(|k| chosen("s", &format!("m{k}"), share)).count();
        assert_eq!((size(0.0), size(1.0)), (0, 10_000));
        assert!((900..1100).contains(&size(0.1)), "{}", size(0.1));
    }

    #[test]
    fn nobody_finds_the_sample_without_the_secret_of_the_season() {
        let both = |k: &i32| ["s", "t"].map(|secret| chosen(secret, &format!("m{k}"), 0.1));
        let same = (0..10_000).filter(|k| both(k) == [true; 2]).count();
        // A tenth of a tenth, as if the one sample said nothing of the other.
        assert!((50..150).contains(&same), "{same}");
    }
}
