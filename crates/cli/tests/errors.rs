//! Errors teach: each says what to do next.

mod common;

use common::{Folder, PALESTRA, Ran, assert_has};
use std::path::Path;
use std::process::Command;

/// A player with this in its play().
fn player(play: &str) -> String {
    format!(
        "#include \"Player.hh\"\n#define PLAYER_NAME Mine\nstruct PLAYER_NAME : public Player {{\n  \
         static Player* factory () {{ return new PLAYER_NAME; }}\n  virtual void play () {{\n    \
         {play}\n  }}\n}};\nRegisterPlayer(PLAYER_NAME);\n"
    )
}

/// The same in Rust.
fn rust_player(play: &str) -> String {
    format!(
        "use palestra::dominator::*;\n#[derive(Default)]\nstruct Mine;\nimpl Player for Mine {{\n    \
         fn play(&mut self, game: &Game) {{\n        {play}\n    }}\n}}\nplayer!(Mine);\n"
    )
}

/// Runs with the user's cache, where the compiler is.
fn palestra(folder: &Folder, arguments: &str) -> Ran {
    let run = |arguments: &str| {
        let mut command = Command::new(PALESTRA);
        command.args(arguments.split_whitespace()).current_dir(folder.path(""));
        command.output().expect("starts")
    };
    assert!(run("toolchain install").status.success(), "the compiler cannot be installed");
    let done = run(arguments);
    Ran {
        code: done.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&done.stdout).into_owned(),
        err: String::from_utf8_lossy(&done.stderr).into_owned(),
    }
}

#[test]
fn a_wrong_name_brings_the_near_one_and_what_was_looked_for() {
    let folder = Folder::new("errors-name");
    folder.write("AIXaloc.cc", "");
    let err = folder.palestra("play dominator Xalok Demo Demo Demo").ends(2).err;
    assert_has(&err, "did you mean `Xaloc`?");
    assert_has(&err, "AIXalok.cc");
    assert_has(&folder.palestra("play dominador Demo Demo Demo Demo").ends(2).err, "dominator");
}

#[test]
fn a_missing_compiler_brings_the_command_that_installs_it() {
    let folder = Folder::new("errors-compiler");
    folder.write("AIMine.cc", player(""));
    let done = Command::new(PALESTRA)
        .args(["play", "dominator", "Mine", "Demo", "Demo", "Demo"])
        .current_dir(folder.path(""))
        .env("PALESTRA_CACHE", folder.path("cache"))
        .env("PATH", folder.path("empty"))
        .env_remove("CXX")
        .output()
        .expect("starts");
    assert_eq!(done.status.code(), Some(2));
    assert_has(&String::from_utf8_lossy(&done.stderr), "palestra toolchain install");
}

#[test]
fn a_syntax_error_brings_its_line_and_a_hint() {
    let folder = Folder::new("errors-syntax");
    folder.write("AIMine.cc", player("int x = 3"));
    let err = palestra(&folder, "play dominator Mine Demo Demo Demo").ends(2).err;
    assert_has(&err, "AIMine.cc:6:");
    assert_has(&err, "a semicolon is missing");
    folder.write("AIMine.cc", player("comand(3, Right);"));
    let err = palestra(&folder, "play dominator Mine Demo Demo Demo").ends(2).err;
    assert!(err.contains("is it `command`") || err.contains("did you mean 'command'"), "{err}");
}

