//! From a view to orders.

use crate::network::{Network, Unusable};
use crate::sight::{Board, Sight};
use engine::bytes::Bytes;
use engine::features::{self, SCALARS};
use engine::{DynGame, Lcg, Order};

/// A player that asks a network about each of its units.
pub struct Learned {
    network: Network,
    game: &'static dyn DynGame,
    intro: Vec<u8>,
    seat: usize,
    actions: Vec<(&'static str, Order)>,
    /// Made in the first round.
    sight: Option<Sight>,
    dice: Option<Lcg>,
    arrays: Arrays,
}

/// Kept from round to round.
#[derive(Default)]
struct Arrays {
    cells: Vec<u8>,
    units: Vec<i16>,
    mask: Vec<u8>,
    scalars: [i32; SCALARS],
}

impl Learned {
    /// A player for a match that begins with this intro.
    ///
    /// # Errors
    /// When there is no game of the network's name.
    pub fn new(network: Network, intro: &[u8]) -> Result<Self, Unusable> {
        let id = network.game();
        let game = games::by_id(id).ok_or_else(|| Unusable(format!("there is no game `{id}`")))?;
        Ok(Self {
            game,
            seat: usize::try_from(Bytes(intro).int()).unwrap_or(0),
            actions: features::actions(game),
            intro: intro.to_vec(),
            sight: None,
            dice: None,
            arrays: Arrays::default(),
            network,
        })
    }

    /// Gives orders for a round. The dice of networks that draw are seeded with the player's random
    /// stream as it is in the first round.
    ///
    /// # Errors
    /// When the view is none of the game, or the network does not fit the game.
    pub fn play(
        &mut self,
        stream: &[u8],
        view: &[u8],
        orders: &mut Vec<Order>,
    ) -> Result<(), Unusable> {
        let state = self.game.imagine(&self.intro, view);
        let space = state.as_ref().and_then(|state| state.space());
        let (Some(state), Some(space)) = (state, space) else {
            let title = self.game.facts().title;
            return Err(Unusable(format!("this is not a view of {title} with units")));
        };
        let actions = self.actions.len() + 1;
        let sight = match &mut self.sight {
            Some(sight) => sight,
            none => {
                let sight = Sight::new(&space, self.network.reach());
                self.network.check(sight.channels().len(), actions)?;
                none.insert(sight)
            }
        };
        let dice = self.dice.get_or_insert_with(|| Lcg::new(Bytes(stream).int()));
        let Arrays { cells, units, mask, scalars } = &mut self.arrays;
        cells.resize(space.cells(), 0);
        units.resize(space.units * space.columns.len(), 0);
        mask.resize(space.units * actions, 0);
        let shown = features::Arrays { cells, units, mask };
        state.write_features(&[self.seat], actions, shown);
        features::write_scalars(&*state, self.seat, &state.scores(), scalars);
        let board = Board { space: &space, cells, units, scalars };
        sight.look(&board);
        let (mut square, mut behind) = (Vec::new(), Vec::new());
        for (unit, mask) in mask.chunks_exact(actions).enumerate().filter(|(_, m)| has_choice(m)) {
            square.clear();
            behind.clear();
            sight.see(&board, unit, |at, value| match at.checked_sub(sight.square()) {
                None => square.push((at, value)),
                Some(at) => behind.push((at, value)),
            });
            let scores = self.network.scores(&square, &behind);
            let action = self.network.choose(&scores, mask, dice) as i32;
            orders.extend(features::order_for(&self.actions, unit as i32, action));
        }
        Ok(())
    }
}

/// Whether a unit may do anything but the action 0.
#[must_use]
pub fn has_choice(mask: &[u8]) -> bool {
    mask.iter().skip(1).any(|accepted| *accepted != 0)
}
