//! Recorded rounds once more: under debugger and checkers, and natively against the sandbox.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA, Ran, assert_has};
use std::process::Command;
use std::sync::Once;

/// A player of Dominator with this in its play().
fn player(name: &str, play: &str) -> String {
    format!(
        "#include \"Player.hh\"\n#define PLAYER_NAME {name}\nstruct PLAYER_NAME : public Player \
         {{\n  static Player* factory () {{ return new PLAYER_NAME; }}\n  void go (int k, int d) \
         {{\n    if (k < int(farmers(0).size())) command(farmers(0)[k], Dir(2*d));\n  }}\n  \
         virtual void play () {{\n{play}\n  }}\n}};\nRegisterPlayer(PLAYER_NAME);\n"
    )
}
/// The line of the file that `play` begins with.
const FIRST: usize = 9;

/// Runs with the user's cache, where the compiler is.
fn palestra(folder: &Folder, arguments: &[&str]) -> Ran {
    static COMPILER: Once = Once::new();
    COMPILER.call_once(|| {
        let done = Command::new(PALESTRA).args(["toolchain", "install"]).output();
        assert!(done.expect("starts").status.success(), "the compiler cannot be installed");
    });
    let done = Command::new(PALESTRA).args(arguments).current_dir(folder.path("")).output();
    let done = done.expect("starts");
    Ran {
        code: done.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&done.stdout).into_owned(),
        err: String::from_utf8_lossy(&done.stderr).into_owned(),
    }
}

/// Plays a match of the player against others and keeps its record.
fn record(folder: &Folder, name: &str, play: &str) {
    folder.write(&format!("AI{name}.cc"), player(name, play));
    let arguments = [
        "play",
        "dominator",
        "Demo",
        name,
        "Null",
        "Dummy",
        "-s",
        "3",
        "-q",
        "--record",
        "m.match",
    ];
    palestra(folder, &arguments).ends(0);
}

#[test]
fn the_debugger_stops_in_the_recorded_round() {
    if !needs::program("gdb") {
        return;
    }
    let folder = Folder::new("debug-stop");
    record(&folder, "Steady", "go(0, round()%4);");
    let source = "AISteady.cc";
    let mut debug = vec!["debug", source, "--match", "m.match", "--round", "57"];
    // Members and no calls: older debuggers cannot call functions on newer processors.
    debug.extend(["--batch", "print this->round_", "--batch", "print total_score_[0]"]);
    let ran = palestra(&folder, &debug).ends(0);
    assert_has(&ran.out, "Steady::play (this=");
    assert_has(&ran.out, &format!("AISteady.cc:{FIRST}"));
    assert_has(&ran.out, "$1 = 57");
    assert_has(&ran.err, "the player gives the recorded orders in all 200 rounds");
    // The score that the record gives for this seat after the same 57 rounds.
    folder.palestra("verify m.match -o m.res").ends(0);
    let score = ran.out.lines().find_map(|l| l.strip_prefix("$2 = ")).expect("a score");
    let text = String::from_utf8(folder.read("m.res")).expect("is text");
    assert!(text.split_whitespace().any(|word| word == score), "no score {score}");
    // A source that was changed since is told apart.
    folder.write(source, player("Steady", "go(0, (round() == 12 ? 1 : 0) + round()%4);"));
    let ran = palestra(&folder, &debug).ends(0);
    assert_has(&ran.err, "the player gives other orders than in the record");
    assert_has(&ran.err, "round 12, order 1: recorded verb 0 unit");
}

#[test]
fn the_debugger_stops_in_players_in_rust_too() {
    if !needs::program("gdb") {
        return;
    }
    let folder = Folder::new("debug-rust");
    let text = "use palestra::dominator::*;\n#[derive(Default)]\nstruct Oxide {\n    turns: i32,\n}\n\
                impl Player for Oxide {\n    fn play(&mut self, game: &Game) {\n        \
                self.turns += 1;\n        if let Some(&id) = game.farmers(0).first() {\n            \
                game.command(id, Dir::STRAIGHT[game.random(0, 3) as usize]);\n        }\n    }\n}\n\
                player!(Oxide);\n";
    folder.write("AIOxide.rs", text);
    let play = "play dominator Demo Oxide Null Dummy -s 3 -q --record m.match";
    palestra(&folder, &play.split(' ').collect::<Vec<_>>()).ends(0);
    let debug = ["debug", "AIOxide.rs", "--match", "m.match"];
    let mut stop = debug.to_vec();
    stop.extend(["--round", "57", "--batch", "print self.turns"]);
    let ran = palestra(&folder, &stop).ends(0);
    assert_has(&ran.out, "AIOxide.rs:8");
    assert_has(&ran.out, "$1 = 57");
    assert_has(&ran.err, "the player gives the recorded orders in all 200 rounds");
    let sanitize = [debug.as_slice(), &["--sanitize"]].concat();
    assert_has(&palestra(&folder, &sanitize).ends(2).err, "use --valgrind");
}

