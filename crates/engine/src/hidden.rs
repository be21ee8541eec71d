//! Games and states as objects with hidden types. All code around the games uses these.

use crate::features::{self, Arrays, Space};
use crate::film::{Film, Recorded};
use crate::game::{Board, Facts, Fatal, Game, HousePlayer, Notes, Settings, Setup, State};
use crate::game::{Features, LookAhead, Rules, Shown, Streams, Views};
use crate::player::{Order, Player};
use crate::scene::Stage;
use crate::tell::Value;
use crate::text::Refusal;
use std::any::Any;

/// The contents of the settings files of a game.
type SettingsOf<G> = <<G as Game>::State as Rules>::Settings;

/// Begins matches with settings that were read before.
pub type Start = dyn Fn(&Setup, &mut Notes) -> Result<Box<dyn DynState>, Fatal> + Send + Sync;

/// A game whose types are hidden.
pub trait DynGame: Send + Sync {
    /// The constant facts.
    fn facts(&self) -> &'static Facts;
    /// Its house players, the weakest first.
    fn house_players(&self) -> &'static [HousePlayer];
    /// Checks a settings file and says how many players it seats.
    ///
    /// # Errors
    /// When a check of the specification fails.
    fn check_settings(&self, text: &[u8]) -> Result<usize, Refusal>;
    /// A settings file with a new board; `None` where settings files can ask for random ones.
    ///
    /// # Errors
    /// What is wrong with the size, in words.
    fn draw_settings(&self, seed: u32, rows: i32, cols: i32) -> Option<Result<String, String>>;
    /// Checks a seed as the user wrote it.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    fn check_seed(&self, seed: &str) -> Result<(), String>;
    /// Makes the first state of a match from the text of a settings file.
    ///
    /// # Errors
    /// The settings' refusal, or why no board could be made, as one message.
    fn start(
        &self,
        settings: &[u8],
        setup: &Setup,
        notes: &mut Notes,
    ) -> Result<Box<dyn DynState>, Fatal> {
        self.starts(settings)?(setup, notes)
    }
    /// Reads a settings file; for programs that begin many matches with it.
    ///
    /// # Errors
    /// The settings' refusal.
    fn starts(&self, settings: &[u8]) -> Result<Box<Start>, Fatal>;
    /// Reads a result file.
    ///
    /// # Errors
    /// When not even its head and first state block can be read.
    fn read_res(&self, text: &[u8]) -> Result<Box<dyn Film>, Refusal>;
    /// A built-in player; `intro` is what the state's `write_intro` said.
    fn builtin(&self, name: &str, intro: &[u8]) -> Option<Box<dyn Player>>;
    /// An empty film of a match that is about to be played, to be fed with its states.
    fn film(&self, first: &dyn DynState) -> Option<Box<dyn Film>>;
    /// The words of orders: word, verb, first and second argument.
    fn order_words(&self) -> &'static [(&'static str, [i32; 3])];
    /// An intro as JSON; `None` where the game has none.
    fn tell_intro(&self, intro: &[u8]) -> Option<Value>;
    /// A view as JSON; `None` where the game has none.
    fn tell_view(&self, intro: &[u8], view: &[u8]) -> Option<Value>;
    /// Whether players can look ahead.
    fn looks_ahead(&self) -> bool;
    /// A state as a player imagines it; `None` where the game cannot, or the bytes are wrong.
    fn imagine(&self, intro: &[u8], view: &[u8]) -> Option<Box<dyn DynState>>;
    /// The order for `team` in the numbers of player `me`: the seat, and the order in the numbers
    /// of that seat.
    fn imagined_order(&self, me: usize, team: usize, order: Order) -> (usize, Order);
}

