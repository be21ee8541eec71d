//! Distances on a board: how many steps every cell is away from what a unit may want.

use crate::mad_max::cities::Cities;
use crate::mad_max::land::{DESERT, Land, ROAD, STATION, WATER, is_city};
use crate::mad_max::state::Kind;

/// Farther than any way.
pub(super) const FAR: u16 = u16::MAX / 2;
/// Boards with more cities than this are played as if they had no others.
const MOST_CITIES: usize = 32;

/// Everything that stays the same for a match.
pub(super) struct Maps {
    /// The change of a place by one step, by the code of the direction.
    pub steps: [isize; 8],
    /// Steps of a warrior to a cell beside water.
    pub water: Vec<u16>,
    /// Steps of a warrior to a city.
    pub food: Vec<u16>,
    /// Steps of a car to a cell beside a station.
    pub station: Vec<u16>,
    pub cities: Vec<City>,
}

/// A city: its places, and the steps to it.
pub(super) struct City {
    pub cells: Vec<u32>,
    pub distance: Vec<u16>,
}

impl Maps {
    pub(super) fn new(land: &Land) -> Self {
        let stride = land.cols() as isize + 1;
        let steps = [stride, stride + 1, 1, 1 - stride, -stride, -stride - 1, -1, stride - 1];
        let text = land.text();
        let beside = |wanted: u8| -> Vec<u32> {
            let all = (0..text.len() as u32).filter(|&k| text[k as usize] == wanted);
            let around = |k: u32| steps.map(|step| (k as isize + step) as usize);
            all.flat_map(around).filter(|&k| k < text.len()).map(|k| k as u32).collect()
        };
        let flood = |kind, from: &[u32]| flood(text, &steps, kind, from);
        // Players only see boards that passed the check of their cities.
        let cities = Cities::find(land).unwrap_or_default();
        let cities: Vec<City> = cities
            .iter()
            .take(MOST_CITIES)
            .map(|cells| City { cells: cells.to_vec(), distance: flood(Kind::Warrior, cells) })
            .collect();
        let meals: Vec<u32> = cities.iter().flat_map(|city| city.cells.iter().copied()).collect();
        Self {
            water: flood(Kind::Warrior, &beside(WATER)),
            food: flood(Kind::Warrior, &meals),
            station: flood(Kind::Car, &beside(STATION)),
            cities,
            steps,
        }
    }
}

/// Whether a unit may stand on ground of this letter.
pub(super) fn passable(kind: Kind, letter: u8) -> bool {
    letter == DESERT || letter == ROAD || (kind == Kind::Warrior && is_city(letter))
}

/// Steps of all places to the nearest of `from` (those of them where a unit may stand).
fn flood(text: &[u8], steps: &[isize; 8], kind: Kind, from: &[u32]) -> Vec<u16> {
    let mut distance = vec![FAR; text.len()];
    let mut queue = Vec::with_capacity(text.len());
    for &place in from {
        if passable(kind, text[place as usize]) && distance[place as usize] == FAR {
            distance[place as usize] = 0;
            queue.push(place);
        }
    }
    let mut next = 0;
    while let Some(&place) = queue.get(next) {
        next += 1;
        let further = (distance[place as usize] + 1).min(FAR - 1);
        for step in steps {
            let to = (place as isize + step) as usize;
            if to < text.len() && passable(kind, text[to]) && distance[to] == FAR {
                distance[to] = further;
                queue.push(to as u32);
            }
        }
    }
    distance
}
