//! `compare`, `league` and their output, as users see it.

mod common;

use common::{Folder, PALESTRA, assert_has, crashing};
use serde_json::Value;
use std::process::{Command, Stdio};

/// A short board: what is tested here is not the game.
fn short(folder: &Folder) {
    let board = folder.palestra("games dominator --board default.cnf").ends(0).out;
    let short = board.replace("nb_rounds      200", "nb_rounds       25");
    assert_ne!(board, short);
    folder.write("short.cnf", short);
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e} in:\n{text}"))
}

#[test]
fn a_clear_difference_is_found_and_every_seed_can_be_seen_again() {
    let folder = Folder::new("compare");
    short(&folder);
    let call = "compare Demo Null --against Null Demo Null -g dominator -i short.cnf -s 7";
    let found = json(&folder.palestra(&format!("{call} --json")).ends(0).out);
    assert!(["better", "worse"].contains(&found["verdict"].as_str().expect("a word")), "{found}");
    assert!(found["matches"].as_u64().expect("a number") <= 200);
    let text = folder.palestra(call).ends(0).out;
    for part in ["Demo against Null", "seed 7", "place points", "95 % interval", "decides", "pairs"]
    {
        assert_has(&text, part);
    }
    // The commands show what the report says.
    for flip in found["flips"].as_array().expect("a list").iter().take(3) {
        for (command, place, name) in
            [("replay_new", "new_place", "Demo"), ("replay_old", "old_place", "Null")]
        {
            let command = flip[command].as_str().expect("a command");
            let call = command.strip_prefix("palestra ").expect("is of palestra");
            let call = call.strip_suffix(" --watch").expect("opens the viewer");
            let again = json(&folder.palestra(&format!("{call} --json")).ends(0).out);
            assert_eq!(again["seed"], flip["seed"]);
            let seats = again["players"].as_array().expect("players").iter();
            let places = again["places"].as_array().expect("places").iter();
            let here = seats.zip(places).any(|(n, p)| n == name && *p == flip[place]);
            assert!(here, "{flip} {again}");
        }
    }
}

#[test]
fn the_same_player_is_known_without_playing() {
    let folder = Folder::new("compare-same");
    let found = json(&folder.palestra("compare Demo Demo -g dominator --json").ends(0).out);
    assert_eq!((&found["verdict"], &found["matches"]), (&"same_player".into(), &0.into()));
    let text = folder.palestra("compare Demo Demo -g dominator").ends(0).out;
    assert_has(&text, "SAME PLAYER");
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let folder = Folder::new("compare-refused");
    for (options, said) in [
        ("--gain 0.3", "the gain is 0.3; it must be above 0 and below 0.3"),
        ("--alpha 0.5", "alpha is 0.5; it must lie between 0 and 0.5"),
        ("--beta 0", "beta is 0; it must lie between 0 and 0.5"),
        ("--max-matches 3", "--max-matches must be at least 4"),
        ("--design duel --against Demo", "a duel has no other players"),
        ("--resume", "--resume needs the master seed"),
        ("-s ../x", "the master seed `../x` cannot be used"),
        ("-i -", "this command needs settings in a file"),
        ("-i no.cnf", "cannot read the settings file no.cnf"),
    ] {
        let ran = folder.palestra(&format!("compare Demo Null -g dominator {options}")).ends(2);
        assert_has(&ran.err, said);
    }
    assert_has(&folder.palestra("compare Demo Null").ends(2).err, "the players do not name a game");
    let two = folder.palestra("compare Demo Null -g battle-royale -i duel.cnf").ends(2);
    assert_has(&two.err, "duel.cnf has 2 seats; this command needs boards with four");
    let few = folder.palestra("league Demo Null -g dominator").ends(2);
    assert_has(&few.err, "a league needs four players; you named 2");
}

#[test]
fn the_bound_leaves_a_comparison_undecided() {
    let folder = Folder::new("compare-bound");
    short(&folder);
    let call = "compare Demo Dummy -g dominator -i short.cnf -s 7 --max-matches 4";
    let found = json(&folder.palestra(&format!("{call} --json")).ends(0).out);
    assert_eq!((&found["verdict"], &found["matches"]), (&"undecided".into(), &4.into()));
    assert_has(&folder.palestra(call).ends(0).out, "UNDECIDED: after 4 matches, the bound.");
}

const LEAGUE: &str =
    "league Demo Null Demo crashing.wasm Dummy -g dominator -i short.cnf -m 40 -s 3";

