//! The `palestra` command as its users see it: results, messages, exit codes.

mod common;

use common::{Folder, assert_has, with_template};
use serde_json::Value;

#[test]
fn help_names_every_command_and_the_exit_codes() {
    let ran = Folder::new("help").palestra("--help").ends(0);
    for word in [
        "games", "play", "watch", "verify", "bench", "compare", "league", "tune", "qualify",
        "fairness",
    ] {
        assert_has(&ran.out, &format!("\n  {word}"));
    }
    assert_has(&ran.out, "Exit codes: 0 done");
    let play = Folder::new("help-play").palestra("play --help").ends(0);
    for word in ["--seed", "--input", "--output", "--record", "--rules", "--judge", "--json"] {
        assert_has(&play.out, word);
    }
}

#[test]
fn wrong_calls_end_with_code_2() {
    let folder = Folder::new("wrong-calls");
    folder.palestra("").ends(2);
    folder.palestra("plya").ends(2);
    folder.palestra("play").ends(2);
    folder.palestra("play dominator Null Null Null Null --rules mine").ends(2);
}

#[test]
fn an_unknown_game_brings_the_nearest_name_and_the_list() {
    let ran = Folder::new("unknown-game").palestra("play dominatr Null").ends(2);
    assert_has(&ran.err, "there is no game `dominatr`; did you mean `dominator`?");
    assert_has(&ran.err, "help: the games are ");
    assert_eq!(ran.out, "");
}

#[test]
fn an_unknown_player_brings_what_was_looked_for() {
    let folder = Folder::new("unknown-player");
    let ran = folder.palestra("play dominator Deno Null Null Null").ends(2);
    assert_has(&ran.err, "there is no player `Deno`; did you mean `Demo`?");
    for tried in ["the players of Dominator", "AIDeno.cc", "AIDeno.wasm"] {
        assert_has(&ran.err, tried);
    }
    folder.write("AIXaloc.txt", "");
    let ran = folder.palestra("play dominator AIXaloc.txt Null Null Null").ends(2);
    assert_has(&ran.err, "name a source (.cc, .rs, .js, .py) or a module (.wasm)");
}

#[test]
fn too_few_players_are_told_how_many_there_are_to_be() {
    let ran = Folder::new("few-players").palestra("play dominator Demo Demo").ends(2);
    assert_has(&ran.err, "default.cnf has 4 seats, but you named 2 players");
}

#[test]
fn a_refused_settings_file_is_shown_where_it_is_wrong() {
    let folder = Folder::new("refused");
    folder.write("bad.cnf", "Dominator 4.0\nnb_players 5\n");
    let ran = folder.palestra("play dominator Null Null Null Null -i bad.cnf").ends(2);
    assert_has(&ran.err, "bad.cnf:2: found `5`, but");
    assert_has(&ran.err, " >    2 | nb_players 5");
    let ran = folder.palestra("play dominator Null Null Null Null -i defalt.cnf").ends(2);
    assert_has(&ran.err, "did you mean `default.cnf`?");
    let ran = folder.palestra("play dominator Null Null Null Null -s x").ends(2);
    assert_has(&ran.err, "the seed `x` cannot be used");
}

#[test]
fn a_match_prints_seed_settings_and_a_table_without_colours_in_a_pipe() {
    let ran = Folder::new("table").palestra("play dominator Dummy Null Null Null -s 30").ends(0);
    assert_has(&ran.out, "Dominator   default.cnf, 37 × 37, 200 rounds   seed 30\n");
    assert_has(&ran.out, " 1 ● 0   Dummy ");
    assert_has(&ran.out, "Nobody was frozen.");
    assert!(!ran.out.contains('\x1b'), "colours in a pipe:\n{}", ran.out);
    assert_eq!(ran.err, "");
}

#[test]
fn a_fresh_seed_is_printed_and_plays_the_same_match_again() {
    let folder = Folder::new("fresh-seed");
    let json = |arguments: &str| -> Value {
        let ran = folder.palestra(arguments).ends(0);
        serde_json::from_str(&ran.out).expect("prints JSON")
    };
    let play = "play dominator Demo Demo Demo Demo --json -q";
    let first = json(&format!("{play} -o first.res"));
    let seed = first["seed"].as_i64().expect("is a number");
    let second = json(&format!("{play} -o second.res -s {seed}"));
    assert_eq!(first["scores"], second["scores"]);
    assert_eq!(folder.read("first.res"), folder.read("second.res"));
    let third = json(&format!("{play} -o third.res -s {}", seed + 1));
    assert_ne!(folder.read("first.res"), folder.read("third.res"));
    assert_eq!(third["players"], serde_json::json!(["Demo", "Demo", "Demo", "Demo"]));
    assert_eq!(third["status"], serde_json::json!([0.0, 0.0, 0.0, 0.0]));
    assert_eq!(third["ending"], "finished");
}

