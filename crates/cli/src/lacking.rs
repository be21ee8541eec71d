//! Commands and players that this build lacks, and how to get them.

use crate::failure::Failure;
use std::ffi::OsString;

/// The command that builds everything.
const ALL_OF_IT: &str = "`cargo xtask install` builds the full program";

/// The commands of each feature, and whether this build has the feature.
const FEATURES: [(&[&str], bool); 2] = [
    (&["build", "check", "dev", "profile", "toolchain"], cfg!(feature = "players")),
    (
        &[
            "admin",
            "download",
            "friendly",
            "rounds",
            "serve",
            "similar",
            "standings",
            "status",
            "submit",
            "worker",
        ],
        cfg!(feature = "judge"),
    ),
];

/// The options of each feature, what they are for, and whether this build has the feature.
const OPTIONS: [(&str, &str, bool); 2] = [
    ("--html", "HTML reports", cfg!(feature = "players")),
    ("--cluster", "clusters", cfg!(feature = "judge")),
];

/// Refuses a command or an option of a missing feature.
pub fn refuse(arguments: &[OsString]) -> Result<(), Failure> {
    let Some(word) = arguments.get(1).and_then(|word| word.to_str()) else { return Ok(()) };
    let named = |option: &str| {
        arguments.iter().any(|word| word.to_str().is_some_and(|word| word.starts_with(option)))
    };
    if let Some((_, what, _)) = OPTIONS.iter().find(|(option, _, here)| !here && named(option)) {
        return Err(
            Failure::usage(format!("this program was built without {what}")).help(ALL_OF_IT)
        );
    }
    match FEATURES.iter().any(|(commands, here)| !here && commands.contains(&word)) {
        true => Err(Failure::usage(format!("this program was built without `palestra {word}`"))
            .help(ALL_OF_IT)),
        false => Ok(()),
    }
}

/// Refuses to check a signature.
#[cfg(not(feature = "players"))]
pub fn signatures() -> Failure {
    Failure::usage("this program was built without signatures: leave out --key and --from")
        .help(ALL_OF_IT)
}

/// Refuses to ask a judge for its keys.
#[cfg(all(feature = "players", not(feature = "judge")))]
pub fn fetching() -> Failure {
    Failure::usage("this program was built without connections to a judge: use --key, not --from")
        .help(ALL_OF_IT)
}

/// Refuses a player in WebAssembly.
#[cfg(not(feature = "players"))]
pub fn players() -> Failure {
    Failure::usage("this program was built without players in WebAssembly").help(ALL_OF_IT)
}
