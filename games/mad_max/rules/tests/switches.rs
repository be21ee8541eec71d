//! Every switch between statement and kit (section j), both ways.

use super::{FUEL, assert_drawn, drawn_with, move_units, orders};
use crate::mad_max::MAX_ORDERS;
use crate::mad_max::rules::hunger;
use crate::mad_max::rules::moves::capture;
use crate::mad_max::rules::rebirth::revive;
use crate::mad_max::settings::Settings;
use crate::mad_max::state::{Kind, State};
use engine::{Notes, Order, Pos, Rules, Ruleset, Settings as _, Setup};

#[test]
fn offroad_fuel_charges_a_car_that_has_just_left_the_road() {
    for (ruleset, fuel) in [(Ruleset::Statement, FUEL - 1), (Ruleset::Kit, FUEL)] {
        let mut state = drawn_with("R.. A..", 1, ruleset);
        // A round of another player: only the road lets the car move.
        state.board.round = 1;
        move_units(&mut state, "0r");
        assert_drawn(&state, "R.. .A.");
        hunger(&mut state);
        assert_eq!(state.board.units[0].food, fuel, "{ruleset:?}");
    }
}

#[test]
fn offroad_fuel_does_not_charge_a_car_that_only_now_reached_the_road() {
    for ruleset in [Ruleset::Statement, Ruleset::Kit] {
        let mut state = drawn_with(".R. A..", 1, ruleset);
        move_units(&mut state, "0r");
        hunger(&mut state);
        assert_eq!(state.board.units[0].food, FUEL - 1, "charged once in its own round");
    }
}

/// A board of 40 by 40 with a road around it; `nb_cars` 1 or many.
fn ring(nb_cars: i32, ruleset: Ruleset, seed: i32) -> Result<State, String> {
    let mut text = format!(
        "Mad_Max 1.6 nb_players 4 nb_rounds 9 nb_cities 4 nb_warriors 2 nb_cars {nb_cars} \
         warriors_health 9 cars_fuel 9 damage 1 rows 40 cols 40 FIXED\n"
    );
    for i in 0..40 {
        let row: String = (0..40)
            .map(|j| match (i, j) {
                (0 | 39, _) | (_, 0 | 39) => 'R',
                (10, 10 | 11) => '0',
                (10, 20 | 21) => '1',
                (20, 10 | 11) => '2',
                (20, 20 | 21) => '3',
                _ => '.',
            })
            .collect();
        text.push_str(&row);
        text.push('\n');
    }
    let settings = Settings::read(text.as_bytes()).map_err(|e| e.to_string())?;
    let setup =
        Setup { seed: seed.to_string(), ruleset, names: vec!["P".into(); 4], judged: false };
    State::start(&settings, &setup, &mut Notes::default()).map_err(|e| e.to_string())
}

fn share_a_cell(state: &State) -> bool {
    let cars = || state.board.units.iter().filter(|u| u.kind == Kind::Car);
    cars().enumerate().any(|(k, car)| cars().skip(k + 1).any(|other| other.pos == car.pos))
}

#[test]
fn corner_cars_never_share_a_corner_by_the_statement() {
    // 156 road cells at the edge, and the kit counts the corners twice: 160.
    assert!(share_a_cell(&ring(40, Ruleset::Kit, 1).expect("160 places")));
    assert!(ring(40, Ruleset::Statement, 1).is_err());
    assert!(ring(41, Ruleset::Kit, 1).is_err());
    assert!(!share_a_cell(&ring(39, Ruleset::Statement, 1).expect("156 places")));
    // A permutation of fewer places draws less often.
    let steps = |ruleset| ring(1, ruleset, 5).expect("room enough").dice;
    let mut shorter = steps(Ruleset::Statement);
    (0..4).for_each(|_| {
        shorter.draw(0, 1);
    });
    assert_eq!(shorter, steps(Ruleset::Kit));
}

#[test]
fn last_resort_lets_cars_into_the_desert_and_warriors_onto_roads() {
    let crowded = |ruleset| drawn_with("XRX.X aA.b.", 1, ruleset);
    for (kind, id, cell) in [(Kind::Warrior, 0, 1), (Kind::Car, 1, 3)] {
        let prepare = |ruleset| {
            let mut state: State = crowded(ruleset);
            // Only a cell of the other kind's ground is left.
            capture(&mut state, 1, 2);
            capture(&mut state, 2, 2);
            capture(&mut state, 0, 2);
            state.killed = vec![false; 3];
            state.killed[id] = true;
            let taken = if kind == Kind::Warrior { 3 } else { 1 };
            state.ids[taken] = 2;
            state
        };
        let mut state = prepare(Ruleset::Statement);
        let dice = state.dice;
        revive(&mut state, kind).expect("the last resort");
        assert_eq!(state.board.units[id].pos, Pos::new(0, cell));
        let mut one_dead = dice;
        one_dead.draw(0, 0);
        assert_eq!(state.dice, one_dead, "the last resort draws nothing");
        assert!(revive(&mut prepare(Ruleset::Kit), kind).is_err());
    }
}

#[test]
fn abort_scope_ends_the_player_or_the_match() {
    let calls = |count| vec![vec![Order::new(0, 2); count], vec![], vec![], vec![]];
    let mut notes = Notes::default();
    for ruleset in [Ruleset::Statement, Ruleset::Kit] {
        let mut state = drawn_with(".... a...", 1, ruleset);
        state.step(&calls(MAX_ORDERS), &[true; 4], &mut notes).expect("1000 are fine");
        assert_drawn(&state, ".... .a..");
    }
    let mut state = drawn_with(".... a...", 1, Ruleset::Kit);
    assert!(state.step(&calls(MAX_ORDERS + 1), &[true; 4], &mut notes).is_err());

    let mut state = drawn_with(".... a...", 1, Ruleset::Statement);
    state.step(&calls(MAX_ORDERS + 1), &[true; 4], &mut notes).expect("goes on");
    assert_drawn(&state, ".... a...");
    assert_eq!(state.board.status, [-1.0, 0.0, 0.0, 0.0]);
    state.board.round = 4;
    let all = orders(&state, "0r");
    state.step(&all, &[true; 4], &mut notes).expect("goes on");
    assert_drawn(&state, ".... a...");
}
