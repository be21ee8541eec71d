//! A league needs no more memory late than early: counted with an allocator of our own.
#![expect(unsafe_code, reason = "an allocator that counts is an unsafe trait")]

use arena::environment::{BoardFile, Environment};
use arena::journal::Journal;
use arena::league::{League, Plan};
use arena::runner::Crew;
use arena::venue::Here;
use arena::{Entrant, roster::Maker};
use engine::record::Seated;
use engine::{Cause, Freeze, Player, Ruleset, Turn};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(live, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Freezes in its first round with a receipt of some length.
struct Fails;

impl Player for Fails {
    fn play(&mut self, _: &mut Turn<'_>) -> Result<(), Freeze> {
        Err(Freeze::new(Cause::Trap, "x".repeat(2_000)))
    }
}

struct MakesFails;

impl Maker for MakesFails {
    fn player(&self, _: &[u8]) -> Box<dyn Player> {
        Box::new(Fails)
    }
}

const VISITS: usize = 600;
/// What may stay behind of a match; the table of results has its place from the start.
const KEPT_PER_MATCH: usize = 32;

/// The most bytes in use at once in the first tenth of a league, and in all of it.
#[test]
fn a_league_keeps_a_line_per_match_and_no_more() {
    let game = games::by_id("dominator").expect("is there");
    let text = game.facts().boards[0].1.replace("nb_rounds      200", "nb_rounds       5");
    assert!(text.contains("nb_rounds       5\n"), "the default board has changed: {text}");
    let fails = Seated { name: "Fails".into(), kind: "native".into(), digest: "f".into() };
    let null = || Entrant::built_in(game, "Null");
    let environment = Environment {
        game,
        boards: vec![BoardFile { name: "short.cnf".into(), text: text.into_bytes() }],
        players: vec![Entrant::other(fails, MakesFails), null(), null(), null(), null()],
        ruleset: Ruleset::Statement,
        judged: false,
        venue: Arc::new(Here),
    };
    let stop = AtomicBool::new(false);
    let mut league = League::new(&environment, Plan { visits: VISITS, master: "1".into() });
    let mut early = 0;
    // One thread: with two, the most that was held depends on how far one runs ahead.
    let crew = Crew { threads: 1, stop: &stop };
    let watch = |now: &League| {
        if now.visits() == VISITS / 10 {
            early = MOST.load(Ordering::Relaxed);
        }
    };
    league.run(&environment, &crew, &mut Journal::none(), watch).expect("is played");
    let most = MOST.load(Ordering::Relaxed);
    assert_eq!(league.bouts.len(), VISITS * 4);
    assert!(league.freezes[0].count > VISITS, "{}", league.freezes[0].count);
    assert!(early > 0);
    let grown = most - early;
    let matches = league.bouts.len() * 9 / 10;
    println!("{early} bytes early, {grown} more by the end: {} a match", grown / matches);
    assert!(grown <= matches * KEPT_PER_MATCH, "{grown} bytes more after {matches} matches");
}
