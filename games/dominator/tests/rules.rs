//! The rules, one situation at a time, and every switch of section j in both positions.

use crate::dominator::Dominator;
use crate::dominator::rules;
use crate::dominator::settings::Settings;
use crate::dominator::state::{Kind, State, Unit};
use crate::testing;
use engine::{DynGame, Freeze, Match, Notes, Order, Player, Rules, Ruleset, Settings as _, Turn};

/// A match on a 21x21 board of this drawing (missing rows and cells are open ground), seed 1,
/// with these units: kind, team, row, column, health.
pub(super) fn drawn(rows: &[&str], units: &[(Kind, u8, i32, i32, i32)], ruleset: Ruleset) -> State {
    let mut board = String::new();
    for i in 0..21 {
        let row = rows.get(i).copied().unwrap_or("");
        board.push_str(&format!("{row:.<21}\n"));
    }
    let head = "Dominator 4.0 nb_players 4 nb_rounds 9 nb_farmers 0 nb_knights 0 nb_witches 0 \
                farmers_health 100 knights_health 200 farmers_regen 30 knights_regen 30 \
                damage_min 60 damage_max 60 rows 21 cols 21 FIXED ";
    // The state is made for one farmer a team, so that its memory has room for a few units.
    let text = format!("{}{board}", head.replace("nb_farmers 0", "nb_farmers 3"));
    let settings = Settings::read(text.as_bytes()).expect("a legal board");
    let setup = testing::setup("1", &["A", "B", "C", "D"], ruleset);
    let mut state = State::start(&settings, &setup, &mut Notes::default()).expect("it begins");
    assert!(units.len() <= state.board.units.len(), "room for the units");
    (0..state.ids.len()).for_each(|place| state.set_unit(place, -1));
    state.board.cells = board.into_bytes();
    state.board.land = [0; 4];
    state.board.total_score = [0; 4];
    // Those that the drawing does not need stand in the way of nobody.
    for (k, unit) in state.board.units.iter_mut().enumerate() {
        *unit = Unit { kind: Kind::Farmer, team: 3, health: 100, i: 20, j: k as i32 };
    }
    for (unit, &(kind, team, i, j, health)) in state.board.units.iter_mut().zip(units) {
        *unit = Unit { kind, team, health, i, j };
    }
    for id in 0..state.board.units.len() {
        let place = state.place_of(id as i32);
        state.set_unit(place, id as i32);
    }
    let kinds = (0..).zip(&state.board.units);
    state.witches = kinds.filter(|(_, u)| u.kind == Kind::Witch).map(|(id, _)| id).collect();
    let anybody = (0..).zip(&state.board.units).filter(|(_, u)| u.kind != Kind::Witch);
    state.wounded = anybody.map(|(id, _)| id).collect();
    rules::haunt(&mut state);
    state
}

/// Plays a round with orders (seat, unit, direction as the seat sees it); gives the warnings.
pub(super) fn round(state: &mut State, orders: &[(usize, i32, i32)]) -> String {
    let mut all = vec![Vec::new(); 4];
    orders.iter().for_each(|&(seat, unit, dir)| all[seat].push(Order::new(unit, dir)));
    let mut notes = Notes::default();
    state.step(&all, &[false; 4], &mut notes).expect("the round is played");
    notes.text
}

fn at(state: &State, id: usize) -> (i32, i32) {
    (state.board.units[id].i, state.board.units[id].j)
}

const RIGHT: i32 = 2;
const BOTTOM: i32 = 0;
const DIAGONAL: i32 = 1;

#[test]
fn a_farmer_colours_where_it_steps_and_a_knight_does_not() {
    let units = [(Kind::Farmer, 0, 3, 3, 100), (Kind::Knight, 0, 5, 5, 200)];
    let mut state = drawn(&[], &units, Ruleset::Statement);
    round(&mut state, &[(0, 0, RIGHT), (0, 1, DIAGONAL)]);
    assert_eq!((at(&state, 0), at(&state, 1)), ((3, 4), (6, 6)));
    assert_eq!((state.board.land, state.board.total_score), ([1, 0, 0, 0], [1, 0, 0, 0]));
}

