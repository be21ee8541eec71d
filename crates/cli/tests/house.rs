//! Every house player plays by name, within the judge's limits. Compiles players, so it installs
//! the compiler into the user's cache where that was not done yet.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA, assert_has};
use std::process::Command;

#[test]
fn every_house_player_plays_by_name() {
    let done = Command::new(PALESTRA).args(["toolchain", "install"]).output();
    assert!(done.expect("starts").status.success(), "the compiler cannot be installed");
    for game in games::ALL {
        let (id, folder) =
            (game.facts().id, Folder::shared_cache(&format!("house-{}", game.facts().id)));
        for house in game.house_players() {
            let name = house.name;
            let play = format!("play {id} {name} Null Null Null -s 1 --judge -q --json");
            let text = folder.palestra(&play).ends(0).out;
            let result: serde_json::Value = serde_json::from_str(&text).expect("prints JSON");
            assert_eq!(result["players"][0], name, "{id}");
            assert_eq!(result["freezes"], serde_json::json!([]), "{id}: {name} is frozen");
            let score = |seat: usize| result["scores"][seat].as_i64().expect("a score");
            let ahead = (1..4).all(|seat| score(0) > score(seat));
            assert!(name == "Null" || ahead, "{id}: {name} loses to Null: {}", result["scores"]);
        }
    }
}

/// Nothing that C++ leaves open decides a match: a native build gives the same result file.
#[test]
fn captains_play_the_same_as_native_processes() {
    let folder = Folder::shared_cache("house-native");
    for game in games::ALL.iter().filter(|game| !game.house_players().is_empty()) {
        let id = game.facts().id;
        let result = |backend: &str| {
            let four = ["Captain"; 4].join(" ");
            let play =
                format!("play {id} {four} -s 3 --release --backend {backend} -o {backend}.res");
            folder.palestra(&play).ends(0);
            std::fs::read(folder.path(&format!("{backend}.res"))).expect("a result file")
        };
        assert!(result("wasm") == result("native"), "{id}: the matches differ");
    }
}

/// A file of the folder comes before the house player of its name.
#[test]
fn own_files_come_before_house_players() {
    let folder = Folder::shared_cache("house-own");
    folder.write("AICaptain.cc", "no player\n");
    let ran = folder.palestra("play dominator Captain Null Null Null -s 1").ends(2);
    assert_has(&ran.err, "AICaptain.cc: error: no player is registered");
}

#[test]
fn the_description_of_a_game_lists_its_house_players() {
    let folder = Folder::new("house-listed");
    for game in games::ALL.iter().filter(|game| !game.house_players().is_empty()) {
        let id = game.facts().id;
        let text = folder.palestra(&format!("games {id}")).ends(0).out;
        for house in game.house_players() {
            assert_has(&text, house.name);
            assert_has(&text, house.idea);
        }
        let ran = folder.palestra(&format!("play {id} Nobody Demo Demo Demo")).ends(2);
        assert_has(&ran.err, "Captain");
    }
}
