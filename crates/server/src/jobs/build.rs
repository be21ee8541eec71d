//! From a source to a module and a planned qualification, in a worker process.

use super::PATIENCE;
use super::deliver::{Charge, charge_author};
use crate::app::Shared;
use crate::app::in_hand::Held;
use crate::app::verdict::Verdict;
use crate::db::submissions::{self, Submission};
use crate::db::{self, fairness, seasons};
use crate::states::SubmissionState;
use crate::time;
use anyhow::Context;
use bus::{Answer, Bus};
use std::time::{Duration, Instant};
use worker::protocol::{Build, Digest, Excess, Job, Outcome, Refusal};

/// How long a build may take, all steps together, on a machine that is busy.
const LIMIT: Duration = Duration::from_secs(420);
/// Characters of a report that are kept.
const REPORT_MAX: usize = 64 << 10;

/// Builds the submission whose author's turn it is.
///
/// # Errors
/// When database or files fail, or no worker process can be started.
pub async fn next(app: &Shared) -> anyhow::Result<bool> {
    // Another machine may have a compiler; where there is no other, the author must be told.
    if matches!(app.bus, Bus::Cluster(_)) && !app.has_compiler() {
        return Ok(false);
    }
    let claim = async {
        let mut connection = app.db.acquire().await?;
        Ok(submissions::claim(&mut connection).await?)
    };
    let Some(submission) = db::in_time(PATIENCE, claim).await? else { return Ok(false) };
    let id = submission.id.clone();
    let _held = Held::take(app, &id);
    if let Err(error) = build(app, submission).await {
        // Nothing is wrong with the source: database or store are away.
        let back = async {
            let mut connection = app.db.acquire().await?;
            Ok(submissions::put_back(&mut connection, &id, false).await?)
        };
        db::in_time(PATIENCE, back).await?;
        return Err(error);
    }
    app.wake.notify_one();
    Ok(true)
}

async fn build(app: &Shared, mut submission: Submission) -> anyhow::Result<()> {
    let season = seasons::by_id(&app.db, &submission.season_id).await?.context("no season")?;
    let options = season.options();
    let source = submission.source.parse::<Digest>().map_err(anyhow::Error::msg)?;
    let forward =
        app.build_service.forward().filter(|_| options.forward).map(|object| Digest::of(object));
    let job = Build {
        game: season.game.clone(),
        name: submission.name.clone(),
        file: submission.file.clone(),
        source,
        source_bytes_max: options.source_bytes_max,
        forward,
        trust: app.config.trust_sources,
    };
    let begun = Instant::now();
    let Answer { result, cost, receipt: _receipt, .. } =
        app.bus.run(Job::Build(job), LIMIT).await?;
    let micros = i64::try_from(cost.as_micros()).unwrap_or(i64::MAX);
    let charge = submission.user_id.clone().map(|user| Charge { user, micros });
    let mut plan = None;
    let trouble = match result {
        Ok(Outcome::Built(built)) => {
            let module = app.store.put(built.module.into_vec()).await?;
            submission.wasm = Some(module);
            submission.report = Some(built.warnings.join("\n"));
            submission.state = SubmissionState::Qualifying;
            plan = Some(crate::app::rounds::qualification(&season, &submission)?);
            None
        }
        Ok(Outcome::Refused(refusal)) => {
            refuse(&mut submission, *refusal);
            None
        }
        Ok(Outcome::Trouble(why)) => Some((why, false)),
        Ok(_) => Some(("a worker process sent an outcome of another kind".into(), true)),
        Err(lost) => Some((lost.to_string(), true)),
    };
    if let Some((why, lost)) = trouble {
        if again(app, &submission, &why, lost, charge.as_ref()).await? {
            return Ok(());
        }
        submission.state = SubmissionState::Failed;
        submission.decided = Some(time::now());
        submission.verdict = Verdict::NotCompiled.stored();
    }
    decide(app, submission, plan, charge, begun).await
}

/// Stores the verdict, or the matches that lead to one.
async fn decide(
    app: &Shared,
    mut submission: Submission,
    plan: Option<crate::app::rounds::Planned>,
    charge: Option<Charge>,
    begun: Instant,
) -> anyhow::Result<()> {
    // Compilers quote sources; PostgreSQL's texts hold no zero bytes.
    submission.report = submission.report.map(|report| {
        let report = report.replace('\0', "\u{FFFD}");
        report.chars().take(REPORT_MAX).collect()
    });
    let result = match submission.state {
        SubmissionState::Refused => "refused",
        SubmissionState::Failed => "failed",
        _ => "done",
    };
    app.metrics.compiled(result, begun);
    let decided = async {
        let mut transaction = db::begin(&app.db).await?;
        charge_author(&mut transaction, &submission.season_id, charge.as_ref()).await?;
        if submissions::decide(&mut transaction, SubmissionState::Compiling, &submission).await?
            && let Some((round, list)) = &plan
        {
            db::matches::plan(&mut transaction, round, list).await?;
        }
        transaction.commit().await?;
        Ok(())
    };
    db::in_time(PATIENCE, decided).await
}

/// Puts back what could not be built through no fault of the source, or so it seems: a worker
/// process was lost, the disk is full. `false` when enough have tried, or nobody else can.
async fn again(
    app: &Shared,
    what: &Submission,
    why: &str,
    lost: bool,
    charge: Option<&Charge>,
) -> anyhow::Result<bool> {
    tracing::error!(
        submission = what.id.as_str(),
        why,
        "a source could not be built on this machine"
    );
    let back = async {
        let mut transaction = db::begin(&app.db).await?;
        charge_author(&mut transaction, &what.season_id, charge).await?;
        if let (true, Some(user)) = (lost, &what.user_id) {
            fairness::trouble(&mut transaction, user, &what.id, why).await?;
        }
        let alone = !lost && matches!(app.bus, Bus::Local(_));
        let back = !alone && submissions::put_back(&mut transaction, &what.id, true).await?;
        transaction.commit().await?;
        Ok(back)
    };
    db::in_time(PATIENCE, back).await
}

/// The verdict for the author if the source gives no player.
fn refuse(submission: &mut Submission, refusal: Refusal) {
    submission.decided = Some(time::now());
    submission.state = SubmissionState::Refused;
    let (verdict, report) = match refusal {
        Refusal::Rules { faults } => (Verdict::Rules, faults),
        Refusal::Errors { count, text } => (Verdict::Errors { count }, text),
        Refusal::Compiler { step, reason, text } => {
            (Verdict::CompilerGaveUp { step, reason }, text)
        }
        Refusal::Module { text } => (Verdict::Module, text),
        Refusal::MachineCode(excess) => (Verdict::Explodes, in_words(excess)),
    };
    submission.report = Some(report);
    submission.verdict = verdict.stored();
}

/// The limit that was exceeded, in English like messages of compilers.
fn in_words(excess: Excess) -> String {
    let limit = match excess {
        Excess::Time { seconds } => format!("more than {seconds} CPU seconds"),
        Excess::Memory { bytes } => format!("more than {} MiB of memory", bytes >> 20),
    };
    format!(
        "the compilation of the module to machine code needs {limit}: split large functions, and \
         use fewer variables across many loops"
    )
}
