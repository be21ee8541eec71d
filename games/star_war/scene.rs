//! The scenes of Star War for the viewer, from result files.

use super::state::{Board, Command, Happening, Head, Moves, Ship, letter};
use super::story;
use crate::locales;
use engine::scene::{
    Asked, Event, EventKind, Fact, Ground, GroundKind, Lane, Piece, Scene, SeatNow, Stage, Tag,
};
use engine::{Pos, SEATS, Say, say};

/// The series of the charts.
pub const SERIES: &[&str] = &["Score", "Starships", "Missiles"];

/// The constant part of a match.
pub fn stage(head: &Head) -> Stage {
    let p = &head.parameters;
    Stage {
        title: super::FACTS.title.into(),
        look: "starwar".into(),
        rows: p.nb_rows as usize,
        cols: p.nb_uni_cols as usize,
        wraps: true,
        judged: head.judged,
        names: head.names.clone(),
        seed: head.seed.to_string(),
        settings: p.facts(),
        legend: vec![Ground { letter: '.', name: "space", draw: GroundKind::Plain }],
        pip: "starship",
        words: locales::star_war::WORDS,
        ..Stage::default()
    }
}

fn fleet<'a>(board: &'a Board, head: &Head, seat: usize) -> &'a [Ship] {
    board.ships.get(head.parameters.fleet(seat)).unwrap_or(&[])
}

fn stock(board: &Board, head: &Head, seat: usize) -> i64 {
    fleet(board, head, seat).iter().map(|ship| i64::from(ship.missiles)).sum()
}

fn alive(board: &Board, head: &Head, seat: usize) -> usize {
    fleet(board, head, seat).iter().filter(|ship| ship.alive).count()
}

/// Score, living starships and missiles in stock, by seat.
pub fn values(board: &Board, head: &Head) -> Vec<Vec<f64>> {
    vec![
        board.scores.iter().map(|&s| f64::from(s)).collect(),
        (0..SEATS).map(|seat| alive(board, head, seat) as f64).collect(),
        (0..SEATS).map(|seat| stock(board, head, seat) as f64).collect(),
    ]
}

/// The picture of a board and what led to it.
pub fn scene(board: &Board, head: &Head, before: Option<(&Board, &Moves)>) -> Scene {
    let cells = board.ground.cells().len();
    let mut scene = Scene {
        round: board.round,
        ground: ".".repeat(cells),
        owner: ".".repeat(cells),
        window: Some([
            head.parameters.wrap(i64::from(board.round)) as usize,
            head.parameters.nb_win_cols as usize,
        ]),
        pieces: pieces(board, head, before.map(|(old, _)| old)),
        seats: (0..SEATS).map(|seat| seat_now(board, head, seat)).collect(),
        counts: counts(board),
        ..Scene::default()
    };
    if let Some((old, moves)) = before {
        let happenings = story::tell(head, old, moves, board).unwrap_or_default();
        let told = happenings.iter().flat_map(|h| events(head, old, h));
        scene.events = told.chain(reborn(head, old, board)).collect();
        scene.orders = asked(head, old, moves);
    }
    scene
}

fn seat_now(board: &Board, head: &Head, seat: usize) -> SeatNow {
    let ships = fleet(board, head, seat);
    let (alive, all) = (alive(board, head, seat), ships.len());
    let mut facts = vec![
        Fact::new("Starships", say!("{} of {}", alive, all)),
        Fact::new("Missiles", stock(board, head, seat)),
    ];
    if let Some(time) = ships.iter().filter(|ship| !ship.alive).map(|ship| ship.time).min() {
        let when = if time == 0 { "now".into() } else { say!("in {}", time) };
        facts.push(Fact::new("Reborn", when));
    }
    SeatNow {
        score: i64::from(board.scores[seat]),
        status: board.status[seat],
        facts,
        pips: ships.iter().map(|ship| ship.alive).collect(),
    }
}

fn counts(board: &Board) -> Vec<Fact> {
    let cells = board.ground.cells();
    let drawn = |letter| cells.iter().filter(|&&c| c == letter).count();
    vec![
        Fact::new("Missiles in flight", board.missiles.len()),
        Fact::new("Point bonuses", drawn(letter::POINTS)),
        Fact::new("Missile bonuses", drawn(letter::MISSILES)),
        Fact::new("Asteroids", drawn(letter::ASTEROID)),
    ]
}

