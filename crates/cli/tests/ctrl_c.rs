//! The first Ctrl-C ends a command cleanly, whatever the command does at this moment.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA, assert_has};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// A compiler that interrupts the program that called it, and then works until this program ends.
const ENDLESS: &str = "#!/bin/sh
exec < /dev/null > /dev/null 2>&1
kill -INT $PPID
while kill -0 $PPID; do sleep 0.01; done
";

#[test]
fn ctrl_c_while_players_are_compiled_says_that_there_are_no_results() {
    let folder = Folder::new("ctrl-c-early");
    folder.write("rustc", ENDLESS);
    let rustc = folder.path("rustc");
    std::fs::set_permissions(&rustc, PermissionsExt::from_mode(0o755)).expect("may run");
    folder.write("AIx.rs", "pub const FAR: i32 = 3; // tune: 1..9\n");
    for call in [
        "play dominator AIx.rs Null Null Null",
        "compare AIx.rs Null -g dominator",
        "league AIx.rs Null Null Null -g dominator",
        "tune AIx.rs -g dominator --param FAR=1..9",
        "fairness dominator --player AIx.rs",
        "qualify AIx.rs -g dominator",
        "profile AIx.rs -g dominator",
    ] {
        let words: Vec<&str> = call.split(' ').collect();
        let ran = folder.with_rustc(&rustc.display().to_string(), &words).ends(130);
        assert_eq!(ran.out, "", "{call}");
        let said = "error: interrupted before the first match: there are no results yet";
        assert_eq!(ran.err.trim(), said, "{call}");
    }
}

/// Bytes in the journals of this folder.
fn journalled(folder: &Folder) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder.path("cache/series")) else { return 0 };
    entries.flatten().filter_map(|e| e.metadata().ok()).map(|m| m.len()).sum()
}

#[test]
fn ctrl_c_gives_the_results_so_far_and_an_exit_code() {
    for (name, call) in [
        ("fairness", "fairness dominator --player Demo --fillers Null Dummy --seeds 100000"),
        ("qualify", "qualify Demo -g dominator --matches 1 --needed 1 --rehearsals 100000"),
    ] {
        let folder = Folder::new(&format!("ctrl-c-{name}"));
        let child = Command::new(PALESTRA)
            .args(call.split(' '))
            .current_dir(folder.path(""))
            .env("PALESTRA_CACHE", folder.path("cache"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("starts");
        while journalled(&folder) < 200 {
            assert!(child.try_wait().expect("is ours").is_none(), "{call} ended");
            std::thread::yield_now();
        }
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(told.expect("there is kill").success());
        let output = child.wait_with_output().expect("ends");
        assert_eq!(output.status.code(), Some(130), "{call}");
        assert_has(&String::from_utf8_lossy(&output.stdout), "To continue: palestra ");
    }
}
