//! What the viewer shows of Star War, from what result files say.

use super::state::{Board, Head, Moves, PLAYERS, Ship, letter};
use engine::Pos;
use engine::scene::{Fact, Ground, Piece, Scene, SeatNow, Stage};

/// What can be charted.
pub const SERIES: &[&str] = &["Score", "Starships", "Missiles"];

/// What stays the same for a whole match.
pub fn stage(head: &Head) -> Stage {
    let p = &head.params;
    Stage {
        title: super::FACTS.title.into(),
        look: "starwar".into(),
        rows: p.rows as usize,
        cols: p.cols as usize,
        wraps: true,
        judged: head.judged,
        names: head.names.clone(),
        seed: head.seed.to_string(),
        settings: super::res::facts(p),
        legend: vec![Ground { letter: '.', name: "space", draw: "plain" }],
        pip: "starship",
        ..Stage::default()
    }
}

fn fleet<'a>(board: &'a Board, head: &Head, seat: usize) -> &'a [Ship] {
    board.ships.get(head.params.fleet(seat)).unwrap_or(&[])
}

/// Score, living starships and missiles in stock, by seat.
pub fn values(board: &Board, head: &Head) -> Vec<Vec<f64>> {
    let alive = |seat| fleet(board, head, seat).iter().filter(|s| s.alive).count() as f64;
    let stock =
        |seat| -> f64 { fleet(board, head, seat).iter().map(|s| f64::from(s.missiles)).sum() };
    vec![
        board.scores.iter().map(|&s| f64::from(s)).collect(),
        (0..PLAYERS).map(alive).collect(),
        (0..PLAYERS).map(stock).collect(),
    ]
}

/// The picture of a board and what led to it.
pub fn scene(board: &Board, head: &Head, before: Option<(&Board, &Moves)>) -> Scene {
    let cells = board.ground.cells().len();
    Scene {
        round: board.round,
        ground: ".".repeat(cells),
        owner: ".".repeat(cells),
        window: Some([
            head.params.wrap(i64::from(board.round)) as usize,
            head.params.window as usize,
        ]),
        pieces: pieces(board, head, before.map(|(old, _)| old)),
        seats: (0..PLAYERS).map(|seat| seat_now(board, head, seat)).collect(),
        ..Scene::default()
    }
}

fn seat_now(board: &Board, head: &Head, seat: usize) -> SeatNow {
    let ships = fleet(board, head, seat);
    SeatNow {
        score: i64::from(board.scores[seat]),
        status: board.status[seat],
        facts: vec![],
        pips: ships.iter().map(|s| s.alive).collect(),
    }
}

fn pieces(board: &Board, head: &Head, old: Option<&Board>) -> Vec<Piece> {
    let thing =
        |at: Pos, kind| Piece { id: -1, kind, seat: -1, i: at.i, j: at.j, ..Piece::default() };
    let mut pieces: Vec<Piece> = board
        .ground
        .positions()
        .filter_map(|at| match board.ground[at] {
            letter::ASTEROID => Some(thing(at, "asteroid")),
            letter::POINTS => Some(thing(at, "bonus-points")),
            letter::MISSILES => Some(thing(at, "bonus-missiles")),
            _ => None,
        })
        .collect();
    for (s, ship) in board.ships.iter().enumerate().filter(|(_, ship)| ship.alive) {
        let was = old.and_then(|old| old.ships.get(s)).filter(|was| was.alive);
        pieces.push(Piece {
            id: s as i32,
            seat: head.params.owner(s) as i32,
            from: was.filter(|was| was.at != ship.at).map(|was| [was.at.i, was.at.j]),
            ..thing(ship.at, "starship")
        });
    }
    for m in &board.missiles {
        pieces.push(Piece {
            id: m.id,
            seat: head.params.owner(m.shooter as usize) as i32,
            ..thing(m.at, "missile")
        });
    }
    pieces
}

/// Everything known about a cell.
pub fn inspect(board: &Board, _head: &Head, i: i32, j: i32) -> Vec<Fact> {
    if !board.ground.contains(Pos::new(i, j)) {
        return Vec::new();
    }
    vec![Fact::new("Cell", format!("row {i}, column {j}"))]
}
