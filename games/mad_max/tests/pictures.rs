//! The pictures of the manual.

use super::OASIS;
use crate::mad_max::settings::Settings;
use crate::mad_max::state::Kind::{Car, Warrior};
use crate::mad_max::state::{Kind, NOBODY, State};
use crate::pictures::{Album, Strip};
use crate::testing;
use engine::{Notes, Order, Pos, Rules, Ruleset, Settings as _};

const RIGHT: i32 = 2;
const TOP: i32 = 4;

/// A unit: kind, player, row, column, food, water.
type Drawn = (Kind, u8, i32, i32, i32, i32);

/// The board of the oasis in a round, with these units in place of the first ones. The others
/// stand far away.
fn begin(number: i32, units: &[Drawn]) -> State {
    let settings = Settings::read(OASIS.as_bytes()).expect("legal settings");
    let setup = testing::setup("1", &["A", "B", "C", "D"], Ruleset::Statement);
    let mut state = State::start(&settings, &setup, &mut Notes::default()).expect("it begins");
    state.board.round = number;
    state.ids.fill(NOBODY);
    for id in 0..state.board.units.len() {
        let unit = &mut state.board.units[id];
        match units.get(id) {
            Some(&(kind, player, i, j, food, water)) => {
                (unit.kind, unit.player, unit.pos) = (kind, player, Pos::new(i, j));
                (unit.food, unit.water) = (food, water);
            }
            None => unit.pos = Pos::new(39, id as i32 % 40),
        }
        let place = state.board.land.place(state.board.units[id].pos);
        state.ids[place] = id as i32;
    }
    state
}

/// Plays a round with orders: unit, direction.
fn play(state: &mut State, orders: &[(i32, i32)]) {
    let mut all = vec![Vec::new(); 4];
    for &(unit, dir) in orders {
        let seat = usize::from(state.board.units[unit as usize].player);
        all[seat].push(Order::new(unit, dir));
    }
    state.step(&all, &[false; 4], &mut Notes::default()).expect("the round is played");
}

#[test]
fn pictures_of_the_manual_show_what_the_rules_do() {
    let mut album = Album::new("mad_max");

    // In the round of player 1 its warrior may not move, but its car may, in this one and the next.
    let units = [(Warrior, 1, 10, 14, 40, 40), (Car, 1, 12, 13, 90, 0)];
    let mut state = begin(1, &units);
    let strip = Strip::new(&state, 9..14, 11..17)
        .play(&mut state, |state| play(state, &[(0, RIGHT), (1, RIGHT)]))
        .play(&mut state, |state| play(state, &[(0, RIGHT), (1, RIGHT)]));
    album.add("turns", &strip);

    let units = [(Warrior, 0, 5, 4, 30, 6), (Car, 0, 12, 11, 30, 0)];
    let mut state = begin(0, &units);
    let strip = Strip::new(&state, 3..7, 2..7)
        .play(&mut state, |state| play(state, &[(0, TOP), (1, RIGHT)]));
    album.add("drink", &strip);

    let units = [(Car, 0, 12, 6, 90, 0), (Warrior, 2, 12, 7, 30, 30)];
    let mut state = begin(0, &units);
    let strip =
        Strip::new(&state, 11..14, 4..10).play(&mut state, |state| play(state, &[(0, RIGHT)]));
    album.add("run-over", &strip);

    let units = [(Warrior, 0, 9, 4, 30, 30), (Warrior, 2, 9, 5, 30, 20)];
    let mut state = begin(0, &units);
    let strip = Strip::new(&state, 8..11, 2..8)
        .play(&mut state, |state| play(state, &[(0, RIGHT)]))
        .label([9, 4], state.board.units[0].water)
        .label([9, 5], state.board.units[1].water);
    album.add("bite", &strip);

    let units = [(Warrior, 0, 6, 18, 40, 40), (Warrior, 2, 6, 19, 40, 10)];
    let mut state = begin(0, &units);
    let strip =
        Strip::new(&state, 4..9, 16..24).play(&mut state, |state| play(state, &[(0, RIGHT)]));
    album.add("thunderdome", &strip);

    let units =
        [(Warrior, 2, 6, 16, 40, 40), (Warrior, 0, 5, 20, 40, 40), (Warrior, 2, 6, 18, 40, 40)];
    let mut state = begin(2, &units);
    let strip = Strip::new(&state, 4..9, 15..24)
        .with_scores()
        .play(&mut state, |state| play(state, &[(0, RIGHT)]));
    album.add("conquest", &strip);

    album.finish();
}