/// The state of a match whose game is hidden. See the traits of [`State`] for what each method
/// means.
#[expect(missing_docs, reason = "each is the method of the same name of a trait of State")]
pub trait DynState: Send + Sync {
    fn facts(&self) -> &'static Facts;
    fn rounds_left(&self) -> u32;
    fn round(&self) -> i32;
    fn seats(&self) -> usize;
    fn scores(&self) -> Vec<i64>;
    fn score(&self, seat: usize) -> i64 {
        self.scores().get(seat).copied().unwrap_or(0)
    }
    /// The facts of the board about the whole match: [`Board::stage`].
    fn stage(&self) -> Stage;
    /// The current values of the charts: a name and one number per seat; the first is the score.
    fn values(&self) -> Vec<(&'static str, Vec<f64>)>;
    /// # Errors
    /// When the kit would abort.
    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal>;
    fn set_status(&mut self, seat: usize, status: f64);
    fn write_intro(&self, seat: usize, out: &mut Vec<u8>);
    fn write_view(&self, seat: usize, out: &mut Vec<u8>);
    /// Whether all seats see the same bytes.
    fn same_view(&self) -> bool {
        false
    }
    fn write_stream(&mut self, seat: usize, out: &mut Vec<u8>);
    fn read_stream(&mut self, seat: usize, stream: &[u8]);
    fn stream_steps(&self, before: &[u8], after: &[u8]) -> Option<u32>;
    fn advance_stream(&self, stream: &mut [u8], steps: u32);
    fn write_canonical(&self, out: &mut Vec<u8>);
    fn write_head(&self, out: &mut Vec<u8>);
    fn write_board(&self, out: &mut Vec<u8>);
    fn write_moves(&self, out: &mut Vec<u8>);
    /// The shape of what [`write_features`](Self::write_features) writes; `None` where the game
    /// has nothing for programs that learn.
    fn space(&self) -> Option<Space> {
        None
    }
    /// Writes the arrays of some seats; the row of a unit in the mask has `actions` bytes.
    fn write_features(&self, _seats: &[usize], _actions: usize, _arrays: Arrays<'_>) {}
    fn clone_box(&self) -> Box<dyn DynState>;
    fn reseed(&mut self, _seed: u32) {}
    /// Makes everything that players do not see what it is in another state of the same game.
    fn share_hidden(&mut self, _from: &dyn DynState) {}
    /// The typed state, for films of the same game.
    fn as_any(&self) -> &dyn Any;
}

impl<G: Game> DynGame for G {
    fn facts(&self) -> &'static Facts {
        &G::FACTS
    }
    fn house_players(&self) -> &'static [HousePlayer] {
        G::HOUSE_PLAYERS
    }
    fn check_settings(&self, text: &[u8]) -> Result<usize, Refusal> {
        SettingsOf::<G>::read(text).map(|settings| settings.seats())
    }
    fn draw_settings(&self, seed: u32, rows: i32, cols: i32) -> Option<Result<String, String>> {
        G::draw_settings(seed, rows, cols)
    }
    fn check_seed(&self, seed: &str) -> Result<(), String> {
        G::check_seed(seed)
    }
    fn starts(&self, settings: &[u8]) -> Result<Box<Start>, Fatal> {
        let settings = SettingsOf::<G>::read(settings).map_err(|r| Fatal::new(r.to_string()))?;
        Ok(Box::new(move |setup, notes| {
            let (seats, given) = (settings.seats(), setup.names.len());
            if given != seats {
                let why = format!("these settings seat {seats} players, not {given}");
                return Err(Fatal::new(why));
            }
            Ok(Box::new(G::State::start(&settings, setup, notes)?))
        }))
    }
    fn read_res(&self, text: &[u8]) -> Result<Box<dyn Film>, Refusal> {
        let film = Recorded::<<G::State as Shown>::Board>::read(text)?;
        Ok(Box::new(film))
    }
    fn builtin(&self, name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        G::builtin(name, intro)
    }
    fn film(&self, first: &dyn DynState) -> Option<Box<dyn Film>> {
        Some(Box::new(Recorded::of(first.as_any().downcast_ref::<G::State>()?)))
    }
    fn order_words(&self) -> &'static [(&'static str, [i32; 3])] {
        G::TELL.map_or(&[], |tell| tell.words)
    }
    fn tell_intro(&self, intro: &[u8]) -> Option<Value> {
        (G::TELL?.intro)(intro)
    }
    fn tell_view(&self, intro: &[u8], view: &[u8]) -> Option<Value> {
        (G::TELL?.view)(intro, view)
    }
    fn looks_ahead(&self) -> bool {
        G::State::SUPPORTED
    }
    fn imagine(&self, intro: &[u8], view: &[u8]) -> Option<Box<dyn DynState>> {
        Some(Box::new(G::State::imagine(intro, view)?))
    }
    fn imagined_order(&self, me: usize, team: usize, order: Order) -> (usize, Order) {
        G::State::imagined_order(me, team, order)
    }
}

