//! Players in Rust: the same logic gives the same match as in C++, and the messages of compilers
//! and players are useful.

mod common;
#[path = "common/matches.rs"]
mod matches;

use common::{Backends, Built};
use engine::{Cause, DynGame, Freeze, Match, Notes, Ruleset, Setup};
use matches::{of_built, play, template, with};
use sandbox::Limits;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use toolchain::{Cache, Confine, Error, Kernel, Options, RustSdk, RustToolchain, Source};

fn tools() -> &'static RustToolchain {
    static TOOLS: OnceLock<RustToolchain> = OnceLock::new();
    TOOLS.get_or_init(|| RustToolchain::open(&Cache::of_user()).unwrap_or_else(|e| panic!("{e}")))
}

fn options() -> Options {
    let confine =
        if Kernel::probe().strict_for_rust() { Confine::Strict } else { Confine::Available };
    Options { confine, ..Options::default() }
}

fn try_build(game: &dyn DynGame, source: &Source) -> Result<Built, Error> {
    let sdk = RustSdk::of(game.facts()).expect("the game has an SDK for Rust");
    let module = tools().build(&sdk, source, &options())?;
    let bytes = std::fs::read(module.path).expect("the module is there");
    Ok(Built::Wasm(Backends::get().sandbox.compile(&bytes).expect("the module is accepted")))
}

fn build(game: &dyn DynGame, source: &Source) -> Built {
    try_build(game, source).unwrap_or_else(|e| panic!("{}: {e}", game.facts().id))
}

fn walkers(game: &dyn DynGame) -> PathBuf {
    let module = game.facts().id.replace('-', "_");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(module).join("tests/walkers")
}

#[test]
fn the_same_logic_in_both_languages_plays_the_same_match() {
    for game in with(&["api.rs"]) {
        let folder = walkers(game);
        let rust = Source::read(&folder.join("AIWalker.rs")).expect("a walker in Rust");
        let rust = of_built(game, &build(game, &rust));
        let orders: usize = rust.turns.iter().map(|turn| turn.0.len()).sum();
        assert!(orders > 1000 && rust.frozen == vec![None; 4], "{:?}", rust.frozen);
        // Games of our own have no reference cases.
        let fixture = needs::shared_folder()
            .map(|shared| shared.join("games").join(game.facts().id))
            .filter(|reference| reference.is_dir())
            .map(|reference| reference.join("players/AIWalker.cc"));
        for path in [Some(folder.join("AIWalker.cc")), fixture].into_iter().flatten() {
            let source = Source::read(&path).expect("a walker in C++");
            let cpp = Backends::get().build(game, &source, false);
            // Not assert_eq: nobody wants to see both.
            assert!(of_built(game, &cpp) == rust, "{} differs", path.display());
        }
    }
}

#[test]
fn the_demo_in_rust_is_the_built_in_one() {
    for game in with(&["AIDemo.rs"]) {
        let built = build(game, &template(game, "AIDemo.rs"));
        let own = play(game, &|intro| game.builtin("Demo", intro).expect("a Demo"));
        assert!(of_built(game, &built).turns == own.turns, "{}", game.facts().id);
    }
}

/// The player to copy from is the same in both languages.
#[test]
fn the_scout_in_rust_is_the_one_in_cpp() {
    for game in with(&["AIScout.rs", "AIScout.cc"]) {
        let rust = of_built(game, &build(game, &template(game, "AIScout.rs")));
        let cpp = Backends::get().build(game, &template(game, "AIScout.cc"), false);
        assert_eq!(rust.frozen, vec![None; 4], "{}", game.facts().id);
        assert!(of_built(game, &cpp) == rust, "{}", game.facts().id);
    }
}

#[test]
fn the_empty_player_gives_no_orders() {
    for game in with(&["AINull.rs"]) {
        let built = build(game, &template(game, "AINull.rs"));
        let played = of_built(game, &built);
        assert!(played.turns.iter().step_by(2).all(|turn| turn.0.is_empty()));
        assert_eq!(played.frozen, vec![None; 4]);
    }
}

#[cfg(unix)]
#[test]
fn a_native_program_plays_as_the_module_does() {
    for game in with(&["api.rs"]) {
        let source = Source::read(&walkers(game).join("AIWalker.rs")).expect("a walker");
        let sdk = RustSdk::of(game.facts()).expect("an SDK");
        let native = tools().build_native(&sdk, &source, &Options::default());
        let native = Built::Native(native.unwrap_or_else(|e| panic!("{e}")).path);
        assert!(of_built(game, &native) == of_built(game, &build(game, &source)));
    }
}

