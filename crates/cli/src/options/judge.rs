//! The commands of the judge: running one, asking one.

use super::Similar;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The subcommand.
#[derive(Debug, Subcommand)]
pub enum JudgeCommand {
    /// Find copies: list pairs of players that are more similar than chance explains.
    Similar(Similar),
    /// Run a judge: website, submissions, matches, standings.
    Serve(Serve),
    /// Play matches for a judge, on this machine or another one.
    Worker(Worker),
    /// Administer the folder of a server.
    Admin(Admin),
    /// Submit a player to a judge and wait for the verdict.
    Submit(Submit),
    /// Print the verdicts of the players that you submitted.
    Status(Status),
    /// Print the standings of a season.
    Standings(Standings),
    /// Print the tournaments of a season and their rounds.
    Rounds(Rounds),
    /// Ask a judge for a friendly match of your player. It does not count.
    Friendly(Friendly),
    /// Download the record of a match from a judge.
    Download(Download),
}

/// Options of `palestra serve`.
#[derive(Debug, Args)]
#[command(
    after_help = "In an empty folder the server starts a demo season and prints a link that \
                        makes you its admin.\n\nSettings: palestra.toml in the folder. Variables \
                        override them, one for each key: PALESTRA_LISTEN, PALESTRA_WORKERS, \
                        PALESTRA_PUBLIC_URL and so on."
)]
pub struct Serve {
    /// The folder for all data of the server. The server creates it if it is missing.
    #[arg(default_value = "palestra-server")]
    pub folder: PathBuf,
    /// Address and port to listen on, such as 0.0.0.0:8080.
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<std::net::SocketAddr>,
    /// Number of matches and compilers at once.
    #[arg(long)]
    pub workers: Option<usize>,
    /// The database, such as postgres://user:password@host/name. Default: an SQLite file in the
    /// folder. Use PALESTRA_DATABASE if the address has a password: everybody on this machine can
    /// read command lines.
    #[arg(long, value_name = "ADDRESS")]
    pub database: Option<String>,
    /// The store for files, such as s3://bucket/folder. Default: the folder of the server.
    #[arg(long, value_name = "ADDRESS")]
    pub store: Option<String>,
    /// Let the workers of a cluster play and compile: addresses of NATS servers, with commas
    /// between them.
    #[arg(long, value_name = "ADDRESS")]
    pub cluster: Option<String>,
    /// The credentials of the judge for the cluster.
    #[arg(long, value_name = "FILE")]
    pub creds: Option<PathBuf>,
    /// Compile sources even if the kernel cannot confine the compiler completely.
    #[arg(long)]
    pub trust_sources: bool,
}

/// Options of `palestra worker`.
#[derive(Debug, Args)]
#[command(
    after_help = "Any number of workers, on any machines, share the work of a judge. A worker \
                        has no database, no store and no source but those of its jobs. \
                        PALESTRA_CLUSTER and PALESTRA_CREDENTIALS replace the two options."
)]
pub struct Worker {
    /// Addresses of NATS servers, such as nats://queue.example.org, with commas between them.
    #[arg(long, env = "PALESTRA_CLUSTER", value_name = "ADDRESS")]
    pub cluster: String,
    /// The credentials of this worker, from `palestra admin cluster add`.
    #[arg(long, env = "PALESTRA_CREDENTIALS", value_name = "FILE")]
    pub creds: PathBuf,
    /// The folder for machine code. The worker creates it if it is missing.
    #[arg(default_value = "palestra-worker")]
    pub folder: PathBuf,
    /// Number of matches at once. Default: the number of processors.
    #[arg(long)]
    pub slots: Option<usize>,
}

/// Administer the folder of a server.
#[derive(Debug, Args)]
pub struct Admin {
    /// The subcommand.
    #[command(subcommand)]
    pub command: AdminCommand,
}