#[test]
fn mistakes_in_rust_bring_their_line_and_a_hint() {
    let folder = Folder::new("errors-rust");
    let play = "play dominator Mine Demo Demo Demo -s 1";
    for (text, parts) in [
        (rust_player("let x = 3"), ["AIMine.rs:6:", "add `;` here"]),
        (rust_player("game.comand(3, Dir::Top);"), ["AIMine.rs:6:", "a method `command`"]),
        (
            rust_player("").replace("player!(Mine)", "player!(Mien)"),
            ["AIMine.rs:9:", "player!(Mine);"],
        ),
        (
            rust_player("").replace("player!(Mine);", ""),
            ["no player is registered", "player!(Mine);"],
        ),
        (rust_player("").replace("use pal", "//"), ["AIMine.rs", "use palestra::dominator::*;"]),
        (rust_player("rand::random()"), ["AIMine.rs:6:", "the standard library and the crate"]),
        (rust_player("let x: i32 = 3_u8;"), ["AIMine.rs:6:", "expected `i32`, found `u8`"]),
    ] {
        folder.write("AIMine.rs", text);
        let err = palestra(&folder, play).ends(2).err;
        parts.iter().for_each(|part| assert_has(&err, part));
        assert!(!err.contains("`(`"), "half a proposal: {err}");
    }
    folder.write("AIMine.rs", rust_player("").replace("Mine", "Other"));
    // A warning is told once per change: what the cache has was told about.
    let warning = "the player is called `Other`, but its file `AIMine.rs`";
    assert_has(&palestra(&folder, "build AIMine.rs -o other.wasm").ends(0).err, warning);
    assert!(!palestra(&folder, play).ends(0).err.contains(warning), "told twice");
    let err = palestra(&folder, play).ends(0).err;
    assert_has(&err, "Mine never gave an order. Call the order functions of the manual in play()");
    folder.write("AIMine.rs", rust_player("game.command(game.farmers(1)[0], Dir::Top);"));
    let err = palestra(&folder, play).ends(0).err;
    assert_has(
        &err,
        "orders for units of other players have no effect. The first one was in round",
    );
    let err = palestra(&folder, "play dominator Mien Demo Demo Demo").ends(2).err;
    assert_has(&err, "did you mean `Mine`?");
}

#[test]
fn a_missing_rust_compiler_brings_the_way_to_one() {
    let folder = Folder::new("errors-rustc");
    folder.write("AIMine.rs", rust_player(""));
    let words = ["play", "dominator", "Mine", "Demo", "Demo", "Demo"];
    let err = folder.with_rustc("no-such-rustc", &words).ends(2).err;
    assert_has(&err, "https://rustup.rs");
    assert_has(&err, "rustup target add wasm32-unknown-unknown");
}

#[test]
fn a_file_that_is_not_there_and_a_name_that_is_taken_say_what_to_do() {
    let folder = Folder::new("errors-file");
    for command in ["build AINobody.cc", "dev AINobody.rs"] {
        let err = palestra(&folder, command).ends(2).err;
        assert_has(&err, "there is no file AINobody.");
        assert_has(&err, "palestra new GAME NAME");
    }
    folder.write("AIInfo.cc", player("").replace("Mine", "Info"));
    let err = palestra(&folder, "build AIInfo.cc --game dominator").ends(2).err;
    assert_has(&err, "`Info` already has another meaning: rename the player and the file");
}

#[test]
fn a_player_without_orders_is_told_how_they_are_given() {
    let folder = Folder::new("errors-orders");
    folder.write("AIMine.cc", player(""));
    let ran = palestra(&folder, "play dominator Mine Null Demo Demo -s 1").ends(0);
    assert_has(
        &ran.err,
        "Mine never gave an order. Call the order functions of the manual in play()",
    );
    assert_has(&ran.err, "palestra games dominator --manual");
    assert!(!ran.err.contains("Null never"), "{}", ran.err);
    let ran = palestra(&folder, "check AIMine.cc -g dominator").ends(0);
    assert_has(&ran.out, "The player never gave an order");
}

/// Games with units say in `foreign.txt` how a player orders one of another player.
#[test]
fn an_order_for_somebody_elses_unit_is_explained_in_every_game_with_units() {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut tried = 0;
    for game in games::ALL.iter().map(|game| game.facts().id) {
        let file = games.join(game.replace('-', "_")).join("tests/walkers/foreign.txt");
        let Ok(order) = std::fs::read_to_string(file) else { continue };
        let folder = Folder::new(&format!("errors-foreign-{game}"));
        folder.write("AIMine.cc", player(order.trim()));
        let ran = palestra(&folder, &format!("play {game} Mine Null Null Null -s 1")).ends(0);
        assert_has(
            &ran.err,
            "orders for units of other players have no effect. The first one was in round",
        );
        assert_has(&ran.err, &format!("palestra games {game} --manual"));
        tried += 1;
    }
    assert!(tried > 1, "the games' files were not found");
}

#[test]
fn what_is_printed_on_standard_output_is_shown_with_a_warning() {
    let folder = Folder::new("errors-cout");
    folder.write("AIMine.cc", player("cout << \"round \" << round() << endl;"));
    let err = palestra(&folder, "play dominator Mine Null Null Null -s 1").ends(0).err;
    assert_has(&err, "Mine printed on standard output, but players must use standard error");
    assert_has(&err, "[Mine] round 0\n");
    assert!(!err.contains("[Mine] round 5\n"), "more than five lines are shown: {err}");
}

