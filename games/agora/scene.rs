//! The scenes of Agora for the viewer, from result files.

use super::rules::wins;
use super::state::{Bid, Board, GOODS, Head, Moves, PAVING, owner_of};
use crate::locales;
use engine::scene::{
    Asked, Event, EventKind, Fact, Ground, GroundKind, Lane, Piece, Scene, SeatNow, Sight, Stage,
    Tag,
};
use engine::{Pos, SEATS, Say, say};

/// The constant part of a match.
pub(super) fn stage(head: &Head) -> Stage {
    let ground = |letter, draw| Ground { letter: char::from(letter), name: name(letter), draw };
    let mut legend = vec![ground(PAVING, GroundKind::Path)];
    legend.extend(GOODS.map(|good| ground(good, GroundKind::Plain)));
    Stage {
        title: "Agora".into(),
        look: "agora".into(),
        rows: head.goods.rows(),
        cols: head.goods.cols(),
        judged: head.judged,
        names: head.names.to_vec(),
        seed: head.seed.clone(),
        settings: head.parameters.facts(),
        legend,
        words: locales::agora::WORDS,
        ..Stage::default()
    }
}

/// The name of a letter of the market.
fn name(letter: u8) -> &'static str {
    match letter {
        b'B' => "bread",
        b'O' => "oil",
        b'W' => "wine",
        b'C' => "cloth",
        _ => "paving",
    }
}

/// The picture of a board and what led to it.
pub(super) fn scene(board: &Board, head: &Head, before: Option<(&Board, &Moves)>) -> Scene {
    let text = |letters: &[u8]| letters.iter().map(|&letter| char::from(letter)).collect();
    let bids = before.map_or(&[][..], |(_, moves)| &moves.bids);
    let sold: Vec<&Bid> = bids.iter().filter(|bid| wins(bid, bids)).collect();
    Scene {
        round: board.round,
        ground: text(head.goods.cells()),
        owner: text(&board.owners),
        pieces: pieces(board, head, &sold),
        seats: (0..SEATS).map(|seat| seat_now(board, head, seat)).collect(),
        counts: vec![
            Fact::new("Bids", bids.len()),
            Fact::new("Stalls sold", sold.len()),
            Fact::new("Coins paid", sold.iter().map(|bid| i64::from(bid.coins)).sum::<i64>()),
        ],
        orders: bids.iter().map(|bid| asked(head, bid, bids)).collect(),
        events: sold.iter().map(|bid| sale(head, bid)).collect(),
        ..Scene::default()
    }
}

fn place(head: &Head, cell: usize) -> [i32; 2] {
    let Pos { i, j } = head.goods.pos_of(cell);
    [i, j]
}

/// The goods of every stall, on the plate of its owner; those sold in the round are marked.
fn pieces(board: &Board, head: &Head, sold: &[&Bid]) -> Vec<Piece> {
    let stalls = head.goods.cells().iter().enumerate().filter(|(_, letter)| **letter != PAVING);
    let piece = |(cell, &letter): (usize, &u8)| {
        let owner = owner_of(board.owners[cell]);
        let [i, j] = place(head, cell);
        let mut tags = Vec::new();
        if sold.iter().any(|bid| bid.cell == cell) {
            tags.push(Tag::Taken);
        }
        if owner.is_some_and(|seat| board.status[seat] < 0.0) {
            tags.push(Tag::Frozen);
        }
        let seat = owner.map_or(-1, |seat| seat as i32);
        Piece { id: cell as i32, kind: name(letter), seat, i, j, tags, ..Piece::default() }
    };
    stalls.map(piece).collect()
}

fn seat_now(board: &Board, head: &Head, seat: usize) -> SeatNow {
    SeatNow {
        score: board.total_score[seat].into(),
        status: board.status[seat],
        facts: vec![
            Fact::new("Trade", name(head.trades[seat])),
            Fact::new("Stalls", board.stalls[seat]),
            Fact::new("Coins", board.coins[seat]),
        ],
        pips: Vec::new(),
    }
}

fn asked(head: &Head, bid: &Bid, bids: &[Bid]) -> Asked {
    let done = wins(bid, bids);
    let rivals = || bids.iter().filter(|other| other.cell == bid.cell && other.seat != bid.seat);
    let why = match rivals().map(|other| other.coins).max() {
        _ if done => "",
        Some(highest) if highest > bid.coins => "somebody bid more",
        _ => "somebody bid the same",
    };
    Asked {
        seat: bid.seat as i32,
        id: bid.cell as i32,
        cell: place(head, bid.cell),
        text: say!("bid {} for {}", bid.coins, name(head.goods.cells()[bid.cell])),
        done,
        why: why.into(),
    }
}

fn sale(head: &Head, bid: &Bid) -> Event {
    Event {
        kind: EventKind::Conquest,
        lane: Some(Lane::Conquest),
        seat: bid.seat as i32,
        id: bid.cell as i32,
        other: -1,
        cell: place(head, bid.cell),
        text: say!("goes to {} for {}", &head.names[bid.seat], bid.coins),
    }
}

/// Everything known about a cell.
pub(super) fn inspect(board: &Board, head: &Head, cell: Pos) -> Vec<Fact> {
    let Some(at) = head.goods.index_of(cell) else { return Vec::new() };
    let letter = head.goods.cells()[at];
    let mut facts = vec![Fact::new("", name(letter))];
    if letter != PAVING {
        let owner = owner_of(board.owners[at]);
        let owner = owner.map_or(Say::from("nobody"), |seat| (&head.names[seat]).into());
        facts.push(Fact::new("Owner", owner));
        facts.push(Fact::new("Price", board.prices[at]));
        facts.push(Fact::new("Number", at));
    }
    facts.push(Fact::new("Cell", say!("row {}, column {}", cell.i, cell.j)));
    facts
}

/// The view of a player: neither trades nor scores of the others.
pub(super) fn sight(board: &Board, head: &Head, seat: usize) -> Sight {
    let mut scene = scene(board, head, None);
    scene.counts = vec![Fact::new("Trade", name(head.trades[seat]))];
    for (other, now) in scene.seats.iter_mut().enumerate().filter(|(other, _)| *other != seat) {
        (now.score, now.status) = (0, board.status[other]);
        now.facts.retain(|fact| fact.label != "Trade");
    }
    let notes = vec!["The trades and scores of the others were secret.".into()];
    Sight { scene, notes, ..Sight::default() }
}