fn league_folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    short(&folder);
    folder.write("crashing.wasm", crashing());
    folder
}

#[test]
fn a_league_is_the_same_with_any_number_of_jobs_and_when_resumed() {
    let folder = league_folder("league-jobs");
    let files = "--json --html r.html --csv r.csv --csv-matches m.csv";
    let mut first: Option<Vec<Vec<u8>>> = None;
    for options in ["-j 1", "-j 2", "-j 8", "--resume -j 2"] {
        let ran = folder.palestra(&format!("{LEAGUE} {files} {options}")).ends(0);
        let mut all = vec![ran.out.into_bytes()];
        all.extend(["r.html", "r.csv", "m.csv"].map(|file| folder.read(file)));
        match &first {
            None => first = Some(all),
            Some(first) => assert!(*first == all, "{options} gave another report"),
        }
    }
}

#[test]
fn a_league_reports_everybody_and_what_froze() {
    let folder = league_folder("league");
    let text = folder.palestra(&format!("{LEAGUE} --html r.html")).ends(0).out;
    for part in ["League of 5", "40 matches on 10 seeds", "Demo (2)", "crashing was frozen in"] {
        assert_has(&text, part);
    }
    for part in ["short.cnf: ", "Matches to look at", "closest", "biggest upset", "worst for Dummy"]
    {
        assert_has(&text, part);
    }
    let found = json(&folder.palestra(&format!("{LEAGUE} --json")).ends(0).out);
    let rows = found["standings"].as_array().expect("rows");
    assert_eq!((rows.len(), found["matches"].as_array().expect("matches").len()), (5, 40));
    let crashing = rows.iter().find(|r| r["name"] == "crashing").expect("is there");
    let frozen = crashing["freezes"].as_u64().expect("a number");
    assert!((1..crashing["matches"].as_u64().expect("a number")).contains(&frozen), "{frozen}");
    let others = rows.iter().filter(|r| r["name"] != "crashing");
    assert!(others.map(|r| &r["freezes"]).all(|f| *f == 0), "nobody else froze");
    // The receipt's command shows the same failure.
    let receipt = &crashing["receipts"][0];
    let call = receipt["replay"].as_str().expect("a command");
    let call = call.replace("palestra ", "").replace(" --watch", " --json");
    let again = json(&folder.palestra(&call).ends(0).out);
    assert_eq!(again["freezes"][0]["round"], receipt["receipt"]["round"]);
    assert_eq!(again["freezes"][0]["cause"], "trap");
    let page = String::from_utf8(folder.read("r.html")).expect("is text");
    for part in ["<!doctype html>", "href=\"#frozen-3\"", "id=\"frozen-3\"", "prefers-color-scheme"]
    {
        assert_has(&page, part);
    }
    for part in ["<script", "http://", "https://", "src="] {
        assert!(!page.contains(part), "the page must need nothing else, but has {part}");
    }
}

/// One round is enough: the page depends on the numbers of players and matches.
#[test]
fn the_page_of_a_big_league_is_small() {
    let folder = Folder::new("league-big");
    let board = folder.palestra("games dominator --board default.cnf").ends(0).out;
    folder.write("tiny.cnf", board.replace("nb_rounds      200", "nb_rounds        1"));
    let players = ["Demo", "Null"].repeat(10).join(" ");
    let call = format!("league {players} -g dominator -i tiny.cnf -m 2000 -s 1");
    let text = folder.palestra(&format!("{call} --html r.html")).ends(0).out;
    assert_has(&text, "2000 matches on 500 seeds");
    let size = folder.read("r.html").len();
    assert!((20_000..2_000_000).contains(&size), "{size} bytes");
}

#[test]
fn a_short_table_is_filled_up_on_request() {
    let folder = league_folder("league-fill");
    let call = "league Demo Null --fill Dummy -g dominator -i short.cnf -m 8 -s 3";
    let text = folder.palestra(call).ends(0).out;
    assert_has(&text, "Dummy (2)");
    assert_has(&text, "Too few seeds for probabilities of ranks");
}

