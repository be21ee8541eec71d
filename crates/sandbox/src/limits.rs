//! What a player may use.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What one player may use in one match.
///
/// The number of orders in a round is no matter of the sandbox: the game says it and the match
/// loop checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Units of fuel for the whole match, preparations included; `None` counts without a limit,
    /// and the player's status then stays 0.
    pub fuel_max: Option<u64>,
    /// Bytes of memory.
    pub memory_bytes_max: usize,
    /// Bytes of standard error that are kept in a match.
    pub stderr_bytes_max: usize,
    /// CPU time that the player's own thinking may take in a match: the backstop behind the
    /// budget of fuel. On systems other than Unix it is wall-clock time.
    pub cpu_time_max: Option<Duration>,
    /// What happens when the CPU time is used up.
    pub on_timeout: OnTimeout,
}

/// What happens to a player that uses up its CPU time before its budget of fuel.
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
    /// Measured on players that strong students wrote: 10 to 12 thousand million a second.
    pub const FUEL_PER_SECOND: u64 = 11_000_000_000;

    /// What a season's judge allows: a second of reference CPU for the whole match, 64 MiB of
    /// memory, 64 KiB of standard error.
    ///
    /// The backstop allows 20 s of CPU time for that second, so that a slow machine does not
    /// void matches.
    #[must_use]
    pub const fn judge() -> Self {
        Self {
            fuel_max: Some(Self::FUEL_PER_SECOND),
            memory_bytes_max: 64 << 20,
            stderr_bytes_max: 64 << 10,
            cpu_time_max: Some(Duration::from_secs(20)),
            on_timeout: OnTimeout::Void,
        }
    }

    /// What one's own machine allows: any amount of computation, a sane amount of memory.
    #[must_use]
    pub const fn local() -> Self {
        Self {
            fuel_max: None,
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
