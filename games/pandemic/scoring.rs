//! The owners after a round, and their points (section e.7 of the specification).

use super::layout::NOWHERE;
use super::state::{Board, NOBODY, State};
use engine::Fatal;
use engine::SEATS;

/// Components of more cities make the kit abort.
const LARGEST_COMPONENT: u32 = 25;

/// Conquests, then points. Sums wrap around as the kit's do.
pub(super) fn score(state: &mut State) -> Result<(), Fatal> {
    conquer(state);
    let parameters = &state.head.parameters;
    let board = &mut state.board;
    let cities = board.city_owners.iter().zip(&board.layout.cities);
    let cities = cities.map(|(&owner, cells)| (owner, cells.len(), parameters.bonus_per_city_cell));
    let paths = board.path_owners.iter().zip(&board.layout.paths);
    let paths =
        paths.map(|(&owner, road)| (owner, road.cells.len(), parameters.bonus_per_path_cell));
    for (owner, cells, bonus) in cities.chain(paths) {
        if let Some(score) = usize::try_from(owner).ok().and_then(|o| board.scores.get_mut(o)) {
            *score = score.wrapping_add(bonus.wrapping_mul(cells as i32));
        }
    }
    count_components(state)
}

/// A city or path goes to the only player with the most units in it, if there is one.
fn conquer(state: &mut State) {
    let board = &mut state.board;
    let present = &mut state.hidden.scratch.present;
    let cities = board.layout.cities.len();
    present.clear();
    present.resize(cities + board.layout.paths.len(), [0; SEATS]);
    for unit in &board.units {
        let place = board.layout.place[board.layout.index(unit.pos)];
        if place != NOWHERE {
            present[place as usize][usize::from(unit.player)] += 1;
        }
    }
    let owners = board.city_owners.iter_mut().chain(&mut board.path_owners);
    for (owner, counts) in owners.zip(present) {
        *owner = strongest(counts).unwrap_or(*owner);
    }
}

fn strongest(counts: &[u32; SEATS]) -> Option<i8> {
    let most = *counts.iter().max()?;
    let mut leaders = (0_i8..).zip(counts).filter(|&(_, &count)| count == most);
    match (leaders.next(), leaders.next()) {
        (Some((player, _)), None) if most > 0 => Some(player),
        _ => None,
    }
}

/// The components of cities that their owners join by own paths: a forest.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    /// The city at the root of each city's component.
    pub root: Vec<u32>,
    /// Number of cities in the component of each root, 0 for the others.
    pub size: Vec<u32>,
}

impl Components {
    fn find(&mut self, board: &Board) {
        let n = board.city_owners.len();
        self.root.clear();
        self.root.extend(0..n as u32);
        for (&owner, road) in board.path_owners.iter().zip(&board.layout.paths) {
            let (a, b) = (road.a as usize, road.b as usize);
            let owned = |city| board.city_owners.get(city) == Some(&owner);
            if owner != NOBODY && owned(a) && owned(b) {
                let (a, b) = (root(&mut self.root, a as u32), root(&mut self.root, b as u32));
                self.root[a as usize] = b;
            }
        }
        self.size.clear();
        self.size.resize(n, 0);
        for city in 0..n as u32 {
            let top = root(&mut self.root, city);
            self.root[city as usize] = top;
            self.size[top as usize] += 1;
        }
    }
}

/// The components of a board.
pub(super) fn components(board: &Board) -> Components {
    let mut found = Components::default();
    found.find(board);
    found
}

/// Each component of s cities that a player joins by its own paths is worth 2^s times the
/// factor.
fn count_components(state: &mut State) -> Result<(), Fatal> {
    let found = &mut state.hidden.scratch.components;
    found.find(&state.board);
    let board = &mut state.board;
    let factor = state.head.parameters.factor_connected_component;
    for (&cities, &owner) in found.size.iter().zip(&board.city_owners) {
        let Ok(owner) = usize::try_from(owner) else { continue };
        if cities > LARGEST_COMPONENT {
            return Err(Fatal::new("Unexpected size of connected component."));
        }
        if cities > 0 {
            let worth = factor.wrapping_mul(1 << cities);
            board.scores[owner] = board.scores[owner].wrapping_add(worth);
        }
    }
    Ok(())
}

/// The root of a city's tree, halving the way to it.
fn root(parent: &mut [u32], mut city: u32) -> u32 {
    while parent[city as usize] != city {
        let above = parent[parent[city as usize] as usize];
        parent[city as usize] = above;
        city = above;
    }
    city
}
