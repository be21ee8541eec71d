//! The limits of a player.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The limits of one player in one match.
///
/// The number of orders in a round is no matter of the sandbox: the game says it and the match
/// loop checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Units of fuel for the whole match, preparations included; `None` counts without a limit.
    pub fuel_max: Option<u64>,
    /// Whether the share of the fuel is the player's status in results, as it is for the judge.
    /// Otherwise the status stays 0, and the limit is there against endless loops only.
    pub metered: bool,
    /// Bytes of memory.
    pub memory_bytes_max: usize,
    /// Bytes of standard error that are kept in a match.
    pub stderr_bytes_max: usize,
    /// CPU time that the player's own thinking may take in a match: the backstop behind the
    /// budget of fuel. On systems other than Unix it is wall-clock time.
    pub cpu_time_max: Option<Duration>,
    /// The action when the CPU time is used up.
    pub on_timeout: OnTimeout,
}

/// The action for a player that uses up its CPU time before its budget of fuel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// The match is void and names the seat, as [`engine::VoidBy::Timeout`].
    #[default]
    Void,
    /// The player is frozen with [`engine::Cause::Timeout`], and the match counts. A clock
    /// decides then, so the same match may go otherwise when it is played again.
    Freeze,
}

impl Limits {
    /// Units of fuel that stand for one second of computation on the reference machine.
    ///
    /// `cargo xtask backends` measures how many native seconds players get for them: the mix of
    /// its instructions makes a player cheap or expensive.
    pub const FUEL_PER_SECOND: u64 = 16_000_000_000;

    /// Seconds of fuel that a season's judge allows in a match: at least the one native second that
    /// the contests gave, for every mix of instructions that we measured, on the quickest machine.
    pub const JUDGE_SECONDS: u64 = 3;

    /// The limits of a season's judge: [`JUDGE_SECONDS`](Self::JUDGE_SECONDS) of fuel for the
    /// whole match, 64 MiB of memory, 64 KiB of standard error.
    ///
    /// The backstop allows 20 s of CPU time for that fuel, so that a slow machine does not
    /// void matches.
    #[must_use]
    pub const fn judge() -> Self {
        Self {
            fuel_max: Some(Self::JUDGE_SECONDS * Self::FUEL_PER_SECOND),
            metered: true,
            memory_bytes_max: 64 << 20,
            stderr_bytes_max: 64 << 10,
            cpu_time_max: Some(Duration::from_secs(20)),
            on_timeout: OnTimeout::Void,
        }
    }

    /// How many times the judge's computation one's own machine allows: less than a minute, so
    /// that endless loops end.
    pub const LOCAL_FUEL: u64 = 5;

    /// The limits on your own machine: [`LOCAL_FUEL`](Self::LOCAL_FUEL) times the judge's
    /// computation, a sensible amount of memory.
    #[must_use]
    pub const fn local() -> Self {
        Self {
            fuel_max: Some(Self::LOCAL_FUEL * Self::JUDGE_SECONDS * Self::FUEL_PER_SECOND),
            metered: false,
            memory_bytes_max: 1 << 30,
            stderr_bytes_max: 16 << 20,
            cpu_time_max: None,
            on_timeout: OnTimeout::Void,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::local()
    }
}
