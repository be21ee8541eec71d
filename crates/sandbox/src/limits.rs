//! What a player may use.

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
    /// Wall-clock time that the player's own thinking may take in a match. Never decides
    /// anything: beyond it the match is void.
    pub thinking_max: Option<Duration>,
}

impl Limits {
    /// Units of fuel that stand for one second of computation on the reference machine.
    ///
    /// Measured on players that strong students wrote: 10 to 12 thousand million a second.
    pub const FUEL_PER_SECOND: u64 = 11_000_000_000;

    /// What a season's judge allows: a second of reference CPU for the whole match, 64 MiB of
    /// memory, 64 KiB of standard error.
    ///
    /// The wall clock allows a minute for that second, so that a loaded machine or a slow one
    /// does not void matches.
    #[must_use]
    pub const fn judge() -> Self {
        Self {
            fuel_max: Some(Self::FUEL_PER_SECOND),
            memory_bytes_max: 64 << 20,
            stderr_bytes_max: 64 << 10,
            thinking_max: Some(Duration::from_secs(60)),
        }
    }

    /// What one's own machine allows: any amount of computation, a sane amount of memory.
    #[must_use]
    pub const fn local() -> Self {
        Self {
            fuel_max: None,
            memory_bytes_max: 1 << 30,
            stderr_bytes_max: 16 << 20,
            thinking_max: None,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::local()
    }
}
