//! The match loop: shows every player its view, collects orders, lets the rules work.

use crate::digest::hex_digest;
use crate::game::{Fatal, Notes, Ruleset, VoidBy};
use crate::hidden::DynState;
use crate::player::{Cause, Freeze, Order, Player, Turn};
use serde::{Deserialize, Serialize};

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All rounds were played.
    Finished,
    /// The rules could not go on, as the old kit would have aborted.
    Aborted(String),
    /// Somebody stopped it.
    Stopped,
    /// The match does not count and is to be played again.
    Voided {
        /// Why, in words for people.
        message: String,
        /// The cause.
        by: VoidBy,
    },
}

impl From<Fatal> for Ending {
    fn from(fatal: Fatal) -> Self {
        match fatal.void {
            Some(by) => Self::Voided { message: fatal.message, by },
            None => Self::Aborted(fatal.message),
        }
    }
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Scores by seat.
    pub scores: Vec<i64>,
    /// Share of its budget that each player used, -1 when frozen.
    pub status: Vec<f64>,
    /// How it ended.
    pub ending: Ending,
    /// Receipts of the frozen players.
    pub freezes: Vec<Freeze>,
}

impl Outcome {
    /// Whether the same match gives the same outcome on every machine: no clock decided it.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        !matches!(self.ending, Ending::Stopped | Ending::Voided { .. })
            && self.freezes.iter().all(|freeze| freeze.cause.is_deterministic())
    }
}

/// The actions of one seat in the last round.
#[derive(Clone, Debug, Default)]
pub struct SeatRound {
    /// Its calls, in order.
    pub orders: Vec<Order>,
    /// Its standard error.
    pub said: Vec<u8>,
    /// Whether its own runtime warned of repeated orders.
    pub warned: bool,
    /// Fuel used so far in the match.
    pub fuel: u64,
    /// Its status as set before its turn, where limits are on or it is frozen.
    pub status: Option<f64>,
    /// The random stream before its turn; empty when it had none.
    pub stream_before: Vec<u8>,
    /// The random stream after its turn.
    pub stream_after: Vec<u8>,
}

/// A match being played.
pub struct Match {
    state: Box<dyn DynState>,
    players: Vec<Box<dyn Player>>,
    frozen: Vec<Option<Freeze>>,
    ruleset: Ruleset,
    judged: bool,
    seats: Vec<SeatRound>,
    orders: Vec<Vec<Order>>,
    warned: Vec<bool>,
    notes: Notes,
    view: Vec<u8>,
    stream: Vec<u8>,
}

impl Match {
    /// A match from its first state; `players` sit in the order of the seats. With `judged`,
    /// every player's status is its share of the budget.
    ///
    /// # Panics
    /// When there are not as many players as seats.
    #[must_use]
    pub fn new(
        state: Box<dyn DynState>,
        players: Vec<Box<dyn Player>>,
        ruleset: Ruleset,
        judged: bool,
    ) -> Self {
        let n = state.seats();
        assert_eq!(players.len(), n, "a match needs one player per seat");
        Self {
            state,
            players,
            frozen: vec![None; n],
            ruleset,
            judged,
            seats: vec![SeatRound::default(); n],
            orders: vec![Vec::new(); n],
            warned: vec![false; n],
            notes: Notes::default(),
            view: Vec::new(),
            stream: Vec::new(),
        }
    }

    /// From now on nobody reads the [notes](Self::notes) of the rules, which cost time.
    #[must_use]
    pub fn muted(mut self) -> Self {
        self.notes = Notes::muted();
        self
    }

    /// The state after the round played last.
    #[must_use]
    pub fn state(&self) -> &dyn DynState {
        &*self.state
    }

    /// Whether all rounds are played.
    #[must_use]
    pub fn over(&self) -> bool {
        self.state.rounds_left() == 0
    }

    /// The actions of a seat in the last round.
    #[must_use]
    pub fn seat(&self, seat: usize) -> &SeatRound {
        &self.seats[seat]
    }

    /// The messages of the rules on stderr in the last round.
    #[must_use]
    pub fn notes(&self) -> &str {
        &self.notes.text
    }

    /// The receipt of a frozen player.
    #[must_use]
    pub fn frozen(&self, seat: usize) -> Option<&Freeze> {
        self.frozen[seat].as_ref()
    }

    /// The standard output of a player so far, cut to a few thousand bytes.
    #[must_use]
    pub fn printed(&self, seat: usize) -> &[u8] {
        self.players[seat].printed()
    }

    /// The [hand](Player::hand) of the player of a seat, which must exist.
    pub fn hand(&mut self, seat: usize) -> Option<&mut Vec<Order>> {
        self.players[seat].hand()
    }

