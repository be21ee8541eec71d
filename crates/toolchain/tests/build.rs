//! Builds players: sources that compile, messages for the others, and the limits of hostile
//! sources.

mod common;

use common::{Backends, Built};
use engine::{Cause, DynGame, Freeze, Match, Notes, Ruleset, Setup};
use toolchain::{
    Cache, Confine, Error, Kernel, Options, Reason, Sdk, Source, Standard, Step, Toolchain,
};

/// Any game with an SDK: what is tested here is the same for all of them.
fn game() -> &'static dyn DynGame {
    *games::ALL.iter().find(|g| Sdk::of(g.facts()).is_some()).expect("a game with an SDK")
}

fn player(includes: &str, members: &str, play: &str) -> Source {
    let text = format!(
        "#include \"Player.hh\"\n{includes}\n#define PLAYER_NAME Foo\n\
         struct PLAYER_NAME : public Player {{\n\
         static Player* factory () {{ return new PLAYER_NAME; }}\n{members}\n\
         virtual void play () {{\n{play}\n}}\n}};\nRegisterPlayer(PLAYER_NAME);\n"
    );
    Source::new("AIFoo.cc", text)
}

fn strict() -> Options {
    Options { confine: Confine::Strict, ..Options::default() }
}

fn build(source: &Source, options: &Options) -> Result<Vec<u8>, Error> {
    let sdk = Sdk::of(game().facts()).expect("the game has an SDK");
    let module = Backends::get().tools.build(&sdk, source, options)?;
    Ok(std::fs::read(module.path).expect("the module is there"))
}

/// What a source that does not compile is told.
fn refused(source: &Source) -> String {
    match build(source, &Options::default()) {
        Ok(_) => panic!("it compiles"),
        Err(error) => error.to_string(),
    }
}

/// Plays two rounds with the same player at every seat; says what seat 0 wrote and how it froze.
fn watch(built: &Built) -> (String, Option<Freeze>) {
    let game = game();
    let settings = game.facts().boards[0].1.as_bytes();
    let seats = game.check_settings(settings).expect("default settings");
    let names = vec!["Foo".to_string(); seats];
    let setup = Setup { seed: "1".into(), ruleset: Ruleset::Statement, names, judged: false };
    let state = game.start(settings, &setup, &mut Notes::default()).expect("it begins");
    let players = (0..seats).map(|seat| {
        let mut intro = Vec::new();
        state.write_intro(seat, &mut intro);
        built.seat(&intro)
    });
    let players = players.collect();
    let mut played = Match::new(state, players, Ruleset::Statement, false);
    let mut said = Vec::new();
    for _ in 0..2 {
        played.play_round().expect("the round is played");
        said.extend_from_slice(&played.seat(0).said);
    }
    (String::from_utf8_lossy(&said).into_owned(), played.frozen(0).cloned())
}

/// The same on both backends, where there is a native one.
fn watch_both(source: &Source) -> Vec<(String, Option<Freeze>)> {
    let backends = Backends::get();
    let kinds = [false, true].into_iter().filter(|native| !native || backends.native.is_some());
    kinds.map(|native| watch(&backends.build(game(), source, native))).collect()
}

#[test]
fn a_missing_compiler_is_told_with_the_command_that_installs_it() {
    let error = Error::NoCompiler.to_string();
    assert!(error.contains("palestra toolchain install"), "{error}");
}

#[test]
fn every_standard_compiles_the_library_that_players_use() {
    let includes = "#include <bits/stdc++.h>\n#include <unistd.h>";
    let play = "uint n = 3; vector<int> v(n); try { v.at(9) = 1; } catch (out_of_range& e) \
                { cerr << \"caught\" << endl; } try { stoi(\"x\"); } catch (...) \
                { cerr << \"again\" << endl; } ifstream f(\"/etc/passwd\"); \
                cerr << bool(f) << \" \" << sleep(100) << endl; \
                random_shuffle(v.begin(), v.end());";
    for standard in [Standard::Cpp11, Standard::Cpp14, Standard::Cpp17, Standard::Cpp20] {
        let options = Options { standard, ..strict() };
        let wasm = build(&player(includes, "", play), &options).unwrap_or_else(|e| panic!("{e}"));
        let program = Backends::get().sandbox.compile(&wasm).expect("a sound module");
        let (said, frozen) = watch(&Built::Wasm(program));
        assert_eq!(frozen, None);
        assert_eq!(said, "caught\nagain\n0 0\n".repeat(2));
    }
}

