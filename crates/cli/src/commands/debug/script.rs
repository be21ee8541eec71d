//! Players in Python and JavaScript: `pdb` and `node inspect`.

use super::{compare, ended};
use crate::failure::{Done, Failure};
use crate::native::{Rerun, local};
use crate::options::{Debug, Debugger};
use engine::DynGame;
use std::process::Command;
use toolchain::{Language, Source, Stop};

/// The possible differences between the sandbox and the interpreter of this machine.
const PYTHON: &str = "check whether the source has changed. CPython and the sandbox's MicroPython \
                      also order the keys of a `dict` or a `set` differently";
const JAVASCRIPT: &str = "check whether the source has changed";

/// Runs the player in the recorded match, in the debugger of its language.
pub fn run(
    options: &Debug,
    game: &dyn DynGame,
    source: &Source,
    rerun: &Rerun,
    turn: usize,
) -> Done {
    let (title, debugger, reason) = match source.language() {
        Language::Python => ("Python", "pdb", PYTHON),
        _ => ("JavaScript", "node", JAVASCRIPT),
    };
    if options.sanitize || options.valgrind || options.debugger != Debugger::Auto {
        let why = format!("players in {title} have one debugger, {debugger}");
        return Err(Failure::usage(why).help("leave out --debugger, --sanitize and --valgrind"));
    }
    let script = local(game, source)?;
    compare(rerun, &rerun.run(Command::new(script.native().path))?, reason);
    let stop = Stop {
        source: &options.source,
        script: &rerun.input(),
        recorded: &rerun.recorded()?,
        turn,
        commands: &options.batch,
    };
    ended(script.debugger(stop))
}
