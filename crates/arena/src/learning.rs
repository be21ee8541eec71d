//! Many matches at once for programs that learn: actions go in, [features] and rewards come out
//! in flat buffers.
//!
//! Every match has the same game, board file and seats. A seat is a *learner*, which gives one
//! action per unit and round, or a player, which plays by itself. The arrays of all learners lie
//! behind each other: match after match, and in each match seat after seat.

use crate::roster::Entrant;
use crate::stats::place_points::place_points;
pub use engine::features::SCALARS;
use engine::features::{self, Arrays, Space};
use engine::hidden::Start;
use engine::record::{Record, Recorder, Seated};
use engine::{DynGame, Ending, Fatal, Freeze, Match, Notes, Order, Player, Ruleset, Setup, Turn};
use rayon::prelude::*;

/// The player of a seat.
#[derive(Clone, Debug)]
pub enum Chair {
    /// Actions come from outside.
    Learner,
    /// A player of any kind.
    Player(Entrant),
}

/// The reward of a learner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reward {
    /// In each round, how its score grew, less the mean of how the others' scores grew.
    #[default]
    ScoreDifference,
    /// After the last round, its place points: 1 for the best of all, 0 for the worst.
    Place,
}

/// The choices that determine all matches.
#[derive(Clone, Debug)]
pub struct Task {
    /// The text of the settings file.
    pub settings: Vec<u8>,
    /// Which rules hold.
    pub ruleset: Ruleset,
    /// The players, by seat.
    pub chairs: Vec<Chair>,
    /// The reward of learners.
    pub reward: Reward,
    /// Whether a match that is over begins anew, with another seed, in the step after.
    pub restarts: bool,
    /// Whether to keep a record of each match.
    pub records: bool,
    /// How many threads step the matches; 1 uses the caller's.
    pub threads: usize,
}

/// Where a step writes, for all learners of all matches. Cells, units and mask are left out where
/// the slice is empty: for programs that do not look at them.
pub struct Buffers<'a> {
    /// Boards: learners × planes × rows × cols.
    pub cells: &'a mut [u8],
    /// Tables of units: learners × units × columns.
    pub units: &'a mut [i16],
    /// Accepted actions: learners × units × actions.
    pub mask: &'a mut [u8],
    /// Learners × [`SCALARS`]: round, rounds left, the learner's score, those of the seats after
    /// it.
    pub scalars: &'a mut [i32],
    /// Rewards by learner.
    pub rewards: &'a mut [f32],
    /// By learner: 0 while the match goes on, 1 after its last round, 2 when it was cut short.
    pub over: &'a mut [u8],
}

/// The player of a learner's seat: it gives the orders in its hand.
#[derive(Default)]
struct Puppet(Vec<Order>);

impl Player for Puppet {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        turn.orders.append(&mut self.0);
        Ok(())
    }

    fn hand(&mut self) -> Option<&mut Vec<Order>> {
        Some(&mut self.0)
    }
}

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Running,
    Finished,
    CutShort,
}

/// One match.
struct Lane {
    played: Match,
    stage: Stage,
    scores: Vec<i64>,
    /// The scores before the last round.
    before: Vec<i64>,
    ending: Ending,
    seed: u32,
    recorder: Option<Recorder>,
}

/// Matches that are stepped together.
pub struct Learning {
    shared: Shared,
    lanes: Vec<Lane>,
    threads: Option<rayon::ThreadPool>,
}

