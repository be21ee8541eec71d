//! Matches stepped together go as each would alone.

use crate::testing;
use engine::batch::{Batch, Lists};
use engine::laws::Scatter;
use engine::{Freeze, Match, Notes, Order, Player, Ruleset, Turn};
use std::collections::VecDeque;

const MATCHES: usize = 3;

fn seeds() -> Vec<String> {
    (7..).take(MATCHES).map(|seed| seed.to_string()).collect()
}

/// Gives the orders that it was given.
struct Script(VecDeque<Vec<Order>>);

impl Player for Script {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        turn.orders.extend(self.0.pop_front().unwrap_or_default());
        turn.warned = true;
        Ok(())
    }
}

/// Orders without sense for every seat of every match and round.
fn scattered(lists: usize, rounds: u32) -> Vec<Vec<Vec<Order>>> {
    let mut scatter = Scatter::new(11);
    let mut list = || {
        let mut orders = Vec::new();
        scatter.orders(&mut orders);
        orders
    };
    (0..rounds).map(|_| (0..lists).map(|_| list()).collect()).collect()
}

fn canonical(state: &dyn engine::DynState) -> Vec<u8> {
    let mut bytes = Vec::new();
    state.write_canonical(&mut bytes);
    bytes
}

fn start(game: &'static dyn engine::DynGame) -> Batch {
    let settings = game.facts().boards[0].1.as_bytes();
    Batch::new(game, settings, Ruleset::Statement, &seeds()).expect("boards")
}

/// Plays a batch with these orders and answers the bytes of all states after each round.
fn batched(batch: &mut Batch, orders: &[Vec<Vec<Order>>]) -> Vec<Vec<Vec<u8>>> {
    let (mut lists, mut after) = (Lists::new(), Vec::new());
    for round in orders {
        lists.clear();
        for list in round {
            list.iter().for_each(|order| lists.push(*order));
            lists.end_list();
        }
        batch.step(lists.items(), lists.ends());
        after.push((0..batch.len()).map(|k| canonical(batch.state(k))).collect());
    }
    after
}

#[test]
fn a_batch_goes_as_single_matches_do() {
    for &game in crate::ALL {
        let mut batch = start(game);
        let seats = batch.seats();
        let rounds = batch.state(0).rounds_left().min(60);
        let orders = scattered(MATCHES * seats, rounds);
        let after = batched(&mut batch, &orders);
        let mut scores = Vec::new();
        batch.scores(&mut scores);
        for (k, seed) in seeds().iter().enumerate() {
            let names = vec!["A"; seats];
            let setup = testing::setup(seed, &names, Ruleset::Statement);
            let settings = game.facts().boards[0].1.as_bytes();
            let state = game.start(settings, &setup, &mut Notes::default()).expect("a board");
            let player = |seat: usize| -> Box<dyn Player> {
                Box::new(Script(orders.iter().map(|all| all[k * seats + seat].clone()).collect()))
            };
            let players = (0..seats).map(player).collect();
            let mut single = Match::new(state, players, setup.ruleset, false);
            for (round, after) in after.iter().enumerate() {
                let played = single.play_round();
                assert_eq!(played.is_ok(), batch.fatal(k).is_none(), "{}", game.facts().id);
                let id = game.facts().id;
                assert!(canonical(single.state()) == after[k], "{id}, match {k}, round {round}");
            }
            assert_eq!(single.state().scores(), scores[k * seats..(k + 1) * seats]);
        }
    }
}

#[test]
fn a_copy_and_a_new_beginning_go_the_same_way_again() {
    for &game in crate::ALL {
        let mut batch = start(game);
        let orders = scattered(MATCHES * batch.seats(), 10);
        let first = batched(&mut batch, &orders);
        let seeds = seeds();
        (0..MATCHES).for_each(|k| batch.reset(k, &seeds[k]).expect("the board is made again"));
        assert!(batched(&mut batch, &orders) == first, "{}", game.facts().id);
        batch.copy(0, 1);
        assert!(canonical(batch.state(0)) == canonical(batch.state(1)));
        assert!(batch.reset(0, "no number").is_err() || game.check_seed("no number").is_ok());
    }
}

#[test]
fn views_and_missing_lists() {
    for &game in crate::ALL {
        let mut batch = start(game);
        let mut views = Lists::new();
        batch.observe(1, &mut views);
        for k in 0..MATCHES {
            let mut view = Vec::new();
            batch.state(k).write_view(1, &mut view);
            assert_eq!(views.list(k), view);
        }
        assert!(views.list(MATCHES).is_empty());
        // Ends that lie outside or go back are empty lists, too.
        let before = batch.state(0).rounds_left();
        batch.step(&[Order::default()], &[7, 3, usize::MAX]);
        batch.step(&[], &[]);
        assert_eq!(batch.state(0).rounds_left() + 2, before);
        assert_eq!(batch.running(), MATCHES);
    }
}
