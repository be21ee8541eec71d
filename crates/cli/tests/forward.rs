//! Players that look ahead: off by default, refused by a judge that was not asked for it, and
//! worth it.

mod common;

use common::{Folder, assert_has};

const SEARCH: &str = include_str!("../../../games/battle_royale/players/AISearch.cc");
const SEARCH_RS: &str = include_str!("../../../games/battle_royale/players/AISearch.rs");
/// Looks three rounds ahead now and then, in any game, and says what it sees.
const LOOKER: &str = r#"
#include "Player.hh"
#include "Simulation.hh"
#define PLAYER_NAME Looker
struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }
  virtual void play () {
    if (round()%20 != 3) return;
    Simulation now(*this);
    if (now.state().round() != round()) cerr << "another round" << endl;
    Simulation next(now);
    next.seed(7);
    for (int k = 0; k < 3; ++k) {
      for (int unit = 0; unit < 40; ++unit) next.command(0, unit, DIR);
      if (not next.step()) return;
      cerr << next.state().round() << " " << next.rounds_left();
      for (int pl = 0; pl < 4; ++pl) cerr << " " << next.score(pl);
      cerr << endl;
    }
    if (now.rounds_left() != next.rounds_left() + 3) cerr << "the copy moved" << endl;
    now = next;
    if (now.score(0) != next.score(0)) cerr << "assigned wrongly" << endl;
  }
};
RegisterPlayer(PLAYER_NAME);
"#;
/// The same in Rust.
const LOOKER_RS: &str = r#"
use palestra::GAME::*;
#[derive(Default)]
struct Looker;
impl Player for Looker {
    fn play(&mut self, game: &Game) {
        if game.round() % 20 != 3 {
            return;
        }
        let mut now = Simulation::new(game);
        if now.state().round() != game.round() {
            eprintln!("another round");
        }
        let mut next = now.clone();
        next.seed(7);
        for _ in 0..3 {
            (0..40).for_each(|unit| next.command(0, unit, DIR));
            if !next.step() {
                return;
            }
            let scores: Vec<String> = (0..4).map(|k| next.score(k).to_string()).collect();
            eprintln!("{} {} {}", next.state().round(), next.rounds_left(), scores.join(" "));
        }
        if now.rounds_left() != next.rounds_left() + 3 {
            eprintln!("the copy moved");
        }
    }
}
player!(Looker);
"#;

/// Whether the rules were built for players; `cargo xtask test` builds it before all tests.
fn there_is_a_model(folder: &Folder) -> bool {
    folder.write("AISearch.cc", SEARCH);
    folder.palestra("toolchain install").ends(0);
    let ran = folder.palestra("build AISearch.cc --game battle-royale --forward");
    if ran.code != 0 && ran.err.contains("cargo xtask forward") {
        needs::skip("cargo xtask forward has not been run");
        return false;
    }
    ran.ends(0);
    true
}

/// One message, whatever else a compiler would have to say about what is missing.
#[test]
fn looking_ahead_is_off_by_default() {
    let folder = Folder::shared_cache("forward_off");
    folder.write("AISearch.cc", SEARCH);
    folder.write("AISeek.rs", SEARCH_RS.replace("Search", "Seek"));
    folder.palestra("toolchain install").ends(0);
    for (name, place) in [("Search", "AISearch.cc:2:"), ("Seek", "AISeek.rs:")] {
        let words = format!("play battle-royale {name} Null Null Null -s 1");
        let err = folder.palestra(&words).ends(2).err;
        assert!(err.contains(place) && err.contains("looking ahead is off"), "{err}");
        assert!(err.contains("build and play with --forward"), "{err}");
        assert_eq!(err.matches("error:").count(), 1 + usize::from(err.starts_with("error: AI")));
    }
    // A type of one's own may have this name.
    let own = "use palestra::dominator::*;\n#[derive(Default)]\nstruct Own(Simulation);\n\
               #[derive(Default)]\nstruct Simulation(i32);\nimpl Player for Own {\n\
               fn play(&mut self, _: &Game) { self.0.0 += 1; }\n}\nplayer!(Own);\n";
    folder.write("AIOwn.rs", own);
    folder.palestra("play dominator Own Null Null Null -s 1").ends(0);
}

/// A kit may be made for a season that allows it: then all that is done in its folder does.
#[cfg(unix)]
#[test]
fn a_kit_can_let_players_look_ahead() {
    let folder = Folder::shared_cache("forward_kit");
    if !there_is_a_model(&folder) {
        return;
    }
    folder.palestra("kit battle-royale kit --forward").ends(0);
    folder.palestra("kit battle-royale plain").ends(0);
    assert!(!folder.path("plain/AISearch.cc").exists(), "it would not build there");
    let script = "cd kit && rm AI[!S]*.cc && make -s all && \
                  ./Game Search Demo Demo Demo -s 1 -i default.cnf -o x.res && \
                  ./palestra play battle-royale AISearch.wasm Demo Demo Null --judge -s 1 -q && \
                  cd ../plain && cp ../kit/AISearch.cc . && ! make -s AISearch.wasm";
    folder.write("script", script);
    let ran = folder.run("sh", "script", b"").ends(0);
    assert!(ran.err.contains("looking ahead is off"), "{}", ran.err);
}

