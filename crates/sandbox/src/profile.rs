//! The profile of a player: samples of its stack, a thousand a second.
//!
//! Sampling needs checks in the compiled code, so it has a [`Sandbox`](crate::Sandbox) of its own
//! kind. Fuel and behaviour are the same there.
//!
//! Of a player in a script language the stack shows its engine only. So it needs an engine that is
//! made for profiles and says itself at which lines the player is; such an engine spends more fuel.

use crate::guest::Guest;
use crate::receipt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wasmtime::{
    Engine, GuestProfiler, Memory, Module, StoreContextMut, UpdateDeadline, WasmBacktrace,
};

/// Time between two samples.
pub(crate) const INTERVAL: Duration = Duration::from_millis(1);

/// Collects samples of one player; ask it when the match is over and the player dropped.
/// Clones share what they collect.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    samples: Arc<Mutex<Samples>>,
}

#[derive(Debug, Default)]
struct Samples {
    count: u64,
    functions: BTreeMap<String, (u64, u64)>,
    lines: BTreeMap<(String, u32), (u64, u64)>,
    firefox: Vec<u8>,
}

/// How hot a function of the author is: what it calls in a library counts as its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Hot {
    /// Its name.
    pub function: String,
    /// Share of the time spent in itself, 0 ..= 1.
    pub alone: f64,
    /// Share of the time spent in it and what it calls, 0 ..= 1.
    pub inside: f64,
}

/// How hot a line of a script is. Calls of functions of other files count as the line's own.
#[derive(Clone, Debug, PartialEq)]
pub struct HotLine {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// Share of the time spent in the line itself, 0 ..= 1.
    pub alone: f64,
    /// Share of the time spent in the line and in the file's functions that it calls, 0 ..= 1.
    pub inside: f64,
}