/// The data that all matches share.
struct Shared {
    game: &'static dyn DynGame,
    start: Box<Start>,
    task: Task,
    space: Space,
    actions: Vec<(&'static str, Order)>,
    learners: Vec<usize>,
}

impl Learning {
    /// One match per seed, at its beginning.
    ///
    /// # Errors
    /// When the game has no features, the settings are refused or leave no board for a seed,
    /// there are not as many chairs as seats, no chair is a learner's, or threads cannot start.
    pub fn new(game: &'static dyn DynGame, task: Task, seeds: &[u32]) -> Result<Self, Fatal> {
        let seats = game.check_settings(&task.settings).map_err(|r| Fatal::new(r.to_string()))?;
        if task.chairs.len() != seats {
            let given = task.chairs.len();
            return Err(Fatal::new(format!("the board seats {seats} players, not {given}")));
        }
        let is_learner = |seat: &usize| matches!(task.chairs[*seat], Chair::Learner);
        let learners: Vec<usize> = (0..seats).filter(is_learner).collect();
        if learners.is_empty() {
            return Err(Fatal::new("there is no seat for a learner"));
        }
        let threads = match task.threads {
            0 | 1 => None,
            n => Some(rayon::ThreadPoolBuilder::new().num_threads(n).build()),
        };
        let threads = threads.transpose().map_err(|e| Fatal::new(e.to_string()))?;
        let none = Space { rows: 0, cols: 0, fields: &[], units: 0, columns: &[] };
        let actions = features::actions(game);
        let start = game.starts(&task.settings)?;
        let mut shared = Shared { game, start, task, space: none, actions, learners };
        let lanes = seeds.iter().map(|&seed| shared.begin(seed)).collect::<Result<Vec<_>, _>>()?;
        let space = lanes.first().and_then(|lane| lane.played.state().space());
        let title = game.facts().title;
        shared.space = space
            .ok_or_else(|| Fatal::new(format!("{title} has nothing for programs that learn")))?;
        Ok(Self { shared, lanes, threads })
    }

    /// The shape of the arrays.
    #[must_use]
    pub fn space(&self) -> Space {
        self.shared.space
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &'static dyn DynGame {
        self.shared.game
    }

    /// The words of the actions; the first gives no order.
    pub fn actions(&self) -> impl Iterator<Item = &'static str> + use<> {
        words(self.shared.game)
    }

    /// The seats of the learners.
    #[must_use]
    pub fn learners(&self) -> &[usize] {
        &self.shared.learners
    }

    /// How many matches there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there is no match at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// Begins a match, which must exist, anew.
    ///
    /// # Errors
    /// When the seed leaves no board; the match then stays as it was.
    pub fn reset(&mut self, k: usize, seed: u32) -> Result<(), Fatal> {
        self.lanes[k] = self.shared.begin(seed)?;
        Ok(())
    }

    /// Writes where all matches stand, with rewards of 0.
    pub fn observe(&self, out: &mut Buffers<'_>) {
        let shared = &self.shared;
        for (lane, mut out) in self.lanes.iter().zip(shared.split(out)) {
            shared.write(lane, &mut out, false);
        }
    }