#[test]
fn the_result_file_can_go_to_stdout() {
    let folder = Folder::new("res-stdout");
    let ran = folder.palestra("play dominator Null Null Null Null -s 1 -o -").ends(0);
    assert!(ran.out.starts_with("Game\n") || ran.out.starts_with("Game"), "{}", &ran.out[..40]);
    assert_has(&ran.err, "200 rounds   seed 1");
    folder.palestra("play dominator Null Null Null Null -s 1 -o file.res").ends(0);
    assert_eq!(folder.read("file.res"), ran.out.as_bytes());
}

#[test]
fn a_record_verifies_and_gives_the_result_file() {
    let folder = Folder::new("record");
    let play = "play dominator Demo Dummy Null Demo -s 5 -q --record m.match -o played.res";
    let ran = folder.palestra(play).ends(0);
    assert_has(&ran.err, "palestra watch m.match");
    let ran = folder.palestra("verify m.match -o replayed.res").ends(0);
    let expected =
        "Consistent, 200 rounds equal\nNot signed: anybody could have made this record\n";
    assert_eq!(ran.out, expected);
    assert_eq!(folder.read("played.res"), folder.read("replayed.res"));
}

#[test]
fn damaged_and_forged_records_are_told_apart() {
    let folder = Folder::new("forged");
    folder.palestra("play dominator Demo Demo Demo Demo -s 5 -q --record m.match").ends(0);
    let good = folder.read("m.match");
    let mut damaged = good.clone();
    damaged[100] ^= 1;
    folder.write("damaged.match", &damaged);
    assert_has(&folder.palestra("verify damaged.match").ends(2).err, "damaged");
    folder.write("no.match", "hello");
    assert_has(&folder.palestra("verify no.match").ends(2).err, "not a match record");
    let mut forged = engine::record::Record::from_bytes(&good).expect("is a record");
    let moves = &mut forged.rounds[7].seats[0].orders;
    moves.clear();
    folder.write("forged.match", forged.to_bytes());
    let ran = folder.palestra("verify forged.match --json").ends(1);
    let verdict: Value = serde_json::from_str(&ran.out).expect("prints JSON");
    assert_eq!(verdict["consistent"], false);
    assert_eq!(verdict["first_difference"], 8);
}

#[test]
fn logs_are_split_by_player_and_round() {
    let folder = Folder::new("logs");
    folder.palestra("play dominator Null Demo Null Null -s 5 --logs logs").ends(0);
    assert_eq!(folder.read("logs/0-Null.log"), b"");
    assert!(folder.path("logs/1-Demo.log").is_file());
}

#[test]
fn games_are_listed_with_their_parameters_and_boards() {
    let folder = Folder::new("games");
    let list = folder.palestra("games").ends(0);
    let all: Value =
        serde_json::from_str(&folder.palestra("games --json").ends(0).out).expect("prints JSON");
    for game in games::ALL {
        let facts = game.facts();
        assert_has(&list.out, facts.id);
        let one = folder.palestra(&format!("games {}", facts.id)).ends(0);
        for parameter in facts.parameters {
            assert_has(&one.out, parameter.key);
        }
        let (name, text) = facts.boards[0];
        let board = folder.palestra(&format!("games {} --board {name}", facts.id)).ends(0);
        assert_eq!(board.out, text);
        assert!(all.as_array().expect("is a list").iter().any(|g| g["id"] == facts.id));
    }
    folder.palestra("games dominator --board nothing.cnf").ends(2);
}

#[test]
fn every_game_plays_with_its_own_players() {
    let folder = Folder::new("every-game");
    for game in games::ALL {
        let (id, players) = (game.facts().id, game.facts().players);
        let named: Vec<&str> = players.iter().copied().cycle().take(4).collect();
        let play = format!("play {id} {} -s 3 -q --record m.match", named.join(" "));
        folder.palestra(&play).ends(0);
        folder.palestra("verify m.match").ends(0);
    }
}

#[test]
fn what_is_no_match_is_not_watched() {
    let folder = Folder::new("watch");
    folder.write("x.res", "hello\n");
    let ran = folder.palestra("watch --no-open x.res").ends(2);
    assert_has(&ran.err, "watch shows result files (.res) and match records (.match)");
    folder.palestra("watch --no-open missing.res").ends(2);
}

#[test]
fn completions_and_manual_come_from_the_command_line_itself() {
    let folder = Folder::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert_has(&folder.palestra(&format!("completions {shell}")).ends(0).out, "verify");
    }
    assert_has(&folder.palestra("man").ends(0).out, ".TH palestra");
}

