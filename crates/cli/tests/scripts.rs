//! The commands for authors, with players in Python and JavaScript.

mod common;

use common::{Folder, PALESTRA, assert_has};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// A player that counts in `burn` and does nothing else. The line that counts comes with it, and
/// the line that calls `burn`.
const BUSY: [(&str, &str, u32, u32); 2] = [
    (
        "AIBusy.py",
        "from palestra.dominator import Game\n\n\ndef burn(n):\n    total = 0\n    for k in \
         range(n):\n        total += k * k % 7 + k * 3 % 5 + k * 5 % 3\n    return total\n\n\ndef \
         play(game: Game) -> None:\n    burn(5000)\n",
        7,
        12,
    ),
    (
        "AIBusy.js",
        "import \"palestra/dominator\";\n\nfunction burn(n) {\n  let total = 0;\n  for (let k = 0; \
         k < n; ++k) {\n    total += k * k % 7 + k * 3 % 5 + k * 5 % 3;\n  }\n  return \
         total;\n}\n\nexport function play(game) {\n  burn(5000);\n}\n",
        6,
        12,
    ),
];

/// The rows of a profile: both shares in percent, the line, its text.
fn rows(out: &str) -> Vec<(f64, f64, u32, String)> {
    let row = |line: &str| {
        let mut parts = line.splitn(3, '%');
        let mut share = || parts.next()?.trim().parse().ok();
        let (alone, inside) = (share()?, share()?);
        let (line, text) = parts.next()?.trim().split_once("  ")?;
        Some((alone, inside, line.parse().ok()?, text.to_string()))
    };
    out.lines().filter_map(row).collect()
}

#[test]
fn a_profile_of_a_script_names_its_lines() {
    let folder = Folder::shared_cache("script_profile");
    folder.palestra("toolchain install").ends(0);
    for (file, text, hot, caller) in BUSY {
        folder.write(file, text);
        let ran = folder.palestra(&format!("profile {file}")).ends(0);
        let rows = rows(&ran.out);
        let first = rows.first().unwrap_or_else(|| panic!("{}\n{}", ran.out, ran.err));
        assert_eq!(first.2, hot, "{}", ran.out);
        assert!(first.0 > 40.0, "{}", ran.out);
        assert!(first.3.starts_with("total += k * k % 7"), "{}", ran.out);
        let caller = rows.iter().find(|row| row.2 == caller).expect("the call is in the list");
        assert!(caller.1 > 60.0 && caller.0 < 20.0, "{}", ran.out);
        assert_has(&ran.out, "the library");
        let ran = folder.palestra(&format!("profile {file} -o busy.json")).ends(2);
        assert_has(&ran.err, "leave out --output");
    }
}

/// Players that do something only when their parameter says so.
const LAZY: [(&str, &str); 2] = [
    (
        "AILazy.py",
        "from palestra.dominator import Dir, Game\n\nON = 0  # tune: 0..1\n\n\ndef play(game: Game) \
         -> None:\n    if ON:\n        for id in game.farmers(0):\n            game.command(id, \
         Dir.STRAIGHT[game.random(0, 3)])\n",
    ),
    (
        "AILazy.js",
        "import { Dir } from \"palestra/dominator\";\n\nconst ON = 0; // tune: 0..1\n\nexport \
         function play(game) {\n  if (!ON) return;\n  for (const id of game.farmers(0)) \
         game.command(id, Dir.STRAIGHT[game.random(0, 3)]);\n}\n",
    ),
];

#[test]
fn a_parameter_of_a_script_is_tuned() {
    let folder = Folder::shared_cache("script_tune");
    folder.palestra("toolchain install").ends(0);
    let board = folder.palestra("games dominator --board default.cnf").ends(0).out;
    folder.write("short.cnf", board.replace("nb_rounds      200", "nb_rounds       25"));
    for (file, text) in LAZY {
        folder.write(file, text);
        let ran = folder.palestra(&format!("tune {file} --param OFF=0..1")).ends(2);
        assert_has(&ran.err, "no line defines OFF");
        let mark = text.lines().nth(2).expect("the parameter");
        assert_has(&ran.err, &mark.replace("ON = 0", "FAR = 12").replace("0..1", "2..30"));
        let ran = folder.palestra(&format!(
            "tune {file} -i short.cnf -s 2 --against Null Null Null --candidates 4 \
             --matches-each 8 --max-matches 80 --json"
        ));
        let ran = ran.ends(0);
        assert_has(&ran.out, "\"verdict\": \"better\"");
        let tuned = String::from_utf8(folder.read(&format!("tuned/{file}"))).expect("is text");
        assert_eq!(tuned, text.replace("ON = 0", "ON = 1"));
    }
}

/// A script that its engine cannot read plays no match.
#[test]
fn a_mistake_of_syntax_is_told_instead_of_a_match() {
    let folder = Folder::shared_cache("script_dev");
    folder.palestra("toolchain install").ends(0);
    folder
        .write("AIWrong.py", "from palestra.dominator import Game\n\ndef play(game)\n    x = 1\n");
    let mut child = Command::new(PALESTRA)
        .args(["dev", "AIWrong.py", "-s", "4", "--no-open"])
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let lines = BufReader::new(child.stderr.take().expect("has a pipe")).lines();
    let told = lines.map_while(Result::ok).find(|line| line.contains("SyntaxError"));
    child.kill().expect("is ours");
    child.wait().expect("ends");
    assert_has(&told.expect("the mistake is told"), "AIWrong.py:3: SyntaxError");
    let mut out = String::new();
    child.stdout.take().expect("has a pipe").read_to_string(&mut out).expect("is text");
    assert!(!out.contains("frozen") && !out.contains("score"), "{out}");
}
