//! Boards drawn at random (section b.1), draw by draw as the kit makes them.

mod zones;

use super::land::{DESERT, Land, ROAD, STATION};
use super::settings::GENERATED_SIDE;
use engine::{Fatal, Lcg, Pos};

const LAST: i32 = GENERATED_SIDE - 1;
const LARGEST_ZONE: usize = 300;
const SMALLEST_ZONE: usize = 10;

/// A grid of roads: its rows and columns.
struct Roads {
    rows: Vec<i32>,
    cols: Vec<i32>,
}

/// Draws a board of 60 by 60 with eight cities.
///
/// # Errors
/// When the drawn zones leave no room for the cities or stations; no seed tried does.
pub fn draw_board(dice: &mut Lcg) -> Result<Land, Fatal> {
    let (mut land, roads, zones) = loop {
        let roads = draw_roads(dice);
        let mut land = pave(&roads);
        let heads = merge_blocks(&mut land, &roads, dice);
        let zones = zones::find(&land, &heads);
        let fits = |size: usize| (SMALLEST_ZONE..=LARGEST_ZONE).contains(&size);
        if zones.iter().all(|z| fits(z.len())) {
            break (land, roads, zones);
        }
    };
    zones::share_out(zones).furnish(&mut land, dice)?;
    cut_road_ends(&mut land, &roads, dice);
    place_stations(&mut land, dice)?;
    Ok(land)
}

fn draw_roads(dice: &mut Lcg) -> Roads {
    let mut rows = dice.draw(5, 7);
    let mut cols = dice.draw(5, 7);
    if rows == 5 && cols == 5 {
        *if dice.draw(0, 1) == 1 { &mut rows } else { &mut cols } = 6;
    }
    if rows == 7 && cols == 7 {
        *if dice.draw(0, 1) == 1 { &mut rows } else { &mut cols } = 6;
    }
    Roads { rows: draw_lines(rows as usize, dice), cols: draw_lines(cols as usize, dice) }
}

/// `count` parallel roads, with at least four cells between neighbours.
fn draw_lines(count: usize, dice: &mut Lcg) -> Vec<i32> {
    let first = dice.draw(6, 8);
    let last = dice.draw(51, 53);
    let mut lines = vec![first; count];
    lines[count - 1] = last;
    loop {
        let inner = &mut lines[1..count - 1];
        inner.fill_with(|| dice.draw(first + 5, last - 5));
        inner.sort_unstable();
        if inner.windows(2).all(|pair| pair[1] - pair[0] >= 5) {
            return lines;
        }
    }
}

fn pave(roads: &Roads) -> Land {
    let mut land = Land::desert(GENERATED_SIDE, GENERATED_SIDE);
    for k in 0..GENERATED_SIDE {
        roads.rows.iter().for_each(|&i| land.set(Pos::new(i, k), ROAD));
        roads.cols.iter().for_each(|&j| land.set(Pos::new(k, j), ROAD));
    }
    land
}

/// The blocks between the roads, joined into ever fewer components.
struct Blocks<'a> {
    roads: &'a Roads,
    /// Blocks in a row of blocks.
    across: usize,
    parent: Vec<usize>,
    area: Vec<i32>,
}

/// Two neighbouring blocks that may be joined by tearing up the road between them.
struct Joint {
    cost: i32,
    roots: (usize, usize),
    /// First and last cell of the piece of road.
    piece: (Pos, Pos),
}

impl<'a> Blocks<'a> {
    fn new(roads: &'a Roads) -> Self {
        let gaps = |lines: &[i32]| lines.windows(2).map(|w| w[1] - w[0] - 1).collect::<Vec<_>>();
        let (high, wide) = (gaps(&roads.rows), gaps(&roads.cols));
        let area: Vec<i32> = high.iter().flat_map(|h| wide.iter().map(move |w| h * w)).collect();
        Self { roads, across: wide.len(), parent: (0..area.len()).collect(), area }
    }

    fn root(&self, mut block: usize) -> usize {
        while self.parent[block] != block {
            block = self.parent[block];
        }
        block
    }

