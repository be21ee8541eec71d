//! A search for slow modules: shapes of modules with a few numbers each, and a climb towards
//! those that take most time, for their fuel or for a compiler.
//!
//! Modules are text, so that people can read what was found. Shape and text depend on the seed
//! only; the times that the climb is given do not.

mod compiling;
mod running;

pub use compiling::COMPILING;
pub use running::RUNNING;

use std::fmt;
use std::time::Duration;

/// A kind of modules: its numbers and how they become text.
#[derive(Debug)]
pub struct Kind {
    /// The part that it stresses.
    pub name: &'static str,
    /// Its numbers: name, smallest and largest value.
    pub numbers: &'static [(&'static str, u32, u32)],
    /// Fields of the module, and the body of a function that runs without end.
    write: fn(&[u32]) -> Parts,
}

/// The additions of a kind to a player.
struct Parts {
    /// Pages of memory.
    pages: u32,
    fields: String,
    body: String,
}

impl Parts {
    fn new(fields: impl Into<String>, body: impl Into<String>) -> Self {
        Self { pages: 2, fields: fields.into(), body: body.into() }
    }
}

/// One module of a kind.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Its kind.
    pub kind: &'static Kind,
    /// Its numbers, in the order of the kind's.
    pub numbers: Vec<u32>,
}

impl Shape {
    /// A module of this kind with these numbers, each moved into its range.
    #[must_use]
    pub fn new(kind: &'static Kind, numbers: &[u32]) -> Self {
        let all = kind.numbers.iter().enumerate();
        let fit = |(k, (_, low, high)): (usize, &(&str, u32, u32))| {
            numbers.get(k).copied().unwrap_or(*low).clamp(*low, *high)
        };
        Self { kind, numbers: all.map(fit).collect() }
    }

    /// Geometric means of the smallest and the largest numbers.
    fn middle(kind: &'static Kind) -> Self {
        let mean = |(_, low, high): &(&str, u32, u32)| {
            (u64::from(*low.max(&1)) * u64::from(*high)).isqrt() as u32
        };
        Self::new(kind, &kind.numbers.iter().map(mean).collect::<Vec<_>>())
    }

    /// The module as text: a player that does its work in `palestra_begin`.
    #[must_use]
    pub fn text(&self) -> String {
        let Parts { pages, fields, body } = (self.kind.write)(&self.numbers);
        format!(
            "(module {fields} (memory (export \"memory\") {pages})
            (func (export \"palestra_abi\") (result i32) (i32.const 1))
            (func (export \"palestra_buffer\") (param i32) (result i32) (i32.const 1024))
            (func (export \"palestra_begin\") (param i32) {body})
            (func (export \"palestra_play\") (param i32 i32) (result i32) (i32.const 16)))"
        )
    }

    /// The same kind with one number changed: a little, by a factor, or at will.
    fn changed(&self, random: &mut Random) -> Self {
        let mut numbers = self.numbers.clone();
        if let Some(k) = random.below(numbers.len() as u64) {
            let (_, low, high) = self.kind.numbers[k as usize];
            let old = numbers[k as usize];
            numbers[k as usize] = match random.below(6) {
                Some(0) => old.saturating_add(1),
                Some(1) => old.saturating_sub(1),
                Some(2) => old.saturating_mul(2),
                Some(3) => old / 2,
                Some(4) => random.between(low, high),
                _ => random.between(low, low + (high - low) / 16),
            };
        }
        Self::new(self.kind, &numbers)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        for ((name, ..), number) in self.kind.numbers.iter().zip(&self.numbers) {
            write!(f, ", {name} {number}")?;
        }
        Ok(())
    }
}

/// CPU time of this thread.
#[must_use]
pub fn cpu_time() -> Duration {
    crate::clock::now()
}

/// CPU time of all threads of this process.
#[cfg(unix)]
#[must_use]
pub fn cpu_time_of_process() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(now).unwrap_or_default()
}

/// Time since the first call: other systems have no clock that is as cheap.
#[cfg(not(unix))]
#[must_use]
pub fn cpu_time_of_process() -> Duration {
    crate::clock::now()
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> Option<u64> {
        self.next().checked_rem(end)
    }

    fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(u64::from(high - low) + 1).unwrap_or(0) as u32
    }
}

/// Tries `steps` shapes of these kinds and returns the worst of each kind, worst first.
///
/// `score` measures a shape; `None` drops it. Every kind is tried first with its smallest numbers,
/// with numbers in the middle, and with its largest; then each step changes one number of the
/// worst shape of a kind.
pub fn climb(
    kinds: &'static [Kind],
    steps: usize,
    seed: u64,
    mut score: impl FnMut(&Shape) -> Option<f64>,
) -> Vec<(f64, Shape)> {
    let mut random = Random(seed);
    let mut worst: Vec<(f64, Shape)> =
        kinds.iter().map(|kind| (f64::NEG_INFINITY, Shape::new(kind, &[]))).collect();
    for step in 0..steps {
        let turn = step % kinds.len().max(1);
        let Some(best) = worst.get_mut(turn) else { break };
        let shape = match step / kinds.len() {
            0 => best.1.clone(),
            1 => Shape::middle(best.1.kind),
            2 => Shape::new(best.1.kind, &[u32::MAX; 8]),
            _ => best.1.changed(&mut random),
        };
        if let Some(found) = score(&shape).filter(|found| *found > best.0) {
            *best = (found, shape);
        }
    }
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    worst
}
