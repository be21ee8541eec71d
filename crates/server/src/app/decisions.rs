//! Decisions about submissions and results: the version that competes, disqualification, judging
//! again, release. Each reads the state inside its transaction. The audit log has a decision only
//! if it took effect.

use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::app::rounds;
use crate::app::submissions::{find_in, taken};
use crate::app::verdict::Verdict;
use crate::app::{Shared, accounts};
use crate::db::seasons::Season;
use crate::db::submissions::{self, Submission};
use crate::db::{self, Connection, Transaction, audit, matches};
use crate::ids::SubmissionId;
use crate::states::SubmissionState;
use crate::time;
use std::collections::BTreeSet;

/// Lets a version stand for its author.
///
/// # Errors
/// When the season is frozen, the version is not qualified, or the actor may not see it.
pub async fn represent(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &SubmissionId,
) -> Result<Submission, Fail> {
    if season.options().frozen_at(time::now()) {
        return Err(Fail::bad(Refusal::FrozenChoice));
    }
    let mut transaction = db::begin(&app.db).await?;
    let chosen = find_in(&mut transaction, actor, season, id).await?;
    let author = chosen.user_id.as_ref().ok_or(Fail::NotFound)?;
    if chosen.state != SubmissionState::Qualified {
        return Err(Fail::bad(Refusal::NotQualified));
    }
    submissions::represent(&mut transaction, &season.id, author, &chosen.id).await?;
    audit::add(&mut transaction, actor.login(), "represent", &chosen.name, &chosen.id).await?;
    transaction.commit().await?;
    app.wake();
    Ok(chosen)
}

/// The version that would compete for the author of this one without it: the newest other one
/// that qualified.
///
/// # Errors
/// When the database fails.
pub async fn next_best(app: &Shared, of: &Submission) -> Result<Option<Submission>, Fail> {
    let mut connection = app.db.acquire().await?;
    Ok(submissions::next_best(&mut connection, of).await?)
}

/// Takes a version out of the competition; the author's newest other one that qualified competes
/// instead. Its matches stay: the others played them.
///
/// # Errors
/// When the actor does not organise, gives no reason, or the version does not compete.
pub async fn disqualify(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &SubmissionId,
    reason: &str,
) -> Result<Submission, Fail> {
    let mut case = Case::open(app, actor, season, id).await?;
    let reason = accounts::reason(reason)?;
    if reason.is_empty() {
        return Err(Fail::bad(Refusal::ReasonMissing));
    }
    if case.found.state != SubmissionState::Qualified {
        return Err(Fail::bad(Refusal::Disqualify));
    }
    let stood = case.stands().await?;
    if stood && let Some(next) = submissions::next_best(&mut case.transaction, &case.found).await? {
        case.represent(&next.id).await?;
    }
    let before = Some(case.found.verdict.clone());
    let out = Submission {
        state: SubmissionState::Disqualified,
        verdict: Verdict::Disqualified { reason: reason.clone(), before, stood }.stored(),
        ..case.found.clone()
    };
    case.close(out, "disqualify", &reason).await
}

/// Whether the disqualification of a version may be undone.
#[must_use]
pub fn may_reinstate(found: &Submission) -> bool {
    let verdict = Verdict::read(&found.verdict);
    found.state == SubmissionState::Disqualified
        && matches!(verdict, Some(Verdict::Disqualified { before: Some(_), .. }))
}

/// Undoes a disqualification: the version has its verdict again, and competes if it did before.
///
/// # Errors
/// When the actor does not organise, or the version is not disqualified.
pub async fn reinstate(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &SubmissionId,
) -> Result<Submission, Fail> {
    let mut case = Case::open(app, actor, season, id).await?;
    let undone = case.found.state == SubmissionState::Disqualified;
    let verdict = Verdict::read(&case.found.verdict).filter(|_| undone);
    let Some(Verdict::Disqualified { before: Some(before), stood, .. }) = verdict else {
        return Err(Fail::bad(Refusal::Reinstate));
    };
    if stood {
        case.represent(id).await?;
    }
    let back =
        Submission { state: SubmissionState::Qualified, verdict: before, ..case.found.clone() };
    case.close(back, "undo disqualification", id).await
}

/// Stops judging a version, whatever state it is in: its jobs are dropped, whoever works on them,
/// and it competes no more. It can be judged again.
///
/// # Errors
/// When the actor does not organise, or the version is a house player.
pub async fn stop_judging(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &SubmissionId,
    reason: &str,
) -> Result<Submission, Fail> {
    let reason = accounts::reason(reason)?;
    let mut case = Case::open(app, actor, season, id).await?;
    if case.found.user_id.is_none() {
        return Err(Fail::NotFound);
    }
    let before = case.found.state;
    let out = Submission {
        state: match before.is_pending() {
            true => SubmissionState::Failed,
            false => SubmissionState::Disqualified,
        },
        decided: Some(time::now()),
        verdict: Verdict::Stopped { reason: reason.clone() }.stored(),
        ..case.found.clone()
    };
    matches::stop_qualification(&mut case.transaction, &out.id).await?;
    case.close(out, "stop judging", &format!("{before}: {reason}")).await
}