#[test]
fn the_game_of_a_new_player_is_known_though_it_does_nothing_yet() {
    let folder = Folder::shared_cache("errors-game");
    folder.palestra("new dominator Dora --empty").ends(0);
    let out = palestra(&folder, "check AIDora.cc").out;
    assert_has(&out, "Dominator");
    folder.write("AIMine.cc", "");
    let err = folder.palestra("check AIMine.cc").ends(2).err;
    assert_has(&err, "--game NAME");
    assert_has(&err, "star-war");
}

#[test]
fn what_is_no_match_is_not_called_a_broken_result_file_of_some_game() {
    let folder = Folder::new("errors-watch");
    folder.write("AIMine.cc", player(""));
    let err = folder.palestra("watch AIMine.cc").ends(2).err;
    assert_has(&err, "the file is neither a match record nor a result file");
    let err = folder.palestra("submit AIMine.wasm --server http://127.0.0.1:1").ends(2).err;
    assert_has(&err, "submit AIName.cc, .rs, .js or .py");
}

/// An endless loop ends late: whoever waits must hear why, and one Ctrl-C is enough.
#[cfg(unix)]
#[test]
fn one_ctrl_c_ends_an_endless_loop() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let folder = Folder::shared_cache("errors-loop");
    let turn = "volatile int x = 0; while (round() == 3) x = x + 1;";
    folder.write("AIMine.cc", player(turn));
    palestra(&folder, "build AIMine.cc").ends(0);
    let mut child = Command::new(PALESTRA)
        .args(["play", "dominator", "Mine", "Demo", "Demo", "Demo", "-s", "1"])
        .current_dir(folder.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut hears = |what: &str| {
        let found = lines.by_ref().map_while(Result::ok).any(|line| line.contains(what));
        assert!(found, "it never said `{what}`");
    };
    let id = child.id().to_string();
    hears("round 3 takes long");
    let told = Command::new("kill").args(["-INT", &id]).status();
    assert!(told.expect("there is kill").success());
    hears("there is no result");
    assert_eq!(child.wait().expect("ends").code(), Some(130));
}

#[test]
fn a_mistyped_folder_does_not_become_a_new_server() {
    let folder = Folder::new("errors-admin");
    for call in ["admin link nowhere", "admin workers nowhere", "admin parked nowhere"] {
        assert_has(&folder.palestra(call).ends(2).err, "nowhere");
        assert!(!folder.path("nowhere").exists(), "{call} made a folder");
    }
}

/// Who reads "Accepted" sends it: what the judge refuses must not be called so.
#[test]
fn check_knows_the_judge_s_rules_for_sources() {
    let folder = Folder::shared_cache("errors-rules");
    folder.write("AIMine.cc", player("cout << 3 << endl;"));
    let ran = palestra(&folder, "check AIMine.cc --game dominator").ends(2);
    assert_has(&ran.out, "AIMine.cc:6: ");
    assert_has(&ran.out, "Not accepted: the source breaks the judge's rules");
    let json = palestra(&folder, "check AIMine.cc --game dominator --json").ends(2).out;
    assert_has(&json, "\"passed\": false");
}

#[test]
fn without_a_browser_the_page_is_named_and_launchers_keep_quiet() {
    let folder = Folder::new("errors-browser");
    let play = "play dominator Demo Demo Demo Demo -s 1 -q";
    folder.palestra(&format!("{play} --record m.match")).ends(0);
    for call in ["watch m.match", &format!("{play} --watch")] {
        let done = Command::new(PALESTRA)
            .args(call.split(' '))
            .current_dir(folder.path(""))
            .env("PATH", folder.path("empty"))
            .env("TMPDIR", folder.path(""))
            .output()
            .expect("starts");
        let err = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(0), "{call}: {err}");
        assert_eq!(err, "The browser did not start. Open this file in a browser.\n");
        let out = String::from_utf8_lossy(&done.stdout);
        let page = out.lines().find_map(|line| line.strip_prefix("Wrote "));
        let page = page.expect("names the page");
        let page = std::fs::read_to_string(page).expect("the page is there");
        assert_has(&page, "</html>");
    }
}

/// The reader of a pipe may leave before the end.
#[test]
fn completions_end_quietly_when_nobody_reads_on() {
    let script = format!("set -o pipefail; '{PALESTRA}' completions bash | head -n 1");
    let done = Command::new("bash").args(["-c", &script]).output().expect("there is bash");
    assert!(done.status.success(), "{done:?}");
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
}

