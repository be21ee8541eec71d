//! How many matches a batch has.

use crate::app::App;
use crate::db::queue::Wanted;
use bus::Pace;
use std::ops::RangeInclusive;
use std::time::Duration;

/// How long a batch on this machine takes at most, about, and how many matches it has at most.
const LONGEST: (Duration, usize) = (Duration::from_millis(1500), 64);
/// Matches that take less than this together are one batch: to hand them out singly costs more
/// than to play them.
const SHORTEST: (Duration, usize) = (Duration::from_millis(250), 16);
/// How much a cluster has under way for each job that it has room for, at most: the judge needs
/// less time for each match when it hands out many, but what is urgent waits behind them.
const UNDER_WAY: (Duration, usize) = (Duration::from_secs(3), 64);
/// A batch for a cluster has at most so many matches: they are stored in one transaction.
const SHARED_MAX: usize = 512;

/// How many matches to take now, with so many under way; none where a cluster has enough to do.
pub(super) fn wanted(app: &App, under_way: usize) -> Option<Wanted> {
    let (pace, capacity) = (app.bus.pace(), *app.bus.capacity().borrow());
    if app.bus.shares_jobs() {
        return room(pace, capacity, under_way).map(|room| Wanted::Room(whole(room)));
    }
    Some(Wanted::Share { takers: whole(capacity.max(1)), batch: sizes(pace) })
}

/// How many matches a batch on this machine should have at least, and has at most.
fn sizes(pace: &Pace) -> RangeInclusive<i64> {
    let fit = |(time, most)| whole(pace.fit(time, most));
    fit(SHORTEST)..=fit(LONGEST)
}

/// How many matches a cluster with room for so many jobs should get; none while it has more than
/// half of what it needs. A few large batches cost the judge less than many small ones.
fn room(pace: &Pace, capacity: usize, under_way: usize) -> Option<usize> {
    let enough = capacity.saturating_mul(pace.fit(UNDER_WAY.0, UNDER_WAY.1));
    let room = enough.saturating_sub(under_way);
    (room > 0 && room >= enough / 2).then_some(room.min(SHARED_MAX))
}

/// Whether a cluster with room for so many jobs has enough to do until so many `results` are stored
/// and what they lead to is handed out: less than half of its matches are over.
pub(super) fn is_busy(capacity: usize, under_way: usize, results: usize) -> bool {
    under_way >= capacity && under_way > results
}

/// A number for the database.
pub(super) fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_matches_make_large_batches() {
        let pace = Pace::default();
        assert_eq!(sizes(&pace), 1..=1, "nobody knows how long matches take");
        pace.note(Duration::from_millis(50));
        // 250 ms, and 1.5 s.
        assert_eq!(sizes(&pace), 5..=30);
        let short = Pace::default();
        short.note(Duration::from_micros(1));
        assert_eq!(sizes(&short), 16..=64);
    }

    #[test]
    fn results_are_stored_before_slots_have_nothing_to_do() {
        // Two rounds of 24 matches on two slots.
        assert!(is_busy(4, 25, 23));
        assert!(!is_busy(4, 24, 24), "a round may be over");
        // A few matches, and the last ones of many.
        assert!(is_busy(4, 4, 0));
        assert!(!is_busy(4, 3, 1));
    }

    #[test]
    fn a_cluster_gets_more_when_half_is_done() {
        let pace = Pace::default();
        assert_eq!(room(&pace, 4, 0), Some(4), "nobody knows how long matches take");
        pace.note(Duration::from_millis(500));
        // 3 s for each of four jobs are 24 matches.
        assert_eq!(room(&pace, 4, 0), Some(24));
        assert_eq!(room(&pace, 4, 12), Some(12));
        assert_eq!(room(&pace, 4, 13), None);
        assert_eq!(room(&pace, 4, 40), None, "workers have left");
        assert_eq!(room(&pace, 0, 0), None, "there are no workers");
        assert_eq!(room(&pace, 10_000, 0), Some(SHARED_MAX));
        // One job at a time, and none: less than half is no reason to wait.
        let slow = Pace::default();
        slow.note(Duration::from_secs(5));
        assert_eq!(room(&slow, 1, 0), Some(1));
        assert_eq!(room(&slow, 1, 1), None);
    }
}
