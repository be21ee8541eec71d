//! The view of a player in the viewer equals the bytes of its view.

use crate::dominator::Dominator;
use crate::dominator::view::{NOBODYS, OWNER_BITS, View, WALL_CELL};
use crate::testing;
use engine::{DynGame, Film, Order, Ruleset};

const BOARD: &[u8] = include_bytes!("../boards/default.cnf");

fn film_and_state() -> (Box<dyn Film>, Box<dyn engine::DynState>) {
    let game = Dominator;
    let setup = testing::setup("4", &["Null"; 4], Ruleset::Statement);
    let mut notes = engine::Notes::default();
    let mut state = game.start(BOARD, &setup, &mut notes).expect("it starts");
    let mut film = game.film(&*state).expect("its own state");
    for round in 0..20 {
        // Everybody sends everybody somewhere.
        let orders = |seat: i32| (0..120).map(move |id| Order::new(id, (id + round + seat) % 9));
        let orders: Vec<Vec<Order>> = (0..4).map(|seat| orders(seat).collect()).collect();
        state.step(&orders, &[true; 4], &mut notes).expect("a round");
        film.push(&*state);
    }
    (film, state)
}

#[test]
fn the_picture_of_a_sight_is_the_view() {
    let (film, state) = film_and_state();
    for seat in 0..4 {
        let mut bytes = Vec::new();
        state.write_view(seat, &mut bytes);
        let sight = film.sight(20, seat).expect("every seat sees");
        let side = film.stage().rows;
        let view = View::new(&bytes, side).expect("a view");
        let units: Vec<_> = view.units().collect();
        assert_eq!(units.len(), sight.scene.pieces.len());
        for (unit, piece) in units.iter().zip(&sight.scene.pieces) {
            let team = sight.numbers[piece.seat as usize] as u8;
            assert_eq!((unit.id, unit.team), (piece.id, team), "seat {seat}");
            assert_eq!((unit.i, unit.j), (piece.i, piece.j), "seat {seat}, unit {}", unit.id);
        }
        let owners = sight.scene.owner.bytes().zip(sight.scene.ground.bytes()).enumerate();
        for (at, (owner, ground)) in owners {
            let told = match owner {
                _ if ground == b'X' => WALL_CELL,
                b'0'..=b'3' => sight.numbers[usize::from(owner - b'0')] as u8,
                _ => NOBODYS,
            };
            let seen = view.cell((at / side) as i32, (at % side) as i32) & OWNER_BITS;
            assert_eq!(seen, told, "seat {seat}, cell {at}");
        }
    }
    assert!(film.sight(20, 4).is_none() && film.sight(21, 0).is_none());
}

#[test]
fn orders_that_led_to_nothing_have_a_reason() {
    let (film, _) = film_and_state();
    let why = |seat: usize, unit: i32, code: i32| {
        film.answer(20, seat, &Order::new(unit, code)).map(|a| a.why.to_string())
    };
    let before = film.scene(19).expect("a board");
    let farmer = before.pieces.iter().find(|p| p.kind == "farmer" && p.seat == 1).expect("one");
    assert_eq!(why(1, farmer.id, 17).as_deref(), Some("no such direction"));
    assert_eq!(why(1, farmer.id, 1).as_deref(), Some("only knights move diagonally"));
    assert_eq!(why(0, farmer.id, 0).as_deref(), Some("the unit is another player's"));
    assert_eq!(why(1, farmer.id, 8).as_deref(), Some("it rests"));
    assert_eq!(why(1, 9999, 0).as_deref(), Some("there is no unit 9999"));
    assert_eq!(why(1, i32::MIN, i32::MAX).as_deref(), Some("there is no unit -2147483648"));
    assert!(film.answer(0, 0, &Order::new(0, 0)).is_none(), "nobody played before the first");
}
