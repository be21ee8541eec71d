//! Many real matches: results depend on players, settings and seeds, on nothing else.

use arena::compare::{Comparison, Design, Question};
use arena::environment::{BoardFile, Environment};
use arena::journal::Journal;
use arena::play::{self, Nobody};
use arena::roster::Maker;
use arena::runner::{Crew, End};
use arena::schedule::Fixture;
use arena::stats::place_points::Utility;
use arena::stats::sequential;
use arena::trial::{Hunt, Outcome};
use arena::tune::Range;
use arena::venue::Here;
use arena::{Entrant, Plan, Products};
use engine::record::Seated;
use engine::{Cause, DynGame, Freeze, Player, Ruleset, Setup, Turn};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn game() -> &'static dyn DynGame {
    games::by_id("dominator").expect("is there")
}

/// A built-in player under another name and hash: a change that does nothing.
struct Renamed(&'static str);

impl Maker for Renamed {
    fn player(&self, intro: &[u8]) -> Box<dyn Player> {
        game().builtin(self.0, intro).expect("is built in")
    }
}

/// Plays as Demo, but freezes in round 7 of matches whose first random bytes say so.
struct Fragile(Box<dyn Player>);

impl Player for Fragile {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        self.0.play(turn)?;
        let unlucky = turn.view().iter().map(|b| u32::from(*b)).sum::<u32>() % 300 == 0;
        if unlucky { Err(Freeze::new(Cause::Trap, "it was fragile")) } else { Ok(()) }
    }
}

struct MakesFragile;

impl Maker for MakesFragile {
    fn player(&self, intro: &[u8]) -> Box<dyn Player> {
        Box::new(Fragile(game().builtin("Demo", intro).expect("is built in")))
    }
}

fn seated(name: &str, digest: &str) -> Seated {
    Seated { name: name.into(), kind: "native".into(), digest: digest.into() }
}

fn environment(players: Vec<Entrant>) -> Environment {
    // A short match is a match like any other.
    let text = game().facts().boards[0].1.replace("nb_rounds      200", "nb_rounds       20");
    assert!(text.contains("nb_rounds       20"), "the default board has changed: {text}");
    let boards = vec![BoardFile { name: "short.cnf".into(), text: text.into_bytes() }];
    let (ruleset, venue) = (Ruleset::Statement, Arc::new(Here));
    Environment { game: game(), boards, players, ruleset, judged: false, venue }
}

fn built_in(name: &'static str) -> Entrant {
    Entrant::built_in(game(), name)
}

fn question(gain: f64) -> Question {
    Question {
        errors: sequential::Errors::usual(gain),
        utility: Utility::Place,
        design: Design::Swap,
        matches_max: 20_000,
        master: "11".into(),
    }
}

fn run(
    environment: &Environment,
    question: &Question,
    threads: usize,
    journal: &mut Journal,
) -> Comparison {
    let stop = AtomicBool::new(false);
    let mut comparison = Comparison::new(question.clone());
    comparison
        .run(environment, &Crew { threads, stop: &stop }, journal, |_| {})
        .expect("is played");
    comparison
}

/// Everything that a report is made of.
fn figures(comparison: &Comparison) -> String {
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?}",
        comparison.finding(),
        comparison.end,
        comparison.tests.each_ref().map(|t| (t.blocks(), t.mean(), t.interval())),
        comparison.flips,
        comparison.freezes.each_ref().map(|f| (f.count, &f.receipts)),
        comparison.negative,
    )
}

#[test]
fn the_same_program_is_not_played() {
    let environment = environment(vec![built_in("Demo"), built_in("Demo")]);
    let comparison = run(&environment, &question(0.02), 2, &mut Journal::none());
    assert!(comparison.same);
    assert_eq!(comparison.matches(), 0);
}