    /// Plays a round of every match and writes where it then stands. `actions` has a row of one
    /// action per unit for each learner; what is missing or unknown gives no order. A match that
    /// is over stays as it is, or begins anew when the task [restarts](Task::restarts).
    pub fn step(&mut self, actions: &[i32], out: &mut Buffers<'_>) {
        let shared = &self.shared;
        let row = shared.space.units * shared.learners.len();
        let rows = (0..self.lanes.len()).map(|k| actions.get(k * row..(k + 1) * row));
        let work = self.lanes.iter_mut().zip(shared.split(out)).zip(rows);
        let one = |((lane, mut out), actions): ((&mut Lane, Buffers<'_>), Option<&[i32]>)| {
            let played = shared.play(lane, actions.unwrap_or_default());
            shared.write(lane, &mut out, played);
        };
        match &self.threads {
            None => work.for_each(one),
            Some(threads) => {
                let work: Vec<_> = work.collect();
                threads.install(|| work.into_par_iter().for_each(one));
            }
        }
    }

    /// The match itself, which must exist.
    #[must_use]
    pub fn played(&self, k: usize) -> &Match {
        &self.lanes[k].played
    }

    /// The seed of a match, which must exist.
    #[must_use]
    pub fn seed(&self, k: usize) -> u32 {
        self.lanes[k].seed
    }

    /// The record of a match, which must exist, up to now; `None` where none is kept.
    #[must_use]
    pub fn record(&self, k: usize) -> Option<Record> {
        let lane = &self.lanes[k];
        let ending = match lane.stage {
            Stage::Running => Ending::Stopped,
            Stage::Finished | Stage::CutShort => lane.ending.clone(),
        };
        Some(lane.recorder.clone()?.finish(lane.played.outcome(ending)))
    }
}

impl Shared {
    fn begin(&self, seed: u32) -> Result<Lane, Fatal> {
        let Task { settings, ruleset, chairs, records, .. } = &self.task;
        let names = chairs.iter().enumerate().map(|(seat, chair)| chair.name(seat)).collect();
        let (ruleset, judged) = (*ruleset, false);
        let setup = Setup { seed: seed.to_string(), ruleset, names, judged };
        let state = (self.start)(&setup, &mut Notes::muted())?;
        let recorder = records.then(|| {
            let seated = chairs.iter().enumerate().map(|(seat, chair)| chair.seated(seat));
            Recorder::new(&*state, &setup, settings, seated.collect())
        });
        let players = chairs.iter().enumerate().map(|(seat, chair)| match chair {
            Chair::Learner => Box::<Puppet>::default() as Box<dyn Player>,
            Chair::Player(entrant) => {
                let mut intro = Vec::new();
                state.write_intro(seat, &mut intro);
                entrant.maker.player(&intro)
            }
        });
        let players = players.collect();
        let scores = state.scores();
        Ok(Lane {
            before: scores.clone(),
            scores,
            played: Match::new(state, players, ruleset, judged).muted(),
            stage: Stage::Running,
            ending: Ending::Finished,
            seed,
            recorder,
        })
    }

    /// The part of the buffers that belongs to each match.
    fn split<'b>(&self, out: &'b mut Buffers<'_>) -> impl Iterator<Item = Buffers<'b>> + use<'b> {
        let (n, space) = (self.learners.len(), self.space);
        let (table, mask) = (space.units * space.columns.len(), self.mask());
        let Buffers { cells, units, mask: masks, scalars, rewards, over } = out;
        let (mut cells, mut units, mut masks) = (&mut **cells, &mut **units, &mut **masks);
        let numbers = scalars.chunks_exact_mut(n * SCALARS);
        let ends = rewards.chunks_exact_mut(n).zip(over.chunks_exact_mut(n));
        numbers.zip(ends).map(move |(scalars, (rewards, over))| Buffers {
            cells: cut(&mut cells, n * space.cells()),
            units: cut(&mut units, n * table),
            mask: cut(&mut masks, n * mask),
            scalars,
            rewards,
            over,
        })
    }

    /// Bytes of a learner's mask.
    fn mask(&self) -> usize {
        self.space.units * (self.actions.len() + 1)
    }

    /// Plays a round. Answers whether one was played: not after the end, and not when the match
    /// begins anew.
    fn play(&self, lane: &mut Lane, actions: &[i32]) -> bool {
        if lane.stage != Stage::Running {
            if self.task.restarts {
                // A seed that leaves no board keeps the match that is over; the next is tried.
                let seed = next_seed(lane.seed);
                match self.begin(seed) {
                    Ok(anew) => *lane = anew,
                    Err(_) => lane.seed = seed,
                }
            }
            return false;
        }
        let rows = actions.chunks_exact(self.space.units.max(1));
        for (&seat, row) in self.learners.iter().zip(rows) {
            if let Some(orders) = lane.played.hand(seat) {
                orders.clear();
                self.order(row, orders);
            }
        }
        let played = lane.played.play_round();
        std::mem::swap(&mut lane.before, &mut lane.scores);
        let state = lane.played.state();
        lane.scores.iter_mut().enumerate().for_each(|(seat, score)| *score = state.score(seat));
        match played {
            Ok(()) => {
                if let Some(recorder) = &mut lane.recorder {
                    recorder.round(&lane.played);
                }
                if lane.played.over() {
                    lane.stage = Stage::Finished;
                }
            }
            Err(fatal) => {
                (lane.stage, lane.ending) = (Stage::CutShort, fatal.into());
            }
        }
        true
    }

