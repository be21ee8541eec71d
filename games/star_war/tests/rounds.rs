//! One round at a time, as drawings.

use super::drawn::{Drawn, check, draw, step};
use crate::star_war::rules::fan;
use crate::star_war::state::State;
use engine::{Notes, Order, Rules, Ruleset};

#[test]
fn without_orders_starships_drift_and_the_universe_is_round() {
    check(
        "...........a
         ......c.....",
        "",
        "a...........
         .......c....",
    );
}

/// Every cell ahead holds a point bonus; the starship takes those of its way and no others.
#[test]
fn a_way_visits_its_cells() {
    let before = "PPPP PaPP PPPP PPPP PPPP PPPP PPPP PPPP PPPP PPPP";
    let cases = [
        ("-1,0", "PaPP P.PP PPPP"),
        ("0,0", "PPPP PaPP PPPP"),
        ("1,0", "PPPP P.PP PaPP"),
        ("-1,1", "P.aP P..P PPPP"),
        ("0,1", "PPPP P.aP PPPP"),
        ("1,1", "PPPP P..P P.aP"),
        ("-1,2", "P..a P... PPPP"),
        ("0,2", "PPPP P..a PPPP"),
        ("1,2", "PPPP P... P..a"),
    ];
    for (dir, after) in cases {
        let after = format!("{after} PPPP PPPP PPPP PPPP PPPP PPPP PPPP");
        let state = check(before, &format!("a:{dir}"), &after);
        let taken = 29 - after.bytes().filter(|&b| b == b'P').count() as i32 + 10;
        assert_eq!(state.board.scores, [10 * taken, 0, 0, 0], "{dir}");
    }
}

#[test]
fn a_way_is_walked_in_the_order_of_the_table() {
    // The point bonus ahead comes first, then the asteroid above; what lies behind stays.
    let state = check(
        ".XPP........
         .aP.........
         ............",
        "a:-1,2",
        "..PP........
         ............
         ............",
    );
    assert_eq!(state.board.scores[0], 10, "what was taken before the crash counts");
    assert_eq!(state.board.ships[0].at.j, 1, "the wreck stays where the move began");
    assert_eq!(state.board.ships[0].time, 3, "it waits from this round on");
}

#[test]
fn nine_pairs_are_directions() {
    let all = (-3..=3).flat_map(|di| (-3..=3).map(move |dj| (di, dj)));
    assert_eq!(all.filter(|&(di, dj)| fan(di, dj).is_some()).count(), 9);
    assert!(fan(i32::MIN, i32::MAX).is_none());
    for (di, dj) in [(-1, 0), (1, 2), (0, 2), (1, 1)] {
        assert_eq!(fan(di, dj).and_then(|way| way.last()), Some(&engine::Pos::new(di, dj)));
    }
}

#[test]
fn bonuses_go_to_the_score_and_to_the_stock() {
    let state = check(".aPM........", "a:0,2", "...a........");
    assert_eq!((state.board.scores[0], state.board.ships[0].missiles), (10, 8));
}

#[test]
fn starships_that_meet_both_die_and_nobody_gains() {
    for (before, order) in [(".ac.........", "a:0,2 c:0,0"), (".ab.........", "a:0,1 b:0,0")] {
        let state = check(before, order, "............");
        assert_eq!(state.board.scores, [0; 4]);
        assert_eq!(state.board.ships[0].time, 3);
    }
}

#[test]
fn a_shot_flies_two_columns_and_its_starship_drifts() {
    let state = check(".a..........", "a:shoot", "..a0........");
    let missile = state.board.missiles[0];
    assert_eq!((missile.id, missile.shooter, state.board.ships[0].missiles), (0, 0, 2));
    // Later it flies before the starships move, two columns a round.
    let mut state = state;
    step(&mut state, "a:0,0").expect("plays");
    assert_eq!(draw(&state), "..a..0......");
}