#[test]
fn a_change_that_does_nothing_is_no_difference_after_177_blocks() {
    for against in [true, false] {
        let renamed = Entrant::other(seated("Demo", "another hash"), Renamed("Demo"));
        let mut players = vec![renamed, built_in("Demo")];
        if against {
            players.extend([built_in("Null"), built_in("Demo"), built_in("Null")]);
        }
        let comparison = run(&environment(players), &question(0.02), 2, &mut Journal::none());
        assert_eq!(comparison.finding(), Some(sequential::Finding::NoDifference));
        assert_eq!((comparison.test().blocks(), comparison.flips.len()), (177, 0));
    }
}

#[test]
fn a_player_that_plays_beats_one_that_does_not() {
    let environment = environment(vec![built_in("Demo"), built_in("Null")]);
    for design in [Design::Swap, Design::Duel] {
        let comparison =
            run(&environment, &Question { design, ..question(0.02) }, 2, &mut Journal::none());
        let finding = comparison.finding();
        assert!(
            matches!(finding, Some(sequential::Finding::Better | sequential::Finding::Worse)),
            "{finding:?}"
        );
        assert!(comparison.test().blocks() <= 100, "{}", comparison.test().blocks());
    }
}

/// NEW freezes now and then, so that every part of the result has something in it.
fn eventful() -> (Environment, Question) {
    let fragile = Entrant::other(seated("Fragile", "f"), MakesFragile);
    let players = vec![fragile, built_in("Demo"), built_in("Null"), built_in("Demo")];
    (environment(players), Question { matches_max: 300, ..question(0.02) })
}

#[test]
fn any_number_of_threads_gives_the_same_figures() {
    let (environment, question) = eventful();
    let one = run(&environment, &question, 1, &mut Journal::none());
    assert!(one.freezes[0].count > 0 && one.freezes[1].count == 0, "{}", one.freezes[0].count);
    assert!(!one.flips.is_empty());
    for threads in [2, 8] {
        let many = run(&environment, &question, threads, &mut Journal::none());
        assert_eq!(figures(&one), figures(&many), "{threads} threads");
    }
}

#[test]
fn an_interrupted_comparison_goes_on_to_the_same_figures() {
    let (environment, question) = eventful();
    let whole = figures(&run(&environment, &question, 2, &mut Journal::none()));
    let path = journal("interrupted");
    // Interrupted at several blocks, which differ from run to run by what is in the air.
    for (round, after) in [3, 31, 64].into_iter().enumerate() {
        let stop = AtomicBool::new(false);
        let mut journal = Journal::open(&path, "digest", round > 0).expect("opens");
        let mut comparison = Comparison::new(question.clone());
        let watch = |now: &Comparison| stop.store(now.test().blocks() >= after, Ordering::Relaxed);
        let crew = Crew { threads: 2, stop: &stop };
        comparison.run(&environment, &crew, &mut journal, watch).expect("is played");
        assert_eq!(comparison.end, Some(End::Interrupted));
        assert!(comparison.test().blocks() >= after);
    }
    let mut journal = Journal::open(&path, "digest", true).expect("opens");
    let resumed = run(&environment, &question, 2, &mut journal);
    assert!(journal.resumed() >= 64, "{}", journal.resumed());
    assert_eq!(figures(&resumed), whole);
    // And once more, from a journal that is complete.
    let mut journal = Journal::open(&path, "digest", true).expect("opens");
    assert_eq!(figures(&run(&environment, &question, 1, &mut journal)), whole);
    std::fs::remove_file(path).expect("removes");
}

fn journal(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("palestra-{name}-{}.jsonl", std::process::id()))
}

#[test]
fn a_match_of_a_series_is_the_match_that_play_shows() {
    let (environment, question) = eventful();
    let stop = AtomicBool::new(false);
    for number in 0..5 {
        let [fixture, _] = arena::compare::block(&question, &environment, number);
        let score = environment.play(&fixture, &stop).expect("is played").expect("is finished");
        let entrants = fixture.seats.map(|p| environment.players[p].clone());
        let setup = Setup {
            seed: score.seed.to_string(),
            ruleset: Ruleset::Statement,
            names: entrants.iter().map(|e| e.seated.name.clone()).collect(),
            judged: false,
        };
        let settings = &environment.boards[fixture.board].text;
        let plan = Plan { game: game(), settings, setup, entrants: &entrants };
        let played = play::play(&plan, Products::default(), &mut Nobody).expect("begins");
        assert_eq!(played.outcome.scores, score.scores);
    }
}

