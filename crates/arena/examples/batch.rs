//! Thousands of matches without players, on all cores: how a researcher's program begins.
//!
//! `cargo run --release --package arena --example batch -- GAME 4096`
//!
//! A policy that orders at random plays seat 0 of every match; the others stand still. Printed
//! are its mean score, that of the others, and the rounds per second.

use engine::batch::{Batch, Lists};
use engine::{DynGame, Lcg, Order, Ruleset};
use std::thread;
use std::time::Instant;

/// Orders per round.
const ORDERS: i32 = 20;

/// What one thread has to tell: rounds, and the sums of scores of seat 0 and of all others.
struct Tally {
    rounds: usize,
    own: i64,
    others: i64,
}

fn play(game: &'static dyn DynGame, seeds: &[String]) -> Tally {
    let settings = game.facts().boards[0].1.as_bytes();
    let begun = Batch::new(game, settings, Ruleset::Statement, seeds);
    let mut batch = begun.unwrap_or_else(|why| panic!("the default settings: {why}"));
    let (mut orders, mut views) = (Lists::new(), Lists::new());
    let (mut dice, mut rounds) = (Lcg::new(1), 0);
    while batch.running() > 0 {
        rounds += batch.running();
        batch.observe(0, &mut views);
        orders.clear();
        for _ in 0..batch.len() {
            // A policy would read this match's list of `views` here; see the manual of the game.
            for _ in 0..ORDERS {
                orders.push(Order::new(dice.draw(0, 127), dice.draw(0, 7)));
            }
            (0..batch.seats()).for_each(|_| orders.end_list());
        }
        batch.step(orders.items(), orders.ends());
    }
    let mut scores = Vec::new();
    batch.scores(&mut scores);
    let own = scores.iter().step_by(batch.seats()).sum();
    Tally { rounds, own, others: scores.iter().sum::<i64>() - own }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let id = words.next().unwrap_or_else(|| games::ALL[0].facts().id.into());
    let matches: usize = words.next().and_then(|n| n.parse().ok()).unwrap_or(1024);
    let Some(game) = games::by_id(&id) else {
        let all: Vec<&str> = games::ALL.iter().map(|game| game.facts().id).collect();
        return eprintln!("there is no game {id}; the games are {}", all.join(", "));
    };
    let seeds: Vec<String> = (1..=matches).map(|seed| seed.to_string()).collect();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let begin = Instant::now();
    let tallies: Vec<Tally> = thread::scope(|scope| {
        let shares: Vec<_> = seeds
            .chunks(matches.div_ceil(cores).max(1))
            .map(|seeds| scope.spawn(move || play(game, seeds)))
            .collect();
        shares.into_iter().filter_map(|share| share.join().ok()).collect()
    });
    let seconds = begin.elapsed().as_secs_f64();
    let rounds: usize = tallies.iter().map(|t| t.rounds).sum();
    let mean = |sum: i64, of: usize| sum as f64 / of.max(1) as f64;
    println!(
        "{id}: {matches} matches, {:.0} rounds/s on {cores} cores; mean score {:.1}, others {:.1}",
        rounds as f64 / seconds,
        mean(tallies.iter().map(|t| t.own).sum(), matches),
        mean(tallies.iter().map(|t| t.others).sum(), 3 * matches),
    );
}
