use super::*;

fn player(before: &str, inside: &str) -> String {
    format!(
        "#include \"Player.hh\"\n#define PLAYER_NAME Xaloc\n{before}\n\
         struct PLAYER_NAME : public Player {{\n  static Player* factory () {{ return new \
         PLAYER_NAME; }}\n{inside}\n  virtual void play () {{ }}\n}};\nRegisterPlayer(PLAYER_NAME);\n"
    )
}

fn lines(text: &str) -> Vec<String> {
    faults("AIXaloc.cc", "Xaloc", text.as_bytes(), 100_000, false)
        .into_iter()
        .map(|f| f.what.english())
        .collect()
}

#[test]
fn honest_players_pass() {
    let before = "const int N = 5;\nconstexpr double X = 1.5;\nconst int D[2] = {1, 2};\n\
                  static const char* const NAME = \"x\";\ntypedef vector<int> VI;\n\
                  int helper (int a);\nint helper (int a) { int b = a; return b; }\n\
                  enum Kind { A, B };\nusing V = vector<VI>;\nnamespace { const int K = 3; }";
    let inside = "  int count = 0;\n  map<int,int> seen;\n  static const int M = 4;\n  \
                  static int twice (int x) { const int y = 2; return x*y; }";
    assert_eq!(lines(&player(before, inside)), Vec::<String>::new());
}

#[test]
fn every_template_of_every_game_passes() {
    let mut seen = 0;
    for game in games::ALL {
        for (path, text) in game.facts().sdk {
            let Some(name) = path.strip_prefix("AI").and_then(|p| p.strip_suffix(".cc")) else {
                continue;
            };
            // Players that look ahead are for where that is switched on.
            let looks = text.contains("Simulation.hh");
            assert_eq!(
                faults("AIXaloc.cc", name, text.as_bytes(), 1 << 20, false).len(),
                usize::from(looks)
            );
            assert_eq!(
                faults("AIXaloc.cc", name, text.as_bytes(), 1 << 20, true),
                [],
                "{} {path}",
                game.facts().id
            );
            seen += 1;
        }
    }
    assert!(seen >= 5, "{seen}");
}

#[test]
fn globals_and_statics_are_found_wherever_they_hide() {
    for (before, inside, name) in [
        ("int counter;", "", "counter"),
        ("static vector<int> memory;", "", "memory"),
        ("namespace deep { int hidden = 3; }", "", "hidden"),
        ("const int* wanders = 0;", "", "wanders"),
        ("int a, late[10];", "", "late"),
        ("struct S { int x; } object;", "", "object"),
        ("extern int elsewhere;", "", "elsewhere"),
        ("", "  void f () { static int calls = 0; calls++; }", "calls"),
        ("", "  static int shared;", "shared"),
        ("int& ref = *new int;", "", "ref"),
    ] {
        let found = lines(&player(before, inside));
        assert!(
            found.iter().any(|m| m.contains(&format!("`{name}` is a"))),
            "{before}{inside} {found:?}"
        );
    }
}

#[test]
fn the_line_is_told() {
    let found =
        faults("AIXaloc.cc", "Xaloc", player("\n\nint counter;", "").as_bytes(), 100_000, false);
    assert_eq!(found.iter().map(|f| f.line).collect::<Vec<_>>(), [5]);
}

#[test]
fn files_threads_and_streams_are_refused_with_advice() {
    for (before, word) in [
        ("#include <fstream>", "fstream"),
        ("#include <thread>", "thread"),
        ("#include \"/etc/passwd\"", "/etc/passwd"),
        ("int f () { cout << 1; return 0; }", "cout"),
        ("int f () { std::cin.get(); return 0; }", "cin"),
        ("int f () { return system(\"ls\"); }", "system"),
    ] {
        let found = lines(&player(before, ""));
        assert!(found.iter().any(|m| m.contains(&format!("`{word}`"))), "{before}: {found:?}");
    }
    assert_eq!(lines(&player("int f () { cerr << 1; return 0; }", "")), Vec::<String>::new());
}