#[test]
fn assertions_stop_with_file_and_line() {
    if !needs::program("gdb") {
        return;
    }
    let folder = Folder::new("debug-assert");
    record(&folder, "Sure", "assert(round() < 31);");
    let debug = ["debug", "AISure.cc", "--match", "m.match", "--batch", "bt"];
    let ran = palestra(&folder, &debug).ends(0);
    // Without --round it is the round in which the player was frozen.
    assert_has(&ran.out, "Breakpoint 1, Sure::play");
    assert_has(&ran.err, &format!("AISure.cc:{FIRST}"));
    assert_has(&ran.err, "it ended in round 31: ");
}

#[test]
fn checkers_name_the_line_of_the_mistake() {
    let folder = Folder::new("debug-checkers");
    record(&folder, "Wild", "int* p = new int[3]; go(0, p[3 + round()/40] == 7); delete[] p;");
    let sanitize = ["debug", "AIWild.cc", "--match", "m.match", "--sanitize"];
    let ran = palestra(&folder, &sanitize).ends(3);
    assert_has(&ran.err, ": runtime error: load of address");
    assert_has(&ran.err, &format!("AIWild.cc:{FIRST}"));
    if needs::program("valgrind") {
        let valgrind = ["debug", "AIWild.cc", "--match", "m.match", "--valgrind"];
        let ran = palestra(&folder, &valgrind).ends(3);
        assert_has(&ran.err, "Invalid read of size 4");
        assert_has(&ran.err, &format!("AIWild.cc:{FIRST}"));
    }
    record(&folder, "Tame", "go(0, 1);");
    let ran = palestra(&folder, &["debug", "AITame.cc", "--match", "m.match", "--sanitize"]);
    assert_has(&ran.ends(0).out, "the sanitizers found nothing in 200 rounds");
}

#[test]
fn wrong_calls_say_what_there_is() {
    let folder = Folder::new("debug-wrong");
    record(&folder, "Tame", "go(0, 1);");
    let debug = |more: &[&str]| {
        let mut all = vec!["debug", "AITame.cc", "--match", "m.match"];
        all.extend(more);
        palestra(&folder, &all).ends(2).err
    };
    assert_has(&debug(&["--round", "999"]), "it played the rounds 0 to 199");
    assert_has(&debug(&["--seat", "4"]), "0 Demo, 1 Tame, 2 Null, 3 Dummy");
    folder.write("AIOther.cc", player("Other", ""));
    let other = ["debug", "AIOther.cc", "--match", "m.match"];
    assert_has(&palestra(&folder, &other).ends(2).err, "no Other plays in this match");
    folder.write("x.match", "hello");
    let none = ["debug", "AITame.cc", "--match", "x.match"];
    assert_has(&palestra(&folder, &none).ends(2).err, "--record FILE.match");
}

/// Two compilers, two ways to play: the check finds the round, the order and the reason.
#[test]
fn native_and_sandboxed_orders_are_compared_and_differences_explained() {
    let folder = Folder::new("debug-native");
    let check = |name: &str, play: &str| {
        folder.write(&format!("AI{name}.cc"), player(name, play));
        let source = format!("AI{name}.cc");
        let ran = palestra(&folder, &["check", &source, "--native", "-g", "dominator"]);
        // "Accepted, but" has an exit code of its own.
        let last = ran.out.lines().last().unwrap_or_default().to_string();
        let sound = last.starts_with("Accepted: ");
        assert!(sound || last.starts_with("Accepted, but "), "{last}");
        ran.ends(if sound { 0 } else { 4 }).out
    };
    let same = check("Same", "int k = random(0, 9); int d = random(0, 3); go(k, d);");
    assert_has(&same, "The native build gives the same orders in all 800 rounds");
    let narrow = check("Narrow", "unsigned long k = 1; k <<= 20; k <<= 20; go(0, k != 0);");
    assert_has(&narrow, "Different in the native build (seed 1, seat 0)");
    assert_has(&narrow, "Accepted, but the native build gives other orders.");
    assert_has(&narrow, "first difference in round 0, order 1: recorded verb 0 unit");
    assert_has(&narrow, &format!("AINarrow.cc:{FIRST}: in the sandbox `long`"));
    if needs::program("valgrind") {
        let unset =
            "int x[64]; unsigned s = 0; for (int i = 0; i < 64; ++i) s += x[i];\ngo(s & 7, s & 3);";
        let unset = check("Unset", unset);
        if unset.contains("Different in the native build") {
            assert_has(&unset, "the player reads a variable that it never set");
        }
    }
}
