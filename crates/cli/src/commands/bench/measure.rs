//! Measures each figure.

use super::figures::{Better, Figure};
use crate::failure::Failure;
use crate::input;
use arena::play::{Nobody, Played};
use arena::{Entrant, Plan, Products};
use engine::batch::{Batch, Lists};
use engine::record::{Record, Unusable};
use engine::{DynGame, DynState, Ruleset, Setup};
use std::borrow::Cow;
use std::io::Write;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Matches that a batch steps together.
const BATCH: usize = 256;

/// Measures one figure once.
type Measure = Box<dyn FnMut() -> Result<f64, Failure>>;

/// A figure and how it is measured.
pub struct Gauge {
    /// The figure, still without values.
    pub figure: Figure,
    /// Gives the next value.
    pub measure: Measure,
}

/// A figure that is not measured yet.
pub fn gauge(game: &str, what: &str, unit: &str, better: Better, measure: Measure) -> Gauge {
    let (game, what, unit) = (game.into(), what.into(), unit.into());
    Gauge { figure: Figure { game, what, unit, better, values: Vec::new() }, measure }
}

/// A game with its default settings.
pub struct Stadium {
    /// The game.
    pub game: &'static dyn DynGame,
    settings: Cow<'static, [u8]>,
    /// How many players sit down.
    pub seats: usize,
    at_least: Duration,
}

/// Seconds that this thread has worked: other programs do not count, where the system tells.
struct Watch {
    begin: Instant,
    worked: Option<u64>,
}

impl Watch {
    fn start() -> Self {
        Self { begin: Instant::now(), worked: worked() }
    }

    fn seconds(&self) -> f64 {
        match (self.worked, worked()) {
            (Some(before), Some(now)) if now > before => (now - before) as f64 / 1e9,
            _ => self.begin.elapsed().as_secs_f64(),
        }
    }
}

/// Nanoseconds that Linux let this thread work.
fn worked() -> Option<u64> {
    // The count is brought up to date when a thread gives way.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// Which files a match makes.
#[derive(Clone, Copy, Default)]
pub struct Files {
    res: bool,
    record: bool,
}

/// The counts of a match.
struct Tally {
    rounds: usize,
    res: usize,
    record: usize,
}

/// Counts what is written.
#[derive(Default)]
struct Count<'a>(Option<&'a mut usize>);