#[test]
fn what_is_digested_decides_what_is_resumed() {
    let one = environment(vec![built_in("Demo"), built_in("Null")]).digest();
    let mut judged = environment(vec![built_in("Demo"), built_in("Null")]);
    judged.judged = true;
    let mut board = environment(vec![built_in("Demo"), built_in("Null")]);
    board.boards[0].text.push(b'\n');
    let other = environment(vec![built_in("Null"), built_in("Demo")]);
    assert_eq!(one, environment(vec![built_in("Demo"), built_in("Null")]).digest());
    for different in [judged.digest(), board.digest(), other.digest()] {
        assert_ne!(one, different);
    }
}

/// A player whose matches our own fault ends, a given number of times.
struct Unlucky(std::sync::Arc<std::sync::atomic::AtomicUsize>);

struct Voids(bool);

impl Player for Voids {
    fn play(&mut self, _: &mut Turn<'_>) -> Result<(), Freeze> {
        if self.0 { Err(Freeze::new(Cause::Void, "the machine was busy")) } else { Ok(()) }
    }
}

impl Maker for Unlucky {
    fn player(&self, _: &[u8]) -> Box<dyn Player> {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        Box::new(Voids(left.is_ok()))
    }
}

#[test]
fn a_match_that_failed_by_our_fault_is_played_again() {
    let stop = AtomicBool::new(false);
    let fixture = Fixture { seed: 5, board: 0, seats: [0, 1, 1, 1] };
    let unlucky = |times| {
        let maker = Unlucky(std::sync::Arc::new(times));
        environment(vec![Entrant::other(seated("Unlucky", "u"), maker), built_in("Demo")])
    };
    let score = unlucky(2.into()).play(&fixture, &stop).expect("third attempt").expect("finished");
    let quiet = environment(vec![built_in("Null"), built_in("Demo")]).play(&fixture, &stop);
    assert_eq!(Ok(Some(score)), quiet);
    let trouble = unlucky(3.into()).play(&fixture, &stop).expect_err("fails for good");
    assert!(trouble.to_string().contains("the machine was busy"), "{trouble}");
}

/// A search in which the first parameter decides who plays, how many candidates are made at most,
/// and how many were made.
fn search(journal: &mut Journal, most: usize) -> (Outcome, usize) {
    let range = |name: &str| Range { name: name.into(), low: 0.0, high: 9.0, whole: true };
    let ranges = vec![range("WHO"), range("OTHER")];
    let hunt = Hunt { ranges, candidates: 8, matches_each: 4, master: "21".into() };
    let mut environment = environment(["Null", "Null", "Demo", "Null"].map(built_in).to_vec());
    let stop = AtomicBool::new(false);
    let mut made = 0;
    let outcome =
        hunt.run(&mut environment, &Crew { threads: 2, stop: &stop }, journal, |values, _| {
            made += 1;
            let player = if values[0] < 5.0 { "Null" } else { "Demo" };
            (made <= most).then(|| built_in(player))
        });
    (outcome.expect("is played"), made.min(most))
}

#[test]
fn a_search_goes_on_where_it_was_stopped() {
    let (whole, all) = search(&mut Journal::none(), usize::MAX);
    assert!(!whole.stopped && whole.tried.len() == 8 && all > 8, "{whole:?}");
    let path = journal("search");
    for most in [0, 3, 9] {
        let _ = std::fs::remove_file(&path);
        let mut kept = Journal::open(&path, "s", false).expect("opens");
        let (part, made) = search(&mut kept, most);
        assert!(part.stopped && made == most, "{most}: {part:?}");
        drop(kept);
        let mut kept = Journal::open(&path, "s", true).expect("opens");
        let (resumed, rest) = search(&mut kept, usize::MAX);
        assert_eq!((made + rest, kept.resumed()), (all, most as u64));
        assert_eq!(
            (resumed.tried, resumed.finalists),
            (whole.tried.clone(), whole.finalists.clone())
        );
    }
}
