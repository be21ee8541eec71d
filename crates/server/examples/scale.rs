//! A season on many machines, simulated: what `docs/src/scale.md` says.
//!
//! ```sh
//! cargo run --release --package server --example scale             # the tables of the chapter
//! cargo run --release --package server --example scale -- measure  # what standings cost here
//! ```
//!
//! Discrete events, whole microseconds, no clock, no randomness: the same table everywhere. The
//! rules are those of `server::db::queue` and `server::jobs`; the costs were measured.
#![allow(dead_code, reason = "the test of the chapter uses a part of it")]

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};
use std::fmt::Write;

/// What was measured, in microseconds of one processor; the chapter says how.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// A match: played, replayed, recorded.
    pub one: u64,
    /// The database for a batch: claimed and delivered.
    pub batch: u64,
    /// The database for each result of it.
    pub row: u64,
    /// The database for each match that is planned.
    pub planned: u64,
    /// The database when somebody asks in vain.
    pub vain: u64,
    /// The store for the files of a match.
    pub files: u64,
    /// The standings after a round, for ladders of so many players.
    pub standings: [(u64, u64); 3],
}

/// The figures of the chapter.
pub const COSTS: Costs = Costs {
    one: 23_000,
    batch: 5_000,
    row: 1_000,
    planned: 700,
    vain: 1_400,
    files: 1_100,
    standings: [(100, 26_000), (200, 95_000), (400, 508_000)],
};

impl Costs {
    /// Beyond what was measured, with the third power: the fit inverts a matrix.
    fn standings(&self, players: u64) -> u64 {
        let measured = self.standings.iter().rev().find(|(n, _)| *n <= players);
        let (n, cost) = *measured.unwrap_or(&self.standings[0]);
        cost * players.pow(3) / n.pow(3)
    }
}

/// A season.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Leagues that play side by side, each with a ladder of its own.
    pub leagues: usize,
    /// Players of each.
    pub players: u64,
    /// Rounds of each ladder: four matches for everybody in a round.
    pub rounds: u32,
    /// Machines with eight slots each.
    pub machines: usize,
    /// Processors of the database.
    pub database: u64,
}

const SLOTS: usize = 8;
/// Matches of one batch take about so long together, and are at most so many.
const BATCH: (u64, u64) = (1_500_000, 64);
/// Rounds of a ladder that are under way at once.
const UNDER_WAY: usize = 2;
/// A slot without work asks again after so long.
const NAP: u64 = 2_000_000;
const SECOND: u64 = 1_000_000;

/// What happens at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A slot looks for work.
    Idle,
    /// A slot has played so many matches of a league's round.
    Played { league: usize, round: u32, done: u64 },
    /// A slot has counted the first of a league's rounds.
    Counted(usize),
    /// The next round of a league is planned.
    Planned(usize),
}

/// What a simulation gives.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Matches played.
    pub matches: u64,
    /// Seconds from the first to the last.
    pub seconds: u64,
    /// Share of the slots' time in which matches are played, per mille.
    pub busy: u64,
    /// Share of the database's time that is used, per mille.
    pub database: u64,
    /// Share of the slots' time in which rounds are counted, per mille.
    pub counting: u64,
    /// Matches of a batch on average, in tenths.
    pub batch: u64,
}

/// A server with a queue: work that comes at `now` is done at the moment it gives.
struct Server {
    free: u64,
    used: u64,
    processors: u64,
}

impl Server {
    fn new(processors: u64) -> Self {
        Self { free: 0, used: 0, processors }
    }

    fn serve(&mut self, now: u64, work: u64) -> u64 {
        let work = work / self.processors;
        self.used += work;
        self.free = self.free.max(now) + work;
        self.free
    }
}

/// A round that is under way.
struct Round {
    waiting: u64,
    playing: u64,
}

struct League {
    /// Rounds under way, the oldest first, and the number of that one.
    rounds: VecDeque<Round>,
    first: u32,
    /// Rounds that are not planned yet.
    left: u32,
    /// Whether a slot is counting the oldest round.
    counting: bool,
    served: u64,
}

impl League {
    /// The oldest round in which something is to be played: its number, and how much.
    fn waiting(&self) -> Option<(u32, u64)> {
        let found = self.rounds.iter().position(|round| round.waiting > 0)?;
        Some((self.first + found as u32, self.rounds[found].waiting))
    }

    /// Whether the oldest round is played and nobody counts it.
    fn due(&self) -> bool {
        !self.counting && self.rounds.front().is_some_and(|r| r.waiting + r.playing == 0)
    }
}

