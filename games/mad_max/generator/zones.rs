//! The ground between the roads: cities, waters and walls (steps 3 to 7).

use crate::mad_max::land::{DESERT, Land, WALL, WATER};
use engine::{Dir, Fatal, Lcg, Pos};

/// Free cells of one component, in the order of their visit.
pub(super) type Zone = Vec<Pos>;

const CITIES: usize = 8;

/// The zones around the given cells, largest first; of equal ones that with the larger first
/// cell comes first.
pub(super) fn find(land: &Land, starts: &[Pos]) -> Vec<Zone> {
    let mut seen = vec![false; land.text().len()];
    let mut zones: Vec<Zone> = starts.iter().map(|&p| visit(land, p, &mut seen)).collect();
    zones.sort_by(|a, b| (b.len(), b.first()).cmp(&(a.len(), a.first())));
    zones
}

fn visit(land: &Land, start: Pos, seen: &mut [bool]) -> Zone {
    // Sides in the order of the kit's recursion: up, down, left, right; the last one pushed
    // is visited first.
    const PUSH: [Dir; 4] = [Dir::Right, Dir::Left, Dir::Bottom, Dir::Top];
    let (mut zone, mut todo) = (Zone::new(), vec![start]);
    while let Some(p) = todo.pop() {
        if land.at(p) != DESERT || std::mem::replace(&mut seen[land.place(p)], true) {
            continue;
        }
        if Dir::EIGHT.iter().all(|&dir| land.at(p + dir) == DESERT) {
            zone.push(p);
        }
        todo.extend(PUSH.iter().map(|&dir| p + dir));
    }
    zone
}

/// Which zones become what (step 5).
pub(super) struct Plan {
    cities: Vec<Zone>,
    waters: Vec<Zone>,
}

/// Shares out the sorted zones: the four largest and the smallest that are large enough get
/// cities, the others water.
pub(super) fn share_out(zones: Vec<Zone>) -> Plan {
    let count = zones.len();
    let mut free: Vec<Option<Zone>> = zones.into_iter().map(Some).collect();
    let mut cities: Vec<Zone> = free.iter_mut().take(4).filter_map(Option::take).collect();
    let mut waters = Vec::new();
    for zone in free.iter_mut().rev() {
        if waters.len() < count.saturating_sub(CITIES) {
            waters.extend(zone.take_if(|z| z.len() < 20));
        }
    }
    for zone in free.iter_mut().rev() {
        if cities.len() < CITIES {
            cities.extend(zone.take());
        }
    }
    waters.extend(free.into_iter().flatten());
    Plan { cities, waters }
}

impl Plan {
    /// Draws the cities, the waters and the walls around them (steps 6 and 7).
    ///
    /// # Errors
    /// When a zone is too small for its part.
    pub(super) fn furnish(&self, land: &mut Land, dice: &mut Lcg) -> Result<(), Fatal> {
        let mut order = Vec::new();
        dice.permute(CITIES, &mut order);
        for (k, &zone) in order.iter().enumerate() {
            let Some(zone) = self.cities.get(zone as usize) else {
                return Err(Fatal::new("the generator found fewer than 8 zones for cities"));
            };
            let rest = grow(land, zone, &CITY, b'0' + (k / 2) as u8, dice)?;
            draw_walls(land, &rest, dice);
        }
        for zone in &self.waters {
            let rest = grow(land, zone, &LAKE, WATER, dice)?;
            draw_walls(land, &rest, dice);
        }
        Ok(())
    }
}

/// How a city or a water grows.
struct Growth {
    name: &'static str,
    least: i32,
    most: i32,
    zone_least: usize,
    /// Whether a cell at this distance may follow.
    reach: fn(i32, i32) -> bool,
}

const CITY: Growth = Growth {
    name: "city",
    least: 20,
    most: 40,
    zone_least: 20,
    reach: |di, dj| di.abs() + dj.abs() == 1,
};
/// Waters jump over gaps: the 5 by 5 square without its corners.
const LAKE: Growth = Growth {
    name: "water",
    least: 5,
    most: 15,
    zone_least: 10,
    reach: |di, dj| di.abs() <= 2 && dj.abs() <= 2 && (di * dj).abs() < 4,
};

/// Draws one city or water inside a zone and answers the free cells of the zone that do not
/// touch it, sorted.
fn grow(
    land: &mut Land,
    zone: &Zone,
    growth: &Growth,
    letter: u8,
    dice: &mut Lcg,
) -> Result<Zone, Fatal> {
    let stuck = || Fatal::new(format!("the generator found no room for a {}", growth.name));
    if zone.len() < growth.zone_least {
        return Err(stuck());
    }
    let count = zone.len() as i32;
    let mut last = zone[dice.draw(0, count - 1) as usize];
    let size = dice.draw(growth.least, count.min(growth.most)) as usize;
    let mut rest = zone.clone();
    rest.sort_unstable();
    rest.retain(|&p| p != last);
    let (mut chosen, mut front) = (vec![last], Zone::new());
    while chosen.len() < size {
        let near = |p: &Pos| (growth.reach)(p.i - last.i, p.j - last.j);
        front.extend(rest.iter().copied().filter(near));
        front.sort_unstable();
        rest.retain(|p| !near(p));
        if front.is_empty() {
            return Err(stuck());
        }
        last = front.remove(dice.draw(0, front.len() as i32 - 1) as usize);
        chosen.push(last);
    }
    rest.retain(|p| chosen.iter().all(|q| (p.i - q.i).abs().max((p.j - q.j).abs()) > 1));
    chosen.iter().for_each(|&p| land.set(p, letter));
    Ok(rest)
}

/// Draws one vertical and one horizontal wall within the sorted cells `free`.
fn draw_walls(land: &mut Land, free: &Zone, dice: &mut Lcg) {
    if free.is_empty() {
        return;
    }
    let last = free.len() as i32 - 1;
    for (one, other) in [(Dir::Bottom, Dir::Top), (Dir::Right, Dir::Left)] {
        let start = free[dice.draw(0, last) as usize];
        let flipped = dice.draw(0, 1) == 1;
        let ways = if flipped { [other, one] } else { [one, other] };
        draw_wall(land, free, start, ways, dice);
    }
}

/// Walls both ways from `start` as far as the free cells go. The start is drawn twice.
fn draw_wall(land: &mut Land, free: &Zone, start: Pos, ways: [Dir; 2], dice: &mut Lcg) {
    let cells = |way: Dir| {
        let line = std::iter::successors(Some(start), move |&p| Some(p + way));
        line.take_while(|p| free.binary_search(p).is_ok())
    };
    let len: usize = ways.iter().map(|&way| cells(way).count()).sum();
    if len < 5 {
        return;
    }
    for p in ways.into_iter().flat_map(cells) {
        if dice.draw(0, 7) != 0 {
            land.set(p, WALL);
        }
    }
}
