//! The counts of callgrind by function, and their difference from a committed baseline.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A case that takes this many hundredths more than the baseline fails.
pub const MOST_GROWTH: f64 = 3.0;
/// Functions below this share of their case are left out of the baseline.
const SMALLEST_SHARE: f64 = 0.005;
/// Code that looks which instructions the processor has: its counts differ between machines.
const DEPENDS_ON_MACHINE: [&str; 5] = ["blake3", "std_detect", "crc32fast", "memchr::", "zlib_rs"];

/// Instructions of one case, by function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All instructions of our own code.
    pub total: u64,
    /// Those of the functions that matter, without the functions that these call.
    pub functions: BTreeMap<String, u64>,
}

/// Cases by name.
pub type Baseline = BTreeMap<String, Counts>;

/// Reads a callgrind profile: what the functions of `program` took. The loader, the C library
/// and code that depends on the processor are left out.
pub fn read_profile(profile: &str, program: &str) -> Counts {
    let mut names = [BTreeMap::new(), BTreeMap::new()];
    let (mut ours, mut function) = (false, String::new());
    let (mut functions, mut call_follows) = (BTreeMap::new(), false);
    for line in profile.lines() {
        if let Some(object) = line.strip_prefix("ob=") {
            ours = named(&mut names[0], object).ends_with(program);
        } else if let Some(name) = line.strip_prefix("fn=") {
            function = named(&mut names[1], name);
        } else if let Some(object) = line.strip_prefix("cob=") {
            named(&mut names[0], object);
        } else if let Some(name) = line.strip_prefix("cfn=") {
            named(&mut names[1], name);
        } else if line.starts_with("calls=") {
            call_follows = true;
        } else if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c)) {
            // The line behind `calls=` is what the called function took.
            let cost = line.split_whitespace().nth(1).and_then(|cost| cost.parse::<u64>().ok());
            if let (false, true, Some(cost)) = (call_follows, ours, cost) {
                *functions.entry(function.clone()).or_default() += cost;
            }
            call_follows = false;
        }
    }
    functions.retain(|name: &String, _| !depends_on_machine(name));
    Counts { total: functions.values().sum(), functions }
}

/// Whether a function is one of [`DEPENDS_ON_MACHINE`]. The assembly of BLAKE3 has only an address in
/// profiles; our own functions have names.
fn depends_on_machine(function: &str) -> bool {
    function.starts_with("0x") || DEPENDS_ON_MACHINE.iter().any(|code| function.contains(code))
}

/// A name as profiles write it: `(7) name` the first time, `(7)` from then on.
fn named(known: &mut BTreeMap<String, String>, text: &str) -> String {
    let Some((key, name)) = text.split_once(')') else { return text.into() };
    if name.is_empty() {
        return known.get(key).cloned().unwrap_or_default();
    }
    // A recursive function has its depth behind its name.
    let name = name.trim_start().split('\'').next().unwrap_or_default();
    known.insert(key.into(), name.into());
    name.into()
}

/// The baseline as text: a line per case, the functions that matter indented below it.
pub fn write_baseline(compiler: &str, cases: &Baseline) -> String {
    let mut text = format!("# Instructions of our own code, counted by callgrind.\n# {compiler}\n");
    for (case, counts) in cases {
        let _ = writeln!(text, "{case}\t{}", counts.total);
        let least = (counts.total as f64 * SMALLEST_SHARE) as u64;
        let mut rows: Vec<_> = counts.functions.iter().filter(|(_, n)| **n > least).collect();
        rows.sort_by_key(|(name, n)| (std::cmp::Reverse(**n), *name));
        for (name, n) in rows {
            let _ = writeln!(text, "\t{n}\t{name}");
        }
    }
    text
}

/// Reads what [`write_baseline`] wrote: the compiler, and the cases.
pub fn read_baseline(text: &str) -> (String, Baseline) {
    let (mut compiler, mut cases, mut case) = (String::new(), Baseline::new(), String::new());
    for line in text.lines() {
        if let Some(comment) = line.strip_prefix("# ") {
            compiler = comment.into();
        } else if let Some((count, name)) = line.strip_prefix('\t').and_then(|l| l.split_once('\t'))
        {
            let counts: &mut Counts = cases.entry(case.clone()).or_default();
            counts.functions.insert(name.into(), count.parse().unwrap_or(0));
        } else if let Some((name, total)) = line.split_once('\t') {
            case = name.into();
            cases.entry(case.clone()).or_default().total = total.parse().unwrap_or(0);
        }
    }
    (compiler, cases)
}

/// How many hundredths more than before.
pub fn growth(before: u64, now: u64) -> f64 {
    100.0 * (now as f64 - before as f64) / before.max(1) as f64
}

/// The functions that grew most, with what they took before and take now.
pub fn grown(before: &Counts, now: &Counts) -> Vec<(String, u64, u64)> {
    let least = before.total / 500;
    let took = |name: &String| before.functions.get(name).copied().unwrap_or(0);
    let mut all: Vec<_> = now
        .functions
        .iter()
        .filter(|(name, now)| **now > took(name) + least)
        .map(|(name, now)| (name.clone(), took(name), *now))
        .collect();
    all.sort_by_key(|(name, before, now)| (std::cmp::Reverse(now - before), name.clone()));
    all.truncate(5);
    all
}
