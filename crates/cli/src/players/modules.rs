//! Players in WebAssembly.

use super::mistakes::Search;
use super::twin::Twins;
use crate::failure::Failure;
use crate::files;
use arena::Entrant;
use sandbox::{Limits, OnTimeout, Program, Sandbox};
use std::path::Path;
use std::sync::Arc;
use toolchain::Cache;

/// Compiles modules. The first one sets the sandbox up.
pub struct Modules {
    judged: bool,
    one_match: bool,
    on_timeout: OnTimeout,
    sandbox: Option<Sandbox>,
}

/// How many matches can be played at the same time.
pub fn matches_at_once() -> usize {
    Sandbox::matches_at_once()
}

impl Modules {
    /// With the judge's limits or those of one's own machine.
    pub fn new(judged: bool) -> Self {
        Self { judged, one_match: false, on_timeout: OnTimeout::Void, sandbox: None }
    }

    /// Freezes a player that uses up its CPU time.
    pub fn freeze_on_timeout(&mut self) {
        self.on_timeout = OnTimeout::Freeze;
    }

    fn limits(&self) -> Limits {
        let limits = if self.judged { Limits::judge() } else { Limits::local() };
        Limits { on_timeout: self.on_timeout, ..limits }
    }

    /// For a single match: its players are ready sooner.
    pub fn for_one_match(&mut self) {
        self.one_match = true;
    }

    /// The player in the file `path`, which may look ahead if that is `allowed`.
    pub fn entrant(
        &mut self,
        name: String,
        path: &Path,
        allowed: bool,
    ) -> Result<Entrant, Failure> {
        let wasm = files::read(path)?;
        let program = self.compile(&wasm, path)?;
        if self.judged && program.looks_ahead() && !allowed {
            return Err(Failure::usage(format!(
                "{name} was built with simulations, which --judge alone refuses"
            ))
            .help("if the season allows them, add --forward"));
        }
        let entrant = Entrant::module(name, program, self.limits());
        Ok(Entrant { module: Some(wasm.into()), ..entrant })
    }

    /// The player with the build with checks in the file `path` beside it.
    pub fn with_twin(
        &mut self,
        entrant: Entrant,
        path: &Path,
        search: Search,
    ) -> Result<Entrant, Failure> {
        let wasm = files::read(path)?;
        let checked = self.compile(&wasm, path)?;
        let maker = Arc::new(Twins { judges: entrant.maker, checked, search });
        Ok(Entrant { maker, ..entrant })
    }

    /// Whether a module that interprets its source can read it.
    pub fn check_source(&mut self, path: &Path) -> Result<(), Failure> {
        let wasm = files::read(path)?;
        let program = self.compile(&wasm, path)?;
        program.check_source(&Limits::judge()).map_err(|freeze| Failure::usage(freeze.detail))
    }

    fn compile(&mut self, wasm: &[u8], path: &Path) -> Result<Program, Failure> {
        if self.sandbox.is_none() {
            let folder = Cache::of_user().root().join("machine-code");
            let sandbox = match self.one_match {
                true => Sandbox::for_one_match(Some(folder)),
                false => Sandbox::with_cache(folder),
            };
            self.sandbox = Some(sandbox.map_err(Failure::ours)?);
        }
        let Some(sandbox) = &self.sandbox else { return Err(Failure::ours("no sandbox")) };
        sandbox.compile(wasm).map_err(|e| Failure::usage(format!("{}: {e}", path.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_freezes_only_where_that_is_wanted() {
        let mut modules = Modules::new(true);
        assert_eq!(modules.limits(), Limits::judge());
        assert_eq!(modules.limits().on_timeout, OnTimeout::Void);
        modules.freeze_on_timeout();
        let freezing = Limits { on_timeout: OnTimeout::Freeze, ..Limits::judge() };
        assert_eq!(modules.limits(), freezing);
    }
}