#[test]
fn bench_measures_saves_and_compares() {
    let folder = Folder::new("bench");
    let ran = folder.palestra("bench dominator -r 1 --time 1 --json --save a.json").ends(0);
    let run: Value = serde_json::from_str(&ran.out).expect("prints JSON");
    let figures = run["figures"].as_array().expect("figures");
    let walker = cfg!(feature = "players").then_some("four Walker in WebAssembly");
    let own = ["four Null", "four Dummy", "four Demo, record verified", "four Demo, .match"];
    for what in own.into_iter().chain(walker) {
        let figure = figures.iter().find(|f| f["what"] == what).expect(what);
        assert!(figure["values"][0].as_f64().is_some_and(|value| value > 0.0), "{figure}");
    }
    let ran = folder.palestra("bench dominator -r 1 --time 1 --against a.json").ends(0);
    assert_has(&ran.out, "too few repeats");
    assert_has(&ran.out, "the same");
    let mut slow = run.clone();
    for figure in slow["figures"].as_array_mut().expect("figures") {
        if figure["unit"] == "rounds/s" {
            figure["values"] = serde_json::json!([1.0, 1.0, 1.0]);
        }
    }
    folder.write("slow.json", slow.to_string());
    let ran = folder.palestra("bench dominator -r 3 --time 1 --against slow.json").ends(0);
    assert_has(&ran.out, "% better");
    folder.write("b.json", "{}");
    assert_has(&folder.palestra("bench dominator --against b.json").ends(2).err, "--save");
    folder.palestra("bench dominator -r 0").ends(2);
}

#[test]
fn a_new_player_has_its_name_in_its_source_and_overwrites_nothing() {
    let folder = Folder::new("new");
    for game in with_template("AIDemo.cc") {
        let id = game.facts().id;
        folder.palestra(&format!("new {id} Xaloc")).ends(0);
        let text = String::from_utf8(folder.read("AIXaloc.cc")).expect("is text");
        assert_has(&text, "#define PLAYER_NAME Xaloc\n");
        assert_has(&folder.palestra(&format!("new {id} Xaloc")).ends(2).err, "already exists");
        std::fs::remove_file(folder.path("AIXaloc.cc")).expect("removes it");
    }
    folder.palestra("new dominator Demo").ends(2);
    assert_has(&folder.palestra("new dominator dummy").ends(2).err, "already has a player Dummy");
    folder.write("AIXaloc.wasm", "");
    let taken = folder.palestra("new dominator Xaloc").ends(2);
    assert_has(&taken.err, "AIXaloc.wasm already exists");
    assert_has(&folder.palestra("new dominator ThirteenChars").ends(2).err, "at most 12");
    assert_has(&folder.palestra("new dominator a-b").ends(2).err, "letters, digits");
    assert_has(&folder.palestra("new dominator 1abc").ends(2).err, "begins with a digit");
    for name in ["Player", "class", "Info", "match"] {
        assert_has(
            &folder.palestra(&format!("new dominator {name}")).ends(2).err,
            "already has a meaning",
        );
    }
}

#[test]
fn a_kit_plays_with_the_commands_of_the_statements() {
    let folder = Folder::new("kit");
    for game in games::ALL {
        let id = game.facts().id;
        folder.palestra(&format!("kit {id} {id}")).ends(0);
        let inside = |file: &str| folder.path(id).join(file);
        for file in ["Makefile", "README.md", "run"] {
            assert!(inside(file).is_file(), "{id}: {file}");
        }
        let classes = with_template("AIDemo.cc").any(|with| with.facts().id == id);
        for file in ["Player.hh", "AINull.cc", "AIDemo.cc"] {
            assert_eq!(inside(file).is_file(), classes, "{id}: {file}");
        }
        let game = inside(&format!("Game{}", std::env::consts::EXE_SUFFIX));
        let play = format!("Demo Demo Demo Demo -s 30 -i {id}/default.cnf -o x.res");
        folder.run(&game, &play, b"").ends(0);
        assert!(!folder.read("x.res").is_empty(), "{id}");
        let list = folder.run(&game, "--list", b"").ends(0).out;
        assert!(list.lines().any(|name| name == "Demo"), "{id}: {list}");
        assert_has(&folder.palestra(&format!("kit {id} {id}")).ends(2).err, "not empty");
    }
}

#[cfg(feature = "players")]
#[test]
fn an_empty_player_could_be_of_any_game() {
    let folder = Folder::new("which-game");
    let (_, empty) = games::ALL[0]
        .facts()
        .sdk
        .iter()
        .find(|(path, _)| *path == "AINull.cc")
        .expect("every game has a template");
    folder.write("AIXaloc.cc", empty);
    let ran = folder.palestra("build AIXaloc.cc").ends(2);
    assert_has(&ran.err, "the source does not name its game");
    assert_has(&ran.err, "--game");
}

/// The program faces the web: the system places it at another address in every run.
#[cfg(target_os = "linux")]
#[test]
fn the_program_is_position_independent() {
    let program = std::fs::read(common::PALESTRA).expect("can be read");
    assert_eq!(&program[..4], b"\x7fELF");
    const TYPE_AT: usize = 16;
    const ET_DYN: u16 = 3;
    let kind = [program[TYPE_AT], program[TYPE_AT + 1]];
    assert_eq!(u16::from_ne_bytes(kind), ET_DYN, "an executable at a fixed address has type 2");
}

/// The build script finds the parts that `cargo xtask` builds, wherever cargo's results are: the folder of this
/// test's own files is in the same place.
#[test]
fn the_build_script_looks_where_cargo_builds() {
    let ours = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    assert_eq!(ours, Some(std::path::Path::new(env!("PALESTRA_BUILD_FOLDER"))));
}
