//! `palestra serve`: the judge of a season.

use crate::failure::{DONE, Done, Failure};
use crate::options::{Admin, AdminCommand, Serve, Worker};
use crate::{forward, viewer};
use server::{Chore, Config, Task};
use std::path::Path;
use std::time::Duration;

fn config(folder: &Path) -> Result<Config, Failure> {
    let config = Config::of_folder(folder).map_err(|e| Failure::usage(format!("{e:#}")))?;
    Ok(with_rules(config))
}

/// With the rules for players that look ahead, where this program has them.
fn with_rules(config: Config) -> Config {
    Config { forward: forward::object().map(Into::into), ..config }
}

/// Serves a folder.
pub fn run(options: &Serve) -> Done {
    let mut config = config(&options.folder)?;
    if let Some(listen) = options.listen {
        config.listen = listen;
    }
    if let Some(workers) = options.workers {
        config.workers = workers;
    }
    config.database = options.database.clone().or(config.database);
    config.store = options.store.clone().or(config.store);
    config.trust_sources |= options.trust_sources;
    let viewer = viewer::page().ok();
    if viewer.is_none() {
        anstream::eprintln!(
            "This program was built without the viewer, so match pages have no \
         board."
        );
    }
    server::serve(config, viewer).map_err(|e| Failure::usage(format!("{e:#}")))?;
    Ok(DONE)
}

/// Works for servers elsewhere.
pub fn work(options: &Worker) -> Done {
    let mut config = with_rules(
        Config::of_folder(&options.folder).map_err(|e| Failure::usage(format!("{e:#}")))?,
    );
    config.database = options.database.clone().or(config.database);
    config.store = options.store.clone().or(config.store);
    if config.database.is_none() || config.store.is_none() {
        return Err(Failure::usage("a worker needs --database and --store").help(
            "use the addresses of the servers, here or in PALESTRA_DATABASE and PALESTRA_STORE",
        ));
    }
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    config.workers = options.slots.unwrap_or(all).clamp(1, 1024);
    config.name = options.name.clone().or(config.name);
    config.check_share = options.check_share.unwrap_or(config.check_share);
    config.trust_sources |= options.trust_sources;
    server::work(config).map_err(|e| Failure::usage(format!("{e:#}")))?;
    Ok(DONE)
}

fn operate(folder: &Path, what: &Task) -> Done {
    let text =
        server::administer(config(folder)?, what).map_err(|e| Failure::usage(format!("{e:#}")))?;
    anstream::print!("{text}");
    Ok(DONE)
}

/// What only somebody at the server's machine may do.
pub fn admin(options: &Admin) -> Done {
    let (folder, chore) = match &options.command {
        AdminCommand::Workers { folder } => return operate(existing(folder)?, &Task::Workers),
        AdminCommand::Trust { name, folder } => {
            return operate(existing(folder)?, &Task::Trust(name.clone()));
        }
        AdminCommand::Parked { folder } => return operate(existing(folder)?, &Task::Parked),
        AdminCommand::Pin { season, folder } => {
            return operate(existing(folder)?, &Task::Pin(season.clone()));
        }
        AdminCommand::Gc { folder, older_than, dry_run } => {
            let grace = Duration::from_secs(u64::from(*older_than) * 3600);
            return operate(existing(folder)?, &Task::Gc(grace, *dry_run));
        }
        AdminCommand::Link { folder } => {
            let link = server::admin_link(config(existing(folder)?)?)
                .map_err(|e| Failure::usage(format!("{e:#}")))?;
            anstream::println!("{link}");
            return Ok(DONE);
        }
        AdminCommand::Backup { folder, to } => (existing(folder)?, Chore::Backup(to.clone())),
        AdminCommand::Restore { from, folder } => (folder.as_path(), Chore::Restore(from.clone())),
        AdminCommand::ExportSeason { folder, season, to } => {
            (existing(folder)?, Chore::ExportSeason(season.clone(), to.clone()))
        }
        AdminCommand::ImportSeason { from, folder, slug } => {
            (folder.as_path(), Chore::ImportSeason(from.clone(), slug.clone()))
        }
    };
    let amount =
        server::chore(config(folder)?, &chore).map_err(|e| Failure::usage(format!("{e:#}")))?;
    anstream::println!("{} rows, {} files", amount.rows, amount.files);
    Ok(DONE)
}

/// A folder that must be there: whoever mistypes it wants no new server.
fn existing(folder: &Path) -> Result<&Path, Failure> {
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(Failure::usage(format!("there is no folder {}", folder.display()))
        .help("name the folder of `palestra serve`"))
}