#[test]
fn what_ends_a_player_is_told_in_its_own_words() {
    for (play, cause, words) in [
        ("vector<int> v; v.at(3) = 1;", Cause::Exception, "std::out_of_range"),
        ("throw string(\"mine\");", Cause::Exception, "mine"),
        ("throw 42;", Cause::Exception, "42"),
        ("exit(3);", Cause::Exit, "exit(3)"),
        ("abort();", Cause::Exit, "abort"),
    ] {
        for (_, frozen) in watch_both(&player("", "", play)) {
            let frozen = frozen.unwrap_or_else(|| panic!("{play}: it goes on"));
            assert_eq!(frozen.cause, cause, "{play}: {frozen:?}");
            assert!(frozen.detail.contains(words), "{play}: {frozen:?}");
        }
    }
}

#[test]
fn a_throw_where_nothing_may_be_thrown_ends_the_player() {
    for (_, frozen) in watch_both(&player("", "", "[]() noexcept { throw 7; }();")) {
        let frozen = frozen.expect("it ends");
        assert_eq!(frozen.cause, Cause::Exception, "{frozen:?}");
        assert!(frozen.detail.contains('7'), "{frozen:?}");
    }
    // A source with a handler has code for both, and its runtime no longer knows what was thrown.
    let play = "try { []() noexcept { throw 7; }(); } catch (...) {}";
    for (_, frozen) in watch_both(&player("", "", play)) {
        let frozen = frozen.expect("it ends");
        assert!(matches!(frozen.cause, Cause::Exit | Cause::Exception), "{frozen:?}");
    }
}

#[test]
fn handlers_and_destructors_run_where_a_source_may_catch() {
    // The destructor says so, the handler of a macro says so, and the match goes on.
    let members = "#define PASTE(a, b) a ## b\n\
                   struct Tidy { ~Tidy () { cerr << \"tidy \"; } };\n\
                   void fail () { Tidy tidy; throw 7; }";
    let play = "try { fail(); } PASTE(cat, ch) (int k) { cerr << k << endl; }";
    for (said, frozen) in watch_both(&player("", members, play)) {
        assert_eq!(frozen, None);
        assert_eq!(said, "tidy 7\n".repeat(2));
    }
}

#[test]
fn receipts_name_file_and_line() {
    let play = "int* p = nullptr;\nthrow_away(random(0, 0) - 1);\n";
    let members = "volatile int zero = 0; void throw_away (int k) {\n\
                   volatile int x = k/zero;\n(void)x; }\n\
                   int random (int a, int) { return a; }";
    let source = player("", members, play);
    let built = Backends::get().build(game(), &source, false);
    let frozen = watch(&built).1.expect("it divides by zero");
    assert_eq!(frozen.cause, Cause::Trap, "{frozen:?}");
    assert!(frozen.backtrace.iter().any(|l| l.contains("AIFoo.cc:7")), "{frozen:?}");
    let own = frozen.backtrace.iter().all(|l| l.contains("AIFoo.cc"));
    assert!(own, "only calls in the author's source are told: {frozen:?}");
}

#[test]
fn failed_assertions_name_the_line() {
    let source = player("#undef NDEBUG\n#include <cassert>", "", "\nassert(1 == 2);");
    for (said, frozen) in watch_both(&source) {
        assert_eq!(frozen.map(|f| f.cause), Some(Cause::Exit));
        assert!(said.contains("AIFoo.cc:10") && said.contains("1 == 2"), "{said}");
    }
}

#[test]
fn constructors_of_globals_may_throw() {
    let source = player("struct G { G () { throw 1; } } g;", "", "");
    let built = Backends::get().build(game(), &source, false);
    assert_eq!(watch(&built).1.expect("it cannot play").cause, Cause::Exception);
}

