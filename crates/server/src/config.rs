//! The settings of the server: `palestra.toml` in its folder, then the environment.

use anyhow::Context;
use serde::Deserialize;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Name of the file in the server's folder.
pub const FILE: &str = "palestra.toml";

/// How the server runs. What organisers decide about a season is not here but in its settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Its address for people, such as `https://contest.example.org`; needed behind a proxy, and
    /// for links that are sent to others.
    pub public_url: Option<String>,
    /// Matches and compilers that run at once; 0 runs none, for a process that serves pages only.
    pub workers: usize,
    /// Whether the address of a visitor is the last one in `X-Forwarded-For`. Only behind a
    /// proxy: otherwise anybody could claim to be anybody.
    pub behind_proxy: bool,
    /// Requests of one visitor in a second, on average.
    pub requests_per_second: u32,
    /// Failed attempts to sign in from one network in a minute: a class shares one.
    pub sign_ins_per_minute: u32,
    /// Failed attempts to sign in to one account from one network in a quarter of an hour.
    pub sign_ins_per_account: u32,
    /// Accounts that one visitor's network may make in an hour.
    pub registrations_per_hour: u32,
    /// Whether seasons may let people make accounts without an invitation.
    pub registration: bool,
    /// Seconds that matches in progress have to end when the server is told to end; those that
    /// need longer are played again after the next start.
    pub stop_seconds: u64,
    /// Logs as JSON, one line per event.
    pub log_json: bool,
    /// The database, `postgres://…` or `sqlite://…`; `palestra.db` in the folder when missing.
    pub database: Option<String>,
    /// Where files are kept, `s3://bucket/folder` or a folder; `files` in the folder when missing.
    pub store: Option<String>,
    /// NATS servers, such as `nats://queue.example.org`, with commas between them. Workers that are
    /// connected to them play and compile then; this process does not.
    pub cluster: Option<String>,
    /// The judge's credentials for the cluster: a file of `palestra admin cluster`.
    pub credentials: Option<PathBuf>,
    /// The name of this machine among the workers; its host name if missing.
    pub name: Option<String>,
    /// The share of matches that another worker plays once more, from 0 to 1; of finals all are.
    pub check_share: f64,
    /// CPU seconds of one player in one match. Fuel decides matches; this is for players whose fuel
    /// takes far too long, and for machines that are far too slow.
    pub cpu_seconds: u64,
    /// Whether sources may be compiled where the kernel cannot confine the compiler completely.
    /// Only for people one trusts.
    pub trust_sources: bool,
    /// How long visitors may take, where it is not the usual.
    #[serde(skip)]
    pub patience: Option<Patience>,
    /// The rules for players that look ahead, as the bytes of an object, if this program has them.
    #[serde(skip)]
    pub forward: Option<Arc<[u8]>>,
    /// The command that starts a worker process, without the word for its kind; this program's
    /// own `worker-process` when empty.
    #[serde(skip)]
    pub worker_command: Vec<OsString>,
    /// The folder with database and files. Not read from the file: it lies in it.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// How long a visitor may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the header of a request, and between two requests of a connection.
    pub header: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For the next 16 kB of an answer.
    pub answer: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            public_url: None,
            workers: std::thread::available_parallelism().map_or(1, |n| n.get().min(4)),
            behind_proxy: false,
            requests_per_second: 50,
            sign_ins_per_minute: 120,
            sign_ins_per_account: 10,
            registrations_per_hour: 60,
            registration: true,
            stop_seconds: 60,
            log_json: false,
            database: None,
            store: None,
            cluster: None,
            credentials: None,
            name: None,
            check_share: 0.02,
            cpu_seconds: 20,
            trust_sources: false,
            patience: None,
            forward: None,
            worker_command: Vec::new(),
            folder: PathBuf::from("."),
        }
    }
}

