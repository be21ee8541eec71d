//! Every game keeps the engine's laws on every board that comes with it, in both rulesets, and
//! plays its committed matches as it always did.

use crate::testing;
use engine::laws::{self, Sample};
use engine::{DynGame, Ruleset};
use proptest::prelude::*;
use std::fmt::Write;

const RULESETS: [Ruleset; 2] = [Ruleset::Statement, Ruleset::Kit];

/// Calls a law for every game, board and ruleset.
fn for_all(mut law: impl FnMut(&dyn DynGame, &Sample)) {
    for game in crate::ALL {
        for (k, (_, board)) in game.facts().boards.iter().enumerate() {
            for ruleset in RULESETS {
                law(*game, &Sample::new(*game, board.as_bytes(), 7 + k as u32, ruleset));
            }
        }
    }
}

#[test]
fn same_inputs_same_digests() {
    for_all(laws::same_inputs_same_digests);
}

#[test]
fn clones_step_alike() {
    for_all(laws::clones_step_alike);
}

#[test]
fn any_orders_step() {
    for_all(|game, sample| (0..3).for_each(|seed| laws::any_orders_step(game, sample, seed)));
}

#[test]
fn result_files_read_back() {
    for_all(laws::result_files_read_back);
}

/// A kind without a symbol would be drawn as a bare plate.
#[test]
fn every_kind_of_piece_has_a_symbol() {
    let symbols = testing::symbols();
    for game in crate::ALL {
        let id = game.facts().id;
        let setup = testing::setup("5", &["Demo"; 4], Ruleset::Statement);
        let (_, board) = game.facts().boards[0];
        let film = testing::film(*game, board.as_bytes(), &setup);
        let pip = film.stage().pip;
        let scenes = (0..film.len()).filter_map(|k| film.scene(k));
        let kinds = scenes.flat_map(|scene| scene.pieces).map(|piece| piece.kind);
        for kind in kinds.chain((!pip.is_empty()).then_some(pip)) {
            // A kind has one symbol, one for each seat, or a few to choose from.
            let ids = [kind.to_string(), format!("{kind}-0"), format!("{kind}-a")];
            assert!(ids.iter().any(|id| symbols.contains(id)), "{id}: no symbol for {kind:?}");
        }
    }
}

/// The manual lists the parameters as the table has them, and the default board has the defaults.
#[test]
fn manuals_and_default_boards_agree_with_the_parameters() {
    const HEAD: &str = "| parameter | default | allowed | meaning |\n|---|---|---|---|\n";
    for game in crate::ALL {
        let facts = game.facts();
        let (_, board) = facts.boards[0];
        let words: Vec<&str> = board.split_whitespace().collect();
        let mut rows = String::new();
        for engine::Parameter { key, default, range, meaning } in facts.parameters {
            let at = words.iter().position(|word| word == key).expect(key);
            assert_eq!(words[at + 1], default.to_string(), "{}: {key}", facts.id);
            writeln!(rows, "| `{key}` | {default} | {range} | {meaning} |")
                .expect("writes to text");
        }
        let manual = format!("{}/README.md", facts.id.replace('-', "_"));
        testing::compare_or_bless_rows(&manual, HEAD, &rows);
    }
}

#[test]
fn records_replay() {
    for_all(laws::records_replay);
}

/// `digests.txt` in a game's `tests` folder holds one line per board and ruleset: final scores
/// and SHA-256 of the result file of a match of senseless orders. Written anew by
/// `PALESTRA_BLESS=1 cargo test -p games digests`.
#[test]
fn matches_go_as_their_committed_digests_say() {
    for game in crate::ALL {
        let mut lines = String::new();
        for (name, board) in game.facts().boards {
            for ruleset in RULESETS {
                let sample = Sample::new(*game, board.as_bytes(), 30, ruleset);
                let (res, scores) = laws::scattered_match(*game, &sample);
                let (scores, digest) = (format!("{scores:?}"), testing::sha256(&res));
                writeln!(lines, "{name} {ruleset:?} {scores} {digest}").expect("writes to text");
            }
        }
        let folder = game.facts().id.replace('-', "_");
        testing::compare_or_bless(&format!("{folder}/tests/digests.txt"), &lines);
    }
}

proptest! {
    #[test]
    fn settings_of_any_bytes_are_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..400)
    ) {
        for game in crate::ALL {
            let _ = game.check_settings(&bytes);
            let _ = game.read_res(&bytes);
        }
    }

    /// A legal file with some of its bytes changed reaches further into the readers.
    #[test]
    fn damaged_settings_are_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        for game in crate::ALL {
            for (_, board) in game.facts().boards {
                let mut bytes = board.as_bytes().to_vec();
                for (at, byte) in &changes {
                    let at = at.index(bytes.len());
                    bytes[at] = *byte;
                }
                let _ = game.check_settings(&bytes);
                let _ = game.check_settings(&bytes[..cut.index(bytes.len())]);
            }
        }
    }
}
