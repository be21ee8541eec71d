//! Rounds allocate nothing once a match has warmed up: counted with an allocator of our own.
#![expect(unsafe_code, reason = "an allocator that counts is an unsafe trait")]

use engine::{Match, Notes, Ruleset, Setup};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more, and nobody asks for it.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// For each round of a match, how often it allocated; the result file's text is made too.
fn allocations(game: &dyn engine::DynGame, player: &str) -> Vec<u64> {
    let settings = game.facts().boards[0].1.as_bytes();
    let seats = game.check_settings(settings).expect("the default settings are good");
    let names = vec![player.to_string(); seats];
    let setup = Setup { seed: "30".into(), ruleset: Ruleset::Statement, names, judged: false };
    let mut notes = Notes::default();
    let state = game.start(settings, &setup, &mut notes).expect("the match begins");
    let mut intro = Vec::new();
    let players = (0..seats).map(|seat| {
        intro.clear();
        state.write_intro(seat, &mut intro);
        game.builtin(player, &intro).expect("it is a player of the game")
    });
    let players = players.collect();
    let mut played = Match::new(state, players, setup.ruleset, false);
    let mut text = Vec::with_capacity(1 << 20);
    let mut counts = Vec::with_capacity(10_000);
    while !played.over() {
        text.clear();
        let before = COUNT.get();
        played.play_round().expect("the round is played");
        played.state().write_moves(&mut text);
        played.state().write_board(&mut text);
        counts.push(COUNT.get() - before);
    }
    counts
}

#[test]
fn the_allocator_counts() {
    let before = COUNT.get();
    drop(std::hint::black_box(vec![1_u8]));
    assert_eq!(COUNT.get() - before, 1);
}

/// Rounds after the first in which anything was allocated.
fn rounds_that_allocate(player: &str) -> Vec<(&'static str, usize)> {
    let later = |game: &dyn engine::DynGame| {
        allocations(game, player)[1..].iter().filter(|c| **c > 0).count()
    };
    games::ALL.iter().map(|game| (game.facts().id, later(*game))).collect()
}

/// A list may grow once when something happens for the first time, such as a first death.
#[test]
fn rounds_of_null_players_allocate_nothing_after_the_first() {
    let rounds = rounds_that_allocate("Null");
    println!("{rounds:?}");
    assert!(rounds.iter().all(|(_, rounds)| *rounds <= 5), "{rounds:?}");
}

/// Lists grow to the most that a match needs, and then stay.
#[test]
fn rounds_full_of_orders_allocate_almost_never() {
    let rounds = rounds_that_allocate("Demo");
    println!("{rounds:?}");
    assert!(rounds.iter().all(|(_, rounds)| *rounds <= 12), "{rounds:?}");
}

/// A batch without orders, its views and scores taken every round.
#[test]
fn a_batch_allocates_almost_never_once_it_is_warm() {
    use engine::batch::{Batch, Lists};
    let seeds: Vec<String> = (1..=8).map(|seed| seed.to_string()).collect();
    for &game in games::ALL {
        let settings = game.facts().boards[0].1.as_bytes();
        let begun = Batch::new(game, settings, Ruleset::Statement, &seeds);
        let (mut batch, mut views, mut scores) = (begun.expect("boards"), Lists::new(), Vec::new());
        let mut later = 0;
        for round in 0..40 {
            let before = COUNT.get();
            batch.step(&[], &[]);
            batch.observe(0, &mut views);
            batch.scores(&mut scores);
            later += if round < 2 { 0 } else { COUNT.get() - before };
        }
        // As in a single match: something may happen for the first time, a few times in each.
        assert!(later <= 5 * seeds.len() as u64, "{}: {later} allocations", game.facts().id);
    }
}
