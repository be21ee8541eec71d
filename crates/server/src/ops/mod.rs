//! The commands of operators: backups, garbage collection, admin commands, figures.

pub mod admin;
pub mod backup;
pub mod gc;
pub mod metrics;
pub mod process;
