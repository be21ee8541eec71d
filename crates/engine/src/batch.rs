//! Many games at once, without players: for search and for learning.
//!
//! A [`Batch`] holds any number of matches of one game and one settings file. Orders go in and
//! views come out in flat buffers, one list per seat and match; stepping allocates nothing once
//! the lists have grown. Nothing depends on the size of a batch or on the other matches in it:
//! each goes as a single [`Match`](crate::Match) with the same orders would. For several cores,
//! give each thread a batch of its own.
//!
//! ```
//! # use engine::batch::{Batch, Lists};
//! # use engine::{DynGame, Order, Ruleset};
//! /// Plays a hundred matches in which seat 0 orders its first unit about; gives its best score.
//! fn best_score(game: &'static dyn DynGame) -> i64 {
//!     let seeds: Vec<String> = (1..=100).map(|seed| seed.to_string()).collect();
//!     let settings = game.facts().boards[0].1.as_bytes();
//!     let mut batch = Batch::new(game, settings, Ruleset::Statement, &seeds).expect("a board");
//!     let (mut orders, mut views, mut scores) = (Lists::new(), Lists::new(), Vec::new());
//!     while batch.running() > 0 {
//!         batch.observe(0, &mut views);
//!         orders.clear();
//!         for k in 0..batch.len() {
//!             let round = views.list(k)[0]; // here a policy would look at views.list(k)
//!             orders.push(Order::new(0, i32::from(round % 4)));
//!             (0..batch.seats()).for_each(|_| orders.end_list());
//!         }
//!         batch.step(orders.items(), orders.ends());
//!     }
//!     batch.scores(&mut scores);
//!     scores.chunks(batch.seats()).map(|match_| match_[0]).max().unwrap_or(0)
//! }
//! ```
//!
//! `crates/arena/examples/batch.rs` is a whole program.

use crate::game::{Fatal, Notes, Ruleset, Setup};
use crate::hidden::{DynGame, DynState};
use crate::player::Order;

/// Lists of any length behind each other in one buffer, and where each of them ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists<T> {
    items: Vec<T>,
    ends: Vec<usize>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// No lists.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all lists; the memory stays.
    pub fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }

    /// Adds an item to the list that is open.
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Ends the open list; the next one is empty.
    pub fn end_list(&mut self) {
        self.ends.push(self.items.len());
    }

    /// How many lists have ended.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no list has ended.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The items of all lists, one behind the other.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// For each list, how many items it and those before it have.
    #[must_use]
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// The items of one list; none if there is no such list.
    #[must_use]
    pub fn list(&self, k: usize) -> &[T] {
        list(&self.items, &self.ends, k)
    }
}

fn list<'a, T>(items: &'a [T], ends: &[usize], k: usize) -> &'a [T] {
    let begin = k.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    ends.get(k).and_then(|&end| items.get(begin..end)).unwrap_or_default()
}

/// Matches of one game and one settings file that are stepped together.
pub struct Batch {
    game: &'static dyn DynGame,
    settings: Vec<u8>,
    setup: Setup,
    states: Vec<Box<dyn DynState>>,
    /// Why a match could not go on.
    ends: Vec<Option<Fatal>>,
    orders: Vec<Vec<Order>>,
    warned: Vec<bool>,
    stream: Vec<u8>,
    notes: Notes,
}

impl Batch {
    /// A match per seed, all at their beginning.
    ///
    /// # Errors
    /// When the settings are refused, or leave no board for one of the seeds.
    pub fn new(
        game: &'static dyn DynGame,
        settings: &[u8],
        ruleset: Ruleset,
        seeds: &[String],
    ) -> Result<Self, Fatal> {
        let seats = game.check_settings(settings).map_err(|r| Fatal::new(r.to_string()))?;
        let names = (0..seats).map(|seat| format!("P{seat}")).collect();
        let mut batch = Self {
            game,
            settings: settings.to_vec(),
            setup: Setup { seed: String::new(), ruleset, names, judged: false },
            states: Vec::with_capacity(seeds.len()),
            ends: vec![None; seeds.len()],
            orders: vec![Vec::new(); seats],
            warned: vec![true; seats],
            stream: Vec::new(),
            notes: Notes::default(),
        };
        for seed in seeds {
            let state = batch.first(seed)?;
            batch.states.push(state);
        }
        Ok(batch)
    }

