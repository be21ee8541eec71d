//! Plays many numbered jobs on all cores, and hands over the results strictly in their order.
//!
//! So decisions that depend on earlier results, such as the end of a series, are the same with one
//! thread and with many. The runner drops jobs that ran ahead of the end.

use crate::environment::Trouble;
use crate::journal::Journal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How far each thread may run ahead of the results handed over.
const AHEAD: u64 = 8;

/// How long it takes at most until a wish to stop is noticed.
const PATIENCE: Duration = Duration::from_millis(50);

/// How a series ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All jobs are done.
    Complete,
    /// The consumer needs no more results.
    Enough,
    /// Somebody asked to stop.
    Interrupted,
}

/// How a series is played; nothing in here changes its results.
pub struct Crew<'a> {
    /// Threads.
    pub threads: usize,
    /// Set when somebody asked to stop.
    pub stop: &'a AtomicBool,
}

impl Crew<'_> {
    /// As many threads as the machine runs at once.
    #[must_use]
    pub fn of_machine(stop: &AtomicBool) -> Crew<'_> {
        Crew { threads: thread::available_parallelism().map_or(1, usize::from), stop }
    }
}

/// The data that the threads share.
struct Desk<T> {
    /// The next job that nobody has taken.
    next: u64,
    /// The next result to hand over.
    due: u64,
    done: BTreeMap<u64, Result<Option<T>, Trouble>>,
    closed: bool,
}

/// Plays the jobs with these numbers. `play` gives the result of a job, or nothing when it was
/// interrupted; `consume` gets the results in the order of their numbers, on this thread, and may
/// say that it has seen enough.
///
/// # Errors
/// The first trouble, in the order of the numbers.
pub fn run<T: Send>(
    crew: &Crew<'_>,
    jobs: Range<u64>,
    play: impl Fn(u64, &AtomicBool) -> Result<Option<T>, Trouble> + Sync,
    mut consume: impl FnMut(u64, T) -> Result<ControlFlow<()>, Trouble>,
) -> Result<End, Trouble> {
    let desk = Mutex::new(Desk {
        next: jobs.start,
        due: jobs.start,
        done: BTreeMap::new(),
        closed: false,
    });
    let changed = Condvar::new();
    // Ends matches that are still going on once the answer is known.
    let over = AtomicBool::new(false);
    let threads = crew.threads.max(1);
    let ahead = AHEAD * threads as u64;
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work(&desk, &changed, &over, jobs.end, ahead, &play));
        }
        let stopped = || {
            let stopped = crew.stop.load(Ordering::Relaxed);
            if stopped {
                over.store(true, Ordering::Relaxed);
            }
        };
        let end = hand_over(&desk, &changed, &jobs, stopped, &mut consume);
        over.store(true, Ordering::Relaxed);
        locked(&desk).closed = true;
        changed.notify_all();
        end
    })
}

fn locked<T>(desk: &Mutex<Desk<T>>) -> MutexGuard<'_, Desk<T>> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work<T: Send>(
    desk: &Mutex<Desk<T>>,
    changed: &Condvar,
    over: &AtomicBool,
    end: u64,
    ahead: u64,
    play: &(impl Fn(u64, &AtomicBool) -> Result<Option<T>, Trouble> + Sync),
) {
    loop {
        let mut now = locked(desk);
        while !now.closed && now.next >= now.due + ahead && now.next < end {
            now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
        }
        if now.closed || now.next >= end {
            return;
        }
        let number = now.next;
        now.next += 1;
        drop(now);
        let result = if over.load(Ordering::Relaxed) { Ok(None) } else { play(number, over) };
        locked(desk).done.insert(number, result);
        changed.notify_all();
    }
}

