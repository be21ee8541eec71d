//! Credentials, and connections with them.

use anyhow::Context;
use async_nats::{Client, ConnectOptions, Event};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// The role of a member of a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Everything: it sends jobs, and sets up streams and consumers.
    Judge,
    /// Takes jobs and delivers their results.
    Worker,
    /// Sends jobs and receives their results.
    Researcher,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 3] = [Self::Judge, Self::Worker, Self::Researcher];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Judge => "judge",
            Self::Worker => "worker",
            Self::Researcher => "researcher",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The contents of a credentials file. The seed is secret.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// The owner: one word of a subject.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The secret key, as NATS writes it.
    pub seed: String,
    /// Certificate of the authority that signed those of the servers, as PEM. Without it the
    /// connection is not encrypted.
    #[serde(default)]
    pub authority: Option<String>,
    /// Turns of its jobs, for one turn of the jobs of others.
    #[serde(default = "one")]
    pub share: u32,
    /// How many servers the cluster has: so many copies, at most three, are made of what waits.
    pub servers: usize,
}

fn one() -> u32 {
    1
}

impl Access {
    /// Reads a credentials file.
    ///
    /// # Errors
    /// When it cannot be read, or is no such file.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the credentials {}", path.display()))?;
        toml::from_str(&text).with_context(|| {
            format!("{} is not a credentials file of `palestra admin cluster`", path.display())
        })
    }

    /// How many copies the servers keep of what waits.
    pub(super) fn copies(&self) -> usize {
        if self.servers < 3 { 1 } else { 3 }
    }

    /// Subjects that replies to its requests have. Nobody else may listen to them.
    #[must_use]
    pub fn inbox(&self) -> String {
        format!("_INBOX_{}_{}", self.role, self.name)
    }

    /// Connects to one of these servers: addresses with commas between them. Lost connections come
    /// back by themselves.
    ///
    /// # Errors
    /// When no server answers, or none accepts the credentials.
    pub async fn connect(&self, servers: &str) -> anyhow::Result<Client> {
        Ok(self.connect_watched(servers).await?.0)
    }

    /// As [`connect`](Self::connect). The watch changes each time a lost connection is back: what a
    /// server had to do for the old one is forgotten then.
    pub(super) async fn connect_watched(
        &self,
        servers: &str,
    ) -> anyhow::Result<(Client, watch::Receiver<()>)> {
        let all = servers.split(',').map(|one| one.trim().parse()).collect::<Result<Vec<_>, _>>();
        let all: Vec<async_nats::ServerAddr> = all.with_context(|| {
            format!("`{servers}` names no NATS server; an example: nats://queue.example.org:4222")
        })?;
        let (renewed, renewals) = watch::channel(());
        let (renewed, before) = (Arc::new(renewed), Arc::new(AtomicBool::new(false)));
        let mut options = ConnectOptions::with_nkey(self.seed.clone())
            .name(format!("palestra {} {}", self.role, self.name))
            .custom_inbox_prefix(self.inbox())
            .ping_interval(Duration::from_secs(5))
            .connection_timeout(Duration::from_secs(5))
            .request_timeout(Some(Duration::from_secs(10)))
            .reconnect_delay_callback(|attempt| {
                Duration::from_millis((100 << attempt.min(5)).min(2000))
            })
            .event_callback(move |event| {
                let (renewed, before) = (Arc::clone(&renewed), Arc::clone(&before));
                async move {
                    log(&event);
                    if event == Event::Connected && before.swap(true, Ordering::Relaxed) {
                        renewed.send_replace(());
                    }
                }
            });
        if let Some(authority) = &self.authority {
            options = options.require_tls(true).tls_client_config(trust(authority)?);
        }
        let client = options.connect(all).await.with_context(|| {
            format!("cannot connect to {servers} as {} `{}`", self.role, self.name)
        })?;
        Ok((client, renewals))
    }
}

/// Trusts servers with a certificate of this authority.
fn trust(authority: &str) -> anyhow::Result<rustls::ClientConfig> {
    let mut roots = rustls::RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(authority.as_bytes()) {
        roots.add(certificate.context("the certificate in the credentials cannot be read")?)?;
    }
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

fn log(event: &Event) {
    match event {
        Event::Connected => tracing::info!("connected to NATS"),
        Event::Disconnected => tracing::warn!("the connection to NATS is lost"),
        other => tracing::warn!(event = %other, "NATS"),
    }
}
