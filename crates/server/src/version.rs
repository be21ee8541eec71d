//! Versions that decide what a match gives.

/// Versions that decide what a match gives: seasons are pinned to them.
#[must_use]
pub fn pin() -> String {
    format!("palestra {}, {}", env!("CARGO_PKG_VERSION"), sandbox::VERSION)
}
