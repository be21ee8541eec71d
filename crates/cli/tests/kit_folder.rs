//! A kit's folder, used as the statements say. Compiles players, so it installs the compiler
//! into the user's cache where that was not done yet.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA, assert_has, with_template};
use engine::DynGame;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Once;

/// Runs a command line of a shell; it must succeed.
#[track_caller]
fn sh(folder: &Path, line: &str) -> Output {
    static COMPILER: Once = Once::new();
    COMPILER.call_once(|| {
        let done = Command::new(PALESTRA).args(["toolchain", "install"]).output();
        assert!(done.expect("starts").status.success(), "the compiler cannot be installed");
    });
    let done = Command::new("sh").args(["-c", line]).current_dir(folder).output();
    let done = done.expect("there is a shell");
    let said = String::from_utf8_lossy(&done.stderr);
    let end: Vec<&str> = said.lines().rev().take(20).collect();
    assert!(done.status.success(), "{line} in {}: {end:#?}", folder.display());
    done
}

/// A kit of the game in a folder of its own.
fn kit(name: &str, game: &dyn DynGame) -> PathBuf {
    let folder = Folder::new(&format!("{name}-{}", game.facts().id));
    folder.palestra(&format!("kit {} kit", game.facts().id)).ends(0);
    folder.path("kit")
}