/// Judges a version again: from the compiler on where there is no module, else its
/// qualification on fresh seeds.
///
/// # Errors
/// When the actor does not organise, the version is being judged right now or has a good verdict,
/// or its name is somebody else's by now.
pub async fn judge_again(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &SubmissionId,
) -> Result<Submission, Fail> {
    let mut case = Case::open(app, actor, season, id).await?;
    let (db, found) = (&mut case.transaction, &case.found);
    let over = found.state.is_lost() || found.state == SubmissionState::Disqualified;
    let Some(author) = found.user_id.as_ref().filter(|_| over) else {
        return Err(Fail::bad(Refusal::Rerun));
    };
    // Somebody may have qualified under this name since.
    let mut same = submissions::by_name(db, &season.id, &found.name_key).await?;
    same.retain(|other| other.id != found.id);
    taken(&same, author, &found.name, season.options().keep_names)?;
    let built = found.wasm.is_some();
    let again = Submission {
        state: if built { SubmissionState::Qualifying } else { SubmissionState::Received },
        verdict: String::new(),
        decided: None,
        ..found.clone()
    };
    if built {
        let earlier = matches::of_qualifications(db, &[&again.id]).await?;
        let rounds: BTreeSet<_> = earlier.iter().map(|(_, m)| &m.round_id).collect();
        let number = rounds.len() as i64 + 1;
        let (round, list) = rounds::qualification_again(season, &again, number)?;
        matches::plan(db, &round, &list).await?;
    }
    case.close(again, "judge again", id).await
}

/// A version that an organiser decides about, in a transaction of its own.
struct Case<'a> {
    app: &'a Shared,
    actor: &'a Actor,
    transaction: Transaction,
    /// The version as the transaction read it.
    found: Submission,
}

impl<'a> Case<'a> {
    async fn open(
        app: &'a Shared,
        actor: &'a Actor,
        season: &Season,
        id: &SubmissionId,
    ) -> Result<Self, Fail> {
        actor.must_organise(&season.id)?;
        let mut transaction = db::begin(&app.db).await?;
        let found = find_in(&mut transaction, actor, season, id).await?;
        Ok(Self { app, actor, transaction, found })
    }

    /// Whether the version competes for its author.
    async fn stands(&mut self) -> Result<bool, Fail> {
        let Some(author) = &self.found.user_id else { return Ok(false) };
        let season = &self.found.season_id;
        let standing =
            submissions::representative_in(&mut self.transaction, season, author).await?;
        Ok(standing.as_ref() == Some(&self.found.id))
    }

    /// Lets a version of the same author compete.
    async fn represent(&mut self, id: &SubmissionId) -> Result<(), Fail> {
        let Some(author) = &self.found.user_id else { return Ok(()) };
        let season = &self.found.season_id;
        Ok(submissions::represent(&mut self.transaction, season, author, id).await?)
    }

    /// Stores what became of the version, and notes it in the audit log.
    async fn close(
        mut self,
        to: Submission,
        action: &str,
        detail: &str,
    ) -> Result<Submission, Fail> {
        decide(&mut self.transaction, &self.found, &to).await?;
        audit::add(&mut self.transaction, self.actor.login(), action, &to.name, detail).await?;
        self.transaction.commit().await?;
        self.app.wake();
        Ok(to)
    }
}

/// Moves a submission from the state that was read to another one.
async fn decide(db: &mut Connection, from: &Submission, to: &Submission) -> Result<(), Fail> {
    match submissions::decide(db, from.state, to).await? {
        true => Ok(()),
        // A worker on another machine was faster, in a transaction beside this one.
        false => Err(Fail::bad(Refusal::Changed)),
    }
}

/// Releases withheld results of the ladder and of friendly matches, and gives how many rounds
/// everybody sees from now on.
///
/// # Errors
/// When the actor does not organise.
pub async fn release(app: &Shared, actor: &Actor, season: &Season) -> Result<u64, Fail> {
    actor.must_organise(&season.id)?;
    let mut transaction = db::begin(&app.db).await?;
    let count =
        matches::show_withheld(&mut transaction, &season.id, !season.options().hold).await?;
    if count > 0 {
        let detail = format!("{count} rounds");
        audit::add(&mut transaction, actor.login(), "release", &season.slug, &detail).await?;
    }
    transaction.commit().await?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, house_players};
    use crate::config::Config;
    use crate::db::seasons;

    #[tokio::test]
    async fn a_state_that_changed_since_it_was_read_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config { folder: folder.path().into(), workers: 0, ..Config::default() };
        let app = App::open(config, None).await.expect("opened");
        house_players::season(&app).await.expect("a season");
        let season = seasons::all(&app.db).await.expect("read").remove(0);
        let mut connection = app.db.acquire().await.expect("a connection");
        let all = submissions::competitors(&mut connection, &season.id).await.expect("read");
        let now = all.first().expect("a house player");
        let stale = Submission { state: SubmissionState::Beaten, ..now.clone() };
        let out = Submission { state: SubmissionState::Disqualified, ..now.clone() };
        let late = decide(&mut connection, &stale, &out).await;
        assert!(matches!(late, Err(Fail::Bad(Refusal::Changed))), "{late:?}");
        let kept = submissions::by_id_in(&mut connection, &now.id).await.expect("read");
        assert_eq!(kept.map(|s| s.state), Some(SubmissionState::Qualified));
        decide(&mut connection, now, &out).await.expect("the state is as it was read");
    }
}
