//! Machine code: made by a worker process, sealed and stored by the judge, sent to the workers
//! that play.

use crate::app::App;
use crate::db::{self, machine_code};
use std::time::Duration;
use worker::protocol::{Digest, Job, Outcome};

/// How long making the machine code of one module may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Stores and seals machine code.
///
/// # Errors
/// When store or database fail.
pub async fn keep(app: &App, module: &str, code: Vec<u8>) -> anyhow::Result<Digest> {
    let digest = Digest::of(&code);
    let target = app.pool.target().await?;
    let name = app.store.put(code).await?;
    let seal = app.seal.of(module, &target, &name);
    let keep = async {
        let mut connection = app.db.acquire().await?;
        let place = (module, &*target, app.seal.maker());
        Ok(machine_code::keep(&mut connection, place, &name, &seal).await?)
    };
    db::in_time(super::PATIENCE, keep).await?;
    Ok(digest)
}

/// The machine code of a module for this machine; made when it is not there. `Err` inside: why
/// there is none, which may be the module's fault.
///
/// # Errors
/// When store or database fail.
pub async fn of_module(app: &App, module: &str) -> anyhow::Result<Result<Digest, String>> {
    let target = app.pool.target().await?;
    let find = async {
        let mut connection = app.db.acquire().await?;
        Ok(machine_code::find(&mut connection, module, &target, app.seal.maker()).await?)
    };
    if let Some((code, seal)) = db::in_time(super::PATIENCE, find).await? {
        if app.seal.fits(&seal, module, &target, &code) {
            return Ok(code.parse());
        }
        tracing::error!(module, code, "the seal of machine code is wrong: it is made anew");
    }
    let digest: Digest = match module.parse() {
        Ok(digest) => digest,
        Err(error) => return Ok(Err(error)),
    };
    let answer = app.pool.run(Job::MachineCode { module: digest }, LIMIT).await?;
    Ok(match answer.result {
        Ok(Outcome::MachineCode(code)) => Ok(keep(app, module, code.into_vec()).await?),
        Ok(Outcome::Refused(refusal)) => Err(format!("its module is refused: {refusal:?}")),
        Ok(Outcome::Trouble(why)) => Err(why),
        Ok(_) => Err("a worker process answered something else".into()),
        Err(lost) => Err(lost.to_string()),
    })
}

/// Forgets machine code that a worker cannot load.
///
/// # Errors
/// When the database fails.
pub async fn forget(app: &App, code: Digest) -> anyhow::Result<()> {
    let mut connection = app.db.acquire().await?;
    Ok(machine_code::forget(&mut connection, &code.to_string()).await?)
}