#[test]
fn checked_builds_stop_at_null_and_outside_of_arrays() {
    for (play, words) in [
        ("int* p = (int*)0; volatile int x = *p; (void)x;", "read through a null pointer"),
        (
            "int a[3]; volatile int k = 3; a[k] = 1; volatile int x = a[k]; (void)x;",
            ": index 3 of an array of 3 elements",
        ),
        (
            "vector<int> v(2); volatile int k = -1; volatile int x = v[k]; (void)x;",
            "vector[] index out of bounds",
        ),
    ] {
        let source = player("", "", play);
        let checked = build(&source, &Options { check: true, ..Options::default() });
        let program = Backends::get().sandbox.compile(&checked.expect("it compiles"));
        let frozen = watch(&Built::Wasm(program.expect("a sound module"))).1;
        let frozen = frozen.expect("it is found");
        assert!(frozen.detail.starts_with("AIFoo.cc:8:"), "{frozen:?}");
        assert!(frozen.detail.contains(words), "{frozen:?}");
        let plain = Backends::get().build(game(), &source, false);
        assert_eq!(watch(&plain).1, None, "{play}");
    }
}

#[test]
fn mistakes_are_shown_with_their_line_and_a_hint() {
    let said = refused(&player("", "", "int x = 3\nx = 4;"));
    assert!(said.contains("AIFoo.cc:8:10: error: expected ';'"), "{said}");
    assert!(said.contains("int x = 3") && said.contains("semicolon"), "{said}");
    let said = refused(&player("", "", "int n = nb_plaiers();"));
    assert!(said.contains("nb_players"), "{said}");
    let said = refused(&player("", "", "unordered_map<int, int> m;"));
    assert!(said.contains("#include <unordered_map>"), "{said}");
    let said = refused(&player("int elsewhere (int);", "", "elsewhere(3);"));
    assert!(said.contains("not defined") && said.contains("AIFoo.cc:8"), "{said}");
}

#[test]
fn errors_in_templates_are_no_flood() {
    let play = "struct X { int a; };\nvector<X> v(3);\nsort(v.begin(), v.end());\nset<X> s;\n\
                s.insert(X());";
    let said = refused(&player("#include <algorithm>", "", play));
    assert!(said.lines().count() < 30, "{said}");
    assert!(said.contains("AIFoo.cc:10") || said.contains("AIFoo.cc:12"), "{said}");
}

/// The libraries of streams and of readable names are most of what a compiler would have to do.
#[test]
fn players_without_streams_contain_no_streams() {
    let uses = |module: &[u8], what: &str| module.windows(what.len()).any(|w| w == what.as_bytes());
    let tools = &Backends::get().tools;
    for game in games::ALL {
        let Some(sdk) = Sdk::of(game.facts()) else { continue };
        let text = String::from_utf8(player("", "", "").text).expect("a text");
        let printing = text.replace("play () {", "play () { cerr << 1;");
        for (text, prints) in [(text, false), (printing, true)] {
            let source = Source::new("AIFoo.cc", text);
            let built = tools.build(&sdk, &source, &Options::default()).expect("it compiles");
            let module = std::fs::read(built.path).expect("the module is there");
            let id = game.facts().id;
            assert_eq!(uses(&module, "basic_ostream"), prints, "{id}: {} bytes", module.len());
            assert!(!uses(&module, "itanium_demangle"), "{id}");
        }
    }
}

#[test]
fn the_cache_knows_what_it_has_built() {
    let sdk = Sdk::of(game().facts()).expect("the game has an SDK");
    let tools = &Backends::get().tools;
    let source = player("", "", "int never_used = 1;\nint count = 2; (void)count;");
    let first = tools.build(&sdk, &source, &Options::default()).expect("it compiles");
    let again = tools.build(&sdk, &source, &Options::default()).expect("it is there");
    assert!(again.cached && again.path == first.path && again.warnings == first.warnings);
    let without = Options { lines: false, ..Options::default() };
    let other = tools.build(&sdk, &source, &without).expect("it compiles");
    assert_ne!(other.key, first.key);
    let size = |path| std::fs::metadata(path).expect("a module").len();
    assert!(size(&other.path) < size(&first.path));
}