    /// Plays one round.
    ///
    /// # Errors
    /// When the old kit would have aborted the whole program, or when the match is
    /// [void](Fatal::void). `Ending::from` says how the match then ended.
    pub fn play_round(&mut self) -> Result<(), Fatal> {
        self.notes.text.clear();
        self.view.clear();
        for seat in 0..self.players.len() {
            self.take_turn(seat)?;
        }
        for (orders, seat) in self.orders.iter_mut().zip(&mut self.seats) {
            std::mem::swap(orders, &mut seat.orders);
        }
        let played = self.state.step(&self.orders, &self.warned, &mut self.notes);
        for (orders, seat) in self.orders.iter_mut().zip(&mut self.seats) {
            std::mem::swap(orders, &mut seat.orders);
        }
        played
    }

    fn take_turn(&mut self, seat: usize) -> Result<(), Fatal> {
        let now = &mut self.seats[seat];
        now.orders.clear();
        now.said.clear();
        now.warned = false;
        now.stream_before.clear();
        now.stream_after.clear();
        if self.frozen[seat].is_some() {
            return Ok(());
        }
        if self.judged {
            let share = self.players[seat].share().clamp(0.0, 1.0);
            now.status = Some(share);
            self.state.set_status(seat, share);
        }
        // Where all see the same, only somebody's new status makes a new view necessary.
        if self.judged || !self.state.same_view() {
            self.view.clear();
        }
        self.stream.clear();
        self.state.write_stream(seat, &mut self.stream);
        now.stream_before.clone_from(&self.stream);
        let mut turn = Turn {
            state: Some(&*self.state),
            seat,
            buffer: &mut self.view,
            stream: &mut self.stream,
            orders: &mut now.orders,
            said: &mut now.said,
            warned: false,
        };
        let played = self.players[seat].play(&mut turn);
        now.warned = turn.warned;
        self.warned[seat] = now.warned;
        self.state.read_stream(seat, &self.stream);
        now.stream_after.clone_from(&self.stream);
        now.fuel = self.players[seat].fuel();
        match played.and_then(|()| too_many(&*self.state, &now.orders)) {
            Ok(()) => Ok(()),
            Err(Freeze { cause: cause @ (Cause::Void | Cause::Overtime), detail, .. }) => {
                let by = match cause {
                    Cause::Overtime => VoidBy::Timeout { seat },
                    _ => VoidBy::Machine,
                };
                Err(Fatal::void(format!("player {seat} {}: {detail}", cause.in_words()), by))
            }
            Err(f) if f.cause == Cause::TooManyOrders && self.kit_aborts() => {
                Err(Fatal::new("Too many commands."))
            }
            Err(freeze) => {
                self.freeze(seat, freeze);
                Ok(())
            }
        }
    }

    /// The local kit's assertion ended the whole program; under the judge it ended the
    /// player's process only.
    fn kit_aborts(&self) -> bool {
        self.ruleset == Ruleset::Kit && !self.judged
    }

    fn freeze(&mut self, seat: usize, mut receipt: Freeze) {
        receipt.seat = seat;
        receipt.round = self.state.round();
        if self.view.is_empty() {
            self.state.write_view(seat, &mut self.view);
        }
        receipt.view = hex_digest(&self.view);
        if receipt.last_words.is_empty() {
            receipt.last_words = last_lines(&self.seats[seat].said);
        }
        self.seats[seat].orders.clear();
        self.seats[seat].status = Some(-1.0);
        self.state.set_status(seat, -1.0);
        self.view.clear();
        self.frozen[seat] = Some(receipt);
    }

    /// The result so far; `ending` is how it ended.
    #[must_use]
    pub fn outcome(&self, ending: Ending) -> Outcome {
        let status = |s: usize| match self.frozen[s] {
            Some(_) => -1.0,
            None => self.players[s].share(),
        };
        Outcome {
            scores: self.state.scores(),
            status: (0..self.players.len()).map(status).collect(),
            ending,
            freezes: self.frozen.iter().flatten().cloned().collect(),
        }
    }
}

fn too_many(state: &dyn DynState, orders: &[Order]) -> Result<(), Freeze> {
    match state.facts().max_orders {
        Some(max) if orders.len() > max => Err(Freeze::new(
            Cause::TooManyOrders,
            format!("gave {} orders in one round; at most {max} are allowed", orders.len()),
        )),
        _ => Ok(()),
    }
}

fn last_lines(said: &[u8]) -> Vec<String> {
    const KEPT: usize = 5;
    let text = String::from_utf8_lossy(said);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(KEPT)..].iter().map(|l| (*l).to_string()).collect()
}
