//! The common parts of the tests of all games: the reference cases, if they lie beside the
//! project, and matches from raw orders.
#![expect(clippy::disallowed_methods, reason = "tests may read their data")]

use engine::{DynGame, Film, Match, Notes, Order, Ruleset, Setup};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The folder of reference cases of a game. Where it is missing, the test is skipped.
pub fn shared(game: &str) -> Option<PathBuf> {
    needs::shared().map(|root| root.join("games").join(game))
}

/// A file of the reference cases, unpacked if its name ends in `.xz`.
pub fn read(path: &std::path::Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    if path.extension().is_none_or(|e| e != "xz") {
        return bytes;
    }
    let mut plain = Vec::new();
    lzma_rs::xz_decompress(&mut bytes.as_slice(), &mut plain).expect("a golden file unpacks");
    plain
}

/// A file of the reference cases as text.
pub fn read_text(path: &std::path::Path) -> String {
    String::from_utf8(read(path)).expect("a golden file is text")
}

/// The rows of a tab-separated file behind its header line.
pub fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines().skip(1).map(|l| l.split('\t').map(Into::into).collect()).collect()
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// The languages of the viewer, which are the folders of its texts.
pub fn languages() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../viewer/locales");
    let all = std::fs::read_dir(folder).expect("the viewer lies beside the games");
    let names = all.map(|entry| entry.expect("a folder").file_name().into_string());
    let codes: BTreeSet<String> = names.map(|name| name.expect("a code")).collect();
    codes.into_iter().collect()
}

/// How a match with these names begins.
pub fn setup(seed: &str, names: &[&str], ruleset: Ruleset) -> Setup {
    let names = names.iter().map(|n| (*n).to_string()).collect();
    Setup { seed: seed.into(), ruleset, names, judged: false }
}

/// Plays a match from raw orders, `orders[round][seat]`; gives the result file, everything the
/// rules said, and the final scores.
pub fn replay(
    game: &dyn DynGame,
    settings: &[u8],
    setup: &Setup,
    orders: &[Vec<Vec<Order>>],
) -> (Vec<u8>, String, Vec<i64>) {
    let mut notes = Notes::default();
    let mut state = game.start(settings, setup, &mut notes).expect("the match begins");
    let mut out = Vec::new();
    state.write_head(&mut out);
    state.write_board(&mut out);
    let warned = vec![false; state.seats()];
    for round in orders {
        state.step(round, &warned, &mut notes).expect("the round is played");
        state.write_moves(&mut out);
        state.write_board(&mut out);
    }
    assert_eq!(state.rounds_left(), 0, "the orders cover the whole match");
    (out, notes.text, state.scores())
}

/// Compares a committed text with what is true now; with `PALESTRA_BLESS` set it writes it.
pub fn compare_or_bless(file: &str, now: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var("PALESTRA_BLESS").is_ok() {
        std::fs::write(&path, now).unwrap_or_else(|e| panic!("{file}: {e}"));
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (was, is)) in (1..).zip(committed.lines().zip(now.lines())) {
        assert_eq!(was, is, "{file}:{number}: if this is meant, PALESTRA_BLESS=1 writes it anew");
    }
    let (was, is) = (committed.lines().count(), now.lines().count());
    assert_eq!(was, is, "{file}: number of lines; PALESTRA_BLESS=1 writes it anew");
}

/// The rows of a table of a game's manual that begins with this line, as the manual has them and
/// as they should be; with `PALESTRA_BLESS` set the manual gets them.
pub fn compare_or_bless_rows(file: &str, head: &str, rows: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
    let (before, table) = text.split_once(head).unwrap_or_else(|| panic!("{file}: no `{head}`"));
    let end = table.find("\n\n").map_or(table.len(), |end| end + 1);
    compare_or_bless(file, &format!("{before}{head}{rows}{}", &table[end..]));
}

/// Looks for a sentence in a manual, wherever its lines end.
pub fn assert_told(manual: &str, sentence: &str) {
    let plain = manual.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains(sentence), "the manual does not have: {sentence}");
}

/// Plays a match of built-in players, named by the setup; gives the final scores.
pub fn play(game: &dyn DynGame, settings: &[u8], setup: &Setup) -> Vec<i64> {
    let film = film(game, settings, setup);
    film.scores(film.len() - 1)
}

/// The names of all symbols that the viewer draws: its own and those of the games.
pub fn symbols() -> BTreeSet<String> {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = std::fs::read_dir(&games).expect("the folder of the games");
    let own = folders.map(|entry| entry.expect("an entry").path().join("sprites.svg"));
    let sheets = own.filter(|path| path.exists()).chain([games.join("../viewer/src/sprites.svg")]);
    let mut names = BTreeSet::new();
    for sheet in sheets {
        let text = std::fs::read_to_string(&sheet).expect("a sheet of symbols");
        let symbols = text.split("<symbol id=\"").skip(1);
        names.extend(symbols.filter_map(|rest| Some(rest.split_once('"')?.0.to_string())));
    }
    names
}

/// All sources of a game but the tests, as one text.
pub fn sources(folder: &str) -> String {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut code = String::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                code.push_str(&std::fs::read_to_string(&path).expect("a source"));
            }
        }
    }
    code
}

/// Plays a match of built-in players, named by the setup.
pub fn film(game: &dyn DynGame, settings: &[u8], setup: &Setup) -> Box<dyn Film> {
    let state = game.start(settings, setup, &mut Notes::default()).expect("the match begins");
    let player = |(seat, name): (usize, &String)| {
        let mut intro = Vec::new();
        state.write_intro(seat, &mut intro);
        game.builtin(name, &intro).expect("a built-in player")
    };
    let players = setup.names.iter().enumerate().map(player).collect();
    let mut film = game.film(&*state).expect("a film of the same game");
    let mut played = Match::new(state, players, setup.ruleset, false);
    while !played.over() {
        played.play_round().expect("the round is played");
        film.push(played.state());
    }
    film
}
