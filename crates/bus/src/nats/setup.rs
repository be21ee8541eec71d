//! The configuration of NATS servers, credentials, streams and consumers.

use super::access::{Access, Role};
use super::{ACK_WAIT, BLOBS, GIVEN_UP, JOBS, jobs, pin_word};
use ::worker::Kind;
use anyhow::{Context, bail, ensure};
use async_nats::jetstream::{self, consumer, stream};
use nkeys::KeyPair;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The list of all credentials, in the folder of a cluster.
const MEMBERS: &str = "members.toml";
/// The file of permissions that the servers' configurations include.
const USERS: &str = "users.conf";
/// How long bytes that jobs name are kept.
const BLOB_AGE: Duration = Duration::from_secs(2 * 24 * 3600);
/// How long a job waits at most: its sender is gone then.
const JOB_AGE: Duration = Duration::from_secs(24 * 3600);
/// Machines that take a job before it is given up.
const DELIVERIES_MAX: i64 = 3;
/// Turns of one client at most, for one turn of another one.
pub const SHARE_MAX: u32 = 16;

/// The folder of a cluster: servers, and who may do what.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Members {
    /// How many servers there are.
    nodes: usize,
    /// By name.
    members: BTreeMap<String, Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    role: Role,
    /// The public key. The secret one is only in the credentials file.
    key: String,
    /// Turns of its jobs, for one turn of the jobs of others.
    #[serde(default = "one")]
    share: u32,
}

fn one() -> u32 {
    1
}

/// Writes the configuration of a cluster into a new folder: one file per server, certificates, and
/// the judge's credentials. The first of `hosts` is where the first server is, and so on.
///
/// # Errors
/// When the folder is not empty or cannot be written.
pub fn init(folder: &Path, hosts: &[String]) -> anyhow::Result<()> {
    ensure!(!hosts.is_empty(), "a cluster needs the name or address of a server");
    let taken = fs::read_dir(folder).is_ok_and(|mut inside| inside.next().is_some());
    ensure!(!taken, "{} is not empty: choose a new folder", folder.display());
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    certificates(folder, hosts)?;
    let members = Members { nodes: hosts.len(), members: BTreeMap::new() };
    write_members(folder, &members)?;
    let word = super::random_id()?;
    for (k, _) in hosts.iter().enumerate() {
        let text = server(k, hosts, &word);
        secret_file(&folder.join(format!("nats-{}.conf", k + 1)), &text)?;
    }
    add(folder, "judge", Role::Judge, 1).map(drop)
}

/// The configuration of a server.
fn server(k: usize, hosts: &[String], word: &str) -> String {
    let n = k + 1;
    let mut text = format!(
        "# NATS server {n} of a Palestra cluster: nats-server -c nats-{n}.conf\n\
         server_name: palestra-{n}\n\
         port: 4222\n\
         max_payload: 1MB\n\
         pid_file: \"nats-{n}.pid\"\n\
         jetstream {{ store_dir: \"jetstream-{n}\" }}\n\
         tls {{ cert_file: \"server.pem\", key_file: \"server.key\" }}\n\
         include \"{USERS}\"\n"
    );
    if hosts.len() > 1 {
        let routes: Vec<_> = hosts
            .iter()
            .map(|host| format!("nats://route:{word}@{}:6222", bracket(host)))
            .collect();
        let _ = write!(
            text,
            "cluster {{\n  name: palestra\n  port: 6222\n  \
             authorization {{ user: route, password: {word} }}\n  \
             tls {{ cert_file: \"server.pem\", key_file: \"server.key\", \
             ca_file: \"authority.pem\" }}\n  routes: [\n    {}\n  ]\n}}\n",
            routes.join("\n    ")
        );
    }
    text
}

/// An address of IPv6 stands in brackets before a port.
fn bracket(host: &str) -> String {
    if host.contains(':') { format!("[{host}]") } else { host.into() }
}

/// An authority of our own, and a certificate of the servers. Its key is not kept: a new
/// certificate needs a new cluster folder.
fn certificates(folder: &Path, hosts: &[String]) -> anyhow::Result<()> {
    let mut params = CertificateParams::new(Vec::<String>::new())?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, "Palestra cluster");
    let authority = CertifiedIssuer::self_signed(params, rcgen::KeyPair::generate()?)?;
    let key = rcgen::KeyPair::generate()?;
    let server = CertificateParams::new(hosts.to_vec())?.signed_by(&key, &authority)?;
    fs::write(folder.join("authority.pem"), authority.pem())?;
    fs::write(folder.join("server.pem"), server.pem())?;
    secret_file(&folder.join("server.key"), &key.serialize_pem())
}

