//! A match that is only imagined.

use engine::{DynGame, DynState, Notes, Order};

/// A match as one player imagines it.
pub struct Simulation {
    game: &'static dyn DynGame,
    me: usize,
    state: Box<dyn DynState>,
    orders: Vec<Vec<Order>>,
    warned: Vec<bool>,
    notes: Notes,
}

impl Clone for Simulation {
    fn clone(&self) -> Self {
        Self {
            game: self.game,
            me: self.me,
            state: self.state.clone_box(),
            orders: self.orders.clone(),
            warned: self.warned.clone(),
            notes: Notes::default(),
        }
    }
}

impl Simulation {
    /// A simulation from the view of a player. It guesses the values that the player does not see.
    /// `None` if the bytes do not belong to this game.
    #[must_use]
    pub fn new(game: &'static dyn DynGame, intro: &[u8], view: &[u8]) -> Option<Self> {
        let me = usize::try_from(engine::bytes::Bytes(intro.get(..4)?).int()).ok()?;
        let state = game.imagine(intro, view)?;
        let seats = state.seats();
        Some(Self {
            game,
            me,
            state,
            orders: vec![Vec::new(); seats],
            warned: vec![true; seats],
            notes: Notes::default(),
        })
    }

    /// The imagined state.
    #[must_use]
    pub fn state(&self) -> &dyn DynState {
        &*self.state
    }

    /// The imagined state, to be changed.
    pub fn state_mut(&mut self) -> &mut dyn DynState {
        &mut *self.state
    }

    /// The seat of the player that imagines.
    #[must_use]
    pub fn me(&self) -> usize {
        self.me
    }

    /// The view of a seat, in the numbers of the player that imagines.
    pub fn write_view(&self, out: &mut Vec<u8>) {
        self.state.write_view(self.me, out);
    }

    /// The score of a player, numbered as the player that imagines numbers them.
    #[must_use]
    pub fn score(&self, player: usize) -> i64 {
        let (seat, _) = self.game.imagined_order(self.me, player, Order::default());
        self.state.scores().get(seat).copied().unwrap_or_default()
    }

    /// Sets what chance will bring.
    pub fn seed(&mut self, seed: u32) {
        self.state.reseed(seed);
    }

    /// Gives the next round an order of a player, both as the player that imagines sees them.
    pub fn order(&mut self, player: usize, order: Order) {
        let (seat, order) = self.game.imagined_order(self.me, player, order);
        self.order_of_seat(seat, order);
    }

    /// Gives the next round an order as a seat gives it; seats that do not exist give none.
    pub fn order_of_seat(&mut self, seat: usize, order: Order) {
        if let Some(orders) = self.orders.get_mut(seat) {
            orders.push(order);
        }
    }

    /// Plays one round with the orders given since the last one. False when the match is over,
    /// or when the rules cannot go on.
    pub fn step(&mut self) -> bool {
        if self.state.rounds_left() == 0 {
            return false;
        }
        self.notes.text.clear();
        let played = self.state.step(&self.orders, &self.warned, &mut self.notes);
        self.orders.iter_mut().for_each(Vec::clear);
        played.is_ok()
    }
}
