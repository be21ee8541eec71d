//! Orders, moves, fights, births and masks, on drawn boards.

use super::drawn::{self, BARE, at, put, round, start};
use engine::{Notes, Order, Pos, Rules, Ruleset};

const DOWN: i32 = 0;
const RIGHT: i32 = 1;
const UP: i32 = 2;
const LEFT: i32 = 3;

#[test]
fn units_walk_in_four_directions_but_not_into_walls_or_their_own() {
    let text = drawn::settings(&[], BARE).replace("nb_units 1", "nb_units 2");
    let mut state = start(&text, 1, Ruleset::Statement);
    for (id, (i, j)) in [(5, 5), (5, 6), (10, 10), (10, 14), (14, 10), (14, 14), (17, 2), (17, 17)]
        .into_iter()
        .enumerate()
    {
        put(&mut state, id, i, j);
    }
    put(&mut state, 2, 1, 10);
    let orders = [(0, RIGHT), (2, UP), (3, DOWN), (4, RIGHT), (5, LEFT), (6, UP), (7, 4)];
    round(&mut state, &orders).expect("the round is played");
    assert_eq!(at(&state, 0), (5, 5), "its own unit is in the way");
    assert_eq!(at(&state, 2), (1, 10), "a wall is in the way");
    assert_eq!(
        [3, 4, 5, 6, 7].map(|id| at(&state, id)),
        [(11, 14), (14, 11), (14, 13), (16, 2), (17, 17)]
    );
    let mut done = state.moves.done.clone();
    done.sort_unstable();
    assert_eq!(done, [(3, 0), (4, 1), (5, 3), (6, 2)]);
}

#[test]
fn wrong_orders_are_named_and_the_first_one_for_a_unit_counts() {
    let mut state = start(&drawn::settings(&[], BARE), 1, Ruleset::Statement);
    (0..4).for_each(|id| put(&mut state, id, 4 + 3 * id, 8));
    let mut notes = Notes::default();
    let calls = vec![
        vec![Order::new(0, 7), Order::new(0, 1), Order::new(-5, 1), Order::new(-5, 0)],
        vec![Order::new(2, 1), Order::new(1, 4), Order::new(1, 1)],
        vec![Order::new(4, 1), Order::new(2, -1)],
        vec![Order::new(3, 1)],
    ];
    state.step(&calls, &[false; 4], &mut notes).expect("the round is played");
    let expected = "warning: command already requested for unit 0\n\
        warning: command already requested for unit -5\n\
        warning: command already requested for unit 1\n\
        warning: direction not valid: 7\n\
        warning: id out of range : -5\n\
        warning: unit 2 of player 2 not owned by 1\n\
        warning: id out of range : 4\n\
        warning: direction not valid: -1\n";
    assert_eq!(notes.text, expected);
    assert_eq!(state.moves.done, [(3, 1)]);
    notes.text.clear();
    state.step(&calls, &[true; 4], &mut notes).expect("the round is played");
    assert!(!notes.text.contains("already"), "players that warned themselves are not repeated");
}

#[test]
fn a_blow_takes_25_to_40_and_the_last_one_wins_the_unit() {
    let mut blows = Vec::new();
    for seed in 0..40 {
        let mut state = start(&drawn::settings(&[], BARE), seed, Ruleset::Statement);
        put(&mut state, 0, 8, 8);
        put(&mut state, 1, 8, 9);
        round(&mut state, &[(0, RIGHT)]).expect("the round is played");
        assert_eq!((at(&state, 0), at(&state, 1)), ((8, 8), (8, 9)));
        assert!(state.moves.done.is_empty(), "a fight that does not kill is no move");
        blows.push(100 - state.board.units[1].health);
        state.board.units[1].health = 20;
        state.board.units[1].immune = true;
        state.board.units[1].mask = true;
        round(&mut state, &[(0, RIGHT)]).expect("the round is played");
        let unit = state.board.units[1];
        assert_eq!((unit.player, unit.health), (0, 100));
        assert!(!unit.immune && !unit.mask);
        assert_eq!(at(&state, 0), (8, 9), "the winner goes on");
        assert_eq!(state.moves.done, [(0, 1)]);
    }
    assert_eq!((blows.iter().min(), blows.iter().max()), (Some(&25), Some(&40)));
}