#[test]
fn another_cache_builds_the_same_module() {
    let sdk = Sdk::of(game().facts()).expect("the game has an SDK");
    let source = player("", "", "cerr << __FILE__ << endl;");
    let tools = &Backends::get().tools;
    let here = tools.build(&sdk, &source, &Options::default()).expect("it compiles");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(elsewhere.path());
    // The libraries are the same files; only the folders of SDK and objects differ.
    for kind in ["compilers", "runtimes"] {
        let from = Cache::of_user().root().join(kind);
        std::os::unix::fs::symlink(from, elsewhere.path().join(kind)).expect("a link");
    }
    let tools = Toolchain::open(&cache, &|_| ()).expect("all is there");
    let there = tools.build(&sdk, &source, &Options::default()).expect("it compiles");
    let read = |path| std::fs::read(path).expect("a module");
    assert!(read(&here.path) == read(&there.path));
}

#[test]
fn sources_that_reach_for_files_are_refused() {
    for line in [
        "#include \"/etc/passwd\"",
        "#include </dev/zero>",
        "#embed \"/etc/passwd\"",
        "#define F \"/etc/passwd\"\n#include F",
        "asm(\".incbin \\\"/etc/passwd\\\"\");",
    ] {
        assert!(matches!(build(&player(line, "", ""), &strict()), Err(Error::Source(_))), "{line}");
    }
    // The assembler's directive, put together where no scan of the text can see it.
    let hidden = "asm(\".inc\" \"bin \\\"/etc/passwd\\\"\");";
    assert!(build(&player(hidden, "", ""), &strict()).is_err());
}

#[test]
fn strangers_are_confined_or_refused() {
    let fine = build(&player("", "", "int strict_only = 0; (void)strict_only;"), &strict());
    match (Kernel::probe().strict(), fine) {
        (true, Ok(_)) | (false, Err(Error::NotConfined(_))) => {}
        (can, other) => panic!("the kernel can: {can}; {:?}", other.map(|w| w.len())),
    }
}

#[test]
fn bombs_end_with_their_reason() {
    let long = "constexpr int fib (int n) { return n < 2 ? n : fib(n-1) + fib(n-2); }\n"
        .to_string()
        + &"static_assert(fib(26) > 0, \"\");\n".repeat(300);
    for (includes, step, reason) in [
        (&*long, Step::Compile, Reason::Time),
        ("char table[3000000000u] = { 1 };", Step::Compile, Reason::Memory),
        ("\n#pragma clang __debug crash", Step::Compile, Reason::Crashed),
        ("char table[90000000] = { 1 };", Step::Compile, Reason::TooLarge),
        ("char table[20000000] = { 1 };", Step::Link, Reason::TooLarge),
    ] {
        let includes = includes.replace("char", "__attribute__((used)) char");
        match build(&player(&includes, "", ""), &strict()) {
            Err(Error::Compiler { step: s, reason: r, why, .. }) => {
                assert_eq!((s, r), (step, reason), "{why}");
            }
            other => panic!("{reason:?}: {other:?}", other = other.map(|wasm| wasm.len())),
        }
    }
    let deep = "template <int N> struct E { typedef typename E<N + 1>::t t; };\nE<0>::t x;";
    assert!(matches!(build(&player(deep, "", ""), &strict()), Err(Error::Source(_))));
}

/// Hidden from a look at the text, so that the compiler itself is asked.
const ASK: &str = "#define JOIN(a, b) a##b\n#define ASK(x) JOIN(__has_, include)(x)\n";

#[test]
fn nothing_is_told_about_other_files() {
    // One that is there, and that the compiler's user could read.
    for path in ["</etc/passwd>", "<../../../../../../etc/passwd>", "</proc/self/exe>"] {
        let question = format!("{ASK}#define P {path}\n#if ASK(P)\n#error there\n#endif");
        build(&player(&question, "", ""), &strict()).unwrap_or_else(|e| panic!("{path}: {e}"));
    }
    let own = format!("{ASK}#define P <optional>\n#if !ASK(P)\n#error gone\n#endif");
    build(&player(&own, "", ""), &strict()).unwrap_or_else(|e| panic!("{e}"));
    let hidden = "#define JOIN(a, b) a##b\nJOIN(as, m)(\".incbin \\\"PATH\\\"\");";
    let [there, nowhere] = ["/etc/passwd", "/etc/nowhere"].map(|path| {
        let error = build(&player(&hidden.replace("PATH", path), "", ""), &strict());
        error.expect_err("it cannot be read").to_string().replace(path, "PATH")
    });
    assert_eq!(there, nowhere);
}
