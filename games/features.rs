//! Learners see the same as players, and the mask has the orders that the rules accept.

use crate::testing;
use engine::features::{self, Arrays as Buffers, Space};
use engine::tell::Value;
use engine::{DynGame, DynState, Lcg, Notes, Order, Ruleset, SEATS};

/// The arrays of a seat.
struct Arrays {
    space: Space,
    cells: Vec<u8>,
    units: Vec<i16>,
    mask: Vec<u8>,
}

impl Arrays {
    fn of(state: &dyn DynState, seat: usize, actions: usize) -> Self {
        let space = state.space().expect("the game has features");
        let mut cells = vec![0; space.cells()];
        let mut units = vec![0; space.units * space.columns.len()];
        let mut mask = vec![2; space.units * actions];
        let buffers = Buffers { cells: &mut cells, units: &mut units, mask: &mut mask };
        state.write_features(&[seat], actions, buffers);
        Self { space, cells, units, mask }
    }
}

/// The first state of the game's default board, for games with features.
fn first(game: &dyn DynGame) -> Option<Box<dyn DynState>> {
    let setup = testing::setup("11", &["Demo"; SEATS], Ruleset::Statement);
    let (_, board) = game.facts().boards[0];
    let state = game.start(board.as_bytes(), &setup, &mut Notes::default()).expect("a board");
    state.space().is_some().then_some(state)
}

/// Goes through a match of random accepted orders; calls `look` in some of its rounds.
fn wander(game: &dyn DynGame, mut look: impl FnMut(&dyn DynState, &[(&str, Order)])) -> bool {
    let Some(mut state) = first(game) else { return false };
    let (actions, mut dice) = (features::actions(game), Lcg::new(3));
    for round in 0.. {
        if state.rounds_left() == 0 {
            break;
        }
        if round % 40 < 2 {
            look(&*state, &actions);
        }
        let orders: Vec<Vec<Order>> = (0..SEATS)
            .map(|seat| {
                let arrays = Arrays::of(&*state, seat, actions.len() + 1);
                let rows = arrays.mask.chunks_exact(actions.len() + 1);
                let order = |(unit, row): (i32, &[u8])| {
                    let action = dice.draw(0, actions.len() as i32) as usize;
                    let chosen = row[action] == 1 && action > 0;
                    chosen.then(|| Order { unit, ..actions[action - 1].1 })
                };
                (0..).zip(rows).filter_map(order).collect()
            })
            .collect();
        state.step(&orders, &[true; SEATS], &mut Notes::default()).expect("it goes on");
    }
    true
}

/// Digest of a state after a round in which one seat gives these orders; whether the rules
/// complained.
fn after(state: &dyn DynState, seat: usize, order: Option<Order>) -> (Vec<u8>, bool) {
    let (mut copy, mut notes) = (state.clone_box(), Notes::default());
    let mut orders = vec![Vec::new(); SEATS];
    orders[seat].extend(order);
    copy.step(&orders, &[false; SEATS], &mut notes).expect("it goes on");
    let mut bytes = Vec::new();
    copy.write_canonical(&mut bytes);
    (bytes, !notes.text.is_empty())
}

#[test]
fn masks_are_what_the_rules_accept() {
    let mut learned = 0;
    for game in crate::ALL {
        let (mut accepted, mut refused) = (0, 0);
        learned += usize::from(wander(*game, |state, actions| {
            let seat = state.round().rem_euclid(SEATS as i32) as usize;
            let arrays = Arrays::of(state, seat, actions.len() + 1);
            let (nothing, _) = after(state, seat, None);
            for (unit, row) in (0..).zip(arrays.mask.chunks_exact(actions.len() + 1)) {
                assert_eq!(row[0], 1, "no order is always allowed");
                for ((word, order), &allowed) in actions.iter().zip(&row[1..]) {
                    let (changed, complained) = after(state, seat, Some(Order { unit, ..*order }));
                    let what = || format!("{}: {word} for unit {unit}", game.facts().id);
                    if allowed == 1 {
                        assert!(!complained, "{} is refused", what());
                        accepted += 1;
                    } else {
                        assert!(complained || changed == nothing, "{} does something", what());
                        refused += 1;
                    }
                }
            }
        }));
        let looked = accepted + refused > 0;
        assert!(!looked || (accepted > 50 && refused > 50), "{}", game.facts().id);
    }
    assert!(learned >= 5, "{learned} games have features");
}

/// The same facts, as programs of other makers are told them.
fn told(game: &dyn DynGame, state: &dyn DynState, seat: usize) -> (Value, Value) {
    let (mut intro, mut view) = (Vec::new(), Vec::new());
    state.write_intro(seat, &mut intro);
    state.write_view(seat, &mut view);
    let intro_told = game.tell_intro(&intro).expect("the game tells its intro");
    (intro_told, game.tell_view(&intro, &view).expect("the game tells its view"))
}

fn number(value: &Value, name: &str) -> Option<i64> {
    let value = &value[name];
    value.as_i64().or_else(|| value.as_bool().map(i64::from))
}