impl Config {
    /// The configuration of a folder.
    ///
    /// # Errors
    /// When the file, or a variable, says something that cannot be: which and why.
    pub fn of_folder(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join(FILE);
        let mut config: Self = match std::fs::read_to_string(&file) {
            Ok(text) => toml::from_str(&text)
                .with_context(|| format!("{} cannot be used", file.display()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::default(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
        };
        config.folder = folder.to_path_buf();
        config.read_variables(|name| std::env::var(name).ok())?;
        Ok(config)
    }

    fn read_variables(&mut self, read: impl Fn(&str) -> Option<String>) -> anyhow::Result<()> {
        fn set<T: std::str::FromStr>(
            to: &mut T,
            name: &str,
            text: Option<String>,
        ) -> anyhow::Result<()>
        where
            T::Err: std::fmt::Display,
        {
            if let Some(text) = text {
                *to = text.parse().map_err(|e| anyhow::anyhow!("{name} is `{text}`: {e}"))?;
            }
            Ok(())
        }
        macro_rules! variables {
            ($($field:ident = $name:literal),* $(,)?) => {
                $(set(&mut self.$field, $name, read($name))?;)*
            };
        }
        variables! {
            listen = "PALESTRA_LISTEN",
            workers = "PALESTRA_WORKERS",
            behind_proxy = "PALESTRA_BEHIND_PROXY",
            requests_per_second = "PALESTRA_REQUESTS_PER_SECOND",
            sign_ins_per_minute = "PALESTRA_SIGN_INS_PER_MINUTE",
            sign_ins_per_account = "PALESTRA_SIGN_INS_PER_ACCOUNT",
            registrations_per_hour = "PALESTRA_REGISTRATIONS_PER_HOUR",
            registration = "PALESTRA_REGISTRATION",
            stop_seconds = "PALESTRA_STOP_SECONDS",
            log_json = "PALESTRA_LOG_JSON",
            cpu_seconds = "PALESTRA_CPU_SECONDS",
            trust_sources = "PALESTRA_TRUST_SOURCES",
        }
        self.public_url = read("PALESTRA_PUBLIC_URL").or(self.public_url.take());
        self.database = read("PALESTRA_DATABASE").or(self.database.take());
        self.name = read("PALESTRA_NAME").or(self.name.take());
        self.store = read("PALESTRA_STORE").or(self.store.take());
        self.cluster = read("PALESTRA_CLUSTER").or(self.cluster.take());
        let credentials = read("PALESTRA_CREDENTIALS").map(PathBuf::from);
        self.credentials = credentials.or(self.credentials.take());
        Ok(())
    }

    /// How long a visitor may take. A proxy keeps connections for later requests, and has limits of
    /// its own.
    #[must_use]
    pub fn patience(&self) -> Patience {
        let header = Duration::from_secs(if self.behind_proxy { 90 } else { 15 });
        let usual =
            Patience { header, body: Duration::from_secs(60), answer: Duration::from_secs(30) };
        self.patience.unwrap_or(usual)
    }

    /// The servers of the cluster and the file with the credentials, if there is a cluster.
    ///
    /// # Errors
    /// When one of the two is given without the other.
    pub fn cluster(&self) -> anyhow::Result<Option<(&str, &Path)>> {
        match (&self.cluster, &self.credentials) {
            (Some(servers), Some(file)) => Ok(Some((servers, file))),
            (None, None) => Ok(None),
            (Some(_), None) => anyhow::bail!(
                "a cluster needs credentials: give the judge's file with --creds; palestra admin \
                 cluster init writes it"
            ),
            (None, Some(_)) => anyhow::bail!(
                "credentials need a cluster: give its address with --cluster, such as \
                 nats://queue.example.org"
            ),
        }
    }

    /// The command that starts a worker process, without the word for its kind.
    ///
    /// # Errors
    /// When the system does not say where this program is.
    pub fn worker_command(&self) -> anyhow::Result<Vec<OsString>> {
        if !self.worker_command.is_empty() {
            return Ok(self.worker_command.clone());
        }
        let own = std::env::current_exe().context("the path of this program is not known")?;
        Ok(vec![own.into(), "worker-process".into()])
    }

    /// The name of this machine among the workers.
    #[must_use]
    pub fn worker_name(&self) -> String {
        let host = || std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let name = self.name.clone().or_else(host).unwrap_or_default();
        let name: String = name.trim().chars().filter(|c| !c.is_control()).take(60).collect();
        if name.is_empty() { "worker".into() } else { name }
    }

    /// The address for links.
    #[must_use]
    pub fn url(&self) -> String {
        let own = || format!("http://{}", self.listen);
        self.public_url.clone().map_or_else(own, |url| url.trim_end_matches('/').to_string())
    }

    /// The host that signatures name: that of the address for links, with its port unless it is the
    /// usual one. Addresses without a host sign nothing.
    #[must_use]
    pub fn host(&self) -> Option<String> {
        let url = reqwest::Url::parse(&self.url()).ok()?;
        let host = url.host_str()?;
        Some(url.port().map_or_else(|| host.into(), |port| format!("{host}:{port}")))
    }

    /// Whether visitors come over HTTPS, so that cookies must not travel otherwise.
    #[must_use]
    pub fn secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

const REMOVED: &str = "# A backup does not hold passwords of services: they were removed below.\n\
                       # Set them again, or give the addresses as variables.\n";

/// The text of a configuration without the passwords in its addresses.
///
/// # Errors
/// When one is written in a way that is not recognised, such as with escapes.
pub fn without_passwords(text: &str) -> anyhow::Result<String> {
    let mut clean = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, from) = rest.split_at(at + 3);
        let end = from.find(|c: char| c.is_whitespace() || "\"'`,".contains(c));
        let (address, after) = from.split_at(end.unwrap_or(from.len()));
        clean += before;
        clean += &without_password(address);
        rest = after;
    }
    clean += rest;
    let kept: Config = toml::from_str(&clean).context("the configuration cannot be read")?;
    for address in [&kept.database, &kept.store].into_iter().flatten() {
        let bare = address.split_once("://").is_none_or(|(_, rest)| without_password(rest) == rest);
        anyhow::ensure!(
            bare,
            "{FILE} holds a password that cannot be left out of the backup: write the address \
             in one line without escapes, or give it as a variable"
        );
    }
    if clean != text {
        clean.insert_str(0, REMOVED);
    }
    Ok(clean)
}

/// The text after `://` in an address, without a password before the host or in the query.
fn without_password(address: &str) -> String {
    let (place, query) = address.split_once('?').unwrap_or((address, ""));
    let user = place.rsplit_once('@').and_then(|(user, host)| {
        let (name, _) = user.split_once(':')?;
        Some(format!("{name}@{host}"))
    });
    let harmless = |part: &&str| {
        let name = part.split('=').next().unwrap_or_default().to_ascii_lowercase();
        !["password", "secret", "key", "token"].iter().any(|word| name.contains(word))
    };
    let query = query.split('&').filter(harmless).collect::<Vec<_>>().join("&");
    let place = user.unwrap_or_else(|| place.into());
    if query.is_empty() { place } else { format!("{place}?{query}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_hold_no_passwords_of_services() {
        let text = "# as postgres://old:ancient@db\nworkers = 3\n\
                    database = \"postgres://judge:se/cr@et@db:5432/x?sslmode=require\
                    &password=two\"\n\
                    store = 's3://bucket/folder'\npublic_url = \"https://a.example\"\n";
        let clean = without_passwords(text).expect("cleaned");
        for word in ["se/cr", "two", "ancient"] {
            assert!(!clean.contains(word), "{word}: {clean}");
        }
        for word in ["\"postgres://judge@db:5432/x?sslmode=require\"", "'s3://bucket/folder'"] {
            assert!(clean.contains(word), "{word}: {clean}");
        }
        assert!(clean.starts_with(REMOVED) && clean.contains("workers = 3"), "{clean}");
        let plain = "workers = 1 # no service\ndatabase = \"postgres://judge@db/x\"\n";
        assert_eq!(without_passwords(plain).expect("as it is"), plain);
        let hidden = "database = \"postgres:\\u002f/judge:secret@db/x\"";
        let why = without_passwords(hidden).expect_err("not found").to_string();
        assert!(why.contains("without escapes") && !why.contains("secret"), "{why}");
    }

    #[test]
    fn the_environment_wins_and_mistakes_are_named() {
        let mut config: Config =
            toml::from_str("listen = \"0.0.0.0:80\"\nworkers = 3").expect("read");
        config
            .read_variables(|name| (name == "PALESTRA_WORKERS").then(|| "7".into()))
            .expect("read");
        assert_eq!((config.workers, config.listen.port()), (7, 80));
        let wrong = config.read_variables(|n| (n == "PALESTRA_LISTEN").then(|| "here".into()));
        assert!(wrong.expect_err("refused").to_string().contains("PALESTRA_LISTEN is `here`"));
        let unknown = toml::from_str::<Config>("lissten = 1").expect_err("refused").to_string();
        assert!(unknown.contains("lissten"), "{unknown}");
    }
}