fn game() -> &'static dyn DynGame {
    games::by_id("dominator").expect("the game is there")
}

/// A player that does this in every round.
fn player(play: &str) -> Source {
    let text = format!(
        "use palestra::dominator::*;\n#[derive(Default)]\nstruct Foo;\nimpl Player for Foo {{\n\
         fn play(&mut self, game: &Game) {{\n{play}\n}}\n}}\nplayer!(Foo);\n"
    );
    Source::new("AIFoo.rs", text)
}

fn refused(source: &Source) -> String {
    match try_build(game(), source) {
        Ok(_) => panic!("it compiles"),
        Err(error) => error.to_string(),
    }
}

/// Plays one round; says what the player wrote and how it froze.
fn watch(built: &Built) -> (String, Option<Freeze>) {
    let settings = game().facts().boards[0].1.as_bytes();
    let names = vec!["Foo".to_string(); 4];
    let setup = Setup { seed: "1".into(), ruleset: Ruleset::Statement, names, judged: false };
    let state = game().start(settings, &setup, &mut Notes::default()).expect("it begins");
    let mut intro = Vec::new();
    state.write_intro(0, &mut intro);
    let others = || game().builtin("Null", &intro).expect("a Null");
    let players = vec![built.seat(&intro), others(), others(), others()];
    let mut played = Match::new(state, players, Ruleset::Statement, false);
    played.play_round().expect("the round is played");
    let said = String::from_utf8_lossy(&played.seat(0).said).into_owned();
    (said, played.frozen(0).cloned())
}

#[test]
fn a_panic_leaves_a_receipt_with_file_line_and_message() {
    for (play, words) in [
        (
            "let v: Vec<i32> = Vec::new();\nlet _ = v[game.round() as usize];",
            "AIFoo.rs:7:10: index",
        ),
        ("panic!(\"I give up\");", "AIFoo.rs:6:1: I give up"),
        ("let _ = game.cell(Pos::new(-1, 5));", "AIFoo.rs:6:14: cell((-1, 5)): the board has"),
        ("let _ = game.farmers(4);", "AIFoo.rs:6:14: there is no player 4"),
        ("assert_eq!(1 + game.me(), 2, \"me\");", "AIFoo.rs:6:1: assertion `left == right` failed"),
        ("let _ = std::time::Instant::now();", "time not implemented on this platform"),
        ("None::<i32>.unwrap();", "called `Option::unwrap()` on a `None` value"),
    ] {
        let module = build(game(), &player(play));
        let (said, frozen) = watch(&module);
        let frozen = frozen.unwrap_or_else(|| panic!("{play}: it goes on"));
        assert_eq!(frozen.cause, Cause::Exit, "{frozen:?}");
        assert!(frozen.detail.contains(words), "{play}: {frozen:?}");
        assert!(said.contains(words), "{play}: {said}");
        let first = frozen.backtrace.first().map_or("", String::as_str);
        assert!(first.contains("AIFoo.rs:") || first.contains("sdk/"), "{frozen:?}");
        assert!(!frozen.backtrace.iter().any(|l| l.contains("/rustc/")), "{frozen:?}");
    }
}

#[test]
fn a_native_panic_says_the_same() {
    let sdk = RustSdk::of(game().facts()).expect("an SDK");
    let native = tools().build_native(&sdk, &player("panic!(\"here\");"), &Options::default());
    let frozen = watch(&Built::Native(native.unwrap_or_else(|e| panic!("{e}")).path)).1;
    assert!(frozen.expect("it ends").detail.contains("AIFoo.rs:6:1: here"));
}

#[test]
fn what_a_player_prints_is_heard() {
    let play = "eprint!(\"a{}\", 1); eprintln!(); let two = DEBUG!(1 + 1); eprintln!(\"{two}\"); \
                println!(\"not for players\");";
    let play = &play.replace("DEBUG", "dbg");
    let (said, frozen) = watch(&build(game(), &player(play)));
    assert_eq!(frozen, None);
    assert_eq!(said, "a1\n[AIFoo.rs:6] 1 + 1 = 2\n2\n");
}

#[test]
fn errors_name_the_line_and_what_to_do() {
    for (play, words) in [
        ("game.comand(1, Dir::Top);", ["AIFoo.rs:6:", "no method named `comand`", "command"]),
        ("let x: i32 = \"a\";", ["AIFoo.rs:6:", "mismatched types", "expected `i32`"]),
        ("game.command(1, Dir::Top)\nlet y = 1;", ["AIFoo.rs:6:", "expected `;`", "let y"]),
        ("rand::random::<i32>();", ["AIFoo.rs:6:", "rand", "no other"]),
    ] {
        let told = refused(&player(play));
        for word in words.iter().take(if play.contains("let y") { 2 } else { 3 }) {
            assert!(told.contains(word), "{told}");
        }
        assert!(!told.contains("aborting"), "{told}");
    }
}