/// A report that cannot be written is refused before the matches.
#[test]
fn a_report_into_a_missing_folder_is_refused_at_once() {
    let folder = Folder::new("errors-report");
    let league = "league Demo Null --fill Null -g dominator -m 4 --html reports/a.html";
    let ran = folder.palestra(league).ends(2);
    assert_has(&ran.err, "the folder reports does not exist");
    assert_has(&ran.err, "mkdir -p reports");
    assert_eq!(ran.out, "");
}

/// On a full disk the file that was there stays.
#[test]
#[cfg(target_os = "linux")]
fn a_failed_write_leaves_no_cut_file() {
    let folder = Folder::new("errors-full");
    folder.write("a.res", "as it was");
    // No file may grow beyond 4 blocks of 1,024 bytes; a result file needs more.
    let script = format!(
        "trap '' XFSZ; ulimit -f 4; '{PALESTRA}' play dominator Null Null Null Null -s 1 -o a.res"
    );
    let mut bash = Command::new("bash");
    let done = bash.args(["-c", &script]).current_dir(folder.path("")).output().expect("is there");
    assert!(!done.status.success(), "{done:?}");
    assert_has(&String::from_utf8_lossy(&done.stderr), "cannot write a.res");
    let left = std::fs::read_to_string(folder.path("a.res")).expect("is there");
    assert_eq!(left, "as it was");
    let files = std::fs::read_dir(folder.path("")).expect("lists").count();
    assert_eq!(files, 1, "nothing else is left");
}

/// A recording in place of settings is named as such, with its game, in one sentence.
#[test]
fn a_recording_in_place_of_settings_is_named() {
    let folder = Folder::new("errors-recording");
    for game in ["dominator", "star-war"] {
        let play = format!("play {game} Null Null Null Null -s 1 -q -o {game}.res");
        folder.palestra(&format!("{play} --record {game}.match")).ends(0);
    }
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/dominator/boards");
    std::fs::copy(boards.join("default.cnf"), folder.path("d.cnf")).expect("a board");
    for (game, file, sentence) in [
        ("mad-max", "dominator.res", "dominator.res is the result file of a match of Dominator"),
        ("dominator", "dominator.res", "dominator.res is the result file of a match of Dominator"),
        ("dominator", "star-war.res", "star-war.res is the result file of a match of Star War"),
        ("mad-max", "dominator.match", "dominator.match is the record of a match of Dominator"),
        ("mad-max", "d.cnf", "d.cnf is a settings file of Dominator"),
    ] {
        let err =
            folder.palestra(&format!("play {game} Null Null Null Null -i {file}")).ends(2).err;
        let expected = format!("error: {sentence}: give a settings file of the game that you play");
        assert_eq!(err.trim(), expected, "{game}");
    }
}

/// An empty file is called empty, whatever it should be.
#[test]
fn an_empty_file_is_named_as_such() {
    let folder = Folder::new("errors-empty");
    for name in ["a.match", "a.res", "AIa.wasm"] {
        folder.write(name, "");
    }
    for call in [
        "verify a.match",
        "watch a.match --no-open",
        "watch a.res --no-open",
        "debug AIx.cc --match a.match",
        "play dominator AIa.wasm Null Null Null",
        "check AIa.wasm -g dominator",
    ] {
        assert_has(&folder.palestra(call).ends(2).err, ": the file is empty\n");
    }
}

/// On a full disk no half of a kit stays.
#[test]
#[cfg(target_os = "linux")]
fn a_failed_kit_leaves_nothing() {
    let folder = Folder::new("errors-half-kit");
    std::fs::create_dir(folder.path("empty")).expect("makes it");
    for (name, there) in [("new", false), ("empty", true)] {
        let script =
            format!("trap '' XFSZ; ulimit -f 100; exec '{PALESTRA}' kit dominator '{name}'");
        let mut bash = Command::new("bash");
        let done = bash.args(["-c", &script]).current_dir(folder.path("")).output();
        let done = done.expect("is there");
        assert!(!done.status.success(), "{done:?}");
        assert_has(&String::from_utf8_lossy(&done.stderr), "error: cannot write");
        assert_eq!(folder.path(name).is_dir(), there, "{name}");
        let left = std::fs::read_dir(folder.path(name)).map_or(0, Iterator::count);
        assert_eq!(left, 0, "{name} is not empty");
    }
}