impl Write for Count<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if let Some(count) = &mut self.0 {
            **count += bytes.len();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Stadium {
    fn entrants(&self, player: &'static str) -> Vec<Entrant> {
        vec![Entrant::built_in(self.game, player); self.seats]
    }

    fn play(&self, entrants: &[Entrant], seed: u32, files: Files) -> Result<Tally, Failure> {
        let mut res = 0;
        let sink = files.res.then(|| Box::new(Count(Some(&mut res))) as Box<dyn Write + '_>);
        let products = Products { res: sink, record: files.record, film: false };
        let played = self.played(entrants, seed, products)?;
        let record = played.record.map_or(0, |record| record.to_bytes().len());
        Ok(Tally { rounds: played.rounds, res, record })
    }

    fn played(
        &self,
        entrants: &[Entrant],
        seed: u32,
        products: Products<'_>,
    ) -> Result<Played, Failure> {
        let setup = Setup {
            seed: seed.to_string(),
            ruleset: Ruleset::Statement,
            names: entrants.iter().map(|e| e.seated.name.clone()).collect(),
            judged: false,
        };
        let plan = Plan { game: self.game, settings: &self.settings, setup, entrants };
        arena::play::play(&plan, products, &mut Nobody).map_err(Failure::ours)
    }

    /// Matches and rounds per second, for as long as a measurement takes.
    pub fn speed(&self, entrants: &[Entrant], files: Files) -> Result<(f64, f64), Failure> {
        let mut rounds = 0;
        let (times, seconds) = self.repeat(|seed| {
            rounds += self.play(entrants, seed, files)?.rounds;
            Ok(())
        })?;
        Ok((f64::from(times) / seconds, rounds as f64 / seconds))
    }

    /// Does something again and again, for as long as a measurement takes: how often, and the
    /// seconds of that. The function gets 1, 2, 3 and so on.
    fn repeat(
        &self,
        mut once: impl FnMut(u32) -> Result<(), Failure>,
    ) -> Result<(u32, f64), Failure> {
        let (watch, mut times) = (Watch::start(), 0);
        // Looking at the watch takes its time, too: it is done more and more seldom.
        let (mut seconds, mut look_at) = (0.0, 1);
        while seconds < self.at_least.as_secs_f64() {
            while times < look_at {
                times += 1;
                once(times)?;
            }
            look_at += 1 + times / 4;
            seconds = watch.seconds();
        }
        Ok((times, seconds))
    }
}

/// All figures of a game.
pub fn gauges(game: &'static dyn DynGame, at_least: Duration) -> Result<Vec<Gauge>, Failure> {
    let settings = input::settings(game, None)?;
    let seats = game.check_settings(&settings.text).map_err(|r| input::refused(&settings, &r))?;
    let stadium = Rc::new(Stadium { game, settings: settings.text, seats, at_least });
    let id = game.facts().id;
    let mut all = Vec::new();
    for player in game.facts().players.iter().copied() {
        let stadium = Rc::clone(&stadium);
        let entrants = stadium.entrants(player);
        let measure = move || Ok(stadium.speed(&entrants, Files::default())?.1);
        let what = format!("four {player}");
        all.push(gauge(id, &what, "rounds/s", Better::More, Box::new(measure)));
    }
    for (what, res) in [("four Demo, no file", false), ("four Demo, result file", true)] {
        let stadium = Rc::clone(&stadium);
        let entrants = stadium.entrants("Demo");
        let files = Files { res, record: false };
        let measure = move || Ok(stadium.speed(&entrants, files)?.0);
        all.push(gauge(id, what, "matches/s", Better::More, Box::new(measure)));
    }
    all.push(batch(&stadium));
    #[cfg(feature = "players")]
    all.extend(super::sandboxed::gauges(&stadium)?);
    all.extend(records(&stadium)?);
    all.extend(sizes(&stadium));
    Ok(all)
}

/// Matches stepped together without players.
fn batch(stadium: &Rc<Stadium>) -> Gauge {
    let (id, stadium) = (stadium.game.facts().id, Rc::clone(stadium));
    let seeds: Vec<String> = (1..=BATCH).map(|seed| seed.to_string()).collect();
    let measure = move || {
        let begun = Batch::new(stadium.game, &stadium.settings, Ruleset::Statement, &seeds);
        let mut batch = begun.map_err(Failure::ours)?;
        let (watch, mut rounds, mut views) = (Watch::start(), 0, Lists::new());
        while batch.running() > 0
            && (rounds == 0 || watch.seconds() < stadium.at_least.as_secs_f64())
        {
            rounds += batch.running();
            batch.observe(0, &mut views);
            batch.step(&[], &[]);
        }
        Ok(rounds as f64 / watch.seconds())
    };
    let what = format!("batch of {BATCH}, one view each");
    gauge(id, &what, "rounds/s", Better::More, Box::new(measure))
}

/// Works on a record; the state is the last one of its match.
type Handle = fn(&Record, &'static dyn DynGame, &dyn DynState) -> Result<(), Unusable>;

/// The judge's work with a record. To verify is to replay with digests, which a match with a record
/// computes as well.
const RECORDS: [(&str, Handle); 3] = [
    ("four Demo, record compressed", |record, _, _| {
        std::hint::black_box(record.to_bytes());
        Ok(())
    }),
    ("four Demo, record replayed", |record, game, last| record.leads_to(game, last)),
    ("four Demo, record verified", |record, game, _| record.verify(game)),
];

fn records(stadium: &Rc<Stadium>) -> Result<[Gauge; RECORDS.len()], Failure> {
    let products = Products { record: true, ..Products::default() };
    let played = Rc::new(stadium.played(&stadium.entrants("Demo"), 1, products)?);
    Ok(RECORDS.map(|(what, handle)| {
        let (id, stadium, played) = (stadium.game.facts().id, Rc::clone(stadium), played.clone());
        let measure = move || {
            let Some(record) = &played.record else { return Ok(0.0) };
            let once = |_| handle(record, stadium.game, &*played.last).map_err(Failure::ours);
            let (times, seconds) = stadium.repeat(once)?;
            Ok(1e6 * seconds / f64::from(times))
        };
        gauge(id, what, "us", Better::Less, Box::new(measure))
    }))
}

fn sizes(stadium: &Rc<Stadium>) -> [Gauge; 2] {
    let id = stadium.game.facts().id;
    let size = |of: fn(&Tally) -> usize| -> Measure {
        let (stadium, mut known) = (Rc::clone(stadium), None);
        Box::new(move || {
            // It never changes, so once is enough.
            if known.is_none() {
                let files = Files { res: true, record: true };
                known = Some(of(&stadium.play(&stadium.entrants("Demo"), 1, files)?) as f64);
            }
            Ok(known.unwrap_or_default())
        })
    };
    let of = |what, measure| gauge(id, what, "bytes", Better::Less, measure);
    [of("four Demo, .res", size(|t| t.res)), of("four Demo, .match", size(|t| t.record))]
}

/// From the call of the program to its end, when it has nothing to do.
pub fn start_up() -> Gauge {
    const STARTS: u32 = 5;
    let measure = || {
        let program = std::env::current_exe().map_err(Failure::ours)?;
        let begin = Instant::now();
        for _ in 0..STARTS {
            let mut command = Command::new(&program);
            let ran = command.arg("--version").stdout(Stdio::null()).status();
            ran.map_err(Failure::ours)?;
        }
        Ok(1e3 * begin.elapsed().as_secs_f64() / f64::from(STARTS))
    };
    gauge("-", "start and end of the program", "ms", Better::Less, Box::new(measure))
}