#[test]
fn a_qualification_is_rehearsed_with_the_judge_s_limits() {
    let folder = Folder::new("qualify");
    short(&folder);
    let call = "qualify Dummy --rival Null -g dominator -i short.cnf -s 3 --rehearsals 20";
    let text = folder.palestra(call).ends(0).out;
    for part in ["judge's limits", "A rehearsal", "Passes with probability", "of 20 rehearsals"] {
        assert_has(&text, part);
    }
    let one = folder.palestra(&format!("{call} --json -j 1")).ends(0).out;
    assert_eq!(one, folder.palestra(&format!("{call} --json -j 2")).ends(0).out);
    let found = json(&one);
    let number = |key: &str| found[key].as_f64().expect("a number");
    assert!(number("low") <= number("probability") && number("probability") <= number("high"));
    for (seat, first) in found["first_rehearsal"].as_array().expect("a list").iter().enumerate() {
        assert_eq!(first["seat"], seat);
        let call = first["replay"].as_str().expect("a command");
        let call = call.replace("palestra ", "").replace(" --watch", " --json");
        let again = json(&folder.palestra(&call).ends(0).out);
        assert_eq!(again["scores"], first["scores"]);
        assert_eq!(again["judged"], true);
    }
    // Nobody beats copies of itself that do nothing: a shared first place is not first.
    let call = "qualify Null --rival Null -g dominator -i short.cnf -s 3 --rehearsals 5 --json";
    let found = json(&folder.palestra(call).ends(0).out);
    assert!(found["passed"].as_u64() < Some(5), "{found}");
    folder.palestra("qualify Null -g dominator --needed 5").ends(2);
}

#[test]
fn boards_are_tested_for_fair_seats_and_neighbours() {
    let folder = Folder::new("fairness");
    short(&folder);
    let call = "fairness dominator -i short.cnf -s 3 --seeds 40 --neighbour-seeds 24";
    let text = folder.palestra(call).ends(0).out;
    for part in ["four Demo in each match", "short.cnf", "p ", "neighbours: Demo twice"] {
        assert_has(&text, part);
    }
    let one = folder.palestra(&format!("{call} --json -j 1")).ends(0).out;
    assert_eq!(one, folder.palestra(&format!("{call} --json -j 2 --resume")).ends(0).out);
    let board = &json(&one)["boards"][0];
    assert_eq!(board["matches"], 40);
    let sum: f64 = board["seats"]["means"]
        .as_array()
        .expect("means")
        .iter()
        .map(|mean| mean["mean"].as_f64().expect("a number"))
        .sum();
    assert!((sum - 2.0).abs() < 1e-9, "place points of a match sum to 2: {sum}");
    assert_eq!(board["neighbours"]["effect"]["clusters"], 24);
    let silent = folder.palestra("fairness dominator --seeds 0 --neighbour-seeds 0").ends(2);
    assert_has(&silent.err, "there are no matches to play");
    let none = "fairness dominator -i short.cnf --player Null --seeds 6 --neighbour-seeds 0 -s 1";
    folder.palestra(none).ends(0);
}

/// A player that does something only when its parameter says so.
const LAZY: &str = "#include \"Player.hh\"\n#define PLAYER_NAME Lazy\n#define ON 0 // tune: 0..1\n\
                    struct PLAYER_NAME : public Player {\n  static Player* factory () { return new \
                    PLAYER_NAME; }\n  virtual void play () {\n    for (int id = 0; ON and id < \
                    nb_units(); ++id)\n      if (unit(id).player == 0) command(id, \
                    Dir(2*random(0, 3)));\n  }\n};\nRegisterPlayer(PLAYER_NAME);\n";

#[test]
fn a_parameter_is_tuned_and_the_best_compared_on_other_seeds() {
    let folder = Folder::new("tune");
    short(&folder);
    folder.write("AILazy.cc", LAZY);
    for (options, said) in [
        ("--param OFF=0..1", "no line defines OFF"),
        ("--param ON", "must be NAME=LO..HI"),
        ("--param ON=1..1", "the range `1..1` of ON is empty"),
        ("--output AILazy.cc", "--output must not be the source itself"),
        ("--output x/AIOther.cc", "--output must have the name AILazy.cc"),
    ] {
        let ran = folder.palestra(&format!("tune AILazy.cc -g dominator {options}")).ends(2);
        assert_has(&ran.err, said);
    }
    folder.write("AIPlain.cc", LAZY.replace(" // tune: 0..1", ""));
    let ran = folder.palestra("tune AIPlain.cc -g dominator").ends(2);
    assert_has(&ran.err, "nothing to tune");
    // The compiler for WebAssembly is not in this test's cache; the system's is enough.
    let call = "tune AILazy.cc -g dominator -i short.cnf -s 2 --backend native --against Null Null \
                Null --candidates 4 --matches-each 8 --max-matches 80";
    let ran = folder.palestra(&format!("{call} --json")).ends(0);
    let found = json(&ran.out);
    assert_eq!(found["best"]["values"], "ON = 1", "{found}");
    assert_eq!(found["best"]["source"], "tuned/AILazy.cc");
    assert_eq!(found["comparison"]["verdict"], "better");
    assert_eq!(found["comparison"]["question"]["master"], "2.verdict");
    let tuned = String::from_utf8(folder.read("tuned/AILazy.cc")).expect("is text");
    assert_eq!(tuned, LAZY.replace("ON 0 //", "ON 1 //"));
    let again = folder.palestra(&format!("{call} --json --resume")).ends(0);
    assert_eq!(again.out, ran.out);
}