fn sha256(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Every player of a folder builds with `make all` and plays through `./Game`.
#[test]
fn all_players_build_with_make_all_and_play() {
    for game in with_template("AIDemo.cc") {
        let id = game.facts().id;
        let folder = kit("make-all", game);
        let reference = needs::shared_folder().map(|shared| shared.join("games").join(id));
        let Some(here) = reference.filter(|here| here.is_dir()) else {
            sh(&folder, "sed 's/PLAYER_NAME Demo/PLAYER_NAME Mine/' AIDemo.cc > AIMine.cc");
            sh(&folder, "make -s all && ./Game Mine Demo Mine Null -s 30 < default.cnf > x.res");
            continue;
        };
        sh(&folder, &format!("cp '{0}'/players/*.cc '{0}'/boards/*.cnf .", here.display()));
        sh(&folder, "make -s all");
        for source in std::fs::read_dir(here.join("players")).expect("can be read").flatten() {
            let module = Path::new(&source.file_name()).with_extension("wasm");
            assert!(folder.join(&module).is_file(), "{id}: no {}", module.display());
        }
        let cases = std::fs::read_to_string(here.with_file_name("cases.tsv")).expect("can be read");
        let mut cases = cases.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let fits = |case: &Vec<&str>| case[0] == id && !case[4..8].contains(&"-");
        let case = cases.find(fits).expect("the game has a case");
        let (players, seed, board) = (case[4..8].join(" "), case[3], case[2]);
        sh(&folder, &format!("./Game {players} -s {seed} -i {board} -o default.res"));
        assert_eq!(sha256(&folder.join("default.res")), case[8], "{id}: {}", case[1]);
        sh(&folder, &format!("./Game {players} -s {seed} < {board} > default.res"));
        assert_eq!(sha256(&folder.join("default.res")), case[8], "{id}: {} by streams", case[1]);
    }
}

#[test]
fn the_makefile_debugs_profiles_and_cleans() {
    let game = games::ALL[0];
    let folder = kit("makefile", game);
    // An index far outside of a vector: unnoticed, unless it was built with checks.
    let (before, after) = ("virtual void play () {", "vector<int> v(3); volatile int k = 3;");
    let null = std::fs::read_to_string(folder.join("AINull.cc")).expect("is in a kit");
    let wild = null
        .replace("Null", "Wild")
        .replace(before, &format!("{before} {after} if (v[k] == 12345) cerr << 1;"));
    std::fs::write(folder.join("AIWild.cc"), wild).expect("can be written");
    let play = "./Game Wild Null Null Null -s 1 -i default.cnf -o x.res";
    let frozen = |folder: &Path| {
        String::from_utf8_lossy(&sh(folder, play).stderr).contains("player 0 is frozen")
    };
    sh(&folder, "make -s AIWild.wasm");
    assert!(!frozen(&folder));
    sh(&folder, "make -s DEBUG=1 AIWild.wasm");
    assert!(frozen(&folder), "built with DEBUG=1 it did not stop");
    sh(&folder, "make -s AIWild.wasm");
    assert!(!frozen(&folder), "built without DEBUG it still stops");
    sh(&folder, "make -s PROFILE=1 AIWild.profile");
    assert!(folder.join("AIWild.profile").is_file());
    // Modules of friends are asked for, and left alone by `make clean`.
    sh(
        &folder,
        "cp AIWild.wasm AIFriend.wasm && make -s all EXTRA_OBJS=AIFriend.wasm && ! make -s all EXTRA_OBJS=AINobody.wasm",
    );
    sh(&folder, "make -s clean && test ! -e AIWild.wasm && test -e AIFriend.wasm");
    assert_has(&String::from_utf8_lossy(&sh(&folder, "./Game --list").stdout), "Friend\n");
}

/// Where the program was built with it: the game's Dummy as a file plays as the built-in one.
#[test]
fn dummy_as_a_module_is_dummy() {
    for game in games::ALL {
        let (id, folder) = (game.facts().id, kit("dummy", *game));
        if !folder.join("AIDummy.wasm").is_file() {
            continue;
        }
        sh(&folder, "mkdir x && cp AIDummy.wasm x/AITwin.wasm");
        for (dir, name) in [("x", "Twin"), (".", "Dummy")] {
            let play = format!("play {id} {name} Demo Demo Null -s 5 --rules kit -q -o {name}.res");
            sh(&folder.join(dir), &format!("'{PALESTRA}' {play}"));
        }
        let twin = std::fs::read_to_string(folder.join("x/Twin.res")).expect("was written");
        let dummy = std::fs::read_to_string(folder.join("Dummy.res")).expect("was written");
        assert!(twin.replace("Twin", "Dummy") == dummy, "{id}: Dummy plays otherwise as a module");
    }
}

/// In three games it is also better than the opponent that a submission has to beat.
#[test]
fn new_players_beat_the_dummy_where_that_is_promised() {
    const MATCHES: usize = 12;
    for (id, needed) in [("battle-royale", 10), ("dominator", 5), ("pandemic", 6)] {
        let folder = Folder::new(&format!("new-player-beats-{id}"));
        folder.palestra(&format!("new {id} Mine")).ends(0);
        let here = folder.path("");
        let mut won = 0;
        let mut lead = 0;
        for seed in 0..MATCHES {
            let mut names = ["Mine", "Dummy", "Demo", "Demo"];
            names.rotate_right(seed % 4);
            let names = names.join(" ");
            let play = format!("'{PALESTRA}' play {id} {names} -s {seed} --judge -q --json");
            let text = sh(&here, &play).stdout;
            let result: serde_json::Value = serde_json::from_slice(&text).expect("prints JSON");
            let score = |k: usize| result["scores"][(k + seed) % 4].as_i64().expect("a score");
            won += usize::from(score(0) > score(1));
            lead += score(0) - score(1);
        }
        assert!(won >= needed, "{id}: {won} of {MATCHES}");
        assert!(lead > 0, "{id}: the Dummy has {} points more", -lead);
    }
}

/// Scout is the player to copy from, where a game has one: it must be worth copying.
#[test]
fn new_players_beat_demo() {
    let has_scout = |game: &&&dyn engine::DynGame| {
        game.facts().sdk.iter().any(|(file, _)| *file == "AIScout.cc")
    };
    for game in games::ALL.iter().filter(has_scout) {
        let id = game.facts().id;
        let folder = Folder::new(&format!("new-player-{id}"));
        folder.palestra(&format!("new {id} Mine")).ends(0);
        let here = folder.path("");
        let wins = (0..6_usize).filter(|seed| {
            let mut names = ["Demo"; 4];
            names[seed % 4] = "Mine";
            let play = format!("'{PALESTRA}' play {id} {} -s {seed} -q --json", names.join(" "));
            let text = sh(&here, &play).stdout;
            let result: serde_json::Value = serde_json::from_slice(&text).expect("prints JSON");
            result["places"][seed % 4] == 1
        });
        let wins = wins.count();
        assert!(wins >= 5, "{id}: a new player came first {wins} times of 6 among Demos");
    }
}