    /// The joint of block (`a`, `b`) with the one below it or, if `right`, right of it.
    fn joint(&self, a: usize, b: usize, right: bool) -> Option<Joint> {
        let Roads { rows, cols } = self.roads;
        let block = a * self.across + b;
        let neighbour = if right { block + 1 } else { block + self.across };
        let roots = (self.root(block), self.root(neighbour));
        if roots.0 == roots.1 {
            return None;
        }
        let piece = match right {
            false => (Pos::new(rows[a + 1], cols[b] + 1), Pos::new(rows[a + 1], cols[b + 1] - 1)),
            true => (Pos::new(rows[a] + 1, cols[b + 1]), Pos::new(rows[a + 1] - 1, cols[b + 1])),
        };
        let len = piece.0.manhattan(piece.1) as i32 + 1;
        Some(Joint { cost: self.area[roots.0] + self.area[roots.1] + len, roots, piece })
    }

    /// The cheapest joint, the first of equal ones: those across horizontal roads come first.
    fn cheapest(&self) -> Option<Joint> {
        let (high, wide) = (self.area.len() / self.across, self.across);
        let below = (0..wide).flat_map(|b| (0..high - 1).map(move |a| (a, b, false)));
        let beside = (0..high).flat_map(|a| (0..wide - 1).map(move |b| (a, b, true)));
        below
            .chain(beside)
            .filter_map(|(a, b, right)| self.joint(a, b, right))
            .min_by_key(|joint| joint.cost)
    }
}

/// Joins blocks until 14 to 18 are left; answers the cells where the visits of the
/// components begin.
fn merge_blocks(land: &mut Land, roads: &Roads, dice: &mut Lcg) -> Vec<Pos> {
    let mut blocks = Blocks::new(roads);
    let count = blocks.area.len();
    let wanted = dice.draw(14, (count as i32).min(18)) as usize;
    for _ in wanted..count {
        let Some(joint) = blocks.cheapest() else { break };
        blocks.parent[joint.roots.1] = joint.roots.0;
        blocks.area[joint.roots.0] = joint.cost;
        let (from, to) = joint.piece;
        for i in from.i..=to.i {
            (from.j..=to.j).for_each(|j| land.set(Pos::new(i, j), DESERT));
        }
    }
    let roots = (0..count).filter(|&k| blocks.parent[k] == k);
    let across = blocks.across;
    roots
        .map(|k| Pos::new(roads.rows[k / across + 1] - 2, roads.cols[k % across + 1] - 2))
        .collect()
}

/// Turns some ends of roads, between the outermost crossing road and the edge, into desert.
fn cut_road_ends(land: &mut Land, roads: &Roads, dice: &mut Lcg) {
    let Roads { rows, cols } = roads;
    let ends = [
        (rows, 0..=cols[0] - 1, false),
        (rows, cols[cols.len() - 1] + 1..=LAST, false),
        (cols, 0..=rows[0] - 1, true),
        (cols, rows[rows.len() - 1] + 1..=LAST, true),
    ];
    let mut order = Vec::new();
    for (lines, stretch, down) in ends {
        let cut = lines.len() as i32 - dice.draw(3, 5);
        dice.permute(lines.len(), &mut order);
        for &k in order.iter().take(cut.max(0) as usize) {
            let line = lines[k as usize];
            for at in stretch.clone() {
                land.set(if down { Pos::new(at, line) } else { Pos::new(line, at) }, DESERT);
            }
        }
    }
}

/// Puts six to eight petrol stations on crossings.
fn place_stations(land: &mut Land, dice: &mut Lcg) -> Result<(), Fatal> {
    let road = |i, j| land.at(Pos::new(i, j)) == ROAD;
    let crossing = |p: &Pos| {
        let Pos { i, j } = *p;
        let inside = (1..LAST).contains(&i) && (1..LAST).contains(&j);
        inside
            && road(i, j)
            && (road(i - 1, j) || road(i + 1, j))
            && (road(i, j - 1) || road(i, j + 1))
    };
    let crossings: Vec<Pos> = land.positions().filter(crossing).collect();
    if crossings.len() < 6 {
        return Err(Fatal::new("the generator found fewer than 6 crossings for stations"));
    }
    let count = dice.draw(6, crossings.len().min(8) as i32);
    let mut order = Vec::new();
    dice.permute(crossings.len(), &mut order);
    for &k in order.iter().take(count as usize) {
        land.set(crossings[k as usize], STATION);
    }
    Ok(())
}