#[test]
fn a_shot_at_a_rival_gains_points_and_at_an_own_starship_none() {
    let rival = check(".a.c........", "a:shoot c:0,0", "..a.........");
    assert_eq!(rival.board.scores, [30, 0, 0, 0]);
    let own = check(".a.b........", "a:shoot b:0,0", "..a.........");
    assert_eq!(own.board.scores, [0; 4]);
    assert!(!own.board.ships[1].alive);
}

#[test]
fn a_shot_clears_the_way_of_its_starship() {
    let state = check(".aX.........", "a:shoot", "..a.........");
    assert!(state.board.ships[0].alive && state.board.missiles.is_empty());
    for bonus in ["P", "M"] {
        let state = check(&format!(".a{bonus}........."), "a:shoot", "..a.........");
        assert_eq!((state.board.scores[0], state.board.ships[0].missiles), (0, 2));
    }
}

#[test]
fn a_missile_in_flight_hits_before_anybody_moves() {
    let state = check("0.c.........", "c:0,2", "............");
    assert_eq!(state.board.scores, [30, 0, 0, 0]);
    let state = check("0c..........", "c:0,2", "............");
    assert_eq!(state.board.scores, [30, 0, 0, 0]);
    let passed = check("0..c........", "c:0,2", "..0..c......");
    assert_eq!(passed.board.scores, [0; 4]);
}

#[test]
fn a_starship_that_flies_into_a_missile_dies_of_it() {
    // The missile flies first, to the cell that the starship enters from behind.
    let state = check(
        "..2.........
         ....a.......",
        "a:-1,0",
        "............
         ............",
    );
    assert_eq!(state.board.scores, [0, 30, 0, 0]);
    assert!(state.board.missiles.is_empty());
    let own = check(
        "..0.........
         ....a.......",
        "a:-1,0",
        "............
         ............",
    );
    assert_eq!(own.board.scores, [0; 4]);
}

#[test]
fn missiles_fly_round_the_universe_and_destroy_what_they_meet() {
    check(
        "..........0.
         ...........0
         0P..........
         0.X.........
         0.M.........",
        "",
        "0...........
         .0..........
         ............
         ............
         ............",
    );
}

#[test]
fn missiles_in_a_row_keep_their_distance() {
    // The one ahead is gone when the one behind it comes to the same place.
    check("0.2X........", "", "..0.........");
    check("02..........", "", "..02........");
    check("0246.0......", "", "..0246.0....");
}

#[test]
fn a_dead_starship_waits_and_comes_back_inside_the_window() {
    let drawn = Drawn::new("aX.......... ............ ............ ............ ............", 3);
    let mut state = drawn.with(|s| s.parameters.nb_rnds_regen = 2).state(Ruleset::Statement);
    let mut seen = Vec::new();
    for _ in 0..3 {
        step(&mut state, "").expect("plays");
        seen.push((state.board.ships[0].alive, state.board.ships[0].time));
    }
    assert_eq!(seen, [(false, 1), (false, 0), (true, 0)]);
    assert_eq!(state.board.ships[0].missiles, 3, "its missiles stay");
}

#[test]
fn nothing_is_born_near_ships_missiles_or_rocks() {
    // Rocks and the missile (in column 4 after its flight) leave columns 9, 10, 11, 0 and 1.
    let drawn = Drawn::new(
        ".....X......
         ............
         ..0...X.....
         ............
         .....X......",
        5,
    );
    let mut born = 0;
    for seed in 0..50 {
        let mut drawn = drawn.clone();
        drawn.settings.board.ships[4].time = 0;
        let mut state = drawn.state(Ruleset::Statement);
        state.dice = crate::star_war::random::Lehmer::new(seed);
        step(&mut state, "").expect("plays");
        let ship = state.board.ships[4];
        born += i32::from(ship.alive);
        assert!(!ship.alive || ![2, 3, 4, 5, 6, 7, 8].contains(&ship.at.j), "{}", ship.at.j);
    }
    assert!(born > 40, "twenty attempts find one of 25 cells out of 60 nearly always");
}

