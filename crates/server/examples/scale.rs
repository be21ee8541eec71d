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
use std::collections::{BTreeSet, BinaryHeap};
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
    /// Standings and plan of a round, for ladders of so many players.
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
    standings: [(100, 828_000), (200, 3_796_000), (400, 18_956_000)],
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
    /// Processes that close and plan rounds: one, as it is.
    pub directors: usize,
}

const SLOTS: usize = 8;
/// Matches of one batch take about so long together, and are at most so many.
const BATCH: (u64, u64) = (1_500_000, 64);
/// A slot without work asks again after so long.
const NAP: u64 = 2_000_000;
const SECOND: u64 = 1_000_000;

/// What happens at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A slot looks for work, having done this many matches of a league.
    Slot(usize, u64),
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
    /// Share of the time in which a round is counted, per mille.
    pub director: u64,
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

struct League {
    waiting: u64,
    playing: u64,
    rounds: u32,
    served: u64,
}

struct Hall {
    plan: Plan,
    costs: Costs,
    slots: u64,
    leagues: Vec<League>,
    /// Leagues with something to play, those first whose turn it is.
    turns: BTreeSet<(u64, usize)>,
    clock: u64,
    played: u64,
    batches: u64,
    busy: u64,
    /// Slots without work, which ask again and again, and until when that is counted.
    idle: (u64, u64),
    database: Server,
    directors: Vec<Server>,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    number: u64,
    last: u64,
}

/// Plays a season.
#[must_use]
pub fn simulate(plan: Plan, costs: Costs) -> Outcome {
    let slots = plan.machines * SLOTS;
    let mut hall = Hall {
        plan,
        costs,
        slots: slots as u64,
        leagues: Vec::new(),
        turns: BTreeSet::new(),
        clock: 0,
        played: 0,
        batches: 0,
        busy: 0,
        idle: (0, 0),
        database: Server::new(plan.database),
        directors: (0..plan.directors).map(|_| Server::new(1)).collect(),
        events: BinaryHeap::new(),
        number: 0,
        last: 0,
    };
    for k in 0..plan.leagues {
        let rounds = plan.rounds;
        hall.leagues.push(League { waiting: 0, playing: 0, rounds, served: 0 });
        hall.close(0, k);
    }
    // Slots begin within a nap of each other.
    for k in 0..slots {
        hall.at(NAP * k as u64 / slots as u64, Event::Slot(usize::MAX, 0));
    }
    while let Some(Reverse((now, _, event))) = hall.events.pop() {
        match event {
            Event::Slot(league, done) => hall.slot(now, league, done),
            Event::Planned(league) => {
                hall.leagues[league].waiting = plan.players;
                hall.leagues[league].rounds -= 1;
                hall.turns.insert((hall.leagues[league].served, league));
                hall.wake(now);
            }
        }
    }
    hall.outcome()
}

impl Hall {
    fn at(&mut self, moment: u64, event: Event) {
        self.number += 1;
        self.events.push(Reverse((moment, self.number, event)));
    }