fn hand_over<T>(
    desk: &Mutex<Desk<T>>,
    changed: &Condvar,
    jobs: &Range<u64>,
    pass_on_stop: impl Fn(),
    consume: &mut impl FnMut(u64, T) -> Result<ControlFlow<()>, Trouble>,
) -> Result<End, Trouble> {
    for number in jobs.clone() {
        let mut now = locked(desk);
        let result = loop {
            pass_on_stop();
            if let Some(result) = now.done.remove(&number) {
                break result;
            }
            // Nobody wakes this thread when somebody asks to stop.
            let woken = changed.wait_timeout(now, PATIENCE);
            now = woken.unwrap_or_else(PoisonError::into_inner).0;
        };
        now.due = number + 1;
        drop(now);
        changed.notify_all();
        match result? {
            None => return Ok(End::Interrupted),
            Some(value) => {
                if consume(number, value)?.is_break() {
                    return Ok(End::Enough);
                }
            }
        }
    }
    Ok(End::Complete)
}

/// As [`run`], from job 0, with a journal: results that it holds are not played again, new ones
/// are added to it before they are consumed.
///
/// # Errors
/// As [`run`], and when the journal cannot be written.
pub fn run_with_journal<T: Send + Serialize + DeserializeOwned>(
    crew: &Crew<'_>,
    jobs: u64,
    journal: &mut Journal,
    play: impl Fn(u64, &AtomicBool) -> Result<Option<T>, Trouble> + Sync,
    mut consume: impl FnMut(u64, T) -> ControlFlow<()>,
) -> Result<End, Trouble> {
    let mut first = 0;
    while first < jobs {
        let Some(kept) = journal.next::<T>() else { break };
        first += 1;
        if consume(first - 1, kept).is_break() {
            return Ok(End::Enough);
        }
    }
    let end = run(crew, first..jobs, play, |number, result: T| {
        journal.add(&result)?;
        Ok(consume(number, result))
    });
    journal.finish()?;
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(threads: usize, jobs: u64, enough: Option<u64>) -> (Vec<u64>, End) {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        let end = run(
            &Crew { threads, stop: &stop },
            0..jobs,
            |n, _| Ok(Some(n * n)),
            |n, square| {
                seen.push(square);
                Ok(if enough == Some(n) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
        );
        (seen, end.expect("no trouble"))
    }

    #[test]
    fn results_come_in_order_with_any_number_of_threads() {
        let expected: Vec<u64> = (0..300).map(|n| n * n).collect();
        for threads in [1, 2, 8] {
            assert_eq!(squares(threads, 300, None), (expected.clone(), End::Complete));
            let (seen, end) = squares(threads, 300, Some(77));
            assert_eq!((&seen[..], end), (&expected[..78], End::Enough));
        }
        assert_eq!(squares(2, 0, None), (vec![], End::Complete));
    }

    #[test]
    fn an_interruption_hands_over_what_is_known() {
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let end = run(
            &Crew { threads: 2, stop: &stop },
            0..1000,
            |n, _| Ok(Some(n)),
            |_, n| {
                seen += 1;
                stop.store(n >= 40, Ordering::Relaxed);
                Ok(ControlFlow::Continue(()))
            },
        );
        assert_eq!(end, Ok(End::Interrupted));
        assert!((41..1000).contains(&seen), "{seen}");
    }

    #[test]
    fn the_first_trouble_ends_it() {
        let stop = AtomicBool::new(false);
        let trouble = |n| Trouble::Journal(format!("job {n}"));
        let mut seen = 0;
        let end = run(
            &Crew { threads: 4, stop: &stop },
            0..100,
            |n, _| if n % 10 == 5 { Err(trouble(n)) } else { Ok(Some(n)) },
            |_, _| {
                seen += 1;
                Ok(ControlFlow::Continue(()))
            },
        );
        assert_eq!((end, seen), (Err(trouble(5)), 5));
    }

    #[test]
    fn nobody_runs_far_ahead() {
        let stop = AtomicBool::new(false);
        let (started, consumed) = (Mutex::new(0_u64), Mutex::new(0_u64));
        let end = run(
            &Crew { threads: 2, stop: &stop },
            0..500,
            |n, _| {
                *started.lock().expect("lock") = n;
                let far = n.saturating_sub(*consumed.lock().expect("lock"));
                assert!(far <= 2 * AHEAD + 1, "{far} ahead");
                Ok(Some(()))
            },
            |n, ()| {
                *consumed.lock().expect("lock") = n;
                Ok(ControlFlow::Continue(()))
            },
        );
        assert_eq!(end, Ok(End::Complete));
    }
}