#[test]
fn missing_bonuses_appear_outside_the_window_missiles_first() {
    let drawn = Drawn::new(&"..........".repeat(3), 9).with(|s| {
        s.parameters.nb_win_cols = 10;
        (s.parameters.nb_miss_bonuses, s.parameters.nb_point_bonuses) = (1, 2);
    });
    let mut state = drawn.state(Ruleset::Statement);
    step(&mut state, "").expect("plays");
    let cells = state.board.ground.cells();
    let count = |letter| cells.iter().filter(|&&c| c == letter).count();
    assert_eq!((count(b'M'), count(b'P')), (1, 2));
    // The window of the next round has the columns 1 to 10.
    assert!(cells[1..=10].iter().all(|&c| c == b'.'));
}

#[test]
fn the_window_is_that_of_the_next_round() {
    let drawn = |w| Drawn::new("a.........b.....", 1).with(|s| s.parameters.nb_win_cols = w);
    // At round 1 the window begins at column 1: standing still is impossible at column 0.
    let mut state = drawn(12).state(Ruleset::Statement);
    step(&mut state, "a:0,0 b:0,2").expect("plays");
    assert_eq!(draw(&state), ".a..........b...");
    assert_eq!(state.moves.asked[0].len(), 2);
    assert_eq!(state.moves.done[0].len(), 1, "what was impossible is not listed as done");
    // With one column less, so is the fast move at the other end: the ship drifts instead.
    let mut state = drawn(11).state(Ruleset::Statement);
    step(&mut state, "b:0,2").expect("plays");
    assert_eq!(draw(&state), ".a.........b....");
}

#[test]
fn beyond_the_rows_nothing_flies() {
    check("a........... ............", "a:-1,2", ".a.......... ............");
    check("............ a...........", "a:1,1", "............ .a..........");
}

#[test]
fn a_shot_without_missile_is_a_drift() {
    let drawn = Drawn::new("a...........", 1).with(|s| s.board.ships[0].missiles = 0);
    let mut state = drawn.state(Ruleset::Statement);
    step(&mut state, "a:shoot").expect("plays");
    assert_eq!((draw(&state).as_str(), state.moves.done[0].len()), (".a..........", 0));
    assert_eq!(state.next_missile, 0, "a failed shot takes no number");
}

#[test]
fn refused_calls_are_warned_of_and_leave_the_starship_free() {
    let mut state = Drawn::new("a.....c.....", 1).state(Ruleset::Statement);
    let order = |verb, unit, a, b| Order { verb, unit, a, b };
    let calls = vec![
        order(0, 8, 0, 1),
        order(1, -1, 0, 0),
        order(0, 0, 2, 0),
        order(7, 0, 0, 1),
        order(0, 2, 0, 1),
        order(0, 0, 0, 2),
        order(1, 0, 0, 0),
    ];
    let expected = "warning: invalid starship identifier8\n\
        warning: invalid starship identifier-1\n\
        warning: invalid direction (2,0) for starship 0\n\
        warning: invalid direction (0,1) for starship 0\n\
        warning: starship does not belong to commanding player\n\
        warning: instruction alread requested for starship 0\n";
    let play = |state: &mut State, warned| {
        let mut notes = Notes::default();
        let orders = [calls.clone(), Vec::new(), Vec::new(), Vec::new()];
        state.step(&orders, &[warned; 4], &mut notes).expect("plays");
        notes.text
    };
    assert_eq!(play(&mut state.clone(), true), "", "the player's own runtime warned");
    assert_eq!(play(&mut state, false), expected);
    assert_eq!(draw(&state), "..a....c....");
    assert_eq!(state.moves.asked[0].len(), 1);
}

#[test]
fn orders_for_the_dead_are_taken_and_forgotten() {
    let mut state = Drawn::new("a...........", 1).state(Ruleset::Statement);
    assert_eq!(step(&mut state, "b:0,1 b:0,2").expect("plays").lines().count(), 1);
    assert_eq!((state.moves.asked[0].len(), state.moves.done[0].len()), (1, 0));
}
