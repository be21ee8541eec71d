//! The results of meetings of units.

use super::{DAMAGE, HEALTH, assert_drawn, done, drawn, drawn_with, move_units, owner};
use engine::Ruleset;

#[test]
fn units_step_to_free_desert_roads_and_warriors_into_cities() {
    let mut state = drawn(
        ".R..... a..A...
         ..0.... .......
         ....... .......",
    );
    move_units(&mut state, "0w 1z");
    // The warrior walks to the desert; the car is not let into the city.
    assert_drawn(
        &state,
        ".R..... ...A...
         ..0.... .a.....
         ....... .......",
    );
    move_units(&mut state, "0r 1l");
    assert_drawn(
        &state,
        ".R..... ..A....
         ..0.... ..a....
         ....... .......",
    );
}

#[test]
fn nobody_enters_walls_water_stations_or_the_outside() {
    let mut state = drawn(
        "W..X aaaa
         S... A...",
    );
    let said = move_units(&mut state, "0t 1l 2r 3t 4t");
    assert_eq!(said, "");
    assert_eq!(done(&state), [] as [i32; 0]);
    assert_eq!(state.moves.refused.len(), 5);
}

#[test]
fn a_car_runs_over_warriors_and_takes_those_of_others() {
    let mut state = drawn("..R .Ab");
    move_units(&mut state, "0r");
    assert_drawn(&state, "..R ..A");
    assert_eq!((owner(&state, 1), state.killed[1]), (0, true));
}

#[test]
fn an_own_warrior_run_over_goes_to_another_team() {
    let heirs: Vec<u8> = (0..40)
        .map(|seed| {
            let mut state = drawn_with("... .Aa", seed, Ruleset::Kit);
            move_units(&mut state, "0r");
            assert_drawn(&state, "... ..A");
            owner(&state, 1)
        })
        .collect();
    assert!((1..4).all(|seat| heirs.contains(&seat)) && !heirs.contains(&0));
}

#[test]
fn cars_that_crash_both_die_and_go_to_the_other_teams() {
    let mut orders = Vec::new();
    for seed in 0..40 {
        let mut state = drawn_with("... .AB", seed, Ruleset::Kit);
        move_units(&mut state, "0r");
        assert_drawn(&state, "... ...");
        orders.push((owner(&state, 0), owner(&state, 1)));
    }
    assert!(orders.contains(&(2, 3)) && orders.contains(&(3, 2)));
    assert!(orders.iter().all(|&(a, b)| a + b == 5));
}

#[test]
fn cars_of_one_team_that_crash_go_to_two_different_teams() {
    for seed in 0..40 {
        let mut state = drawn_with("... .CC", seed, Ruleset::Kit);
        state.board.round = 2;
        move_units(&mut state, "0r");
        let (one, two) = (owner(&state, 0), owner(&state, 1));
        assert!(one != two && one != 2 && two != 2);
    }
}

#[test]
fn a_warrior_that_attacks_a_car_dies_and_the_car_stays() {
    let mut state = drawn("... .aB");
    move_units(&mut state, "0r");
    assert_drawn(&state, "... ..B");
    assert_eq!(owner(&state, 0), 1);
    let mut state = drawn("... .aA");
    move_units(&mut state, "0r");
    assert_drawn(&state, "... ..A");
    assert_ne!(owner(&state, 0), 0);
}

#[test]
fn a_bite_takes_food_and_water_and_gives_half_to_the_biter() {
    let mut state = drawn("... .ab");
    state.board.units[0].food = 10;
    state.board.units[0].water = HEALTH - 1;
    state.board.units[1].food = 20;
    state.board.units[1].water = DAMAGE + 1;
    move_units(&mut state, "0r");
    assert_drawn(&state, "... .ab");
    let (biter, bitten) = (state.board.units[0], state.board.units[1]);
    assert_eq!((biter.food, biter.water), (10 + DAMAGE / 2, HEALTH));
    assert_eq!((bitten.food, bitten.water), (20 - DAMAGE, 1));
    assert_eq!(done(&state), [0]);
}