#[test]
fn a_judge_refuses_modules_that_look_ahead_unless_the_season_allows_it() {
    let folder = Folder::shared_cache("forward_judge");
    if !there_is_a_model(&folder) {
        return;
    }
    let play = "play battle-royale AISearch.wasm Null Null Null -s 1 --judge";
    let ran = folder.palestra(play).ends(2);
    assert!(ran.err.contains("built with simulations"), "{}", ran.err);
    let ran = folder.palestra(&format!("{play} --forward"));
    assert!(ran.out.contains("Search"), "{}{}", ran.out, ran.err);
}

/// What a player said in a match.
fn said(folder: &Folder, game: &str) -> Vec<String> {
    let words = format!("play {game} Looker Demo Demo Demo -s 1 --forward");
    let ran = folder.palestra(&words).ends(0);
    assert!(ran.out.contains("Nobody was frozen"), "{game}: {}{}", ran.out, ran.err);
    let lines = ran.err.lines().filter(|line| line.starts_with("[Looker"));
    lines.map(String::from).collect()
}

#[test]
fn simulations_step_in_every_game_the_same_in_both_languages() {
    let folder = Folder::shared_cache("forward_games");
    if !there_is_a_model(&folder) {
        return;
    }
    for game in games::ALL.iter().filter(|game| game.looks_ahead()).map(|game| game.facts()) {
        let module = game.id.replace('-', "_");
        let direction = format!("../../games/{module}/tests/walkers/direction.txt");
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(direction);
        let direction = std::fs::read_to_string(&path).expect("a direction in C++ and in Rust");
        let (cpp, rust) = direction.split_once('\n').expect("two lines");
        folder.write("AILooker.cc", LOOKER.replace("DIR", cpp));
        let in_cpp = said(&folder, game.id);
        assert!(in_cpp.len() > 6 && in_cpp.iter().all(|l| l.split(' ').count() == 8), "{in_cpp:?}");
        std::fs::remove_file(folder.path("AILooker.cc")).expect("it was written");
        folder.write("AILooker.rs", LOOKER_RS.replace("GAME", &module).replace("DIR", rust.trim()));
        assert_eq!(said(&folder, game.id), in_cpp, "{}", game.id);
    }
}

/// With no budget to mind, which is another one in another language.
#[test]
fn the_same_search_in_both_languages_plays_the_same_match() {
    let folder = Folder::shared_cache("forward_twins");
    if !there_is_a_model(&folder) {
        return;
    }
    let play = "play battle-royale Search Dummy Demo Demo -s 3 --forward -q -o";
    folder.palestra(&format!("{play} cpp.res")).ends(0);
    std::fs::remove_file(folder.path("AISearch.cc")).expect("it was written");
    let _ = std::fs::remove_file(folder.path("AISearch.wasm"));
    folder.write("AISearch.rs", SEARCH_RS);
    folder.palestra(&format!("{play} rust.res")).ends(0);
    assert!(folder.read("cpp.res") == folder.read("rust.res"), "they play differently");
}

/// Under a debugger players are processes; what they imagine there is the same.
#[test]
#[cfg(unix)]
fn processes_of_this_machine_look_ahead_too() {
    let folder = Folder::shared_cache("forward_native");
    if !there_is_a_model(&folder) {
        return;
    }
    let play = "play battle-royale Search Dummy Demo Demo -s 3 --forward -q";
    folder.palestra(&format!("{play} -o module.res --record m.match")).ends(0);
    folder.palestra(&format!("{play} -o process.res --backend native")).ends(0);
    assert!(folder.read("module.res") == folder.read("process.res"), "they play differently");
    let ran = folder.palestra("debug AISearch.cc --match m.match --sanitize").ends(0);
    assert_has(&ran.err, "the player gives the recorded orders in all");
    std::fs::remove_file(folder.path("AISearch.cc")).expect("it was written");
    let _ = std::fs::remove_file(folder.path("AISearch.wasm"));
    folder.write("AISearch.rs", SEARCH_RS);
    folder.palestra(&format!("{play} -o rust.res --backend native")).ends(0);
    assert!(folder.read("module.res") == folder.read("rust.res"), "Rust plays differently");
}

#[test]
fn a_player_that_searches_beats_the_dummy() {
    const MATCHES: usize = 10;
    let folder = Folder::shared_cache("forward_wins");
    if !there_is_a_model(&folder) {
        return;
    }
    let mut won = 0;
    for seed in 0..MATCHES {
        let mut players = ["AISearch.wasm", "Dummy", "Demo", "Demo"];
        players.rotate_right(seed % 4);
        let words = players.join(" ");
        let ran = folder
            .palestra(&format!("play battle-royale {words} -s {seed} --forward --judge -q --json"));
        let told: serde_json::Value = serde_json::from_str(&ran.out).expect("it tells JSON");
        let score = |player: &str| {
            let seat = players.iter().position(|p| *p == player).expect("it plays");
            told["scores"][seat].as_i64().expect("a score")
        };
        won += usize::from(score("AISearch.wasm") > score("Dummy"));
    }
    assert!(won >= 8, "{won} of {MATCHES}");
}
