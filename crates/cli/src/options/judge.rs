//! The commands of the judge: running one, asking one.

use super::Similar;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do.
#[derive(Debug, Subcommand)]
pub enum JudgeCommand {
    /// Say which players resemble each other more than chance: who copied whom.
    Similar(Similar),
    /// Run the judge of a season: website, submissions, matches, rankings.
    Serve(Serve),
    /// Play matches for a judge, on this machine or another one.
    Worker(Worker),
    /// Look after a server's folder.
    Admin(Admin),
    /// Send a player to a judge and wait for the verdict.
    Submit(Submit),
    /// What became of the players that you sent to a judge.
    Status(Status),
    /// Print the standings of a judge's season.
    Standings(Standings),
    /// Print the tournaments of a judge's season: who is in, who is out.
    Rounds(Rounds),
    /// Ask a judge for a match of your player against others, which counts nowhere.
    Friendly(Friendly),
    /// Download the record of a judge's match.
    Download(Download),
}

/// The judge.
#[derive(Debug, Args)]
#[command(after_help = "In an empty folder a demo season starts by itself, and a link is printed \
                        that makes you its admin.\n\nSettings: palestra.toml in the folder, then \
                        PALESTRA_LISTEN, PALESTRA_WORKERS, PALESTRA_PUBLIC_URL and \
                        so on: a variable for each key.")]
pub struct Serve {
    /// The folder with everything of the server; made when it is not there.
    #[arg(default_value = "palestra-server")]
    pub folder: PathBuf,
    /// Where to listen, such as 0.0.0.0:8080.
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<std::net::SocketAddr>,
    /// Matches and compilers at once.
    #[arg(long)]
    pub workers: Option<usize>,
    /// The database, such as postgres://user:password@host/name; an SQLite file in the folder
    /// when missing. Better given as PALESTRA_DATABASE: others on this machine can read commands.
    #[arg(long, value_name = "ADDRESS")]
    pub database: Option<String>,
    /// Where files are kept, such as s3://bucket/folder; the folder itself when missing.
    #[arg(long, value_name = "ADDRESS")]
    pub store: Option<String>,
    /// Compile sources even where the kernel cannot confine the compiler completely.
    #[arg(long)]
    pub trust_sources: bool,
}

/// A worker of a judge on several machines.
#[derive(Debug, Args)]
#[command(after_help = "Any number of workers, on any machines, share the work of the servers on \
                        the same database. Settings come from palestra.toml in the folder and \
                        from PALESTRA_DATABASE, PALESTRA_STORE, PALESTRA_NAME, too. The keys of a \
                        store are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.")]
pub struct Worker {
    /// A folder with palestra.toml; nothing is written to it.
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// The database, such as postgres://user:password@host/name; better given as
    /// PALESTRA_DATABASE: others on this machine can read commands.
    #[arg(long, value_name = "ADDRESS")]
    pub database: Option<String>,
    /// Where files are kept, such as s3://bucket/folder.
    #[arg(long, value_name = "ADDRESS")]
    pub store: Option<String>,
    /// Matches at once; as many as there are processors when missing.
    #[arg(long)]
    pub slots: Option<usize>,
    /// What this machine is called; its host name when missing.
    #[arg(long)]
    pub name: Option<String>,
    /// Share of the matches that another machine plays once more, from 0 to 1.
    #[arg(long, value_name = "SHARE")]
    pub check_share: Option<f64>,
    /// Compile sources even where the kernel cannot confine the compiler completely.
    #[arg(long)]
    pub trust_sources: bool,
}

/// Look after a server's folder.
#[derive(Debug, Args)]
pub struct Admin {
    /// What to do.
    #[command(subcommand)]
    pub command: AdminCommand,
}

/// What to do with a server's folder.
#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// List the workers of all machines, and the matches that were played twice.
    Workers {
        /// The server's folder.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// Let a machine work again whose results were wrong.
    Trust {
        /// What the machine is called.
        name: String,
        /// The server's folder.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// List matches that could not be played, with the receipts of all attempts.
    Parked {
        /// The server's folder.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// Play a season with the versions of this program from now on.
    Pin {
        /// The season, as in its address.
        season: String,
        /// The server's folder.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// Remove files that nothing names any more, such as results that came too late.
    Gc {
        /// The server's folder.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
        /// Spare files younger than this many hours.
        #[arg(long, value_name = "HOURS", default_value_t = 168,
              value_parser = clap::value_parser!(u32).range(1..))]
        older_than: u32,
        /// Only say how many there are.
        #[arg(long)]
        dry_run: bool,
    },
    /// Print a link that makes somebody an admin, once.
    Link {
        /// The server's folder.
        #[arg(default_value = "palestra-server")]
        folder: PathBuf,
    },
    /// Write everything of a server, which may be running, into an empty folder.
    Backup {
        /// The server's folder.
        folder: PathBuf,
        /// Where to write; must be empty or missing.
        to: PathBuf,
    },
    /// Fill an empty server with a backup.
    Restore {
        /// The backup.
        from: PathBuf,
        /// The new server's folder.
        folder: PathBuf,
    },
    /// Write a season with its people, players and matches into an empty folder. Passwords stay.
    ExportSeason {
        /// The server's folder.
        folder: PathBuf,
        /// The season, as in its address.
        season: String,
        /// Where to write; must be empty or missing.
        to: PathBuf,
    },
    /// Add a season that was exported to a server.
    ImportSeason {
        /// The exported season.
        from: PathBuf,
        /// The server's folder.
        folder: PathBuf,
        /// The season's address here, when the old one is taken.
        #[arg(long, value_name = "NAME")]
        slug: Option<String>,
    },
}

/// Which judge, and who asks.
#[derive(Debug, Args)]
pub struct Judge {
    /// Address of the judge, such as https://contest.example.org.
    #[arg(long, env = "PALESTRA_SERVER", value_name = "ADDRESS")]
    pub server: String,
    /// Token made on the account page; better given as PALESTRA_TOKEN.
    #[arg(long, env = "PALESTRA_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// The season; the newest one when missing.
    #[arg(long)]
    pub season: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A submission.
#[derive(Debug, Args)]
pub struct Submit {
    /// The source, AIName.cc.
    pub source: PathBuf,
    /// Do not wait for the verdict.
    #[arg(long)]
    pub no_wait: bool,
    /// Which judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// What became of one's submissions.
#[derive(Debug, Args)]
pub struct Status {
    /// Which judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// The order.
#[derive(Debug, Args)]
pub struct Standings {
    /// Which judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// Who is in and who is out.
#[derive(Debug, Args)]
pub struct Rounds {
    /// Which judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// A match on demand.
#[derive(Debug, Args)]
pub struct Friendly {
    /// One to three players that compete; seats that stay empty are filled with them in turn.
    #[arg(required = true, num_args = 1..=3, value_name = "RIVAL")]
    pub rivals: Vec<String>,
    /// Your own player; the version that stands for you when missing.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The seed, below 1000000; a fresh one when missing.
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(0..1_000_000))]
    pub seed: Option<u32>,
    /// Do not wait for the result.
    #[arg(long)]
    pub no_wait: bool,
    /// Which judge.
    #[command(flatten)]
    pub judge: Judge,
}

/// A match of the judge's.
#[derive(Debug, Args)]
pub struct Download {
    /// Id of the match.
    #[arg(value_name = "MATCH")]
    pub id: String,
    /// Where to write the record; MATCH.match when missing.
    #[arg(short, long, value_name = "FILE.match")]
    pub output: Option<PathBuf>,
    /// Which judge.
    #[command(flatten)]
    pub judge: Judge,
}