    /// As many slots as there are new matches find them when they ask the next time.
    fn wake(&mut self, now: u64) {
        self.asked(now);
        let count = self.idle.0.min(self.plan.players);
        self.idle.0 -= count;
        for k in 0..count {
            self.at(now + NAP * k / count, Event::Slot(usize::MAX, 0));
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

    /// A round is counted and the next one planned, by the director that is free first.
    fn close(&mut self, now: u64, league: usize) {
        if self.leagues[league].rounds == 0 {
            return;
        }
        let players = self.plan.players;
        let work = self.costs.standings(players);
        let Some(director) = self.directors.iter_mut().min_by_key(|d| d.free) else { return };
        let done = director.serve(now, work);
        let stored = self.database.serve(done, self.costs.planned * players);
        self.at(stored, Event::Planned(league));
    }

    /// A slot has played a batch, if it has: it delivers and takes another one.
    fn slot(&mut self, now: u64, league: usize, done: u64) {
        self.asked(now);
        let mut work = if done > 0 { self.costs.row * done } else { 0 };
        if done > 0 {
            self.played += done;
            self.leagues[league].playing -= done;
            self.last = now;
            let one = &self.leagues[league];
            if one.waiting + one.playing == 0 {
                self.close(now, league);
            }
        }
        let Some((_, next)) = self.turns.pop_first() else {
            // It asks again and again, which `asked` counts.
            self.database.serve(now, work);
            self.idle.0 += 1;
            return;
        };
        let pace = (BATCH.0 / self.costs.one).clamp(1, BATCH.1);
        let waiting = self.leagues[next].waiting;
        let count = (waiting.min(4000) / (2 * self.slots)).max(1).min(pace).min(waiting);
        let one = &mut self.leagues[next];
        one.waiting -= count;
        one.playing += count;
        self.clock = self.clock.max(one.served);
        one.served = one.served.max(self.clock) + count;
        if one.waiting > 0 {
            self.turns.insert((one.served, next));
        }
        self.batches += 1;
        work += self.costs.batch;
        let begin = self.database.serve(now, work);
        // Files go to the store while the next match is played, but for those of the last one.
        let took = self.costs.one * count;
        self.busy += took;
        self.at(begin + took + self.costs.files, Event::Slot(next, count));
    }

    fn outcome(&self) -> Outcome {
        let time = self.last.max(1);
        let director: u64 = self.directors.iter().map(|d| d.used).sum();
        Outcome {
            matches: self.played,
            seconds: time / SECOND,
            busy: 1000 * self.busy / (time * self.slots),
            database: (1000 * self.database.used / time).min(1000),
            director: (1000 * director / (time * self.directors.len().max(1) as u64)).min(1000),
            batch: 10 * self.played / self.batches.max(1),
        }
    }
}

/// The seasons of the chapter: 100,000 players, sixty matches for each.
pub const PLANS: [Plan; 7] = [
    plan(250, 400, 10, 4, 1),
    plan(1000, 100, 10, 4, 1),
    plan(1000, 100, 100, 4, 1),
    plan(1000, 100, 1000, 4, 1),
    plan(1000, 100, 10, 4, 16),
    plan(1000, 100, 100, 32, 64),
    plan(1000, 100, 1000, 32, 64),
];

const fn plan(leagues: usize, players: u64, machines: usize, db: u64, directors: usize) -> Plan {
    Plan { leagues, players, rounds: 15, machines, database: db, directors }
}

/// The table of the chapter.
#[must_use]
pub fn report() -> String {
    let mut text = String::from(
        "ladders of  workers  database  directors    hours  matches/s  slots  database  \
         directors  batch\n",
    );
    for plan in PLANS {
        let got = simulate(plan, COSTS);
        let (hours, rate) = (got.seconds * 100 / 3600, got.matches / got.seconds.max(1));
        let _ = writeln!(
            text,
            "{:>10}  {:>7}  {:>8}  {:>9}  {:>4}.{:02}  {rate:>9}  {:>3} %  {:>6} %  {:>7} %  \
             {:>3}.{}",
            plan.players,
            plan.machines,
            plan.database,
            plan.directors,
            hours / 100,
            hours % 100,
            got.busy / 10,
            got.database / 10,
            got.director / 10,
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

/// Prints what counting and planning rounds cost on this machine.
fn measure() {
    use server::rank;
    for players in [100_usize, 200, 400, 800] {
        let (who, results) = ladder(players);
        let begin = std::time::Instant::now();
        let rows = rank::standings(&results, &who, "master", 6).len();
        let counted = begin.elapsed().as_millis();
        let groups = rank::next_visits(&results, &[], &who, "master", 7, 1000).len();
        let both = begin.elapsed().as_millis();
        println!("{players} players: {rows} rows in {counted} ms, {groups} groups, {both} ms");
    }
}

/// Results of six rounds in which the player with the smaller number is mostly better.
fn ladder(
    players: usize,
) -> (Vec<server::db::submissions::Submission>, Vec<server::db::matches::Counted>) {
    let who: Vec<_> = (0..players).map(|k| submission(&format!("{k:06}"))).collect();
    let mut results = Vec::new();
    for round in 0..6 {
        for number in 0..players {
            for seat in 0..4 {
                let player = (number * 7 + seat * (round * 13 + 5)) % players;
                results.push(server::db::matches::Counted {
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

fn submission(id: &str) -> server::db::submissions::Submission {
    server::db::submissions::Submission {
        id: id.into(),
        season_id: "season".into(),
        user_id: None,
        name: id.into(),
        name_key: id.into(),
        file: String::new(),
        source: "builtin:Demo".into(),
        size: 0,
        state: "qualified".into(),
        wasm: None,
        report: None,
        verdict: String::new(),
        created: 0,
        decided: None,
    }
}
