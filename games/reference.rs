//! The reference matches in `games/<game>/tests/reference`: matches of the old programs, as records
//! that anyone can replay. `cases.tsv` has the SHA-256 of the result file that the old program
//! wrote. `cargo xtask reference` makes the records from the reference players.

use crate::testing;
use engine::record::Record;
use engine::{DynGame, Ruleset};
use std::path::{Path, PathBuf};

/// Every game with an old program has at least so many cases.
const CASES_MIN: usize = 12;
/// All records together take at most so many bytes.
const BYTES_MAX: usize = 2 << 20;

fn folder(game: &dyn DynGame) -> PathBuf {
    let folder = game.facts().id.replace('-', "_");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("tests/reference")
}

/// Checks one case and gives the size of its record.
fn check(game: &dyn DynGame, folder: &Path, row: &[String]) -> usize {
    let [case, _, seed, players @ .., sha256, scores] = row else { panic!("{row:?}") };
    let what = format!("{} {case}", game.facts().id);
    let bytes = testing::read(&folder.join(format!("{case}.match")));
    let record = Record::from_bytes(&bytes).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(record.ruleset, Ruleset::Kit, "{what}");
    assert_eq!(&record.seed, seed, "{what}");
    let named = record.players.iter().map(|player| &player.name);
    assert!(named.eq(players.iter().filter(|name| *name != "-")), "{what}: other players");
    record.verify(game).unwrap_or_else(|e| panic!("{what}: {e}"));
    let film = record.film(game).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(&testing::sha256(&film.write_res()), sha256, "{what}: the result file differs");
    let outcome = record.outcome.as_ref().unwrap_or_else(|| panic!("{what} has no outcome"));
    let ours: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
    assert_eq!(&ours.join(" "), scores, "{what}: scores");
    bytes.len()
}

#[test]
fn matches_of_the_old_programs_give_their_result_files() {
    let mut bytes = 0;
    let mut games = 0;
    for game in crate::ALL {
        let folder = folder(*game);
        // Games of our own never had another program.
        if !folder.is_dir() {
            continue;
        }
        games += 1;
        let rows = testing::rows(&testing::read_text(&folder.join("cases.tsv")));
        assert!(rows.len() >= CASES_MIN, "{} has {} cases", game.facts().id, rows.len());
        bytes += rows.iter().map(|row| check(*game, &folder, row)).sum::<usize>();
    }
    assert!(games >= 5, "only {games} games have cases");
    assert!(bytes <= BYTES_MAX, "the records take {bytes} bytes");
}
