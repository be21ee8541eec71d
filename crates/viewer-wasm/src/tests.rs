//! Files of every game go in, answers come out; wrong files get a sentence.

use crate::shelf::Shelf;
use engine::player::Null;
use engine::record::{Record, Recorder, Seated};
use engine::{DynGame, Ending, Match, Notes, Player, Ruleset, Setup};
use serde_json::Value;

const ROUNDS: usize = 12;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("answers are JSON")
}

/// The first rounds of a match in which nobody moves, as record and as result file.
fn files(game: &dyn DynGame, seed: &str) -> (Vec<u8>, Vec<u8>, Vec<i64>) {
    let settings = game.facts().boards[0].1.as_bytes();
    let seats = game.check_settings(settings).expect("our own board is right");
    let names = vec!["Null".to_owned(); seats];
    let setup = Setup { seed: seed.into(), ruleset: Ruleset::Statement, names, judged: false };
    let state = game.start(settings, &setup, &mut Notes::default()).expect("it starts");
    let seated = vec![Seated { name: "Null".into(), ..Seated::default() }; seats];
    let mut recorder = Recorder::new(&*state, &setup, settings, seated);
    let mut film = game.film(&*state).expect("a film of the same game");
    let players = (0..seats).map(|_| Box::new(Null) as Box<dyn Player>).collect();
    let mut played = Match::new(state, players, Ruleset::Statement, false);
    for _ in 0..ROUNDS {
        played.play_round().expect("nobody does anything wrong");
        recorder.round(&played);
        film.push(played.state());
    }
    let scores = film.scores(ROUNDS);
    let record = recorder.finish(played.outcome(Ending::Stopped)).to_bytes();
    (record, film.write_res(), scores)
}

#[test]
fn records_and_result_files_of_every_game_open() {
    let mut shelf = Shelf::new(games::ALL);
    for game in games::ALL {
        let id = game.facts().id;
        let (record, result, scores) = files(*game, "77");
        for bytes in [&record, &result] {
            let card = parsed(&shelf.open(bytes));
            assert_eq!(card["game"], game.facts().title, "{id}: {card}");
            assert_eq!(card["scores"], serde_json::json!(scores), "{id}");
            let handle = card["handle"].as_u64().expect("a number") as usize;
            let stage = parsed(&shelf.stage(handle));
            assert_eq!(stage["scenes"], ROUNDS + 1, "{id}");
            let (rows, cols) = (stage["rows"].as_u64(), stage["cols"].as_u64());
            let cells = (rows.unwrap_or(0) * cols.unwrap_or(0)) as usize;
            for k in 0..=ROUNDS {
                let scene = parsed(&shelf.scene(handle, k));
                assert_eq!(scene["ground"].as_str().map(str::len), Some(cells), "{id} {k}");
                let owners = scene["owner"].as_str().map_or(0, str::len);
                assert!(owners == cells || owners == 0, "{id} {k}: {owners} owners");
            }
            assert_eq!(shelf.scene(handle, ROUNDS + 1), "null", "{id}");
            assert!(parsed(&shelf.inspect(handle, 0, 1, 1)).is_array(), "{id}");
            assert!(parsed(&shelf.inspect(handle, 0, -9, 99_999)).is_array(), "{id}");
            assert_eq!(shelf.result_file(handle), result, "{id}");
        }
    }
}

#[test]
fn signed_records_open() {
    let mut shelf = Shelf::new(games::ALL);
    let (record, ..) = files(games::ALL[0], "77");
    let signature = engine::signature::Signature {
        key: "0123".into(),
        host: "a.example".into(),
        season: "demo".into(),
        match_id: "7".into(),
        signature: "A".repeat(86) + "==",
    };
    let line = signature.line();
    let card = parsed(&shelf.open(&[&record, line.as_bytes()].concat()));
    assert_eq!(card["kind"], "match", "{card}");
    assert_eq!(parsed(&shelf.verify(0))["rounds"], ROUNDS);
    let cut = parsed(&shelf.open(&[&record, &line.as_bytes()[..line.len() - 1]].concat()));
    assert!(cut.to_string().contains("damaged"), "{cut}");
}

