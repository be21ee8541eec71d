//! The reference cases: fixture players compiled by us play whole matches, and result files and
//! stderr are those of the old kits, byte for byte, in the sandbox and natively.
//!
//! Every game that has an SDK takes part by itself. Without the reference data beside the
//! project only the templates of the games are played, on both backends, which must agree.

mod common;

use common::Backends;
use engine::{DynGame, Match, Notes, Player, Ruleset, Setup};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One match with everything that it wrote.
struct Told {
    res: Vec<u8>,
    stderr: Vec<u8>,
}

/// A row of the table of cases.
#[derive(Clone, Debug)]
struct Case {
    game: String,
    name: String,
    board: String,
    seed: String,
    players: Vec<String>,
    sha256: String,
    files: bool,
}

fn cases(shared: &Path) -> Vec<Case> {
    let table = std::fs::read_to_string(shared.join("games/cases.tsv")).expect("the table");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let text = |k: usize| cells[k].to_string();
        Case {
            game: text(0),
            name: text(1),
            board: text(2),
            seed: text(3),
            players: cells[4..8].iter().filter(|p| **p != "-").map(|p| (*p).into()).collect(),
            sha256: text(8),
            files: cells[10] == "yes",
        }
    };
    table.lines().skip(1).map(row).collect()
}

/// Makes a player of this name that was shown this intro.
type Seat<'a> = dyn Fn(&str, &[u8]) -> Box<dyn Player> + 'a;

/// Plays a match under the kit's rules.
fn play(
    game: &dyn DynGame,
    settings: &[u8],
    seed: &str,
    names: &[String],
    seat: &Seat<'_>,
) -> Told {
    let (mut res, mut stderr) = (Vec::new(), Vec::new());
    let setup =
        Setup { seed: seed.into(), ruleset: Ruleset::Kit, names: names.into(), judged: false };
    let mut notes = Notes::default();
    let state = game.start(settings, &setup, &mut notes).expect("the match begins");
    stderr.extend_from_slice(notes.text.as_bytes());
    let players = (0..names.len()).map(|s| {
        let mut intro = Vec::new();
        state.write_intro(s, &mut intro);
        seat(&names[s], &intro)
    });
    let players = players.collect();
    state.write_head(&mut res);
    state.write_board(&mut res);
    let mut played = Match::new(state, players, Ruleset::Kit, false);
    while !played.over() {
        played.play_round().expect("the round is played");
        for seat in 0..names.len() {
            stderr.extend_from_slice(&played.seat(seat).said);
        }
        stderr.extend_from_slice(played.notes().as_bytes());
        for (s, name) in names.iter().enumerate() {
            assert!(played.frozen(s).is_none(), "{name} froze: {:?}", played.frozen(s));
        }
        played.state().write_moves(&mut res);
        played.state().write_board(&mut res);
    }
    Told { res, stderr }
}

/// The lines that golden files keep of what players and rules say. Golden files with scores have
/// only lines of these beginnings. What the program itself says is tested with the command `Game`.
fn kept(stderr: &[u8], with_scores: bool) -> Vec<String> {
    let kept = |line: &&str| match with_scores {
        true => line.starts_with("probe") || line.starts_with("warning"),
        false => !line.starts_with("info:") && !matches!(*line, "start next" | "end next"),
    };
    String::from_utf8_lossy(stderr).lines().filter(kept).map(Into::into).collect()
}

fn golden_stderr(folder: &Path, case: &str) -> Option<Vec<u8>> {
    let packed = std::fs::read(folder.join(format!("golden/{case}.stderr.xz"))).ok()?;
    let mut text = Vec::new();
    lzma_rs::xz_decompress(&mut packed.as_slice(), &mut text).expect("a golden file unpacks");
    Some(text)
}

/// What is wrong with a case, if anything.
fn check(case: &Case, folder: &Path, told: &Told) -> Option<String> {
    let digest: String = Sha256::digest(&told.res).iter().map(|b| format!("{b:02x}")).collect();
    if digest != case.sha256 {
        return Some("the result file differs".into());
    }
    if !case.files {
        return None;
    }
    let golden = golden_stderr(folder, &case.name)?;
    let with_scores = String::from_utf8_lossy(&golden).contains("info: player");
    let golden = kept(&golden, with_scores);
    let ours = kept(&told.stderr, with_scores);
    let differs = golden.iter().zip(&ours).find(|(theirs, ours)| theirs != ours);
    match differs {
        Some((theirs, ours)) => Some(format!("stderr: `{theirs}` became `{ours}`")),
        None if golden.len() != ours.len() => {
            Some(format!("stderr: {} lines became {}", golden.len(), ours.len()))
        }
        None => None,
    }
}

/// Plays every case of every game with an SDK for which `seat` knows the players.
fn all_cases(backends: &Backends, native: bool) {
    let Some(shared) = needs::shared() else { return };
    // For work on one game: `PALESTRA_CASES=dominator`, or `"mad-max g01"`.
    let wanted = std::env::var("PALESTRA_CASES").unwrap_or_default();
    let cases: Vec<Case> = cases(&shared)
        .into_iter()
        .filter(|case| games::by_id(&case.game).is_some_and(|g| !g.facts().sdk.is_empty()))
        .filter(|case| format!("{} {}", case.game, case.name).contains(&wanted))
        .collect();
    assert!(!cases.is_empty(), "no game has an SDK");
    let mut players = BTreeMap::new();
    for case in &cases {
        for name in &case.players {
            players
                .entry((case.game.clone(), name.clone()))
                .or_insert_with(|| backends.fixture(&shared, &case.game, name, native));
        }
    }
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let game = games::by_id(&case.game).expect("a game of the table");
            let folder = shared.join("games").join(&case.game);
            let settings = std::fs::read(folder.join("boards").join(&case.board)).expect("board");
            let seat = |name: &str, intro: &[u8]| {
                players[&(case.game.clone(), name.to_string())].seat(intro)
            };
            let told = play(game, &settings, &case.seed, &case.players, &seat);
            if let Some(why) = check(case, &folder, &told) {
                failures
                    .lock()
                    .expect("no panic")
                    .push(format!("{} {}: {why}", case.game, case.name));
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(
        failures.is_empty(),
        "{} of {} cases differ:\n{}",
        failures.len(),
        cases.len(),
        failures[..failures.len().min(20)].join("\n")
    );
    eprintln!("{} cases", cases.len());
}

#[test]
fn in_the_sandbox_all_cases_are_the_kits() {
    all_cases(Backends::get(), false);
}

#[test]
fn natively_all_cases_are_the_kits() {
    all_cases(Backends::get(), true);
}

#[test]
fn templates_play_alike_on_both_backends() {
    let backends = Backends::get();
    for game in games::ALL.iter().filter(|g| !g.facts().sdk.is_empty()) {
        let settings = game.facts().boards[0].1.as_bytes();
        let seats = game.check_settings(settings).expect("default settings");
        let names = vec!["Demo".to_string(); seats];
        let [wasm, native] = [false, true].map(|native| {
            let player = backends.template(*game, "AIDemo.cc", native);
            play(*game, settings, "7", &names, &|_, intro| player.seat(intro))
        });
        assert!(wasm.res == native.res, "{}: result files differ", game.facts().id);
        assert_eq!(wasm.stderr, native.stderr, "{}", game.facts().id);
    }
}