#[test]
fn whole_files_that_are_no_players_are_told_what_is_missing() {
    let text = |text: &str| Source::new("AIFoo.rs", text);
    let told = refused(&text("fn main() {}\n"));
    assert!(told.contains("end the file with `player!(Foo);`"), "{told}");
    assert!(told.contains("use palestra::dominator::*;"), "{told}");
    let told = refused(&text("use palestra::mad_max::*;\nstruct Foo;\nplayer!(Foo);\n"));
    assert!(told.contains("players of Dominator begin with"), "{told}");
    let told = refused(&text(
        "use palestra::dominator::*;\nstruct Foo;\nimpl Player for Foo { fn play(&mut self, _: \
         &Game) {} }\nplayer!(Foo);\n",
    ));
    assert!(told.contains("#[derive(Default)]"), "{told}");
    let told = refused(&text("use palestra::dominator::*;\nplayer!(Nobody);\n"));
    assert!(told.contains("AIFoo.rs:2:") && told.contains("Nobody"), "{told}");
}

#[test]
fn what_reaches_beyond_the_one_file_is_refused() {
    for (play, words) in [
        ("let _ = include_str!(\"/etc/passwd\");", "AIFoo.rs:6:"),
        ("let _ = env!(\"HOME\");", "AIFoo.rs:6:"),
        ("use std::include_bytes as f; let _ = f!(\"/etc/passwd\");", "players cannot read files"),
        ("include!(\"AIOther.rs\");", "players cannot read files"),
    ] {
        let told = refused(&player(play));
        assert!(told.contains(words), "{told}");
    }
    for (line, words) in [
        ("mod other;", "one file"),
        ("#[path = \"/etc/passwd\"]\nmod other;", "one file"),
        ("extern crate proc_macro;", "no other"),
        ("#![feature(asm)]", "stable Rust"),
    ] {
        let own = player("");
        let text = format!("{line}\n{}", String::from_utf8_lossy(&own.text));
        let told = refused(&Source::new("AIFoo.rs", text));
        assert!(told.contains(words), "{told}");
    }
}

/// What a look at the text does not see, the confined compiler cannot do.
#[test]
fn sources_that_hide_what_they_read_read_nothing() {
    if !Kernel::probe().strict_for_rust() {
        needs::skip("this kernel cannot confine a compiler");
        return;
    }
    for (play, words) in [
        ("use std::include as f; let _: &[u8] = f!(\"/etc/passwd\");", "couldn't read"),
        ("use std::env as f; eprintln!(\"{}\", f!(\"HOME\"));", "not defined at compile time"),
        ("static X: [u8; 200 << 20] = [7; 200 << 20]; eprintln!(\"{}\", X[1]);", "gave up"),
    ] {
        let told = refused(&player(play));
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn modules_do_not_name_the_machine() {
    let source = player("game.command(1, Dir::Top);");
    let sdk = RustSdk::of(game().facts()).expect("an SDK");
    let module = tools().build(&sdk, &source, &options()).unwrap_or_else(|e| panic!("{e}"));
    let bytes = std::fs::read(module.path).expect("the module");
    let root = Cache::of_user().root().display().to_string();
    let found = bytes.windows(root.len()).any(|part| part == root.as_bytes());
    assert!(!found, "the cache's path is in the module");
    assert!(Backends::get().sandbox.compile(&bytes).is_ok_and(|program| {
        let _ = program.player(&Limits::judge(), &[]);
        true
    }));
}

/// Two machines with the same compiler make the same module of a source.
#[test]
fn a_module_is_the_same_in_another_cache() {
    let sdk = RustSdk::of(game().facts()).expect("an SDK");
    let source = player("game.command(1, Dir::Top); assert!(game.round() < 9, \"late\");");
    let made = || {
        let folder = tempfile::tempdir().expect("a folder");
        let tools = RustToolchain::open(&Cache::new(folder.path())).expect("a compiler");
        let module = tools.build(&sdk, &source, &options()).unwrap_or_else(|e| panic!("{e}"));
        assert!(!module.cached);
        (std::fs::read(module.path).expect("the module"), module.key)
    };
    let (one, other) = (made(), made());
    assert!(one.0 == other.0, "{} and {} bytes", one.0.len(), other.0.len());
    assert_eq!(one.1, other.1);
}
