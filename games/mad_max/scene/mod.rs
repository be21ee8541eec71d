//! The scenes of Mad Max for the viewer, from result files.

mod inspect;
mod story;

pub use inspect::inspect;

use super::cities::Cities;
use super::land::{DESERT, ROAD, STATION, WALL, WATER, is_city};
use super::state::{Board, Head, Kind, Moves, Unit};
use crate::locales;
use engine::scene::{Area, AreaKind, Fact, Ground, GroundKind, Piece, Scene, SeatNow, Stage, Tag};
use engine::{SEATS, say};
use story::Story;

/// The series of the charts.
pub const SERIES: &[&str] = &["Score", "Cities", "Warriors", "Cars", "Fuel"];
/// Letter of a city in a scene: its owner stands apart.
const CITY: char = 'C';
/// With this much food, water or fuel or less a unit is in danger.
const LOW: i32 = 10;

/// The constant part of a match.
#[must_use]
pub fn stage(head: &Head) -> Stage {
    let ground = |letter: u8, name, draw| Ground { letter: letter as char, name, draw };
    Stage {
        title: "Mad Max".into(),
        look: "madmax".into(),
        rows: head.parameters.rows as usize,
        cols: head.parameters.cols as usize,
        judged: head.judged,
        names: head.names.to_vec(),
        seed: head.seed.clone(),
        settings: head.parameters.facts(),
        legend: vec![
            ground(DESERT, "desert", GroundKind::Plain),
            ground(ROAD, "road", GroundKind::Road),
            ground(CITY as u8, "city", GroundKind::City),
            ground(WATER, "water", GroundKind::Water),
            ground(STATION, "petrol station", GroundKind::Station),
            ground(WALL, "wall", GroundKind::Wall),
        ],
        words: locales::mad_max::WORDS,
        ..Stage::default()
    }
}

/// The values of [`SERIES`].
#[must_use]
pub fn values(board: &Board, head: &Head) -> Vec<Vec<f64>> {
    let each = |value: &dyn Fn(usize) -> f64| (0..SEATS).map(value).collect::<Vec<f64>>();
    vec![
        each(&|seat| board.total_score[seat].into()),
        each(&|seat| board.num_cities[seat].into()),
        each(&|seat| count(board, seat, Kind::Warrior) as f64),
        each(&|seat| count(board, seat, Kind::Car) as f64),
        each(&|seat| fuel_percent(board, head, seat)),
    ]
}

fn own(board: &Board, seat: usize, kind: Kind) -> impl Iterator<Item = &Unit> {
    board.units.iter().filter(move |u| usize::from(u.player) == seat && u.kind == kind)
}

fn count(board: &Board, seat: usize, kind: Kind) -> usize {
    own(board, seat, kind).count()
}

/// How full the cars of a player are on average, in percent.
fn fuel_percent(board: &Board, head: &Head, seat: usize) -> f64 {
    let fuel: i64 = own(board, seat, Kind::Car).map(|car| i64::from(car.food)).sum();
    let most = count(board, seat, Kind::Car) as f64 * f64::from(head.parameters.cars_fuel);
    if most > 0.0 { (100.0 * fuel as f64 / most).round() } else { 0.0 }
}

/// The picture of a board and what led to it.
#[must_use]
pub fn scene(board: &Board, head: &Head, before: Option<(&Board, &Moves)>) -> Scene {
    let letters = || board.land.text().iter().filter(|&&letter| letter != b'\n');
    let story = before.map(|(old, moves)| Story::tell(old, moves, board, head)).unwrap_or_default();
    Scene {
        round: board.round,
        ground: letters().map(|&l| if is_city(l) { CITY } else { l as char }).collect(),
        owner: letters().map(|&l| if is_city(l) { l as char } else { '.' }).collect(),
        pieces: pieces(board, head, before, &story),
        areas: city_areas(board),
        counts: story.counts(),
        events: story.events,
        orders: story.orders,
        seats: (0..SEATS).map(|seat| seat_now(board, head, seat)).collect(),
        ..Scene::default()
    }
}

fn city_areas(board: &Board) -> Vec<Area> {
    // Files from elsewhere may have boards that break the rules for cities.
    let Ok(cities) = Cities::find(&board.land) else { return Vec::new() };
    let area = |cells: &[u32]| {
        let cells = cells.iter().map(|&place| board.land.pos(place as usize));
        let cells: Vec<[i32; 2]> = cells.map(|p| [p.i, p.j]).collect();
        let [i, j] = cells[0];
        let seat = i32::from(board.land.at(engine::Pos::new(i, j)) - b'0');
        Area { seat, kind: AreaKind::City, cells }
    };
    cities.iter().map(area).collect()
}

fn seat_now(board: &Board, head: &Head, seat: usize) -> SeatNow {
    SeatNow {
        score: board.total_score[seat].into(),
        status: board.status[seat],
        pips: Vec::new(),
        facts: vec![
            Fact::new("Cities", board.num_cities[seat]),
            Fact::new("Warriors", count(board, seat, Kind::Warrior)),
            Fact::new("Cars", count(board, seat, Kind::Car)),
            Fact::new("Fuel", say!("{} %", fuel_percent(board, head, seat))),
        ],
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Warrior => "warrior",
        Kind::Car => "car",
    }
}

fn pieces(
    board: &Board,
    head: &Head,
    before: Option<(&Board, &Moves)>,
    story: &Story,
) -> Vec<Piece> {
    let piece = |(id, unit): (usize, &Unit)| {
        let old = before.and_then(|(old, _)| old.units.get(id));
        let marked = |marks: &[bool]| marks.get(id).copied().unwrap_or(false);
        let fell = marked(&story.fallen);
        let moved = old.filter(|old| !fell && old.pos != unit.pos);
        let (health, most) = match unit.kind {
            Kind::Warrior => (unit.food.min(unit.water), head.parameters.warriors_health),
            Kind::Car => (unit.food, head.parameters.cars_fuel),
        };
        let tags = [
            (fell, Tag::Taken),
            (fell, Tag::Reborn),
            (marked(&story.hit), Tag::Hit),
            (health <= LOW, Tag::Hungry),
            (board.status[usize::from(unit.player)] < 0.0, Tag::Frozen),
        ];
        Piece {
            id: id as i32,
            kind: word(unit.kind),
            seat: unit.player.into(),
            i: unit.pos.i,
            j: unit.pos.j,
            from: moved.map(|old| [old.pos.i, old.pos.j]),
            health: Some([health, most]),
            tags: tags.into_iter().filter(|(on, _)| *on).map(|(_, tag)| tag).collect(),
            ..Piece::default()
        }
    };
    board.units.iter().enumerate().map(piece).collect()
}
