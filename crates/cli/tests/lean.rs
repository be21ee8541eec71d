//! Builds with fewer features refuse the missing parts in one line, with the command that helps.

mod common;

use common::{Folder, assert_has};

const HELP: &str = "help: `cargo xtask install` builds the full program\n";

#[test]
fn missing_commands_say_how_to_get_them() {
    let folder = Folder::new("lean-commands");
    let missing = [
        ("build", cfg!(feature = "players")),
        ("toolchain", cfg!(feature = "players")),
        ("dev", cfg!(feature = "players")),
        ("check", cfg!(feature = "players")),
        ("profile", cfg!(feature = "players")),
        ("serve", cfg!(feature = "judge")),
        ("submit", cfg!(feature = "judge")),
        ("similar", cfg!(feature = "judge")),
    ];
    for (command, here) in missing {
        let said = format!("error: this program was built without `palestra {command}`\n{HELP}");
        // With the feature, a bare `serve` would run a judge.
        let ran = folder.palestra(&format!("{command} --help")).ends(if here { 0 } else { 2 });
        assert_eq!(ran.err == said, !here, "{}", ran.err);
    }
    let help = folder.palestra("--help").ends(0).out;
    for (command, here) in missing {
        assert_eq!(help.contains(&format!("\n  {command} ")), here, "{command} in {help}");
    }
}

#[cfg(not(feature = "players"))]
#[test]
fn a_player_in_webassembly_is_refused_in_one_line() {
    let folder = Folder::new("lean-module");
    folder.write("AIXaloc.wasm", wat::parse_str("(module)").expect("is a module"));
    let ran = folder.palestra("play dominator Xaloc Demo Demo Demo").ends(2);
    let said = "error: this program was built without players in WebAssembly\n";
    assert_eq!(ran.err, format!("{said}{HELP}"));
    let ran = folder.palestra("league Xaloc Demo Null Dummy -g dominator").ends(2);
    assert_has(&ran.err, said);
    // An interpreted language needs its engine, which is a module.
    folder.write("AIMestral.js", "");
    let ran = folder.palestra("play dominator Mestral Demo Demo Demo").ends(2);
    assert_eq!(ran.err, format!("{said}{HELP}"));
}

#[cfg(not(feature = "players"))]
#[test]
fn html_reports_are_refused_before_any_match() {
    let folder = Folder::new("lean-reports");
    let ran = folder.palestra("league Demo Demo Null Dummy -g dominator --html r.html").ends(2);
    assert_eq!(ran.err, format!("error: this program was built without HTML reports\n{HELP}"));
    assert_eq!(ran.out, "");
}

#[test]
fn matches_of_the_games_own_players_need_nothing_else() {
    let folder = Folder::new("lean-match");
    for game in games::ALL {
        let id = game.facts().id;
        let play = format!("play {id} Demo Demo Null Null -s 3 -q --record m.match");
        folder.palestra(&play).ends(0);
        assert_has(&folder.palestra("verify m.match").ends(0).out, "Consistent");
    }
}