/// Makes credentials, writes them to `NAME.creds` in the folder of a cluster, and allows them in
/// the servers' configuration. Servers that run on this machine read it at once. Where several
/// clients have jobs, one gets `share` turns for each turn of a client whose share is one.
///
/// # Errors
/// When the name cannot be used or is taken, the share is none, or the folder cannot be written.
pub fn add(folder: &Path, name: &str, role: Role, share: u32) -> anyhow::Result<Access> {
    let fits = !name.is_empty()
        && name.len() <= 40
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    ensure!(fits, "`{name}` cannot be a name: use 1 to 40 of a-z, 0-9 and -");
    ensure!((1..=SHARE_MAX).contains(&share), "a share is from 1 to {SHARE_MAX}, not {share}");
    let mut members = read_members(folder)?;
    if let Some(entry) = members.members.get(name) {
        bail!("`{name}` is the name of a {} already: revoke it first", entry.role);
    }
    let pair = KeyPair::new_user();
    let authority = fs::read_to_string(folder.join("authority.pem")).ok();
    let seed = pair.seed().map_err(|error| anyhow::anyhow!("no key: {error}"))?;
    let servers = members.nodes;
    let access = Access { name: name.into(), role, seed, authority, share, servers };
    let text = format!(
        "# Credentials of {role} `{name}` in a Palestra cluster. Keep this file secret.\n{}",
        toml::to_string(&access)?
    );
    secret_file(&folder.join(format!("{name}.creds")), &text)?;
    members.members.insert(name.into(), Entry { role, key: pair.public_key(), share });
    write_members(folder, &members)?;
    reload(folder, members.nodes);
    Ok(access)
}

/// Takes credentials back. Servers that run on this machine end the connection at once.
///
/// # Errors
/// When nobody has this name, or the folder cannot be written.
pub fn revoke(folder: &Path, name: &str) -> anyhow::Result<()> {
    let mut members = read_members(folder)?;
    ensure!(members.members.remove(name).is_some(), "nobody in the cluster is called `{name}`");
    write_members(folder, &members)?;
    // The file may be on another machine by now.
    let _ = fs::remove_file(folder.join(format!("{name}.creds")));
    reload(folder, members.nodes);
    Ok(())
}

/// The members of the cluster: names, roles and shares.
///
/// # Errors
/// When the folder is not one of a cluster.
pub fn members(folder: &Path) -> anyhow::Result<Vec<(String, Role, u32)>> {
    let all = read_members(folder)?.members.into_iter();
    Ok(all.map(|(name, entry)| (name, entry.role, entry.share)).collect())
}

fn read_members(folder: &Path) -> anyhow::Result<Members> {
    let path = folder.join(MEMBERS);
    let text = fs::read_to_string(&path).with_context(|| {
        format!("{} is missing: make a cluster with palestra admin cluster init", path.display())
    })?;
    toml::from_str(&text).with_context(|| format!("{} cannot be read", path.display()))
}

fn write_members(folder: &Path, members: &Members) -> anyhow::Result<()> {
    replace(&folder.join(MEMBERS), &toml::to_string(members)?)?;
    replace(&folder.join(USERS), &users(members))
}

/// Tells servers that run on this machine to read their configuration again.
fn reload(folder: &Path, nodes: usize) {
    for n in 1..=nodes {
        let Ok(pid) = fs::read_to_string(folder.join(format!("nats-{n}.pid"))) else { continue };
        let pid = pid.trim();
        // A server that has ended reads it when it starts.
        if is_server(pid) {
            let _ = Command::new("kill").args(["-HUP", pid]).output();
        }
    }
}

/// Whether a process is a server, as far as this system tells. Where a server was killed or runs in
/// a container, its number may be that of another program here.
fn is_server(pid: &str) -> bool {
    let name = fs::read_to_string(format!("/proc/{pid}/comm"));
    name.map_or(!cfg!(target_os = "linux"), |name| name.trim() == "nats-server")
}

/// The permissions of all members, in the format of the servers.
fn users(members: &Members) -> String {
    let mut text = String::from("# Written by palestra admin cluster. Changes here get lost.\n");
    text.push_str("authorization {\n  users: [\n");
    for (name, Entry { role, key, share }) in &members.members {
        let inbox = format!("_INBOX_{role}_{name}.>");
        let (publish, subscribe) = match role {
            Role::Judge => (vec![">".to_string()], vec![">".to_string()]),
            Role::Worker => (
                vec![
                    format!("$JS.API.CONSUMER.LIST.{JOBS}"),
                    format!("$JS.API.CONSUMER.MSG.NEXT.{JOBS}.*"),
                    format!("$JS.ACK.{JOBS}.>"),
                    format!("$JS.API.DIRECT.GET.{BLOBS}.blobs.*.*.*"),
                    format!("results.*.*.{name}.*"),
                    format!("workers.{name}"),
                ],
                vec![inbox, "calls.*".into()],
            ),
            Role::Researcher => (
                vec![
                    format!("jobs.{name}.*.{}", Kind::Play.word()),
                    format!("blobs.{name}.*.*"),
                    format!("calls.{name}"),
                    // One consumer of this name, for own jobs only: it holds the share.
                    format!(
                        "$JS.API.CONSUMER.CREATE.{JOBS}.{}.jobs.{name}.*.{}",
                        own_consumer(name, *share),
                        Kind::Play.word()
                    ),
                ],
                vec![
                    inbox,
                    format!("results.{name}.>"),
                    "workers.*".into(),
                    format!("{GIVEN_UP}.*"),
                ],
            ),
        };
        let list = |all: &[String]| {
            all.iter().map(|one| format!("\"{one}\"")).collect::<Vec<_>>().join(", ")
        };
        // Who gets results answers their workers, and nobody else.
        let answers = *role == Role::Researcher;
        let _ = writeln!(
            text,
            "    # {name}\n    {{ nkey: {key}, permissions: {{\n      publish: [{}]\n      \
             subscribe: [{}]\n      allow_responses: {answers} }} }}",
            list(&publish),
            list(&subscribe)
        );
    }
    text.push_str("  ]\n}\n");
    text
}