#[test]
fn health_of_zero_is_still_life() {
    let mut state = start(&drawn::settings(&[], BARE), 1, Ruleset::Statement);
    put(&mut state, 1, 8, 9);
    state.board.units[1].health = 3;
    (state.board.units[1].damage, state.board.units[1].turns) = (3, 1);
    round(&mut state, &[]).expect("the round is played");
    assert_eq!((state.board.units[1].health, at(&state, 1)), (0, (8, 9)));
}

#[test]
fn births_keep_a_distance_and_go_inland_when_the_ring_is_taken() {
    let wall: Vec<String> = (0..drawn::SIDE)
        .map(|i| if i <= 1 || i >= 18 { "W".repeat(20) } else { format!("WW{}WW", ".".repeat(16)) })
        .collect();
    let wall: Vec<&str> = wall.iter().map(String::as_str).collect();
    let state = start(&drawn::settings(&wall, BARE), 1, Ruleset::Statement);
    // Row after row, always the first cell with no unit in it or beside it.
    assert_eq!([0, 1, 2, 3].map(|id| at(&state, id)), [(2, 2), (2, 4), (2, 6), (2, 8)]);
    for seed in 0..30 {
        let state = start(&drawn::settings(&[], BARE), seed, Ruleset::Statement);
        for a in 0..4 {
            let p = state.board.units[a].pos;
            assert!(p.i == 1 || p.j == 1 || p.i == 18 || p.j == 18);
            assert!((0..a).all(|b| state.board.units[b].pos.manhattan(p) > 1));
        }
    }
}

#[test]
fn a_board_without_room_for_births_is_refused() {
    let mut full = vec!["W".repeat(20); 20];
    full[5] = format!("W..{}", "W".repeat(17));
    let full: Vec<&str> = full.iter().map(String::as_str).collect();
    let why = drawn::try_start(&drawn::settings(&full, BARE), 1, Ruleset::Kit).expect_err("full");
    assert_eq!(why.message, "Cannot find a cell to regenerate units");
}

#[test]
fn masks_are_picked_up_once_and_the_list_is_filled_from_its_end() {
    let lists = "cities 0 paths 0 masks 3 5 6 5 7 9 9";
    let mut state = start(&drawn::settings(&[], lists), 1, Ruleset::Statement);
    put(&mut state, 0, 5, 5);
    round(&mut state, &[(0, RIGHT)]).expect("the round is played");
    assert!(state.board.units[0].mask);
    assert_eq!(state.board.masks, [Pos::new(9, 9), Pos::new(5, 7)]);
    round(&mut state, &[(0, RIGHT)]).expect("the round is played");
    assert_eq!(state.board.masks.len(), 2, "who wears a mask leaves the others");
}

#[test]
fn a_mask_appears_in_every_fifth_round_but_the_last() {
    let text = drawn::settings(&[], BARE).replace("nb_rounds 50", "nb_rounds 10");
    let mut state = start(&text, 1, Ruleset::Statement);
    let mut masks = Vec::new();
    for _ in 0..10 {
        round(&mut state, &[]).expect("the round is played");
        masks.push(state.board.masks.len());
    }
    assert_eq!(masks, [0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    let p = state.board.masks[0];
    assert!((2..=17).contains(&p.i) && (2..=17).contains(&p.j));
}

#[test]
fn a_board_without_room_for_masks_ends_the_match_with_words() {
    let rows: Vec<String> = (0..drawn::SIDE)
        .map(|i| match i {
            1 | 18 => format!("W{}W", ".".repeat(18)),
            _ => "W".repeat(20),
        })
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut state = start(&drawn::settings(&rows, BARE), 1, Ruleset::Kit);
    for _ in 0..4 {
        round(&mut state, &[]).expect("the round is played");
    }
    let why = round(&mut state, &[]).expect_err("there is no cell");
    assert!(why.message.contains("no free cell of grass"), "{}", why.message);
}