/// The subcommands of `palestra admin`.
#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// List the workers of all machines and the matches that two machines played.
    Workers {
        /// The folder of the server.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// Set up a cluster: configure its NATS servers, and make or revoke credentials.
    Cluster(Cluster),
    /// Let a quarantined machine work again.
    Trust {
        /// The name of the machine.
        name: String,
        /// The folder of the server.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// List matches that the judge gave up, with the receipts of all attempts.
    Parked {
        /// The folder of the server.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// Change a season to the engine and sandbox versions of this program.
    Pin {
        /// The address name of the season, such as `demo`.
        season: String,
        /// The folder of the server.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// Replace the key that signs the records of a season. Records that it signed stay valid.
    NewKey {
        /// The address name of the season, such as `demo`.
        season: String,
        /// The folder of the server.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
        /// Also revoke the key with this id, because somebody else may have it: no record that it
        /// signed stays valid.
        #[arg(long, value_name = "KEY")]
        revoke: Option<String>,
    },
    /// Collect garbage: remove files that no row of the database names.
    Gc {
        /// The folder of the server.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
        /// Keep files younger than this many hours.
        #[arg(long, value_name = "HOURS", default_value_t = 168,
              value_parser = clap::value_parser!(u32).range(1..))]
        older_than: u32,
        /// Only print the number of files.
        #[arg(long)]
        dry_run: bool,
    },
    /// Print a link that makes one person an admin. It works once.
    Link {
        /// The folder of the server.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// Write a backup of a server into an empty folder. The server may be running.
    Backup {
        /// The folder of the server.
        folder: PathBuf,
        /// The new folder. It must be empty or missing.
        to: PathBuf,
    },
    /// Restore a backup into an empty folder.
    Restore {
        /// The backup.
        from: PathBuf,
        /// The folder of the new server.
        folder: PathBuf,
    },
    /// Write a season with its people, players and matches into an empty folder, without passwords.
    ExportSeason {
        /// The folder of the server.
        folder: PathBuf,
        /// The address name of the season, such as `demo`.
        season: String,
        /// The new folder. It must be empty or missing.
        to: PathBuf,
    },
    /// Add an exported season to a server.
    ImportSeason {
        /// The folder of the exported season.
        from: PathBuf,
        /// The folder of the server.
        folder: PathBuf,
        /// A new address name for the season, if the old one is taken.
        #[arg(long, value_name = "NAME")]
        slug: Option<String>,
    },
}

/// Options of `palestra admin cluster`.
#[derive(Debug, Args)]
pub struct Cluster {
    /// The subcommand.
    #[command(subcommand)]
    pub command: ClusterCommand,
}

/// The subcommands of `palestra admin cluster`.
#[derive(Debug, Subcommand)]
pub enum ClusterCommand {
    /// Write the configuration of NATS servers and the judge's credentials into a new folder.
    Init {
        /// The folder of the cluster. It must be empty or missing.
        folder: PathBuf,
        /// Names or addresses of the machines with a NATS server: one, or three or five for a
        /// cluster that survives the loss of a machine.
        #[arg(required = true)]
        hosts: Vec<String>,
    },
    /// Make credentials, in a file NAME.creds in the folder of the cluster.
    Add {
        /// The folder of the cluster.
        folder: PathBuf,
        /// The name of the worker or researcher.
        name: String,
        /// The purpose of the credentials: to take jobs, or to send matches.
        #[arg(long, value_enum, default_value = "worker")]
        role: MemberRole,
        /// Turns of the researcher's matches for each turn of another client, 1 to 16.
        #[arg(long, value_name = "N", default_value = "1")]
        share: u32,
    },
    /// Make the streams of a cluster without a judge. A judge makes its streams itself.
    Prepare {
        /// The folder of the cluster, with the judge's credentials.
        folder: PathBuf,
        /// Addresses of the NATS servers, with commas between them.
        cluster: String,
    },
    /// Revoke credentials. Servers on this machine end the connection at once.
    Revoke {
        /// The folder of the cluster.
        folder: PathBuf,
        /// The name of the worker or researcher.
        name: String,
    },
    /// List the workers and researchers that may use the cluster.
    List {
        /// The folder of the cluster.
        folder: PathBuf,
    },
}

/// The purposes of credentials of a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MemberRole {
    /// Takes jobs and returns results.
    Worker,
    /// Sends matches: `palestra league --cluster` and others.
    Researcher,
}

/// Options of all commands that connect to a judge.
#[derive(Debug, Args)]
pub struct Judge {
    /// Address of the judge, such as https://contest.example.org.
    #[arg(long, env = "PALESTRA_SERVER", value_name = "ADDRESS")]
    pub server: String,
    /// API token from your account page. Prefer PALESTRA_TOKEN: others can read command lines.
    #[arg(long, env = "PALESTRA_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// The season. Default: the newest one.
    #[arg(long)]
    pub season: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `palestra submit`.
#[derive(Debug, Args)]
pub struct Submit {
    /// The source: AIName.cc, or AIName.rs, .js or .py if the season takes the language.
    pub source: PathBuf,
    /// Do not wait for the verdict.
    #[arg(long)]
    pub no_wait: bool,
    /// The judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// Options of `palestra status`.
#[derive(Debug, Args)]
pub struct Status {
    /// The judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// Options of `palestra standings`.
#[derive(Debug, Args)]
pub struct Standings {
    /// The judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// Options of `palestra rounds`.
#[derive(Debug, Args)]
pub struct Rounds {
    /// The judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// Options of `palestra friendly`.
#[derive(Debug, Args)]
pub struct Friendly {
    /// One to three competing players. They also fill the empty seats, in turn.
    #[arg(required = true, num_args = 1..=3, value_name = "RIVAL")]
    pub rivals: Vec<String>,
    /// Your own player. Default: your version that competes.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The seed, below 1000000. Default: a new one.
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(0..1_000_000))]
    pub seed: Option<u32>,
    /// Do not wait for the result.
    #[arg(long)]
    pub no_wait: bool,
    /// The judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// Options of `palestra download`.
#[derive(Debug, Args)]
pub struct Download {
    /// The id of the match.
    #[arg(value_name = "MATCH")]
    pub id: String,
    /// The file for the record. Default: MATCH.match.
    #[arg(short, long, value_name = "FILE.match")]
    pub output: Option<PathBuf>,
    /// The judge.
    #[command(flatten)]
    pub judge: Judge,
}
