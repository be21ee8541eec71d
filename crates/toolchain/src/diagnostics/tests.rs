use super::*;

const TEXT: &str = "#include \"Player.hh\"\n\nvoid f() {\n  comand(3, Top);\n  vector<int> v;\n  sort(v);\n  g();\n}\n";

fn subject() -> Subject<'static> {
    let identifiers = ["command", "farmers"].into();
    Subject { file: "AIFoo.cc", name: "Foo", lines: Lines::of(TEXT), identifiers }
}

fn shown(output: &str) -> String {
    read(output, &subject()).to_string()
}

#[test]
fn an_error_shows_its_line_and_a_hint() {
    let said = "AIFoo.cc:4:3: error: use of undeclared identifier 'comand'\n";
    assert_eq!(
        shown(said),
        "AIFoo.cc:4:3: error: use of undeclared identifier 'comand'\n     4 |   comand(3, Top);\n       \
         |   ^\n       = did you mean `command`?"
    );
}

#[test]
fn errors_inside_headers_are_told_of_the_line_that_caused_them() {
    let clang = "/x/include/__algorithm/sort.h:9:1: error: no matching function\n\
                 AIFoo.cc:6:3: note: in instantiation of function template requested here\n";
    let gcc = "AIFoo.cc:6:7:   required from here\n\
               /usr/include/c++/12/bits/stl_algo.h:9:1: error: no matching function\n";
    for (said, column) in [(clang, 3), (gcc, 7)] {
        let report = read(said, &subject());
        assert_eq!((report.errors[0].line, report.errors[0].column), (6, column), "{said}");
        assert!(report.errors[0].message.contains("found inside <"));
    }
}

#[test]
fn only_the_first_errors_are_shown() {
    let said: String = (1..=30).map(|k| format!("AIFoo.cc:{k}:1: error: number {k}\n")).collect();
    let report = read(&said, &subject());
    assert_eq!((report.errors.len(), report.more), (5, 25));
    assert!(report.to_string().ends_with("… and 25 more; fix these errors first"));
}

#[test]
fn what_the_linker_misses_is_shown_where_it_is_used() {
    let report = read("wasm-ld: error: player.o: undefined symbol: g()\n", &subject());
    assert_eq!(report.errors[0].line, 7);
    let fork = read("wasm-ld: error: player.o: undefined symbol: fork\n", &subject());
    assert!(fork.to_string().contains("no processes"));
}

#[test]
fn warnings_of_headers_are_nobody_s_business() {
    let said =
        "/x/vector:1:1: warning: odd [-Wodd]\nAIFoo.cc:5:1: warning: unused 'v' [-Wunused]\n";
    let report = read(said, &subject());
    assert!(report.errors.is_empty());
    assert_eq!(report.warnings.len(), 1);
    assert_eq!(report.warnings[0].message, "unused 'v'");
}

#[test]
fn usual_mistakes_have_hints() {
    for (message, wanted) in [
        ("expected ';' after expression", "semicolon"),
        ("no template named 'unordered_map' in namespace 'std'", "#include <unordered_map>"),
        ("use of undeclared identifier 'PLAYER_NAME'", "#define PLAYER_NAME Foo"),
        ("reference to 'count' is ambiguous", "rename yours"),
        ("no member named 'fermers' in 'Foo'", "did you mean `farmers`?"),
        (
            "'play' marked 'override' but does not override any member functions",
            "virtual void play",
        ),
        ("'Other.hh' file not found", "one file"),
        ("use of undeclared identifier 'thread'", "no processes"),
    ] {
        let report = read(&format!("AIFoo.cc:2:1: error: {message}\n"), &subject());
        let hint = report.errors[0].hint.clone().unwrap_or_default();
        assert!(hint.contains(wanted), "{message}: {hint}");
    }
}

/// What a compiler says is the author's choice: it costs no more than its size, and little is kept.
#[test]
fn floods_are_read_once_and_kept_in_part() {
    let long = "x".repeat(3000);
    let text = format!("{long}\n").repeat(300);
    let subject = |lines| Subject { lines, ..subject() };
    for line in [
        format!("AIFoo.cc:2:1: warning: {long}"),
        format!("AIFoo.cc:LINE:2999: error: {long}"),
        "AIFoo.cc:1:1: warning: use of undeclared identifier 'comand'".into(),
        "AIFoo.cc:LINE:1: warning: undefined symbol: nowhere".into(),
        "/x/sort.h:9:1: error: no match".into(),
        "wasm-ld: error: x: undefined symbol: fLINE".into(),
        "AIFoo.cc:1:1: note: undefined symbol: g".into(),
    ] {
        let mut said = String::new();
        for number in 0..20_000 {
            said += &line.replace("LINE", &number.to_string());
            said.push('\n');
            if said.len() > 1 << 20 {
                break;
            }
        }
        let report = read(&said, &subject(Lines::of(&text)));
        assert!(report.errors.len() <= ERRORS && report.warnings.len() <= WARNINGS);
        assert!(report.to_string().len() <= 8 << 10, "{}", report.to_string().len());
        let json = serde_json::to_string(&report).expect("a report");
        assert!(json.len() <= 32 << 10, "{}", json.len());
    }
}