#[test]
fn units_are_what_players_are_told() {
    for game in crate::ALL {
        wander(*game, |state, actions| {
            for seat in 0..SEATS {
                let arrays = Arrays::of(state, seat, actions.len() + 1);
                let (intro, view) = told(*game, state, seat);
                let me = number(&intro, "me").expect("players know their seat");
                let list = [&view["units"], &view["starships"]];
                let list = list.iter().find_map(|list| list.as_array()).expect("there are units");
                assert_eq!(list.len(), arrays.space.units);
                let columns = arrays.space.columns;
                for (unit, row) in list.iter().zip(arrays.units.chunks_exact(columns.len())) {
                    for (&name, &value) in columns.iter().zip(row).filter(|(n, _)| **n != "kind") {
                        let told = number(unit, name).expect("players are told it");
                        let told = if name == "player" { (told - me).rem_euclid(4) } else { told };
                        assert_eq!(told, i64::from(value), "{}: {name} of {unit}", game.facts().id);
                    }
                }
            }
        });
    }
}

/// The letters of owners, walls and bonuses in the boards that players are told, and the first
/// word of the value that stands for each.
const LETTERS: [(char, &str); 9] = [
    ('X', "wall"),
    ('W', "water"),
    ('R', "road"),
    ('S', "station"),
    ('P', "points"),
    ('M', "missiles"),
    ('1', "next"),
    ('2', "second"),
    ('3', "third"),
];

#[test]
fn boards_are_what_players_are_told() {
    for game in crate::ALL {
        wander(*game, |state, actions| {
            // Seat 0 counts players as everybody does.
            let arrays = Arrays::of(state, 0, actions.len() + 1);
            let (_, view) = told(*game, state, 0);
            let Some(rows) = view["board"].as_array() else { return };
            let field = &arrays.space.fields[0];
            let letters = rows.iter().flat_map(|row| row.as_str().expect("a row").chars());
            assert_eq!(letters.clone().count(), arrays.space.rows * arrays.space.cols);
            for (letter, &cell) in letters.zip(&arrays.cells) {
                let value = field.values[field.of(cell)];
                let expected = match LETTERS.iter().find(|(l, _)| *l == letter) {
                    _ if letter == '0' => "own",
                    Some(('X', _)) if value == "asteroid" => "asteroid",
                    Some((_, word)) => word,
                    None => continue,
                };
                assert!(value.starts_with(expected), "{}: {letter} is {value}", game.facts().id);
            }
        });
    }
}

/// A player computes these arrays from its view alone: see `crates/neural`.
#[test]
fn views_have_all_that_the_arrays_show() {
    for game in crate::ALL {
        let Some(begun) = first(*game) else { continue };
        wander(*game, |state, actions| {
            for seat in 0..SEATS {
                let (mut intro, mut view) = (Vec::new(), Vec::new());
                begun.write_intro(seat, &mut intro);
                state.write_view(seat, &mut view);
                let imagined = game.imagine(&intro, &view).expect("the view is sound");
                let shown = |state: &dyn DynState| {
                    let arrays = Arrays::of(state, seat, actions.len() + 1);
                    let mut scalars = [0; features::SCALARS];
                    features::write_scalars(state, seat, &state.scores(), &mut scalars);
                    (arrays.cells, arrays.units, arrays.mask, scalars)
                };
                assert!(shown(state) == shown(&*imagined), "{} seat {seat}", game.facts().id);
            }
        });
    }
}

#[test]
fn seats_are_shown_together_what_each_is_shown_alone() {
    const SEATS_MIXED: [usize; 3] = [2, 0, 3];
    for game in crate::ALL {
        wander(*game, |state, actions| {
            let actions = actions.len() + 1;
            let alone = SEATS_MIXED.map(|seat| Arrays::of(state, seat, actions));
            let mut cells: Vec<u8> = alone.iter().flat_map(|a| vec![9; a.cells.len()]).collect();
            let mut units: Vec<i16> = alone.iter().flat_map(|a| vec![9; a.units.len()]).collect();
            let mut mask: Vec<u8> = alone.iter().flat_map(|a| vec![9; a.mask.len()]).collect();
            let buffers = Buffers { cells: &mut cells, units: &mut units, mask: &mut mask };
            state.write_features(&SEATS_MIXED, actions, buffers);
            let id = game.facts().id;
            assert!(cells == alone.each_ref().map(|a| &a.cells[..]).concat(), "{id}");
            assert!(units == alone.each_ref().map(|a| &a.units[..]).concat(), "{id}");
            assert!(mask == alone.each_ref().map(|a| &a.mask[..]).concat(), "{id}");
            // What nobody looks at is left out.
            let (cells, mask) = (&mut [][..], &mut [][..]);
            let mut table = vec![9; units.len()];
            let buffers = Buffers { cells, units: &mut table, mask };
            state.write_features(&SEATS_MIXED, actions, buffers);
            assert!(table == units, "{id}");
        });
    }
}

#[test]
fn every_value_of_a_field_is_told_apart() {
    for game in crate::ALL {
        let Some(state) = first(*game) else { continue };
        let space = state.space().expect("the game has features");
        for field in space.fields {
            for value in 0..field.values.len() {
                assert_eq!(field.of((value as u8) << field.shift), value, "{}", field.name);
            }
        }
    }
}