/// Makes the streams of a cluster with the credentials of its judge.
///
/// # Errors
/// When no server answers, or the credentials are not those of a judge.
pub async fn prepare(servers: &str, judge: &Access) -> anyhow::Result<()> {
    ensure!(judge.role == Role::Judge, "`{}` is a {}, not the judge", judge.name, judge.role);
    let context = jetstream::new(judge.connect(servers).await?);
    streams(&context, judge.copies()).await
}

/// Makes the streams of a cluster with this many servers, where they are missing.
///
/// # Errors
/// When JetStream does not answer, or has other streams of these names.
pub async fn streams(context: &jetstream::Context, replicas: usize) -> anyhow::Result<()> {
    let jobs = stream::Config {
        name: JOBS.into(),
        subjects: vec!["jobs.>".into()],
        retention: stream::RetentionPolicy::WorkQueue,
        max_age: JOB_AGE,
        num_replicas: replicas,
        ..stream::Config::default()
    };
    let blobs = stream::Config {
        name: BLOBS.into(),
        subjects: vec!["blobs.>".into()],
        max_age: BLOB_AGE,
        max_messages_per_subject: 1,
        allow_direct: true,
        num_replicas: replicas,
        ..stream::Config::default()
    };
    for config in [jobs, blobs] {
        let name = config.name.clone();
        let made = context.get_or_create_stream(config).await;
        made.with_context(|| format!("JetStream has no stream `{name}`"))?;
    }
    Ok(())
}

/// Makes the consumers of a client's jobs, for workers of these versions. The judge has one for
/// each kind and version. A researcher has a single one, for matches: with another version it
/// serves that one from then on.
///
/// # Errors
/// When JetStream does not answer, or refuses.
pub async fn consumers(
    context: &jetstream::Context,
    access: &Access,
    pin: &str,
) -> anyhow::Result<()> {
    let name = &access.name;
    let wanted = match access.role {
        Role::Judge => [Kind::Play, Kind::Build]
            .map(|kind| (format!("{name}_{}_{}", pin_word(pin), kind.word()), kind))
            .to_vec(),
        Role::Researcher => vec![(own_consumer(name, access.share), Kind::Play)],
        Role::Worker => Vec::new(),
    };
    for (consumer, kind) in wanted {
        let config = consumer::pull::Config {
            durable_name: Some(consumer.clone()),
            ack_policy: consumer::AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_deliver: DELIVERIES_MAX,
            max_ack_pending: 10_000,
            filter_subject: jobs(name, pin, kind),
            ..consumer::pull::Config::default()
        };
        let made = context.create_consumer_on_stream(config, JOBS).await;
        made.with_context(|| {
            format!(
                "JetStream has no consumer `{consumer}`; without a judge a cluster needs palestra \
                 admin cluster prepare"
            )
        })?;
    }
    Ok(())
}

/// The consumer of a researcher. Its name is in the permissions, and so is the share.
fn own_consumer(client: &str, share: u32) -> String {
    format!("{client}_{share}x")
}

/// Turns of a consumer for one turn of another one.
pub(super) fn share_of(consumer: &str) -> u32 {
    let share = consumer.rsplit('_').next().and_then(|word| word.strip_suffix('x'));
    share.and_then(|share| share.parse().ok()).unwrap_or(1).clamp(1, SHARE_MAX)
}

/// Writes a file that only this user may read.
fn secret_file(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.create(true).write(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes beside and renames: a server never reads half a file.
fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let beside = path.with_extension("part");
    secret_file(&beside, text)?;
    fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt as _;

    #[test]
    fn a_program_with_the_number_of_a_server_goes_on() {
        let folder = tempfile::tempdir().expect("a folder");
        init(folder.path(), &["127.0.0.1".into()]).expect("a cluster");
        let mut other = Command::new("sleep").arg("60").spawn().expect("started");
        fs::write(folder.path().join("nats-1.pid"), other.id().to_string()).expect("written");
        add(folder.path(), "one", Role::Worker, 1).expect("added");
        // A signal that came before this one would have ended it.
        other.kill().expect("killed");
        assert_eq!(other.wait().expect("ended").signal(), Some(9));
    }
}
