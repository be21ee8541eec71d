//! How the server runs: `palestra.toml` in its folder, then the environment.

use anyhow::Context;
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// Attempts to sign in of one visitor in a minute.
    pub sign_ins_per_minute: u32,
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
    /// What this machine is called among the workers; its host name when missing.
    pub name: Option<String>,
    /// The share of matches that another worker plays once more, from 0 to 1; of finals all are.
    pub check_share: f64,
    /// Whether sources may be compiled where the kernel cannot confine the compiler completely.
    /// Only for people one trusts.
    pub trust_sources: bool,
    /// The rules for players that look ahead, as the bytes of an object, if this program has them.
    #[serde(skip)]
    pub forward: Option<Arc<[u8]>>,
    /// The folder with database and files. Not read from the file: it lies in it.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            public_url: None,
            workers: std::thread::available_parallelism().map_or(1, |n| n.get().min(4)),
            behind_proxy: false,
            requests_per_second: 50,
            sign_ins_per_minute: 20,
            registrations_per_hour: 60,
            registration: true,
            stop_seconds: 60,
            log_json: false,
            database: None,
            store: None,
            name: None,
            check_share: 0.02,
            trust_sources: false,
            forward: None,
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
            registrations_per_hour = "PALESTRA_REGISTRATIONS_PER_HOUR",
            registration = "PALESTRA_REGISTRATION",
            stop_seconds = "PALESTRA_STOP_SECONDS",
            log_json = "PALESTRA_LOG_JSON",
            trust_sources = "PALESTRA_TRUST_SOURCES",
        }
        self.public_url = read("PALESTRA_PUBLIC_URL").or(self.public_url.take());
        self.database = read("PALESTRA_DATABASE").or(self.database.take());
        self.name = read("PALESTRA_NAME").or(self.name.take());
        self.store = read("PALESTRA_STORE").or(self.store.take());
        Ok(())
    }

    /// The address of the database.
    #[must_use]
    pub fn database(&self) -> String {
        let own = || crate::db::file_url(&self.folder.join("palestra.db"));
        self.database.clone().unwrap_or_else(own)
    }

    /// The files.
    ///
    /// # Errors
    /// When the address of the store cannot be used.
    pub fn open_store(&self) -> anyhow::Result<crate::store::Store> {
        match &self.store {
            Some(address) => crate::store::Store::open(address),
            None => crate::store::Store::folder(&self.folder.join("files")),
        }
    }

    /// What this machine is called among the workers.
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

    /// Whether visitors come over HTTPS, so that cookies must not travel otherwise.
    #[must_use]
    pub fn secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