#[cfg(target_os = "linux")]
#[test]
fn the_table_appears_when_a_file_of_the_report_fails() {
    let folder = Folder::new("league-full");
    short(&folder);
    let call = "league Demo Demo Null Null -g dominator -i short.cnf -m 4 -s 1 --html /dev/full";
    let ran = folder.palestra(call).ends(2);
    assert_has(&ran.out, "League of 4");
    assert_eq!(ran.err.trim(), "error: cannot write /dev/full: the disk is full");
}

/// A player that gives no orders.
fn quiet() -> Vec<u8> {
    let wat = r#"(module
        (memory (export "memory") 4)
        (func (export "palestra_abi") (result i32) (i32.const 1))
        (func (export "palestra_buffer") (param i32) (result i32) (i32.const 1024))
        (func (export "palestra_begin") (param i32))
        (func (export "palestra_play") (param i32 i32) (result i32) (i32.const 16)))"#;
    wat::parse_str(wat).expect("is a module")
}

#[test]
fn tables_fit_80_columns() {
    let folder = Folder::new("columns");
    short(&folder);
    folder.write("twelveletter.wasm", quiet());
    for call in [
        "play dominator twelveletter.wasm twelveletter.wasm Demo Dummy -s 1 -q",
        "league twelveletter.wasm twelveletter.wasm Demo Dummy -g dominator -m 8 -s 1",
        "compare twelveletter.wasm Demo -g dominator --max-matches 8 -s 1",
        "qualify twelveletter.wasm -g dominator --rehearsals 4 -s 1",
        "fairness dominator --player twelveletter.wasm --seeds 8 --neighbour-seeds 0 -s 1",
    ] {
        let text = folder.palestra(&format!("{call} -i short.cnf")).ends(0).out;
        // Commands stay in one line, to be copied; lists of scores have no columns.
        let table = text.split("Wins by seat").next().unwrap_or_default();
        let lines = table.lines().filter(|line| !line.contains("palestra play"));
        let long: Vec<&str> = lines.filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{call}: {long:#?}");
    }
}

/// Bytes of all journals of a folder's cache.
fn journalled(folder: &Folder) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder.path("cache/series")) else { return 0 };
    entries.flatten().filter_map(|e| e.metadata().ok()).map(|m| m.len()).sum()
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_the_results_so_far_and_the_command_that_goes_on() {
    let folder = Folder::new("interrupted");
    short(&folder);
    let call = "league Demo Null Demo Null -g dominator -i short.cnf -m 6000 -s 3 --json";
    let mut child = Command::new(PALESTRA)
        .args(call.split(' '))
        .current_dir(folder.path(""))
        .env("PALESTRA_CACHE", folder.path("cache"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    // As soon as something is kept, but long before the end.
    while journalled(&folder) < 1000 {
        assert!(child.try_wait().expect("is ours").is_none(), "it ended before anything was kept");
        std::thread::yield_now();
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130), "interrupted");
    let part = json(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(part["complete"], false);
    let played = part["matches"].as_array().expect("matches").len();
    assert!((4..6000).contains(&played), "{played}");
    let go_on = part["resume"].as_str().expect("a command").to_string();
    assert_eq!(go_on, format!("palestra {call} --resume"));
    let resumed = folder.palestra(go_on.strip_prefix("palestra ").expect("a call")).ends(0).out;
    let whole = folder.palestra(&format!("{call} -j 1")).ends(0).out;
    assert_eq!(json(&whole)["complete"], true);
    assert!(resumed == whole, "the resumed league differs");
    let same = part["matches"].as_array().expect("matches").iter();
    let all = json(&whole);
    assert!(same.zip(all["matches"].as_array().expect("matches")).all(|(a, b)| a == b));
}