#[test]
fn every_seat_gives_its_directions_in_its_own_view() {
    let units: Vec<_> = (0..4).map(|t| (Kind::Farmer, t, 4 + 2 * i32::from(t), 9, 100)).collect();
    let mut state = drawn(&[], &units, Ruleset::Statement);
    let orders: Vec<_> = (0..4).map(|seat| (seat, seat as i32, RIGHT)).collect();
    round(&mut state, &orders);
    let ends: Vec<_> = (0..4).map(|id| at(&state, id)).collect();
    assert_eq!(ends, [(4, 10), (5, 9), (8, 8), (11, 9)]);
}

#[test]
fn a_knight_takes_whom_it_brings_down() {
    let units = [(Kind::Knight, 1, 10, 10, 200), (Kind::Farmer, 0, 10, 11, 61)];
    let mut state = drawn(&[], &units, Ruleset::Statement);
    // Seat 1 sees the board turned: its `Bottom` is the real `Right`.
    round(&mut state, &[(1, 0, BOTTOM)]);
    assert_eq!(state.board.units[1].health, 31, "hit for 60, then it rested for 30");
    round(&mut state, &[(1, 0, BOTTOM)]);
    let taken = state.board.units[1];
    assert_eq!((taken.team, taken.health, at(&state, 0)), (1, 100, (10, 10)));
    let quadrant = (12..=19).contains(&taken.i) && (1..=8).contains(&taken.j);
    assert!(quadrant, "reborn in the lower left quadrant, not at {:?}", at(&state, 1));
}

#[test]
fn who_walks_into_a_haunted_cell_changes_sides() {
    let units = [(Kind::Witch, 2, 10, 10, -1), (Kind::Farmer, 0, 10, 7, 100)];
    let mut state = drawn(&[], &units, Ruleset::Statement);
    round(&mut state, &[(0, 1, RIGHT)]);
    assert_eq!(state.board.units[1].team, 2);
    assert!(state.moves.is_empty(), "a deadly step is not listed");
}

#[test]
fn two_witches_close_together_are_harmless() {
    let units =
        [(Kind::Witch, 2, 10, 10, -1), (Kind::Witch, 1, 11, 10, -1), (Kind::Farmer, 0, 10, 8, 100)];
    let mut state = drawn(&[], &units, Ruleset::Statement);
    round(&mut state, &[(0, 2, RIGHT)]);
    assert_eq!((state.board.units[2].team, at(&state, 2)), (0, (10, 9)));
    assert!(!(0..state.taken.len()).any(|place| state.is_haunted(place)));
}

#[test]
fn wrong_orders_are_told_and_dropped() {
    let units = [(Kind::Farmer, 0, 3, 3, 100), (Kind::Farmer, 1, 9, 9, 100)];
    let mut state = drawn(&[], &units, Ruleset::Statement);
    let orders = [(0, 0, RIGHT), (0, 0, BOTTOM), (0, 99, 0), (0, 1, 0), (1, 1, 9)];
    let said = round(&mut state, &orders);
    let expected = "warning: action already requested for unit 0\n\
                    warning: id out of range :99\n\
                    warning: not own unit: 1 1 0\n\
                    warning: direction not valid: 9\n";
    assert_eq!(said, expected);
    assert_eq!((at(&state, 0), at(&state, 1)), ((3, 4), (9, 9)));
}

#[test]
fn switch_1_whether_an_order_with_a_wrong_direction_lets_the_unit_rest() {
    for (ruleset, health) in [(Ruleset::Kit, 80), (Ruleset::Statement, 50)] {
        let mut state = drawn(&[], &[(Kind::Farmer, 0, 3, 3, 50)], ruleset);
        let said = round(&mut state, &[(0, 0, DIAGONAL)]);
        assert_eq!(said, "warning: not horizontal or vertical dir: 1\n");
        assert_eq!(state.board.units[0].health, health, "{ruleset:?}");
    }
}