#[test]
fn records_are_verified_and_know_turns_and_views() {
    for game in games::ALL {
        let id = game.facts().id;
        let mut shelf = Shelf::new(games::ALL);
        let (record, result, _) = files(*game, "77");
        shelf.open(&record);
        assert_eq!(parsed(&shelf.verify(0))["rounds"], ROUNDS, "{id}");
        assert!(parsed(&shelf.turn(0, 1))["seats"].is_array(), "{id}");
        assert_eq!(shelf.turn(0, 0), "null", "{id}: nobody played before the first board");
        assert!(parsed(&shelf.view(0, 3, 0))["size"].as_u64() > Some(0), "{id}");
        assert_eq!(shelf.view(0, 3, 9), "null", "{id}: there is no ninth seat");
        shelf.open(&result);
        assert_eq!((shelf.verify(1), shelf.turn(1, 1)), ("null".into(), "null".into()), "{id}");
        assert_eq!(shelf.differ(0, 1), "null", "{id}: record and result file are one match");
        shelf.open(&result[..result.len() * 2 / 3]);
        let shorter = parsed(&shelf.stage(2))["scenes"].clone();
        assert_eq!(parsed(&shelf.differ(1, 2)), shorter, "{id}: the first board that is missing");
    }
}

#[test]
fn the_command_that_plays_again_is_safe_to_paste() {
    for game in games::ALL {
        let id = game.facts().id;
        let (record, result, _) = files(*game, "77");
        let mut shelf = Shelf::new(games::ALL);
        let card = parsed(&shelf.open(&record));
        let seats = card["players"].as_array().map_or(0, Vec::len);
        let expected = format!("palestra play {id}{} -s 77", " Null".repeat(seats));
        assert_eq!(card["again"], expected, "{id}");
        assert!(card["settings"].is_null(), "{id}: the default board is the game's own");
        assert_eq!(parsed(&shelf.open(&result))["again"], "", "{id}: result files know no players");
        let mut forged = Record::from_bytes(&record).expect("our own record");
        forged.players[0].name = "x'; rm -rf ~\n#".into();
        forged.players[1].name = "-o".into();
        forged.settings.extend_from_slice(b"\n");
        (forged.judged, forged.ruleset) = (true, Ruleset::Kit);
        let card = parsed(&shelf.open(&forged.to_bytes()));
        let again = card["again"].as_str().expect("a command");
        assert!(again.contains(r"'x'\''; rm -rf ~ #' ./-o "), "{id}: {again}");
        assert!(again.ends_with("-s 77 -i settings.cnf --rules kit --judge"), "{id}: {again}");
        assert!(card["settings"].is_string(), "{id}");
    }
}

#[test]
fn files_cut_anywhere_are_shown_so_far_or_refused_in_a_sentence() {
    for game in games::ALL {
        let id = game.facts().id;
        let (record, result, _) = files(*game, "77");
        for file in [&record, &result] {
            for part in 0..23 {
                let mut shelf = Shelf::new(games::ALL);
                let card = parsed(&shelf.open(&file[..file.len() * part / 23]));
                if card["error"] != serde_json::Value::Null {
                    let error = english(&card["error"]);
                    assert!(error.ends_with('.'), "{id}: {error}");
                    continue;
                }
                let stage = parsed(&shelf.stage(0));
                let scenes = stage["scenes"].as_u64().unwrap_or(0) as usize;
                assert!(scenes > 0, "{id}");
                for k in 0..scenes {
                    assert!(parsed(&shelf.scene(0, k)).is_object(), "{id} {k}");
                }
            }
        }
    }
}

/// A sentence as the page says it in English: the words, filled in.
fn english(said: &serde_json::Value) -> String {
    let Some(words) = said.as_array() else { return said.as_str().expect("a text").into() };
    let mut parts = words[1..].iter().map(english);
    let mut pieces = words[0].as_str().expect("a key").split("{}");
    let mut all = String::from(pieces.next().expect("never empty"));
    for piece in pieces {
        all += &parts.next().expect("every place is filled");
        all += piece;
    }
    all
}

#[test]
fn wrong_files_get_a_sentence() {
    let mut shelf = Shelf::new(games::ALL);
    let cases: [(&[u8], &str); 4] = [
        (b"", "empty"),
        (b"\x89PNG\0\0\0", "not text"),
        (b"palestra match 1\nnonsense", "damaged"),
        (b"Roses are red\n", "No game can read this"),
    ];
    for (bytes, word) in cases {
        let answer = parsed(&shelf.open(bytes));
        let error = english(&answer["error"]);
        assert!(error.contains(word) && error.ends_with('.'), "{error}");
    }
}

#[test]
fn nobody_is_at_home_on_an_empty_shelf() {
    let shelf = Shelf::new(games::ALL);
    assert_eq!(shelf.stage(0), "null");
    assert_eq!(shelf.scene(3, 0), "null");
    assert_eq!(shelf.verify(0), "null");
    assert!(shelf.result_file(9).is_empty());
}