fn pieces(board: &Board, head: &Head, old: Option<&Board>) -> Vec<Piece> {
    let thing =
        |at: Pos, kind| Piece { id: -1, kind, seat: -1, i: at.i, j: at.j, ..Piece::default() };
    let ground = board.ground.positions().filter_map(|at| match board.ground[at] {
        letter::ASTEROID => Some(thing(at, "asteroid")),
        letter::POINTS => Some(thing(at, "bonus-points")),
        letter::MISSILES => Some(thing(at, "bonus-missiles")),
        _ => None,
    });
    let starship = |(s, ship): (usize, &Ship)| {
        let (seat, was) = (head.parameters.owner(s), old.and_then(|old| old.ships.get(s)));
        let mut tags = Vec::new();
        if was.is_some_and(|was| !was.alive) {
            tags.push(Tag::Reborn);
        }
        if board.status[seat] < 0.0 {
            tags.push(Tag::Frozen);
        }
        let moved = was.filter(|was| was.alive && was.at != ship.at);
        let from = moved.map(|was| [was.at.i, was.at.j]);
        let aim = (ship.missiles > 0).then_some([0, 1]);
        Piece { id: s as i32, seat: seat as i32, from, tags, aim, ..thing(ship.at, "starship") }
    };
    let missile = |m: &super::state::Missile| Piece {
        id: m.id,
        seat: head.parameters.owner(m.shooter as usize) as i32,
        // Every missile comes from two columns behind, a new one out of its starship.
        from: old.map(|_| [m.at.i, head.parameters.wrap(i64::from(m.at.j) - 2)]),
        ..thing(m.at, "missile")
    };
    let ships = board.ships.iter().enumerate().filter(|(_, ship)| ship.alive);
    ground.chain(board.missiles.iter().map(missile)).chain(ships.map(starship)).collect()
}

fn thing_name(drawn: u8) -> &'static str {
    match drawn {
        letter::ASTEROID => "an asteroid",
        letter::POINTS => "a point bonus",
        letter::MISSILES => "a missile bonus",
        _ => "nothing",
    }
}

/// A happening as the viewer tells it.
fn events(head: &Head, old: &Board, happening: &Happening) -> Vec<Event> {
    let seat = |ship: u32| head.parameters.owner(ship as usize) as i32;
    let event = |kind, doer: u32, at: Pos, text: Say| Event {
        kind,
        lane: None,
        seat: seat(doer),
        id: doer as i32,
        other: -1,
        cell: [at.i, at.j],
        text,
    };
    // Nobody's deed: it counts as nobody's kill.
    let dies = |ship: u32, text: Say| {
        let at = old.ships.get(ship as usize).map_or_else(Pos::default, |ship| ship.at);
        Event { seat: -1, id: -1, other: ship as i32, ..event(EventKind::Dead, ship, at, text) }
    };
    let bonus = |ship, at, text| Event {
        lane: Some(Lane::Bonus),
        ..event(EventKind::Bonus, ship, at, text)
    };
    match *happening {
        Happening::Shot { ship, at } => vec![event(EventKind::Shot, ship, at, "shoots".into())],
        Happening::Hit { shooter, victim, at } => {
            let text = match seat(shooter) == seat(victim) {
                true => say!("shoots down its own starship {}", victim),
                false => say!("shoots down starship {}", victim),
            };
            let lane = Some(Lane::Kill);
            let dead = event(EventKind::Dead, shooter, at, text);
            vec![Event { lane, other: victim as i32, ..dead }]
        }
        Happening::Cleared { shooter, drawn, at } => {
            let text = say!("destroys {}", thing_name(drawn));
            vec![event(EventKind::Hit, shooter, at, text)]
        }
        Happening::Crash { ship, other, .. } => vec![
            dies(ship, say!("starship {} crashes into starship {}", ship, other)),
            dies(other, say!("starship {} is lost in the crash with starship {}", other, ship)),
        ],
        Happening::Found { ship, drawn: letter::ASTEROID, .. } => {
            vec![dies(ship, say!("starship {} crashes into an asteroid", ship))]
        }
        Happening::Found { ship, drawn: letter::POINTS, at } => {
            let text = say!("takes {} points", head.parameters.bonus_pnts);
            vec![bonus(ship, at, text)]
        }
        Happening::Found { ship, at, .. } => {
            let text = say!("takes {} missiles", head.parameters.bonus_miss);
            vec![bonus(ship, at, text)]
        }
    }
}