impl<S: State> DynState for S {
    fn facts(&self) -> &'static Facts {
        &<S::Game as Game>::FACTS
    }
    fn rounds_left(&self) -> u32 {
        Rules::rounds_left(self)
    }
    fn round(&self) -> i32 {
        Rules::round(self)
    }
    fn seats(&self) -> usize {
        self.board().scores().len()
    }
    fn scores(&self) -> Vec<i64> {
        self.board().scores().iter().map(|&score| score.into()).collect()
    }
    fn score(&self, seat: usize) -> i64 {
        self.board().scores().get(seat).map_or(0, |&score| score.into())
    }
    fn stage(&self) -> Stage {
        self.board().stage(self.head())
    }
    fn values(&self) -> Vec<(&'static str, Vec<f64>)> {
        let values = self.board().values(self.head());
        S::Board::series().iter().copied().zip(values).collect()
    }
    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal> {
        Rules::step(self, orders, warned, notes)
    }
    fn set_status(&mut self, seat: usize, status: f64) {
        if let Some(slot) = self.status().get_mut(seat) {
            *slot = status;
        }
    }
    fn write_intro(&self, seat: usize, out: &mut Vec<u8>) {
        Views::write_intro(self, seat, out);
    }
    fn write_view(&self, seat: usize, out: &mut Vec<u8>) {
        Views::write_view(self, seat, out);
    }
    fn same_view(&self) -> bool {
        S::SAME_VIEW
    }
    fn write_stream(&mut self, seat: usize, out: &mut Vec<u8>) {
        Streams::write_stream(self, seat, out);
    }
    fn read_stream(&mut self, seat: usize, stream: &[u8]) {
        Streams::read_stream(self, seat, stream);
    }
    fn stream_steps(&self, before: &[u8], after: &[u8]) -> Option<u32> {
        S::stream_steps(before, after)
    }
    fn advance_stream(&self, stream: &mut [u8], steps: u32) {
        S::advance_stream(stream, steps);
    }
    fn write_canonical(&self, out: &mut Vec<u8>) {
        Views::write_canonical(self, out);
    }
    fn write_head(&self, out: &mut Vec<u8>) {
        S::Board::write_head(self.head(), out);
    }
    fn write_board(&self, out: &mut Vec<u8>) {
        self.board().write(self.head(), out);
    }
    fn write_moves(&self, out: &mut Vec<u8>) {
        S::Board::write_moves(self.head(), self.moves(), out);
    }
    fn space(&self) -> Option<Space> {
        Features::space(self)
    }
    fn write_features(&self, seats: &[usize], actions: usize, arrays: Arrays<'_>) {
        let Arrays { cells, units, mask } = arrays;
        if !cells.is_empty() {
            self.write_cells(seats, cells);
        }
        if !units.is_empty() {
            self.write_units(seats, units);
        }
        features::allow_nothing(mask, actions);
        for (&seat, mask) in seats.iter().zip(features::parts(mask, seats.len())) {
            self.write_mask(seat, mask);
        }
    }
    fn clone_box(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }
    fn reseed(&mut self, seed: u32) {
        LookAhead::reseed(self, seed);
    }
    fn share_hidden(&mut self, from: &dyn DynState) {
        if let Some(from) = from.as_any().downcast_ref::<S>() {
            LookAhead::share_hidden(self, from);
        }
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
