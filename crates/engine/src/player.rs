//! The interface of a player for the match loop: it gets a view and returns orders.

use crate::game::State;
use crate::hidden::DynState;
use serde::{Deserialize, Serialize};

/// One call of a player to give an order, as it made it: nothing is checked yet.
///
/// The games say which of the numbers they read; unused ones are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[repr(C)]
pub struct Order {
    /// Which kind of order; 0 where a game has one kind only.
    pub verb: i32,
    /// The unit it is for.
    pub unit: i32,
    /// First argument, mostly the code of a direction.
    pub a: i32,
    /// Second argument.
    pub b: i32,
}

impl Order {
    /// An order of the only kind with one argument.
    #[must_use]
    pub const fn new(unit: i32, a: i32) -> Self {
        Self { verb: 0, unit, a, b: 0 }
    }
}

/// Why a player was frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It used up its budget of computation.
    Fuel,
    /// It asked for more memory than it may have.
    Memory,
    /// It called itself too deeply.
    Stack,
    /// It did something impossible: a wild access, a division by zero, a broken table.
    Trap,
    /// It threw an exception that nobody caught.
    Exception,
    /// It called exit or abort, or an assertion of its own failed.
    Exit,
    /// It gave more orders in one round than the limit.
    TooManyOrders,
    /// It wrote more on stderr than the limit.
    TooMuchOutput,
    /// It does not keep to the interface between players and the arena.
    Interface,
    /// Its process (native players only) ended or fell silent.
    Process,
    /// The arena itself failed. Never freezes anybody: a match in which a player reports it is
    /// [void](crate::Ending::Voided).
    Void,
    /// It used up its CPU time, and the match was to be void then. Never freezes anybody: the
    /// match is [void](crate::Ending::Voided) and names the seat.
    Overtime,
    /// It used up its CPU time, and was to be frozen then. The clock decided, so the same match
    /// can go otherwise when it is played again.
    Timeout,
}

impl Cause {
    /// The cause in plain words.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Fuel => "used up its computation budget",
            Self::Memory => "ran out of memory",
            Self::Stack => "overflowed its stack",
            Self::Trap => "trapped on an invalid operation",
            Self::Exception => "did not catch an exception",
            Self::Exit => "exited before the end of the match",
            Self::TooManyOrders => "gave too many orders in one round",
            Self::TooMuchOutput => "wrote too much on stderr",
            Self::Interface => "broke the player interface",
            Self::Process => "lost its process",
            Self::Void => "was stopped by a failure of this machine",
            Self::Overtime | Self::Timeout => "used up its CPU time",
        }
    }

    /// Whether the same match gives the same cause on every machine.
    #[must_use]
    pub fn is_deterministic(self) -> bool {
        !matches!(self, Self::Process | Self::Void | Self::Overtime | Self::Timeout)
    }
}

/// The failure receipt of a frozen player: everything its author needs to find the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Freeze {
    /// Why.
    pub cause: Cause,
    /// The details of the event, in one sentence.
    pub detail: String,
    /// Where, innermost call first: function and, when the player was built with `-g`, file
    /// and line.
    pub backtrace: Vec<String>,
    /// Units of fuel used so far in the match; 0 when it was not metered.
    pub fuel: u64,
    /// Bytes of memory it had.
    pub memory: u64,
    /// The last lines it wrote on stderr.
    pub last_words: Vec<String>,
    /// The round in which it happened, filled in by the match.
    pub round: i32,
    /// Its seat, filled in by the match.
    pub seat: usize,
    /// Digest of the view it was shown, filled in by the match.
    pub view: String,
}

impl Freeze {
    /// A receipt that knows its cause and what happened.
    pub fn new(cause: Cause, detail: impl Into<String>) -> Self {
        Self {
            cause,
            detail: detail.into(),
            backtrace: Vec::new(),
            fuel: 0,
            memory: 0,
            last_words: Vec::new(),
            round: 0,
            seat: 0,
            view: String::new(),
        }
    }
}

/// The input and output of one player in one round.
pub struct Turn<'a> {
    /// Where the view comes from; without it the view is in the buffer already.
    pub(crate) state: Option<&'a dyn DynState>,
    pub(crate) seat: usize,
    pub(crate) buffer: &'a mut Vec<u8>,
    /// Its random stream, as the bytes that the game describes; the player advances it.
    pub stream: &'a mut Vec<u8>,
    /// Its orders, one entry per call, in order.
    pub orders: &'a mut Vec<Order>,
    /// Its standard error.
    pub said: &'a mut Vec<u8>,
    /// Set by a player whose own runtime already warned, on `said`, of repeated orders.
    pub warned: bool,
}

impl<'a> Turn<'a> {
    /// A turn away from the arena, in a module of its own: the view was sent as bytes. Seat and
    /// round, which players learn from intro and view, are 0.
    pub fn shown(
        view: &'a mut Vec<u8>,
        stream: &'a mut Vec<u8>,
        orders: &'a mut Vec<Order>,
        said: &'a mut Vec<u8>,
    ) -> Self {
        Self { state: None, seat: 0, buffer: view, stream, orders, said, warned: false }
    }

    /// The seat of the player, 0 ..= 3.
    #[must_use]
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// The number of the round.
    #[must_use]
    pub fn round(&self) -> i32 {
        self.state.map_or(0, DynState::round)
    }

    /// The state itself, for a game's own players: they are as honest as the rules, and need no
    /// bytes to be made and read again. `None` away from the arena or in another game.
    #[must_use]
    pub fn state_of<S: State>(&self) -> Option<&S> {
        self.state?.as_any().downcast_ref()
    }

    /// The view of this player, as the bytes that the game describes. It is made when first
    /// asked for, so a player that does not look costs nothing.
    pub fn view(&mut self) -> &[u8] {
        self.look();
        self.buffer
    }

    fn look(&mut self) {
        if let (true, Some(state)) = (self.buffer.is_empty(), self.state) {
            state.write_view(self.seat, self.buffer);
        }
    }

    /// Both the view and the list of orders, for players that write while they read.
    pub fn view_and_orders(&mut self) -> (&[u8], &mut Vec<Order>, &mut Vec<u8>) {
        self.look();
        (self.buffer, self.orders, self.stream)
    }
}

/// A program that plays: built in, WebAssembly, or a process.
pub trait Player: Send {
    /// Thinks for one round.
    ///
    /// # Errors
    /// A receipt when the player broke its limits or itself: it is then frozen and never
    /// called again, and the orders of this round are lost.
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze>;

    /// The orders of its next turn, if somebody else is to write them.
    fn hand(&mut self) -> Option<&mut Vec<Order>> {
        None
    }

    /// Share of its budget used so far, 0 ..= 1; 0 when it is not metered.
    fn share(&self) -> f64 {
        0.0
    }

    /// Units of fuel used so far; 0 when it is not metered.
    fn fuel(&self) -> u64 {
        0
    }

    /// The first few thousand bytes that it printed on standard output, which is not for
    /// players: nothing of it gets into a result, but its author should be told.
    fn printed(&self) -> &[u8] {
        &[]
    }
}

/// The player that never gives an order.
pub struct Null;

impl Player for Null {
    fn play(&mut self, _: &mut Turn<'_>) -> Result<(), Freeze> {
        Ok(())
    }
}