fn reborn(head: &Head, old: &Board, now: &Board) -> Vec<Event> {
    let pairs = old.ships.iter().zip(&now.ships).enumerate();
    let back = pairs.filter(|(_, (was, is))| !was.alive && is.alive);
    back.map(|(s, (_, ship))| Event {
        kind: EventKind::Reborn,
        lane: None,
        seat: head.parameters.owner(s) as i32,
        id: s as i32,
        other: -1,
        cell: [ship.at.i, ship.at.j],
        text: "is back".into(),
    })
    .collect()
}

/// A direction in words.
fn words(dir: Pos) -> &'static str {
    match (dir.i, dir.j) {
        (-1, 0) => "move slow and up",
        (-1, 1) => "move up",
        (-1, 2) => "move fast and up",
        (0, 0) => "stay in the cell",
        (0, 1) => "move ahead",
        (0, 2) => "move fast",
        (1, 0) => "move slow and down",
        (1, 1) => "move down",
        (1, 2) => "move fast and down",
        _ => "no direction",
    }
}

fn asked(head: &Head, old: &Board, moves: &Moves) -> Vec<Asked> {
    let mut all = Vec::new();
    for (seat, list) in moves.asked.iter().enumerate() {
        for command in list {
            let Some(ship) = old.ships.get(command.ship as usize) else { continue };
            let done = moves.done[seat].iter().any(|c| c.ship == command.ship);
            all.push(Asked {
                seat: seat as i32,
                id: command.ship,
                cell: [ship.at.i, ship.at.j],
                text: if command.shoots { "shoot".into() } else { words(command.dir).into() },
                done,
                why: if done { Say::default() } else { why_not(head, old, ship, command).into() },
            });
        }
    }
    all
}

/// Why an accepted order was not carried out.
fn why_not(head: &Head, old: &Board, ship: &Ship, command: &Command) -> &'static str {
    let to = Pos::new(
        ship.at.i.wrapping_add(command.dir.i),
        head.parameters.wrap(i64::from(ship.at.j) + i64::from(command.dir.j)),
    );
    let outside = || !head.parameters.in_window(to, old.round.wrapping_add(1));
    match (ship.alive, command.shoots) {
        (false, _) => "it is dead",
        (true, true) if ship.missiles <= 0 => "it has no missile",
        (true, false) if outside() => "that is outside the window",
        _ => "it died before its turn",
    }
}

/// Everything known about a cell, in coordinates of the universe.
pub fn inspect(board: &Board, head: &Head, i: i32, j: i32) -> Vec<Fact> {
    let at = Pos::new(i, j);
    if !board.ground.contains(at) {
        return Vec::new();
    }
    let name = |ship: usize| &head.names[head.parameters.owner(ship)];
    let here = board.ships.iter().enumerate().find(|(_, ship)| ship.alive && ship.at == at);
    let missile = board.missiles.iter().find(|m| m.at == at);
    let mut facts = Vec::new();
    match (here, missile) {
        (Some((s, ship)), _) => {
            facts.push(Fact::new("", say!("Starship {}", s)));
            facts.push(Fact::new("Player", name(s)));
            facts.push(Fact::new("Missiles", ship.missiles));
        }
        (None, Some(m)) => {
            facts.push(Fact::new("", say!("Missile {}", m.id)));
            facts.push(Fact::new("Player", name(m.shooter as usize)));
            facts.push(Fact::new("Shot by", say!("starship {}", m.shooter)));
        }
        (None, None) => facts.push(Fact::new("Content", thing_name(board.ground[at]))),
    }
    facts.push(Fact::new("Cell", say!("row {}, column {}", i, j)));
    let place = head.parameters.wrap(i64::from(j) - i64::from(board.round));
    let window = match head.parameters.in_window(at, board.round) {
        true => say!("column {} of {}", place, head.parameters.nb_win_cols),
        false => "outside".into(),
    };
    facts.push(Fact::new("Window", window));
    let waiting = |ship: &Ship| !ship.alive && ship.at == at;
    for (s, ship) in board.ships.iter().enumerate().filter(|(_, ship)| waiting(ship)) {
        let text = say!("starship {} of {}, back in {} rounds", s, name(s), ship.time);
        facts.push(Fact::new("Died here", text));
    }
    facts
}
