//! How the steps of the tests run: one after the other, or beside each other.

use crate::claims::{Ending, Results};
use crate::footprint;
use anyhow::{Context, Result, anyhow, ensure};
use harness::run::{Outcome, skips, target};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Instant;
use std::{env, fs, thread};

/// The word behind `cargo xtask test` for one step in this process.
pub const ONE: &str = "--step";

/// When a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// After the steps in turn before it.
    InTurn,
    /// Then too, but beside the steps in turn that follow it and after the last such step: it waits
    /// more than it works.
    Beside,
    /// Only by name.
    ByName,
}

/// A step of the tests.
pub struct Step {
    /// Its name, as in `cargo xtask test "NAME"`.
    pub name: &'static str,
    /// When it runs.
    pub when: When,
    run: fn() -> Result<Outcome>,
}

/// A step that runs after the step before it.
pub const fn in_turn(name: &'static str, run: fn() -> Result<Outcome>) -> Step {
    Step { name, when: When::InTurn, run }
}

/// A step that runs beside the others.
pub const fn beside(name: &'static str, run: fn() -> Result<Outcome>) -> Step {
    Step { name, when: When::Beside, run }
}

/// A step that runs by name only.
pub const fn by_name(name: &'static str, run: fn() -> Result<Outcome>) -> Step {
    Step { name, when: When::ByName, run }
}

impl Step {
    /// Does the step in this process, which the process of the whole run has started. Prints its
    /// time, and notes it where it was skipped.
    ///
    /// # Errors
    /// When the step fails.
    pub fn work(&self) -> Result<()> {
        let begun = Instant::now();
        let outcome = (self.run)();
        // Much less than the cores could have done is time that the step waits.
        let cpu = footprint::of_children().map_or(String::new(), |cpu| format!(", {cpu:.0} CPU s"));
        println!("── {}: {} s{cpu}", self.name, begun.elapsed().as_secs());
        if let Outcome::Skipped(why) = outcome? {
            writeln!(OpenOptions::new().append(true).open(skips())?, "{}: {why}", self.name)?;
        }
        Ok(())
    }

    /// The process that does the step.
    fn process(&self) -> Result<Command> {
        let mut process = Command::new(env::current_exe().context("this program has a path")?);
        process.args(["test", ONE, self.name]);
        Ok(process)
    }
}

/// A run of several steps, each in a process of its own.
pub struct Run {
    begin: Instant,
    passed: AtomicUsize,
    /// After a failure nobody begins another step.
    failed: AtomicBool,
    /// Held by the thread that writes results of steps.
    writes: Mutex<()>,
}

impl Run {
    /// Begins with nothing passed and nothing skipped.
    ///
    /// # Errors
    /// When the list of skips cannot be written.
    pub fn begin() -> Result<Self> {
        let list = skips();
        fs::create_dir_all(list.parent().context("the list of skips lies in a folder")?)?;
        fs::write(&list, "").with_context(|| list.display().to_string())?;
        let (passed, failed, writes) = Default::default();
        Ok(Self { begin: Instant::now(), passed, failed, writes })
    }

    /// Does one step after the other and shows what they print.
    ///
    /// # Errors
    /// When a step fails.
    pub fn in_turn<'a>(&self, steps: impl IntoIterator<Item = &'a Step>) -> Result<()> {
        for step in steps {
            if self.failed.load(Ordering::Relaxed) {
                break;
            }
            println!("\n── {} ({} s so far)", step.name, self.begin.elapsed().as_secs());
            let ended = step.process()?.status().context("this program starts again")?;
            self.note(step, ended.success())?;
        }
        Ok(())
    }

    /// Does all steps but those by name only, in their order.
    ///
    /// # Errors
    /// When a step fails.
    pub fn all(&self, steps: &[Step]) -> Result<()> {
        thread::scope(|scope| {
            let (begin, begun) = mpsc::channel();
            let beside = scope.spawn(|| self.beside(begun));
            let here = steps.iter().try_for_each(|step| match step.when {
                When::InTurn => self.in_turn([step]),
                // Where nobody listens any more, one of them failed.
                When::Beside => {
                    let _ = begin.send(step);
                    Ok(())
                }
                When::ByName => Ok(()),
            });
            drop(begin);
            let there =
                beside.join().map_err(|_| anyhow!("the steps beside the others panicked"))?;
            here.and(there)
        })
    }

    /// Does one step after the other and shows what each has printed when it is over.
    fn beside<'a>(&self, steps: impl IntoIterator<Item = &'a Step>) -> Result<()> {
        let folder = target().join("xtask/steps");
        fs::create_dir_all(&folder)?;
        for step in steps {
            if self.failed.load(Ordering::Relaxed) {
                break;
            }
            let path = folder.join(step.name).with_extension("log");
            let log = File::create(&path).with_context(|| path.display().to_string())?;
            println!("\n── {} runs beside the others: {}", step.name, path.display());
            let mut process = step.process()?;
            process.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
            let ended = process.status().context("this program starts again")?;
            let printed = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            println!("\n── {}, which ran beside the others\n{printed}", step.name);
            self.note(step, ended.success())?;
        }
        Ok(())
    }

    /// Notes the end of a step.
    fn note(&self, step: &Step, succeeded: bool) -> Result<()> {
        let skipped = skipped().iter().any(|line| line.starts_with(&format!("{}: ", step.name)));
        let ending = match (succeeded, skipped) {
            (true, false) => Ending::Passed,
            (true, true) => Ending::Skipped,
            (false, _) => Ending::Failed,
        };
        self.passed.fetch_add(usize::from(ending == Ending::Passed), Ordering::Relaxed);
        self.failed.fetch_or(!succeeded, Ordering::Relaxed);
        let _alone = self.writes.lock().unwrap_or_else(PoisonError::into_inner);
        Results::note(step.name, ending)?;
        ensure!(succeeded, "the step `{}` failed", step.name);
        Ok(())
    }

    /// Prints the last line.
    ///
    /// # Errors
    /// When something was skipped in CI.
    pub fn end(self) -> Result<()> {
        let skipped = skipped();
        let line = summary(self.passed.into_inner(), &skipped);
        println!("\n{line}, {} s", self.begin.elapsed().as_secs());
        let ci = env::var("CI").is_ok_and(|ci| ci == "true");
        ensure!(skipped.is_empty() || !ci, "in CI every step must run");
        Ok(())
    }
}

/// The skipped steps and tests, each once: a test may run in several steps.
fn skipped() -> BTreeSet<String> {
    fs::read_to_string(skips()).unwrap_or_default().lines().map(Into::into).collect()
}

/// `16 passed, 1 skipped (speed: there is no valgrind here)`.
fn summary(passed: usize, skipped: &BTreeSet<String>) -> String {
    let named: Vec<&str> = skipped.iter().map(String::as_str).collect();
    match skipped.is_empty() {
        true => format!("{passed} passed"),
        false => format!("{passed} passed, {} skipped ({})", named.len(), named.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_steps_are_counted_and_named() {
        assert_eq!(summary(18, &BTreeSet::new()), "18 passed");
        let skipped = ["speed: there is no valgrind here".to_string()];
        let line = summary(17, &skipped.into());
        assert_eq!(line, "17 passed, 1 skipped (speed: there is no valgrind here)");
    }
}
