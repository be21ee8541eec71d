//! Reasons why a player may give other orders as a local program than in the sandbox.

use super::{Rerun, build};
use engine::DynGame;
use std::path::Path;
use std::process::Command;
use toolchain::Purpose;

/// Suspicious words in a line, and their meaning.
const SUSPECTS: &[(&[&str], &str)] = &[
    (
        &["size_t", "long", "ptrdiff_t", "intptr_t"],
        "in the sandbox `long` and `size_t` have 32 bits, in a native build mostly 64",
    ),
    (&["set<", "map<"], "an order by pointers depends on addresses, which differ: order by ids"),
    (
        &["unordered_", "hash<"],
        "the order inside unordered containers depends on the library: use `map` or `set`",
    ),
    (
        &["sort(", "sort (", "nth_element", "priority_queue", "make_heap", "random_shuffle"],
        "C++ leaves the order of equal elements open: compare until no two are equal",
    ),
    (&["rand()", "rand ()"], "`rand` differs between libraries: draw from the player's own stream"),
];

/// Reasons why the orders may differ, the likeliest first: what sanitizers and valgrind find in
/// the recorded situations, then lines of the source that are worth a look.
pub fn explain(game: &dyn DynGame, source: &Path, rerun: &Rerun) -> Vec<String> {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let file = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut found = sanitized(game, source, rerun, &file);
    if found.is_empty() {
        found = uninitialised(game, source, rerun, &file);
    }
    found.extend(doubtful(&text).into_iter().map(|(line, why)| format!("{file}:{line}: {why}")));
    found
}

/// The first finding of the sanitizers.
fn sanitized(game: &dyn DynGame, source: &Path, rerun: &Rerun, file: &str) -> Vec<String> {
    let Ok(program) = build(game, source, Purpose::Sanitize) else { return Vec::new() };
    let Ok(ran) = rerun.run(Command::new(program)) else { return Vec::new() };
    finding(&ran.said, file).into_iter().collect()
}

/// The first finding in what a sanitizer says, with its place in the player's file.
fn finding(said: &str, file: &str) -> Option<String> {
    let mut lines = said.lines();
    let line = lines.find(|l| l.contains("runtime error: ") || l.contains("AddressSanitizer: "))?;
    if let Some((at, what)) = line.split_once(": runtime error: ") {
        let at = at.rsplit('/').next().unwrap_or(at);
        return Some(format!("{at}: undefined behaviour: {what}"));
    }
    let what = line.split("AddressSanitizer: ").nth(1)?.split(" on ").next()?;
    let place = lines.find_map(|l| place(l, file)).unwrap_or_else(|| file.to_string());
    Some(format!("{place}: undefined behaviour: {what}"))
}

/// `file:line` in a line of a backtrace.
fn place(line: &str, file: &str) -> Option<String> {
    let from = line.find(&format!("{file}:"))?;
    let place = &line[from..];
    let digits = place[file.len() + 1..].chars().take_while(char::is_ascii_digit).count();
    (digits > 0).then(|| place[..file.len() + 1 + digits].to_string())
}

/// Where valgrind, if it is here, sees memory used that was never written.
fn uninitialised(game: &dyn DynGame, source: &Path, rerun: &Rerun, file: &str) -> Vec<String> {
    let Ok(program) = build(game, source, Purpose::Debug) else { return Vec::new() };
    let mut command = Command::new("valgrind");
    command.arg("--quiet").arg(program);
    let Ok(ran) = rerun.run(command) else { return Vec::new() };
    let mut lines = ran.said.lines().skip_while(|l| !l.contains("uninitialised"));
    let Some(place) = lines.find_map(|l| place(l, file)) else { return Vec::new() };
    vec![format!("{place}: undefined behaviour: the player reads a variable that it never set")]
}

/// Lines that mean different things to different compilers.
fn doubtful(text: &str) -> Vec<(usize, &'static str)> {
    const DRAWS: [&str; 4] = ["random(", "random (", "randomize(", "randomize ("];
    let mut found: Vec<(usize, &'static str)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        let draws: usize = DRAWS.iter().map(|draw| code.matches(draw).count()).sum();
        if draws > 1 {
            found.push((
                number,
                "two draws in one expression: C++ leaves open which comes first; draw them in two \
                 statements",
            ));
        }
        for (words, why) in SUSPECTS {
            let first = !found.iter().any(|(_, known)| known == why);
            if first && words.iter().any(|word| code.contains(word)) {
                found.push((number, why));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_name_the_players_own_line() {
        let ubsan = "x\n/tmp/a/AIX.cc:12:9: runtime error: signed integer overflow: 1 + 2\n";
        let told = "AIX.cc:12:9: undefined behaviour: signed integer overflow: 1 + 2";
        assert_eq!(finding(ubsan, "AIX.cc").as_deref(), Some(told));
        let asan = "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc 0x2\n\
                    READ of size 4\n    #0 0x1 in f /usr/include/vector:1\n    \
                    #1 0x2 in X::play() /c/AIX.cc:33\n";
        let told = "AIX.cc:33: undefined behaviour: heap-buffer-overflow";
        assert_eq!(finding(asan, "AIX.cc").as_deref(), Some(told));
        assert_eq!(finding("all is well", "AIX.cc"), None);
    }

    #[test]
    fn doubtful_lines_are_told_once_each() {
        let text =
            "int a = f(random(0, 9), random(0, 9));\nset<Unit*> s;\nmap<P*, int> m; // long\n";
        let found = doubtful(text);
        assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), [1, 2]);
        assert!(found[0].1.contains("two draws") && found[1].1.contains("pointers"));
    }
}