impl Profile {
    /// A profile without samples.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of samples taken so far, about one for each millisecond of thinking.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.lock().count
    }

    /// The functions in which most time was spent, hottest first, at most `most` of them.
    #[must_use]
    pub fn hottest(&self, most: usize) -> Vec<Hot> {
        let samples = self.lock();
        let share = |n: u64| n as f64 / samples.count.max(1) as f64;
        let mut all: Vec<(&String, &(u64, u64))> = samples.functions.iter().collect();
        all.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let hot = |(function, &(alone, inside)): (&String, &(u64, u64))| Hot {
            function: function.clone(),
            alone: share(alone),
            inside: share(inside),
        };
        all.into_iter().take(most).map(hot).collect()
    }

    /// The lines of a player in a script language in which most time was spent, hottest first, at
    /// most `most` of them.
    #[must_use]
    pub fn hottest_lines(&self, most: usize) -> Vec<HotLine> {
        let samples = self.lock();
        let share = |n: u64| n as f64 / samples.count.max(1) as f64;
        let mut all: Vec<_> = samples.lines.iter().collect();
        all.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let hot = |((file, line), &(alone, inside)): (&(String, u32), &(u64, u64))| HotLine {
            file: file.clone(),
            line: *line,
            alone: share(alone),
            inside: share(inside),
        };
        all.into_iter().take(most).map(hot).collect()
    }

    /// The whole profile as a file for <https://profiler.firefox.com>; empty as long as the
    /// player lives.
    #[must_use]
    pub fn firefox(&self) -> Vec<u8> {
        self.lock().firefox.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Samples> {
        // Nothing panics while it holds the lock, and counts are never half-written.
        self.samples.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A sampler that feeds this profile.
    pub(crate) fn sampler(&self, module: &Module) -> Sampler {
        let named = [("player".to_string(), module.clone())];
        let profiler = GuestProfiler::new(module.engine(), "player", INTERVAL, named);
        Sampler { profiler: profiler.ok(), profile: self.clone(), last: Instant::now() }
    }
}

/// Takes samples of one player.
pub(crate) struct Sampler {
    profiler: Option<GuestProfiler>,
    profile: Profile,
    last: Instant,
}

impl Sampler {
    fn sample(&mut self, store: &StoreContextMut<'_, Guest>) {
        let since = std::mem::replace(&mut self.last, Instant::now()).elapsed();
        if let Some(profiler) = &mut self.profiler {
            // A pause between two rounds is nobody's time.
            profiler.sample(store, since.min(2 * INTERVAL));
        }
        let trace = WasmBacktrace::force_capture(store);
        let mut samples = self.profile.lock();
        samples.count += 1;
        let calls = receipt::own_functions(&trace);
        if let Some(innermost) = calls.first() {
            samples.functions.entry(innermost.clone()).or_default().0 += 1;
        }
        for function in BTreeSet::from_iter(calls) {
            samples.functions.entry(function).or_default().1 += 1;
        }
    }
}

/// The data of an engine for profiles in its memory: whether it is asked, the length of its
/// answer, the answer.
const HEAD_BYTES: usize = 8;
const ANSWER_BYTES_MAX: usize = 4000;

/// Takes the last answer of an engine for profiles, and asks it again.
fn ask(store: &mut StoreContextMut<'_, Guest>, (memory, at): (Memory, u32)) -> Option<String> {
    let all = memory.data_mut(store).get_mut(at as usize..)?;
    let (head, text) = all.split_at_mut_checked(HEAD_BYTES)?;
    let len = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    let answer = text.get(..len.min(ANSWER_BYTES_MAX))?;
    let answer = String::from_utf8_lossy(answer).into_owned();
    head.copy_from_slice(&[1, 0, 0, 0, 0, 0, 0, 0]);
    (!answer.is_empty()).then_some(answer)
}

impl Samples {
    /// Adds an answer: one call a line, innermost first; file, line and function with tabs between.
    /// Files of players begin with `AI`, the library's do not.
    fn add(&mut self, answer: &str) {
        self.count += 1;
        let mut seen = BTreeSet::new();
        for call in answer.lines() {
            let mut words = call.split('\t');
            let (Some(file), Some(line)) = (words.next(), words.next()) else { continue };
            let Ok(line) = line.parse() else { continue };
            let place = (file.to_string(), line);
            if !file.starts_with("AI") || !seen.insert(place.clone()) {
                continue;
            }
            let (alone, inside) = self.lines.entry(place).or_default();
            *alone += u64::from(seen.len() == 1);
            *inside += 1;
        }
    }
}

impl Drop for Sampler {
    fn drop(&mut self) {
        let mut file = Vec::new();
        if let Some(profiler) = self.profiler.take()
            && profiler.finish(&mut file).is_ok()
        {
            self.profile.lock().firefox = file;
        }
    }
}

/// Called by the guest's own checks, once in an interval.
pub(crate) fn on_tick(mut store: StoreContextMut<'_, Guest>) -> wasmtime::Result<UpdateDeadline> {
    if let Some(sample) = store.data().sample {
        let answer = ask(&mut store, sample);
        if let (Some(answer), Some(sampler)) = (answer, &store.data().sampler) {
            sampler.profile.lock().add(&answer);
        }
        return Ok(UpdateDeadline::Continue(1));
    }
    if let Some(mut sampler) = store.data_mut().sampler.take() {
        sampler.sample(&store);
        store.data_mut().sampler = Some(sampler);
    }
    Ok(UpdateDeadline::Continue(1))
}

/// Lets an engine's guests notice that time goes by, as long as the engine lives.
pub(crate) fn tick(engine: &Engine) {
    let engine = engine.weak();
    let ticker = std::thread::Builder::new().name("palestra profile".into());
    // Without the thread there are no samples, and nothing else is amiss.
    let _ = ticker.spawn(move || {
        while let Some(engine) = engine.upgrade() {
            engine.increment_epoch();
            drop(engine);
            std::thread::sleep(INTERVAL);
        }
    });
}