struct Cluster {
    plan: Plan,
    costs: Costs,
    slots: u64,
    leagues: Vec<League>,
    /// How many of them have rounds under way.
    open: u64,
    /// Leagues with something to play, those first whose turn it is.
    turns: BTreeSet<(u64, usize)>,
    clock: u64,
    played: u64,
    batches: u64,
    busy: u64,
    counting: u64,
    /// Slots without work, which ask again and again, and until when that is counted.
    idle: (u64, u64),
    database: Server,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    number: u64,
    last: u64,
}

/// Plays a season.
#[must_use]
pub fn simulate(plan: Plan, costs: Costs) -> Outcome {
    let slots = plan.machines * SLOTS;
    let mut cluster = Cluster {
        plan,
        costs,
        slots: slots as u64,
        leagues: Vec::new(),
        open: plan.leagues as u64,
        turns: BTreeSet::new(),
        clock: 0,
        played: 0,
        batches: 0,
        busy: 0,
        counting: 0,
        idle: (0, 0),
        database: Server::new(plan.database),
        events: BinaryHeap::new(),
        number: 0,
        last: 0,
    };
    for league in 0..plan.leagues {
        let rounds = VecDeque::with_capacity(UNDER_WAY);
        let (first, left) = (0, plan.rounds);
        cluster.leagues.push(League { rounds, first, left, counting: false, served: 0 });
        (0..UNDER_WAY).for_each(|_| cluster.plan_next(0, league));
    }
    // Slots begin within a nap of each other.
    for k in 0..slots {
        cluster.at(NAP * k as u64 / slots as u64, Event::Idle);
    }
    while let Some(Reverse((now, _, event))) = cluster.events.pop() {
        cluster.asked(now);
        match event {
            Event::Idle => cluster.look(now, 0),
            Event::Played { league, round, done } => cluster.deliver(now, league, round, done),
            Event::Counted(league) => cluster.counted(now, league),
            Event::Planned(league) => {
                let one = &mut cluster.leagues[league];
                one.rounds.push_back(Round { waiting: plan.players, playing: 0 });
                cluster.turns.insert((one.served, league));
                cluster.wake(now);
            }
        }
    }
    cluster.outcome()
}

impl Cluster {
    fn at(&mut self, moment: u64, event: Event) {
        self.number += 1;
        self.events.push(Reverse((moment, self.number, event)));
    }

    /// As many slots as there are new matches find them when they ask the next time.
    fn wake(&mut self, now: u64) {
        let count = self.idle.0.min(self.plan.players);
        self.idle.0 -= count;
        for k in 0..count {
            self.at(now + NAP * k / count, Event::Idle);
        }
    }

    /// What asking in vain has cost the database until now.
    fn asked(&mut self, now: u64) {
        let (count, since) = self.idle;
        if now > since {
            let work = u128::from(count * self.costs.vain) * u128::from(now - since);
            self.database.serve(now, u64::try_from(work / u128::from(NAP)).unwrap_or(u64::MAX));
            self.idle.1 = now;
        }
    }

    fn plan_next(&mut self, now: u64, league: usize) {
        let one = &mut self.leagues[league];
        if one.left > 0 {
            one.left -= 1;
            let stored = self.database.serve(now, self.costs.planned * self.plan.players);
            self.at(stored, Event::Planned(league));
        }
    }

    /// A slot delivers a batch; if it was the last of a round, it counts that round.
    fn deliver(&mut self, now: u64, league: usize, round: u32, done: u64) {
        self.played += done;
        self.last = now;
        let one = &mut self.leagues[league];
        one.rounds[(round - one.first) as usize].playing -= done;
        let work = self.costs.row * done;
        if one.due() {
            let delivered = self.database.serve(now, work);
            self.count(delivered, league);
        } else {
            self.look(now, work);
        }
    }

    fn count(&mut self, now: u64, league: usize) {
        self.leagues[league].counting = true;
        let work = self.costs.standings(self.plan.players);
        self.counting += work;
        self.at(now + work, Event::Counted(league));
    }

    fn counted(&mut self, now: u64, league: usize) {
        let one = &mut self.leagues[league];
        one.rounds.pop_front();
        (one.first, one.counting) = (one.first + 1, false);
        self.open -= u64::from(one.rounds.is_empty() && one.left == 0);
        self.last = now;
        self.plan_next(now, league);
        // The next round may have come to its end meanwhile.
        match self.leagues[league].due() {
            true => self.count(now, league),
            false => self.look(now, 0),
        }
    }