#[test]
fn sources_of_any_bytes_are_read_without_a_panic() {
    assert!(!faults("AIXaloc.cc", "Xaloc", b"\xff\xfe", 100, false).is_empty());
    assert!(!faults("AIXaloc.cc", "Xaloc", b"a\0b", 100, false).is_empty());
    assert!(!faults("AIXaloc.cc", "Xaloc", &[b'x'; 101], 100, false).is_empty());
    let deep = "(".repeat(50_000);
    let _ = faults("AIXaloc.cc", "Xaloc", deep.as_bytes(), 100_000, false);
    let nested = "namespace a {".repeat(5_000);
    let _ = faults("AIXaloc.cc", "Xaloc", nested.as_bytes(), 100_000, false);
}

#[test]
fn javascript_has_only_rules_for_its_text() {
    let of = |text: &[u8]| faults("AIXaloc.js", "Xaloc", text, 100, false);
    assert!(of(b"let counter = 0;\nexport function play(game) { counter++; }").is_empty());
    for text in [&b"\xff\xfe"[..], b"a\0b", &[b'x'; 101]] {
        assert_eq!(of(text).len(), 1);
    }
}

fn in_rust(text: &str) -> Vec<(usize, usize, Complaint)> {
    let found = faults("AIXaloc.rs", "Xaloc", text.as_bytes(), 100_000, false);
    found.into_iter().map(|f| (f.line, f.column, f.what)).collect()
}

#[test]
fn modules_in_rust_export_and_import_what_the_library_says() {
    let name = |name: &str| name.to_string();
    for (text, column, what) in [
        ("unsafe extern \"C\" { fn f(); }", 8, Complaint::Imports),
        ("extern { fn f(); }", 1, Complaint::Imports),
        ("#[unsafe(no_mangle)] fn f() {}", 10, Complaint::Exports { name: name("no_mangle") }),
        ("#[export_name = \"f\"] fn f() {}", 3, Complaint::Exports { name: name("export_name") }),
        ("m! { no_mangle }", 6, Complaint::Exports { name: name("no_mangle") }),
        ("#[link(name = \"f\")]", 3, Complaint::Linker { name: name("link") }),
        ("#[link_section = \"f\"]", 3, Complaint::Linker { name: name("link_section") }),
        ("asm!(\"\");", 1, Complaint::Assembler { name: name("asm") }),
        ("use std::arch::global_asm as f;", 16, Complaint::Assembler { name: name("global_asm") }),
        ("#![crate_name = \"f\"]", 4, Complaint::CrateName { name: name("crate_name") }),
    ] {
        assert_eq!(in_rust(&format!("// a\n{text}\n")), [(2, column, what)], "{text}");
    }
}

#[test]
fn honest_players_in_rust_pass() {
    let words = "extern crate palestra;\nfn link(link: u8) { let asm = link (asm); }\n\
                 // no_mangle\n/* extern \"C\" { */ const A: &str = \"#[link(export_name)]\";\n\
                 static N: u8 = 0; extern \"C\" fn callback() {} fn crate_name() {}";
    assert_eq!(in_rust(words), []);
    let mut seen = 0;
    for game in games::ALL {
        for (path, text) in game.facts().sdk.iter().filter(|f| f.0.ends_with(".rs")) {
            // The library is where it all comes from.
            if path.starts_with("AI") {
                assert_eq!(in_rust(text), [], "{} {path}", game.facts().id);
                seen += 1;
            }
        }
    }
    assert!(seen >= 15, "{seen}");
}

#[test]
fn the_name_must_be_the_player_s() {
    let other = player("", "").replace("PLAYER_NAME Xaloc", "PLAYER_NAME Garbi");
    assert!(lines(&other)[0].contains("`Garbi`"), "{:?}", lines(&other));
    let none = player("", "").replace("#define PLAYER_NAME Xaloc\n", "");
    assert!(lines(&none)[0].contains("#define PLAYER_NAME Xaloc"));
}

#[test]
fn a_source_that_is_made_to_take_long_is_given_up() {
    let endless = "a<".repeat(40_000);
    assert!(parse(&endless, Duration::ZERO).is_none(), "the parser is told to stop");
    assert!(parse("int f () { return 1; }", PATIENCE).is_some());
}
