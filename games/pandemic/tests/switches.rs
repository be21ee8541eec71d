//! The differences between the statement and the original kit (section j): one test per switch,
//! each showing both behaviours.

use super::drawn::{self, BARE, put, round, start};
use crate::pandemic::Pandemic;
use crate::testing;
use engine::player::Null;
use engine::{Cause, DynGame, Freeze, Match, Notes, Order, Player, Ruleset, Turn};

#[test]
fn switch_1_damage_of_the_first_infected() {
    let text = drawn::settings(&[], BARE).replace("nb_units 1", "nb_units 4");
    let damages = |ruleset| {
        let state = drawn::try_start(&text, 1, ruleset).expect("the match begins");
        let units = state.board.units.iter();
        units.map(|u| (u.damage, u.turns)).take(8).collect::<Vec<_>>()
    };
    let twice = |one: [(i32, i32); 4]| [one, one].concat();
    assert_eq!(damages(Ruleset::Statement), twice([(2, 1), (3, 1), (4, 1), (0, 0)]));
    assert_eq!(damages(Ruleset::Kit), twice([(1, 1), (2, 1), (3, 1), (0, 0)]));
}

/// Kills unit 1 in a fight and answers its health and damage when it is born again.
fn reborn_after_fight(text: &str, seed: i32, ruleset: Ruleset) -> Result<(i32, i32), String> {
    let mut state = start(text, seed, ruleset);
    put(&mut state, 0, 8, 8);
    put(&mut state, 1, 8, 9);
    state.board.units[1].health = 0;
    round(&mut state, &[(0, 1)]).map_err(|fatal| fatal.message)?;
    let unit = state.board.units[1];
    assert_eq!(unit.player, 0);
    Ok((unit.health, unit.damage))
}

#[test]
fn switch_2_health_of_a_unit_reborn_after_a_fight() {
    let text = drawn::settings(&[], BARE);
    let mut infected = 0;
    for seed in 0..40 {
        let (health, damage) = reborn_after_fight(&text, seed, Ruleset::Statement).expect("plays");
        assert_eq!(health, 100);
        let (kit_health, kit_damage) =
            reborn_after_fight(&text, seed, Ruleset::Kit).expect("plays");
        assert_eq!((kit_damage, kit_health), (damage, 100 - damage));
        infected += i32::from(damage > 0);
    }
    assert!(infected > 0, "some are born infected");
}

#[test]
fn switch_2_the_kit_gives_up_on_units_too_weak_for_it() {
    let text = drawn::settings(&[], BARE).replace("initial_health 100", "initial_health 1");
    let mut gave_up = 0;
    for seed in 0..40 {
        assert!(reborn_after_fight(&text, seed, Ruleset::Statement).is_ok());
        if let Err(why) = reborn_after_fight(&text, seed, Ruleset::Kit) {
            assert_eq!(why, "Cannot already be dead.");
            gave_up += 1;
        }
    }
    assert!(gave_up > 0);
}

struct Chatterbox(usize);

impl Player for Chatterbox {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let calls = if turn.round() == 2 { self.0 } else { 1 };
        turn.orders.extend((0..calls as i32).map(|k| Order::new(k / 2, k % 4)));
        Ok(())
    }
}

fn chatter(calls: usize, ruleset: Ruleset) -> (Match, Result<(), String>) {
    let game = Pandemic;
    let setup = testing::setup("1", &["A", "B", "C", "D"], ruleset);
    let text = drawn::settings(&[], BARE);
    let state = game.start(text.as_bytes(), &setup, &mut Notes::default()).expect("begins");
    let null = || Box::new(Null) as Box<dyn Player>;
    let players = vec![Box::new(Chatterbox(calls)) as Box<dyn Player>, null(), null(), null()];
    let mut played = Match::new(state, players, ruleset, false);
    let end = (0..5).try_for_each(|_| played.play_round().map_err(|f| f.message));
    (played, end)
}

#[test]
fn switch_3_more_than_a_thousand_orders() {
    for ruleset in [Ruleset::Statement, Ruleset::Kit] {
        let (played, end) = chatter(1000, ruleset);
        assert!(end.is_ok() && played.frozen(0).is_none(), "a thousand are allowed");
    }
    let (played, end) = chatter(1001, Ruleset::Statement);
    assert!(end.is_ok());
    assert_eq!(played.frozen(0).map(|f| (f.cause, f.round)), Some((Cause::TooManyOrders, 2)));
    let mut block = Vec::new();
    played.state().write_board(&mut block);
    assert!(String::from_utf8_lossy(&block).contains("\nstatus -1 0 0 0\n"));
    let (_, end) = chatter(1001, Ruleset::Kit);
    assert_eq!(end, Err("Too many commands.".into()));
}