    fn first(&mut self, seed: &str) -> Result<Box<dyn DynState>, Fatal> {
        self.game.check_seed(seed).map_err(Fatal::new)?;
        self.setup.seed.clear();
        self.setup.seed.push_str(seed);
        self.notes.text.clear();
        self.game.start(&self.settings, &self.setup, &mut self.notes)
    }

    /// How many matches there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no match at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Seats of every match, 2 ..= 4.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.orders.len()
    }

    /// The state of a match, which must exist.
    #[must_use]
    pub fn state(&self, k: usize) -> &dyn DynState {
        &*self.states[k]
    }

    /// Whether a match, which must exist, is over: all rounds played, or it could not go on.
    #[must_use]
    pub fn over(&self, k: usize) -> bool {
        self.ends[k].is_some() || self.states[k].rounds_left() == 0
    }

    /// Why a match could not go on, if so: what ends a single match too.
    #[must_use]
    pub fn fatal(&self, k: usize) -> Option<&Fatal> {
        self.ends[k].as_ref()
    }

    /// How many matches are not over.
    #[must_use]
    pub fn running(&self) -> usize {
        (0..self.len()).filter(|&k| !self.over(k)).count()
    }

    /// Plays a round of every match that is not over. The orders of seat `s` in match `k` are
    /// the list `k * seats + s`; `ends` are the ends of the lists in `orders`, as in [`Lists`].
    /// Lists that are missing are empty; one longer than the game allows does not count, where
    /// a player would be frozen.
    pub fn step(&mut self, orders: &[Order], ends: &[usize]) {
        let most = self.game.facts().max_orders.unwrap_or(usize::MAX);
        for k in 0..self.states.len() {
            if self.over(k) {
                continue;
            }
            let state = &mut self.states[k];
            let seats = self.orders.len();
            for (seat, given) in self.orders.iter_mut().enumerate() {
                // As for a player that draws nothing; some streams go on from turn to turn.
                self.stream.clear();
                state.write_stream(seat, &mut self.stream);
                state.read_stream(seat, &self.stream);
                given.clear();
                let list = list(orders, ends, k * seats + seat);
                given.extend_from_slice(if list.len() > most { &[] } else { list });
            }
            self.notes.text.clear();
            let played = state.step(&self.orders, &self.warned, &mut self.notes);
            self.ends[k] = played.err();
        }
    }

    /// Writes what a seat sees in every match: the bytes that the game's manual describes, one
    /// list per match.
    pub fn observe(&self, seat: usize, views: &mut Lists<u8>) {
        views.clear();
        for state in &self.states {
            state.write_view(seat, &mut views.items);
            views.end_list();
        }
    }

    /// Appends what a seat is told once about a match, which must exist.
    pub fn intro(&self, k: usize, seat: usize, out: &mut Vec<u8>) {
        self.states[k].write_intro(seat, out);
    }

    /// Writes the scores of all seats of all matches, match after match.
    pub fn scores(&self, out: &mut Vec<i64>) {
        out.clear();
        for state in &self.states {
            out.extend((0..self.orders.len()).map(|seat| state.score(seat)));
        }
    }

    /// Begins a match, which must exist, anew with this seed.
    ///
    /// # Errors
    /// When the seed leaves no board; the match then stays as it was.
    pub fn reset(&mut self, k: usize, seed: &str) -> Result<(), Fatal> {
        self.states[k] = self.first(seed)?;
        self.ends[k] = None;
        Ok(())
    }

    /// Makes match `to` a copy of match `from`, which both must exist: where a search tries
    /// several ways to go on. A copy allocates.
    pub fn copy(&mut self, from: usize, to: usize) {
        self.states[to] = self.states[from].clone_box();
        self.ends[to] = self.ends[from].clone();
    }
}
