//! What of a match record may be shown to whom.

pub use worker::play::without_logs;