#[test]
fn a_bite_that_leaves_nothing_kills() {
    let mut state = drawn("... .ab");
    state.board.units[0].food = 10;
    state.board.units[0].water = 10;
    state.board.units[1].water = 5;
    move_units(&mut state, "0r");
    assert_drawn(&state, "... .a.");
    assert_eq!(owner(&state, 1), 0);
    // Odd amounts are halved downwards.
    assert_eq!((state.board.units[0].food, state.board.units[0].water), (13, 12));
}

#[test]
fn an_own_warrior_bitten_to_death_goes_to_another_team() {
    let mut state = drawn("... .aa");
    state.board.units[1].food = 1;
    move_units(&mut state, "0r");
    assert_drawn(&state, "... .a.");
    assert_ne!(owner(&state, 1), 0);
}

#[test]
fn only_warriors_that_are_both_in_cities_fight_a_thunderdome() {
    let mut state = drawn(
        "..... .....
         .00.. .ab..
         ..... .....",
    );
    state.board.units[1].food = HEALTH / 2;
    move_units(&mut state, "0r");
    assert_eq!(state.killed.iter().filter(|&&k| k).count(), 1);
    let mut state = drawn(
        "..... .....
         .00.. ..ab.
         ..... .....",
    );
    move_units(&mut state, "0r");
    assert!(state.killed.iter().all(|&killed| !killed));
    assert_eq!(state.board.units[1].food, HEALTH - DAMAGE);
}

#[test]
fn the_thunderdome_is_won_in_proportion_to_water_and_changes_nobody_s_health() {
    let mut wins = 0;
    for seed in 0..400 {
        let picture = "..... .....
                       .00.. .ab..
                       ..... .....";
        let mut state = drawn_with(picture, seed, Ruleset::Kit);
        state.board.units[0].water = 10;
        state.board.units[1].water = 30;
        let winner = |state: &super::State| usize::from(state.killed[0]);
        move_units(&mut state, "0r");
        let won = winner(&state);
        let waters = [10, 30];
        assert_eq!(state.board.units[won].water, waters[won]);
        assert_eq!(owner(&state, 1 - won), won as u8);
        wins += 1 - won;
    }
    assert!((60..140).contains(&wins), "a quarter of 400 fights, not {wins}");
}

#[test]
fn cities_that_touch_with_their_corners_share_thunderdomes() {
    let mut state = drawn(
        ".... ....
         .0.. .a..
         ..1. ..b.
         .... ....",
    );
    move_units(&mut state, "0w");
    assert_eq!(state.killed.iter().filter(|&&k| k).count(), 1);
}

#[test]
fn a_loser_of_the_own_team_goes_to_another_team() {
    for seed in 0..20 {
        let picture = ".... ....
                       .00. .aa.
                       .... ....";
        let mut state = drawn_with(picture, seed, Ruleset::Kit);
        move_units(&mut state, "0r");
        let loser = usize::from(state.killed[1]);
        assert!(state.killed[loser] && !state.killed[1 - loser]);
        assert_ne!(owner(&state, loser), 0);
    }
}

#[test]
fn who_died_before_its_turn_does_not_move() {
    let outcomes: Vec<Vec<i32>> = (0..20)
        .map(|seed| {
            let mut state = drawn_with("R.. .ba", seed, Ruleset::Kit);
            state.board.units[0].food = 1;
            state.board.units[1].food = 1;
            state.board.units[1].player = 1;
            state.board.round = 1;
            move_units(&mut state, "0r 1l");
            done(&state)
        })
        .collect();
    assert!(outcomes.iter().all(|done| done.len() == 1));
    assert!(outcomes.contains(&vec![0]) && outcomes.contains(&vec![1]));
}
