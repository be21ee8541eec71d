//! Stands in for `modules.rs` in builds without WebAssembly.

use crate::failure::Failure;
use crate::lacking;
use arena::Entrant;
use std::path::Path;

/// Refuses every module.
pub struct Modules;

/// How many matches can be played at the same time.
pub fn matches_at_once() -> usize {
    usize::MAX
}

impl Modules {
    /// Needs no limits.
    pub fn new(_judged: bool) -> Self {
        Self
    }

    /// Changes nothing.
    pub fn for_one_match(&mut self) {}

    /// Refuses the player and names the command that helps.
    pub fn entrant(&mut self, _: String, _: &Path, _allowed: bool) -> Result<Entrant, Failure> {
        Err(lacking::players())
    }
}