    /// Appends the orders that a learner's actions stand for.
    fn order(&self, actions: &[i32], orders: &mut Vec<Order>) {
        /// So many units are looked at together: most of them are not the learner's.
        const AT_ONCE: usize = 8;
        let (blocks, rest) = actions.as_chunks::<AT_ONCE>();
        let mut add = |begin: usize, some: &[i32]| {
            let given = (begin as i32..).zip(some);
            orders.extend(given.filter_map(|(u, &a)| features::order_for(&self.actions, u, a)));
        };
        for (begin, block) in (0..).step_by(AT_ONCE).zip(blocks) {
            if *block != [0; AT_ONCE] {
                add(begin, block);
            }
        }
        add(actions.len() - rest.len(), rest);
    }

    /// Writes what the learners of a match are shown.
    fn write(&self, lane: &Lane, out: &mut Buffers<'_>, played: bool) {
        let (state, actions) = (lane.played.state(), self.actions.len() + 1);
        let Buffers { cells, units, mask, .. } = out;
        let arrays = Arrays { cells, units, mask };
        state.write_features(&self.learners, actions, arrays);
        let mut scalars = out.scalars.chunks_exact_mut(SCALARS);
        let mut masks = out.mask.chunks_exact_mut(self.mask().max(1));
        for (k, &seat) in self.learners.iter().enumerate() {
            let idle = lane.stage != Stage::Running || lane.played.frozen(seat).is_some();
            if let (Some(mask), true) = (masks.next(), idle) {
                features::allow_nothing(mask, actions);
            }
            if let Some(scalars) = scalars.next() {
                features::write_scalars(state, seat, &lane.scores, scalars);
            }
            out.rewards[k] = if played { self.reward(lane, seat) } else { 0.0 };
            out.over[k] = lane.stage as u8;
        }
    }

    fn reward(&self, lane: &Lane, seat: usize) -> f32 {
        match self.task.reward {
            Reward::ScoreDifference => {
                let growth = |s: usize| (lane.scores[s] - lane.before[s]) as f64;
                let all: f64 = (0..lane.scores.len()).map(growth).sum();
                let others = (lane.scores.len() - 1).max(1) as f64;
                (growth(seat) - (all - growth(seat)) / others) as f32
            }
            Reward::Place if lane.stage == Stage::Finished => {
                place_points(&lane.scores, seat) as f32
            }
            Reward::Place => 0.0,
        }
    }
}

/// Takes so many things from the front, or nothing where there are not as many.
fn cut<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    rest.split_off_mut(..count).unwrap_or_default()
}

/// The words of a game's actions; the first gives no order.
pub fn words(game: &dyn DynGame) -> impl Iterator<Item = &'static str> + use<> {
    std::iter::once("no order").chain(features::actions(game).into_iter().map(|(word, _)| word))
}

impl Chair {
    fn name(&self, seat: usize) -> String {
        match self {
            Self::Learner => format!("Learner{seat}"),
            Self::Player(entrant) => entrant.seated.name.clone(),
        }
    }

    fn seated(&self, seat: usize) -> Seated {
        match self {
            Self::Learner => {
                Seated { name: self.name(seat), kind: "learner".into(), digest: String::new() }
            }
            Self::Player(entrant) => entrant.seated.clone(),
        }
    }
}

/// The seed of the match after one with this seed: it looks random and never repeats within
/// 2³¹ matches (Knuth's multiplicative step, odd so that it is a permutation).
#[must_use]
pub fn next_seed(seed: u32) -> u32 {
    seed.wrapping_mul(2_654_435_761).wrapping_add(1_013_904_223) & (i32::MAX as u32)
}
