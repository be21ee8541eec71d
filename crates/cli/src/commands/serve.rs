//! `palestra serve`: the judge of a season.

use crate::failure::{DONE, Done, Failure};
use crate::options::{Admin, AdminCommand, Cluster, ClusterCommand, MemberRole, Serve, Worker};
use crate::{forward, viewer};
use bus::nats::access::{Access, Role};
use bus::nats::setup;
use server::{Config, Task, Transfer};
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
    config.cluster = options.cluster.clone().or(config.cluster);
    config.credentials = options.creds.clone().or(config.credentials);
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

/// Works for judges elsewhere.
pub fn work(options: &Worker) -> Done {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let config = with_rules(Config {
        folder: options.folder.clone(),
        cluster: Some(options.cluster.clone()),
        credentials: Some(options.creds.clone()),
        workers: options.slots.unwrap_or(all).clamp(1, 1024),
        ..Config::default()
    });
    server::work(config).map_err(|e| Failure::usage(format!("{e:#}")))?;
    Ok(DONE)
}

fn operate(folder: &Path, what: &Task) -> Done {
    let text =
        server::administer(config(folder)?, what).map_err(|e| Failure::usage(format!("{e:#}")))?;
    anstream::print!("{text}");
    Ok(DONE)
}

/// Runs the admin commands. They need access to the folder of the server.
pub fn admin(options: &Admin) -> Done {
    let (folder, transfer) = match &options.command {
        AdminCommand::Workers { folder } => return operate(existing(folder)?, &Task::Workers),
        AdminCommand::Cluster(options) => return cluster(options),
        AdminCommand::Trust { name, folder } => {
            return operate(existing(folder)?, &Task::Trust(name.clone()));
        }
        AdminCommand::Parked { folder } => return operate(existing(folder)?, &Task::Parked),
        AdminCommand::Pin { season, folder } => {
            return operate(existing(folder)?, &Task::Pin(season.clone()));
        }
        AdminCommand::NewKey { season, folder, revoke } => {
            let revoked = revoke.clone().map(Into::into);
            return operate(existing(folder)?, &Task::NewKey(season.clone(), revoked));
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
        AdminCommand::Backup { folder, to } => (existing(folder)?, Transfer::Backup(to.clone())),
        AdminCommand::Restore { from, folder } => {
            (folder.as_path(), Transfer::Restore(from.clone()))
        }
        AdminCommand::ExportSeason { folder, season, to } => {
            (existing(folder)?, Transfer::ExportSeason(season.clone(), to.clone()))
        }
        AdminCommand::ImportSeason { from, folder, slug } => {
            (folder.as_path(), Transfer::ImportSeason(from.clone(), slug.clone()))
        }
    };
    let amount = server::transfer(config(folder)?, &transfer)
        .map_err(|e| Failure::usage(format!("{e:#}")))?;
    anstream::println!("{} rows, {} files", amount.rows, amount.files);
    Ok(DONE)
}

/// Sets up a cluster.
fn cluster(options: &Cluster) -> Done {
    fn failed(error: impl std::fmt::Display) -> Failure {
        Failure::usage(format!("{error:#}"))
    }
    match &options.command {
        ClusterCommand::Init { folder, hosts } => {
            setup::init(folder, hosts).map_err(failed)?;
            let folder = folder.display();
            for n in 1..=hosts.len() {
                anstream::println!("cd {folder} && nats-server -c nats-{n}.conf");
            }
            let servers: Vec<_> = hosts.iter().map(|host| format!("nats://{host}")).collect();
            anstream::println!(
                "palestra serve --cluster {} --creds {folder}/judge.creds",
                servers.join(",")
            );
        }
        ClusterCommand::Add { folder, name, role, share } => {
            let role = match role {
                MemberRole::Worker => Role::Worker,
                MemberRole::Researcher => Role::Researcher,
            };
            setup::add(folder, name, role, *share).map_err(failed)?;
            anstream::println!("{}", folder.join(format!("{name}.creds")).display());
        }
        ClusterCommand::Prepare { folder, cluster } => {
            let judge = Access::read(&folder.join("judge.creds")).map_err(failed)?;
            let runtime = tokio::runtime::Runtime::new().map_err(Failure::ours)?;
            runtime.block_on(setup::prepare(cluster, &judge)).map_err(failed)?;
            anstream::println!("the cluster is ready for workers and researchers");
        }
        ClusterCommand::Revoke { folder, name } => {
            setup::revoke(folder, name).map_err(failed)?;
            anstream::println!("{name} may not use the cluster any more");
        }
        ClusterCommand::List { folder } => {
            for (name, role, share) in setup::members(folder).map_err(failed)? {
                anstream::println!("{role:<10}  share {share:>2}  {name}");
            }
        }
    }
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