/// Rounds of senseless orders on the crowded board until a unit is lost, the match ends, or the
/// rules give up.
fn somebody_gets_lost(ruleset: Ruleset) -> bool {
    let settings = Settings::read(include_bytes!("../boards/crowd.cnf")).expect("legal");
    let setup = testing::setup("3", &["A", "B", "C", "D"], ruleset);
    let mut state = State::start(&settings, &setup, &mut Notes::default()).expect("it begins");
    let mut scatter = engine::laws::Scatter::new(1);
    let mut orders = vec![Vec::new(); 4];
    for _ in 0..60 {
        let lost = |id: i32| state.ids[state.place_of(id)] != id;
        if (0..state.board.units.len() as i32).any(lost) {
            return true;
        }
        orders.iter_mut().for_each(|o| scatter.orders(o));
        if state.step(&orders, &[true; 4], &mut Notes::default()).is_err() {
            return false;
        }
    }
    false
}

#[test]
fn switch_2_whether_units_get_lost_in_a_crowd() {
    assert!(somebody_gets_lost(Ruleset::Kit));
    assert!(!somebody_gets_lost(Ruleset::Statement));
}

#[test]
fn switch_3_whether_distance_3_is_tried_before_any_free_cell() {
    // Two harmless witches in the quadrant of team 0, which has two open cells: (4, 4) at
    // distance 1 from the nearer witch, and (7, 3), at distance 3 from it.
    let wall = "X".repeat(9);
    let mut rows = vec![wall.clone(); 9];
    rows[4].replace_range(3..6, "...");
    rows[7].replace_range(3..4, ".");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let reborn = |ruleset, seed| {
        let units = [
            (Kind::Witch, 1, 4, 3, -1),
            (Kind::Witch, 1, 4, 5, -1),
            (Kind::Knight, 0, 12, 12, 200),
            (Kind::Farmer, 1, 12, 13, 1),
        ];
        let mut state = drawn(&rows, &units, ruleset);
        state.dice = engine::Lcg::new(seed);
        round(&mut state, &[(0, 2, RIGHT)]);
        at(&state, 3)
    };
    assert!((0..30).all(|seed| reborn(Ruleset::Statement, seed) == (7, 3)));
    assert!((0..30).any(|seed| reborn(Ruleset::Kit, seed) == (4, 4)));
}

/// Gives so many orders in its second round.
struct Flood(usize);

impl Player for Flood {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        if turn.round() == 1 {
            turn.orders.extend((0..self.0 as i32).map(|k| Order::new(k, 0)));
        }
        Ok(())
    }
}

fn flooded(orders: usize, ruleset: Ruleset) -> (Match, Result<(), engine::Fatal>) {
    let game = Dominator;
    let setup = testing::setup("5", &["A", "B", "C", "D"], ruleset);
    let settings = include_bytes!("../boards/meadow.cnf");
    let state = game.start(settings, &setup, &mut Notes::default()).expect("it begins");
    let players = (0..4).map(|s| Box::new(Flood(if s == 2 { orders } else { 0 })) as _);
    let mut played = Match::new(state, players.collect(), ruleset, false);
    let end = (0..3).try_for_each(|_| played.play_round());
    (played, end)
}

#[test]
fn switch_4_whether_too_many_orders_end_the_match_or_only_the_player() {
    let (played, end) = flooded(1000, Ruleset::Kit);
    assert!(end.is_ok() && played.frozen(2).is_none(), "a thousand are allowed");
    assert!(flooded(1001, Ruleset::Kit).1.is_err());
    let (played, end) = flooded(1001, Ruleset::Statement);
    let receipt = played.frozen(2).expect("the player is frozen");
    assert_eq!((end, receipt.round, receipt.seat), (Ok(()), 1, 2));
    let mut board = Vec::new();
    played.state().write_board(&mut board);
    assert!(String::from_utf8_lossy(&board).contains("\nstatus 0 0 -1 0\n"));
}

#[test]
fn ruleset_does_not_matter_in_an_ordinary_match() {
    let game = Dominator;
    let settings = include_bytes!("../boards/default.cnf");
    let scores = [Ruleset::Kit, Ruleset::Statement]
        .map(|r| testing::play(&game, settings, &testing::setup("8", &["Demo"; 4], r)));
    assert_eq!(scores[0], scores[1]);
}
