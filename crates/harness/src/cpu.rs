//! CPU time of processes, as Linux accounts for it.

use std::collections::HashMap;
use std::fs;

/// Milliseconds of a tick of the kernel's accounts: always so on Linux.
const TICK: f64 = 10.0;

/// The kernel's figures of one process.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Account {
    parent: u32,
    /// Ticks of itself and of its children that ended.
    ticks: u64,
}

/// Milliseconds of CPU that a process has used so far, with all that it started.
#[must_use]
pub fn millis(process: u32) -> f64 {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let all: HashMap<u32, Account> = entries
        .filter_map(|entry| {
            let id = entry.file_name().to_str()?.parse().ok()?;
            Some((id, account(&fs::read_to_string(entry.path().join("stat")).ok()?)?))
        })
        .collect();
    of(&all, process) as f64 * TICK
}

fn of(all: &HashMap<u32, Account>, process: u32) -> u64 {
    let own = all.get(&process).map_or(0, |one| one.ticks);
    let children = all.iter().filter(|(_, one)| one.parent == process);
    own + children.map(|(id, _)| of(all, *id)).sum::<u64>()
}

/// Reads `/proc/PID/stat`. The name in it may have brackets and blanks.
fn account(stat: &str) -> Option<Account> {
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |k: usize| fields.get(k)?.parse::<u64>().ok();
    let ticks = (11..15).map(number).sum::<Option<u64>>()?;
    Some(Account { parent: u32::try_from(number(1)?).ok()?, ticks })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_read_behind_any_name() {
        let stat = "7 (a ) b) S 1 7 7 0 -1 4194304 100 200 0 0 11 12 250 50 20 0 1 0 99";
        assert_eq!(account(stat), Some(Account { parent: 1, ticks: 323 }));
        assert_eq!(account("7 (x) S 1"), None);
    }

    #[test]
    fn a_process_has_the_time_of_those_it_started() {
        let all = [(1, 0, 5), (2, 1, 10), (3, 2, 100), (4, 1, 1000), (5, 4, 10_000)];
        let all = all.map(|(id, parent, ticks)| (id, Account { parent, ticks })).into();
        assert_eq!(of(&all, 2), 110);
        assert_eq!(of(&all, 1), 11_115);
        assert_eq!(of(&all, 9), 0);
    }
}
