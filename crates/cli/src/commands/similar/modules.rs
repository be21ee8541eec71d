//! The modules of the players that are compared: built here, or found in the cache of builds.

use super::files::Given;
use crate::input;
use crate::options::Similar;
use crate::players::{rust_sdk, sdk};
use engine::DynGame;
use similarity::{Language, Submission};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use toolchain::{Cache, Error, Module, Options, RustSdk, RustToolchain, Sdk, Source, Toolchain};

/// Builds modules, if there are compilers.
#[derive(Default)]
pub struct Modules {
    cpp: Option<(Toolchain, Sdk)>,
    rust: Option<(RustToolchain, RustSdk)>,
    /// Labels of players whose modules could not be built.
    failed: Mutex<BTreeSet<String>>,
    /// Remarks for the reader about missing modules.
    remarks: Vec<String>,
}

impl Modules {
    /// Looks for the compilers that these players need.
    pub fn of(options: &Similar, given: &Given) -> Self {
        let mut modules = Self::default();
        if options.sources_only {
            return modules;
        }
        let game = match &options.game {
            Some(id) => input::game(id),
            None => input::game_of_source(&given.paths[0]),
        };
        let Ok(game) = game else {
            modules.remark("the sources do not name the game; use --game NAME");
            return modules;
        };
        modules.open(game, given);
        modules
    }

    fn open(&mut self, game: &'static dyn DynGame, given: &Given) {
        let cache = Cache::of_user();
        let has = |language| given.submissions.iter().any(|s| s.language == language);
        if has(Language::Cpp) {
            let tools = Toolchain::open(&cache, &|_| ());
            match tools.and_then(|tools| Ok((tools, sdk(game)?))) {
                Ok(tools) => self.cpp = Some(tools),
                Err(Error::NoCompiler) => self.remark(
                    "there is no C++ compiler; install it with `palestra toolchain \
                     install`",
                ),
                Err(error) => self.remark(&error.to_string()),
            }
        }
        if has(Language::Rust) {
            let tools = RustToolchain::open(&cache);
            match tools.and_then(|tools| Ok((tools, rust_sdk(game)?))) {
                Ok(tools) => self.rust = Some(tools),
                Err(error) => self.remark(&error.to_string()),
            }
        }
    }

    fn remark(&mut self, why: &str) {
        let first = why.lines().next().unwrap_or_default();
        self.remarks.push(format!("Only sources are compared: {first}."));
    }

    /// The module of a player; nothing where it cannot be built.
    pub fn get(&self, submission: &Submission) -> Option<Vec<u8>> {
        if submission.language.is_script() {
            return None;
        }
        let rust = submission.language == Language::Rust;
        // The file's name is part of the module; one name for all lets the cache find copies.
        let file = if rust { "AIPlayer.rs" } else { "AIPlayer.cc" };
        let source = Source::new(file, submission.bytes.clone());
        let built = match rust {
            true => self.rust.as_ref()?.0.build(&self.rust.as_ref()?.1, &source, &options()),
            false => self.cpp.as_ref()?.0.build(&self.cpp.as_ref()?.1, &source, &options()),
        };
        let read = |module: Module| std::fs::read(module.path).ok();
        let module = built.ok().and_then(read);
        if module.is_none() {
            let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.insert(submission.label.clone());
        }
        module
    }

    /// Remarks for the reader about missing modules.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = self.remarks.clone();
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if !failed.is_empty() {
            let count = failed.len();
            remarks.push(format!(
                "{count} players do not compile. For them the report compares \
             only sources."
            ));
        }
        remarks
    }
}

/// How players are built for matches.
fn options() -> Options {
    Options { forward: false, ..Options::default() }
}