    /// A slot takes a batch, having this much to do in the database before.
    fn look(&mut self, now: u64, mut work: u64) {
        let Some((_, league)) = self.turns.pop_first() else {
            // It asks again and again, which `asked` counts.
            self.database.serve(now, work);
            self.idle.0 += 1;
            return;
        };
        let one = &mut self.leagues[league];
        let Some((round, waiting)) = one.waiting() else { return self.look(now, work) };
        let pace = (BATCH.0 / self.costs.one).clamp(1, BATCH.1);
        let all: u64 = one.rounds.iter().map(|round| round.waiting).sum();
        let share = all.min(4000) * self.open / (2 * self.slots);
        let count = share.max(1).min(pace).min(waiting);
        let taken = &mut one.rounds[(round - one.first) as usize];
        (taken.waiting, taken.playing) = (waiting - count, taken.playing + count);
        self.clock = self.clock.max(one.served);
        one.served = one.served.max(self.clock) + count;
        if all > count {
            self.turns.insert((one.served, league));
        }
        self.batches += 1;
        work += self.costs.batch;
        let begin = self.database.serve(now, work);
        // Files go to the store while the next match is played, but for those of the last one.
        let took = self.costs.one * count;
        self.busy += took;
        let end = begin + took + self.costs.files;
        self.at(end, Event::Played { league, round, done: count });
    }

    fn outcome(&self) -> Outcome {
        let time = self.last.max(1);
        Outcome {
            matches: self.played,
            seconds: time / SECOND,
            busy: 1000 * self.busy / (time * self.slots),
            database: (1000 * self.database.used / time).min(1000),
            counting: 1000 * self.counting / (time * self.slots),
            batch: 10 * self.played / self.batches.max(1),
        }
    }
}

/// The seasons of the chapter: 100,000 players, sixty matches for each.
pub const PLANS: [Plan; 7] = [
    plan(250, 400, 10, 4),
    plan(250, 400, 100, 4),
    plan(1000, 100, 10, 4),
    plan(1000, 100, 100, 4),
    plan(1000, 100, 100, 32),
    plan(1000, 100, 1000, 4),
    plan(1000, 100, 1000, 32),
];

const fn plan(leagues: usize, players: u64, machines: usize, database: u64) -> Plan {
    Plan { leagues, players, rounds: 15, machines, database }
}

/// The table of the chapter.
#[must_use]
pub fn report() -> String {
    let mut text = String::from(
        "ladders of  workers  database    hours  matches/s  playing  counting  database  batch\n",
    );
    for plan in PLANS {
        let got = simulate(plan, COSTS);
        let (hours, rate) = (got.seconds * 100 / 3600, got.matches / got.seconds.max(1));
        let _ = writeln!(
            text,
            "{:>10}  {:>7}  {:>8}  {:>4}.{:02}  {rate:>9}  {:>5} %  {:>6} %  {:>6} %  {:>3}.{}",
            plan.players,
            plan.machines,
            plan.database,
            hours / 100,
            hours % 100,
            got.busy / 10,
            got.counting / 10,
            got.database / 10,
            got.batch / 10,
            got.batch % 10,
        );
    }
    text
}

fn main() {
    if std::env::args().any(|word| word == "measure") {
        measure();
    } else {
        print!("{}", report());
    }
}

/// Prints what counting rounds costs on this machine.
fn measure() {
    use server::ranking::ladder;
    for players in [100_usize, 200, 400, 800] {
        let (who, results) = ladder(players);
        let begin = std::time::Instant::now();
        let rows = ladder::standings(&results, &who, "master", 6).len();
        println!("{players} players: {rows} rows in {} ms", begin.elapsed().as_millis());
    }
}

/// Results of six rounds in which the player with the smaller number is mostly better.
fn ladder(players: usize) -> (Vec<server::ranking::Player>, Vec<server::ranking::Counted>) {
    let who: Vec<_> = (0..players).map(|k| player(&format!("{k:06}"))).collect();
    let mut results = Vec::new();
    for round in 0..6 {
        for number in 0..players {
            for seat in 0..4 {
                let player = (number * 7 + seat * (round * 13 + 5)) % players;
                results.push(server::ranking::Counted {
                    round: round as i64 + 1,
                    number: number as i64,
                    cluster: number as i64 / 4,
                    submission_id: who[player].id.clone(),
                    score: (players - player + number * 31 % players) as i64,
                });
            }
        }
    }
    (who, results)
}

fn player(id: &str) -> server::ranking::Player {
    server::ranking::Player { id: id.into(), name: id.into(), user_id: None }
}
