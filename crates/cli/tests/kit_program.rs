//! Being called as `Game`: options, lines on stderr and exit codes of the old kits.

mod common;

use common::{Folder, PALESTRA, Ran, assert_has};

/// A folder with the program called `Game` and a marker for a game.
fn kit(name: &str, game: &str) -> Folder {
    let folder = Folder::new(name);
    let called = format!("Game{}", std::env::consts::EXE_SUFFIX);
    let linked = std::fs::hard_link(PALESTRA, folder.path(&called));
    if linked.is_err() {
        std::fs::copy(PALESTRA, folder.path(&called)).expect("copies the program");
    }
    folder.write(".palestra", game);
    folder
}

fn game(folder: &Folder, arguments: &str, input: &[u8]) -> Ran {
    let called = folder.path(&format!("Game{}", std::env::consts::EXE_SUFFIX));
    folder.run(called, arguments, input)
}

fn default_settings(id: &str) -> &'static [u8] {
    games::by_id(id).expect("is a game").facts().boards[0].1.as_bytes()
}

#[test]
fn list_help_and_version_answer_at_once() {
    let folder = kit("kit-list", "dominator");
    folder.write("AIXaloc.cc", "");
    assert_eq!(game(&folder, "-l nonsense", b"").ends(0).out, "Demo\nDummy\nNull\nXaloc\n");
    let version = game(&folder, "--vers", b"").ends(0).out;
    assert!(version.starts_with("Dominator 4.0\ncompiled "), "{version}");
    let help = game(&folder, "", b"").ends(0).out;
    assert_has(&help, "Available options:");
    assert_eq!(game(&folder, "-h -x", b"").ends(0).out, help);
    assert_has(&game(&folder, "-x", b"").ends(1).err, "invalid option -- 'x'");
}

#[test]
fn every_way_to_name_the_files_gives_the_same_bytes() {
    let folder = kit("kit-files", "dominator");
    let settings = default_settings("dominator");
    folder.write("default.cnf", settings);
    let by_options = game(&folder, "Demo Demo Demo Demo -s 30 -i default.cnf -o a.res", b"");
    assert_eq!(by_options.ends(0).out, "");
    let by_streams = game(&folder, "--seed=30 Demo Demo Demo Demo", settings).ends(0);
    assert_eq!(folder.read("a.res"), by_streams.out.as_bytes());
    let play = "play dominator Demo Demo Demo Demo -s 30 -i default.cnf -o b.res --rules kit -q";
    folder.palestra(play).ends(0);
    assert_eq!(folder.read("a.res"), folder.read("b.res"));
}

#[test]
fn a_match_is_told_as_the_kit_told_it() {
    let folder = kit("kit-voice", "dominator");
    let ran = game(&folder, "Null Demo Null Null -s 7", default_settings("dominator")).ends(0);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines[..2], ["info: seed 7", "info: loading game"]);
    let loaded = lines.iter().position(|l| *l == "info: loaded game").expect("is said");
    let expected = [
        "info: loading player Null",
        "info: loading player Demo",
        "info: loading player Null",
        "info: loading player Null",
        "info: players loaded",
        "info: start round 0",
        "info:     start player 0",
        "info:     end player 0",
    ];
    assert_eq!(lines[loaded + 1..loaded + 9], expected);
    assert_eq!(lines[lines.len() - 1], "info: game played");
    assert_eq!(lines[lines.len() - 2], "info: player(s) Demo got top score");
    assert!(lines[lines.len() - 5].starts_with("info: player Demo got score "));
}

#[test]
fn the_settings_say_which_game_it_is() {
    for other in games::ALL {
        let id = other.facts().id;
        let folder = kit(&format!("kit-{id}"), "");
        let ran = game(&folder, "Null Null Null Null -s 1", default_settings(id)).ends(0);
        assert!(!ran.out.is_empty(), "{id}: no result file");
        assert_has(&ran.err, "info: game played");
    }
    let folder = kit("kit-none", "");
    assert_has(&game(&folder, "Null -s 1", b"hello").ends(1).err, "which game?");
}

#[test]
fn wrong_calls_end_as_in_the_kit() {
    let folder = kit("kit-wrong", "dominator");
    let settings = default_settings("dominator");
    assert_has(&game(&folder, "Null Null Null Null", settings).ends(134).err, "Missing seed?");
    let long = game(&folder, "ThirteenChars Null Null Null -s 1", settings).ends(134);
    assert_has(&long.err, "ERROR: Player name too long.");
    let few = game(&folder, "Null Null Null -s 1", settings).ends(134);
    assert_has(&few.err, "info: loaded game\nERROR: Wrong number of players.");
    let unknown = game(&folder, "Null Nobody Null Null -s 1", settings).ends(134);
    assert_has(&unknown.err, "ERROR: Player Nobody not registered.");
    let refused =
        game(&folder, "Null Null Null Null -s 1", b"Dominator 4.0\nnb_players 3").ends(134);
    assert_has(&refused.err, "info: loading game\nERROR: ");
    assert_eq!(refused.out, "");
}
