//! From a source to a module and a planned qualification.

use super::PATIENCE;
use super::held::Held;
use crate::app::Shared;
use crate::db::queue::LEASE;
use crate::db::submissions::{self, Submission, state};
use crate::db::{self, Kind, seasons};
use crate::time;
use crate::verdict::Verdict;
use anyhow::Context;
use std::time::Instant;
use toolchain::{Error, Source};

/// Compiles the submission that waits longest.
///
/// # Errors
/// When database or files fail.
pub async fn next(app: &Shared) -> anyhow::Result<bool> {
    // Another machine may have a compiler; where there is no other, the author must be told.
    if Kind::of(&app.db) == Kind::Postgres && !app.workshop.has_compiler() {
        return Ok(false);
    }
    let claim = async {
        let mut connection = app.db.acquire().await?;
        Ok(submissions::claim(&mut connection, &app.worker.id, LEASE).await?)
    };
    let Some(submission) = db::in_time(PATIENCE, claim).await? else { return Ok(false) };
    let id = submission.id.clone();
    let _held = Held::take(app, vec![id.clone()]);
    if let Err(error) = compile(app, submission).await {
        // Nothing is wrong with the source: database or store are away.
        let back = async {
            let mut connection = app.db.acquire().await?;
            Ok(submissions::put_back(&mut connection, &id, &app.worker.id, false).await?)
        };
        db::in_time(PATIENCE, back).await?;
        return Err(error);
    }
    app.wake.notify_waiters();
    Ok(true)
}

async fn compile(app: &Shared, mut submission: Submission) -> anyhow::Result<()> {
    let season = seasons::by_id(&app.db, &submission.season_id).await?.context("no season")?;
    let text = app.store.get(&submission.source).await?;
    let game = season.game().context("a season of an unknown game")?;
    let source = Source::new(&submission.file, text);
    let (builder, begun, forward) = (app.clone(), Instant::now(), season.options().forward);
    let built = tokio::task::spawn_blocking(move || {
        let built = builder.workshop.build(game, &source, forward);
        built.map(|module| (std::fs::read(&module.path), module))
    })
    .await?;
    let mut plan = None;
    match built {
        Ok((wasm, module)) => {
            submission.wasm = Some(app.store.put(wasm?).await?);
            let warnings: Vec<String> = module.warnings.iter().map(ToString::to_string).collect();
            submission.report = Some(warnings.join("\n"));
            submission.state = state::QUALIFYING.into();
            plan = Some(super::rounds::qualification(&season, &submission)?);
        }
        Err(error) => {
            if elsewhere(app, &submission, &error).await? {
                return Ok(());
            }
            refuse(&mut submission, &error);
        }
    }
    // Compilers quote sources; PostgreSQL's texts hold no zero bytes.
    submission.report = submission.report.map(|report| report.replace('\0', "\u{FFFD}"));
    let result = match submission.state.as_str() {
        state::REFUSED => "refused",
        state::FAILED => "failed",
        _ => "done",
    };
    app.metrics.compiled(result, begun);
    let decided = async {
        let mut transaction = db::begin(&app.db).await?;
        if submissions::decide(&mut transaction, state::COMPILING, &submission).await?
            && let Some((round, list)) = &plan
        {
            db::matches::plan(&mut transaction, round, list).await?;
        }
        transaction.commit().await?;
        Ok(())
    };
    db::in_time(PATIENCE, decided).await
}

/// Leaves to another machine what this one cannot compile through no fault of the source, for
/// instance because its disk is full; `false` when there is none, or enough of them have tried.
async fn elsewhere(app: &Shared, what: &Submission, error: &Error) -> anyhow::Result<bool> {
    let source = matches!(error, Error::Source(_) | Error::Compiler { .. });
    if source || Kind::of(&app.db) == Kind::Sqlite {
        return Ok(false);
    }
    tracing::error!(error = error.to_string(), "a source could not be compiled on this machine");
    let back = async {
        let mut connection = app.db.acquire().await?;
        Ok(submissions::put_back(&mut connection, &what.id, &app.worker.id, true).await?)
    };
    db::in_time(PATIENCE, back).await
}

/// What the author reads when there is no module.
fn refuse(submission: &mut Submission, error: &Error) {
    submission.decided = Some(time::now());
    submission.state = state::REFUSED.into();
    submission.report = Some(error.to_string());
    let verdict = match error {
        Error::Source(report) => Verdict::Errors { count: report.errors.len() + report.more },
        Error::Compiler { .. } => Verdict::CompilerGaveUp,
        _ => {
            tracing::error!(error = error.to_string(), "a source could not be compiled");
            submission.state = state::FAILED.into();
            // What went wrong on this machine is for organisers.
            submission.report = None;
            Verdict::NotCompiled
        }
    };
    submission.verdict = verdict.stored();
}
