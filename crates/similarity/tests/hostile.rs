//! Sources, names, indexes and notes are made by people who want to break something.

use proptest::prelude::*;
use similarity::alarm::Alarm;
use similarity::behaviour::Agreement;
use similarity::crowds::Crowd;
use similarity::decisions::{self, Decision, Entry};
use similarity::evidence::{Evidence, Ink, Stretch};
use similarity::report::{Case, Player, Report};
use similarity::season::{self, THRESHOLD};
use similarity::source::LARGEST;
use similarity::{Anatomy, Language, Remark, Sketch, Submission, Templates, index};
use std::path::PathBuf;

const LANGUAGES: [Language; 4] = [Language::Cpp, Language::Rust, Language::Js, Language::Python];

fn submission(label: &str, text: &str) -> Submission {
    Submission {
        label: label.into(),
        person: label.into(),
        season: String::new(),
        language: Language::Cpp,
        time: None,
        bytes: text.as_bytes().to_vec(),
    }
}

/// An original of the corpus.
fn original(name: &str) -> String {
    let file = format!("{}/tests/corpus/AI{name}.cc", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(file).expect("the corpus is there")
}

fn temporary(name: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("palestra-similar-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&file);
    file
}

/// Whatever it is, both languages say something about it, and comparing it with itself works.
fn survives(bytes: &[u8]) {
    let templates = Templates::none();
    for language in LANGUAGES {
        let Ok(anatomy) = Anatomy::of(bytes, language, &templates) else { continue };
        let evidence = Evidence::of(&anatomy, &anatomy);
        let covered: usize = evidence.left.iter().map(|s| s.end - s.start).sum();
        assert_eq!(covered, anatomy.text.len());
        let cover = anatomy.sketch().compare(&anatomy.sketch());
        assert!((0.0..=1.0).contains(&cover.score()), "{cover:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_compared_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        survives(&bytes);
    }

    #[test]
    fn any_sequence_of_words_of_programs_is_compared(words in proptest::collection::vec(
        prop::sample::select(vec![
            "if", "(", ")", "{", "}", "for", ";", "x", "y", "f", "=", "+", "!", "not", "and", "<",
            "struct", "int", "return", "while", "1", "\"s\"", ".", "->", "[", "]", "#define", "\n",
            "fn", "let", "match", "=>", "|", "&", "::", "else", "case", "é", "auto", "operator",
            "def", ":", "\n ", "\n  ", "lambda", "elif", "in", "range", "`", "${", "function", "#",
            "\"\"\"", "import", "as", "from", "yield", "self", "class", "?.", "**", "const",
        ]), 0..200))
    {
        survives(words.join(" ").as_bytes());
    }

    #[test]
    fn pieces_of_real_players_are_compared(from in 0usize..4000, length in 0usize..3000) {
        let text = original("Basalt");
        let bytes = text.as_bytes();
        let from = from.min(bytes.len());
        survives(&bytes[from..(from + length).min(bytes.len())]);
    }

    #[test]
    fn an_index_of_any_bytes_is_read_or_refused(tail in proptest::collection::vec(any::<u8>(), 0..300)) {
        let file = temporary("any");
        let bytes = [b"palestra similarity index 1\n", &tail[..]].concat();
        std::fs::write(&file, bytes).expect("the file can be written");
        let _ = index::look(&file, &[], 0.5);
        let _ = std::fs::remove_file(&file);
    }
}

#[test]
fn deep_nesting_is_no_danger() {
    // Each of them is deep enough to exhaust the stack of a function that calls itself.
    let (n, stack) = (12_000, 1 << 17);
    let cases = [
        format!("int x = {}1{};", "(".repeat(n), ")".repeat(n)),
        format!("void f() {}{}", "{".repeat(n), "}".repeat(n)),
        format!("void f() {{ {} x = 1; }}", "if (a) ".repeat(n)),
        format!("int x = {}1;", "1 + ".repeat(n)),
        format!("int x = {}a;", "!".repeat(n)),
        format!("int x = {}1;", "f(g, ".repeat(n)),
        format!("auto x = a{};", "[b".repeat(n)),
        "struct A { ".repeat(12_000),
        format!("x = {}", "[".repeat(n)),
        format!("x = {}1{}", "[".repeat(n), "]".repeat(n)),
        format!("x = {}1", "lambda: ".repeat(n)),
        format!("x = {}1", "not ".repeat(n)),
        format!("x = {}1", "a => ".repeat(n)),
        format!("x = `{}", "${`".repeat(n)),
        format!("x = f\"{}", "{f\"".repeat(n)),
        (0..400).map(|k| format!("{}if a:\n", " ".repeat(k))).collect(),
        format!("if a: pass\n{}", "elif b: pass\n".repeat(n)),
        format!("x = {}1", "1 < ".repeat(n)),
    ];
    for case in cases {
        let thread = std::thread::Builder::new().stack_size(stack);
        let thread = thread.spawn(move || survives(case.as_bytes())).expect("threads can be made");
        thread.join().expect("no source ends the program");
    }
}

#[test]
fn what_is_no_source_is_refused_with_a_reason() {
    let of = |bytes: &[u8]| Sketch::of(bytes, Language::Cpp, &Templates::none()).map(|s| s.1);
    assert_eq!(of(b""), Err(Remark::Empty));
    assert_eq!(of(b" \n\t"), Err(Remark::Empty));
    assert_eq!(of(b"// nothing here\n/* nor here */"), Err(Remark::Empty));
    assert_eq!(of(b"int\0x;"), Err(Remark::Binary(3)));
    let long = vec![b'x'; 10 << 20];
    assert_eq!(of(&long), Err(Remark::TooLarge(10 << 20)));
    let line = format!("int x = {}1;", "1+".repeat(LARGEST / 2 - 20));
    assert!(of(line.as_bytes()).is_ok(), "a long line is as good as many short ones");
    let prose =
        "This is not a program, it's prose; isn't it? Yes, it is: @@ $$ ## ,, ;; ".repeat(9);
    let remarks = of(prose.as_bytes()).expect("prose can be compared");
    assert!(remarks.iter().any(|r| matches!(r, Remark::Broken(..))), "{remarks:?}");
}

#[test]
fn latin_1_comments_do_not_move_anything() {
    let mut bytes = b"// vis\xe9 l'enemic\n".to_vec();
    bytes.extend_from_slice(original("Amber").as_bytes());
    let anatomy = Anatomy::of(&bytes, Language::Cpp, &Templates::none()).expect("it is a source");
    assert_eq!(anatomy.text.len(), bytes.len());
}

fn report(names: [&str; 2], texts: [&str; 2], note: &str) -> Report {
    let templates = Templates::none();
    let all = [submission(names[0], texts[0]), submission(names[1], texts[1])];
    let sources =
        all.clone().map(|s| s.anatomy(&templates, &|_| None).expect("these can be compared"));
    let sketches = sources.each_ref().map(Anatomy::sketch);
    let season = season::compare(&sketches, &[0, 1]);
    let players = all.iter().map(|s| Player {
        label: s.label.clone(),
        season: note.into(),
        digest: s.digest(),
        lines: 1,
        remarks: vec![note.into()],
        finding: note.len().is_multiple_of(2),
    });
    let entry = Entry {
        time: 1_790_000_000,
        by: note.into(),
        sources: decisions::key(&all[0].digest(), &all[1].digest()),
        names: names.map(String::from),
        verdict: Decision::Open,
        note: note.into(),
    };
    let agreement = Agreement {
        left: 0,
        right: 1,
        names: names.map(String::from),
        alike: 0.5,
        usual: 0.1,
        p: 0.01,
        situations: 10,
        rounds: vec![(0, 0.1), (10, 0.9)],
    };
    Report {
        title: note.into(),
        players: players.collect(),
        cases: vec![Case {
            pair: season.pairs[0],
            evidence: Evidence::of(&sources[0], &sources[1]),
            sources,
            agreement: Some(agreement.clone()),
            entries: vec![entry],
        }],
        pairs: season.pairs,
        compared: season.compared,
        alarm: Alarm::default(),
        crowds: vec![Crowd { members: vec![0, 1], origin: 0, by_time: true, lines: vec![(1, 2)] }],
        templates: vec![note.into()],
        agreements: vec![agreement],
        remarks: vec![note.into()],
    }
}

/// Everything in a page that a browser would take for a tag.
fn tags(page: &str) -> Vec<&str> {
    page.split('<').skip(1).map(|t| t.split(['>', ' ']).next().unwrap_or_default()).collect()
}

#[test]
fn no_text_of_anybody_becomes_part_of_the_page() {
    let evil = "</pre><script>alert(1)</script><img src=x onerror='alert(2)'>\"><svg onload=a>";
    let source = format!(
        "int f(int a) {{ string s = R\"({evil})\"; // {evil}\n return a + g(a, h(a)) * 2; }}\n{evil}"
    );
    let page = report([evil, "b"], [&source, &source], evil).to_html();
    let known = [
        "!doctype",
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "h1",
        "h2",
        "h3",
        "p",
        "strong",
        "figure",
        "figcaption",
        "svg",
        "rect",
        "line",
        "text",
        "polyline",
        "details",
        "summary",
        "ul",
        "li",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "a",
        "section",
        "span",
        "div",
        "pre",
        "i",
        "b",
        "time",
    ];
    for tag in tags(&page) {
        assert!(known.contains(&tag.trim_start_matches('/')), "a tag <{tag}");
    }
    assert!(!page.contains("<svg onload") && !page.contains("<img"));
    assert!(page.contains("default-src 'none'"), "the page forbids itself to run anything");
    let harmless = report(["a", "b"], [&source, &source], "note").to_html();
    assert_eq!(tags(&page).len(), tags(&harmless).len(), "evil text adds no tag");
}

/// A source as evidence.
fn shown(source: &str, stretches: &[Stretch]) -> String {
    similarity::page::side(&["l".into(), "r".into()], "name", source, stretches)
}

#[test]
fn lines_keep_their_breaks_and_blanks() {
    let source = "  a <b\n\n\tc  \nd\n";
    let inks = [(0, 4, Ink::Pattern), (4, 12, Ink::Fragment(9)), (12, source.len(), Ink::Plain)];
    let page = shown(source, &inks.map(|(start, end, ink)| Stretch { start, end, ink }));
    let (_, lines) = page.split_once("<pre>").expect("has lines");
    let expected = "\n<i>   1</i> <span class=\"p\">  a </span>\
                    <a class=\"f1\" id=\"l9\" href=\"#r9\">&#60;b</a>\
                    \n<i>   2</i> \
                    \n<i>   3</i> <a class=\"f1\" href=\"#r9\">\tc  </a>\
                    \n<i>   4</i> d\
                    \n<i>   5</i> </pre>\n</div>";
    assert_eq!(lines, expected);
}

#[test]
fn signs_that_turn_the_direction_of_writing_are_shown_as_such() {
    let source = "if (admin\u{202e} ) \u{2066}{\u{7}";
    let page = shown(source, &[Stretch { start: 0, end: source.len(), ink: Ink::Plain }]);
    assert!(page.contains("if (admin\u{fffd} ) \u{fffd}{\u{fffd}</pre>"), "{page}");
}

/// The five signs that mean something in pages, as templates write them.
fn escaped(text: &str) -> String {
    let signs = [('&', "&#38;"), ('<', "&#60;"), ('>', "&#62;"), ('"', "&#34;"), ('\'', "&#39;")];
    signs.iter().fold(text.to_string(), |text, (sign, name)| text.replace(*sign, name))
}

#[test]
fn the_whole_source_stands_in_the_evidence() {
    let text = original("Jade");
    let report = report(["a", "b"], [&text, &text], "x");
    let side = report.to_html();
    for line in text.lines().filter(|l| l.trim().len() > 5) {
        let shown = escaped(line.trim());
        let plain = side.replace("</a>", "").replace("</span>", "");
        let plain: String = plain.split("<a ").flat_map(|p| p.split("<span ")).collect();
        assert!(plain.contains(&shown), "{shown}");
    }
    let fragments = &report.cases[0].evidence.fragments;
    assert!(fragments[0].tokens > 200, "a source is one fragment with itself");
    let inks: Vec<Ink> = report.cases[0].evidence.left.iter().map(|s| s.ink).collect();
    assert!(inks.contains(&Ink::Fragment(0)));
}

#[test]
fn an_index_finds_copies_of_earlier_seasons_and_grows() {
    let file = temporary("grows");
    let templates = Templates::standard();
    let sketch = |s: &Submission| Sketch::of(&s.bytes, Language::Cpp, &templates).expect("fine").0;
    let names = ["Amber", "Basalt", "Cobalt", "Dune", "Ember", "Fjord"];
    let old: Vec<Submission> = names
        .iter()
        .map(|n| Submission { season: "2025".into(), ..submission(n, &original(n)) })
        .collect();
    let sketches: Vec<Sketch> = old.iter().map(&sketch).collect();
    let all: Vec<_> = old.iter().zip(&sketches).collect();
    assert!(index::look(&file, &all, 0.3).expect("no file is an empty index").found.is_empty());
    assert_eq!(index::add(&file, &all[..3]).expect("it can be written"), 3);
    assert_eq!(index::add(&file, &all).expect("it can be written"), 3, "the rest only");
    let copy = submission("New", &original("Dune").replace("mowers", "workers"));
    let own = sketch(&copy);
    let looked = index::look(&file, &[(&copy, &own)], THRESHOLD).expect("it can be read");
    assert_eq!((looked.players, looked.found.len(), looked.cut), (6, 1, 0));
    assert_eq!(looked.found[0].earlier.label, "Dune");
    assert_eq!(looked.found[0].earlier.bytes, original("Dune").as_bytes());
    // The same file in other hands a year later is no honest coincidence.
    let same = submission("Other", &original("Dune"));
    let looked = index::look(&file, &[(&same, &sketch(&same))], THRESHOLD).expect("it can be read");
    assert_eq!(looked.found.len(), 1);
    let _ = std::fs::remove_file(&file);
}

#[test]
fn a_cut_index_loses_its_last_player_only_and_a_damaged_one_is_refused() {
    let file = temporary("cut");
    let players: Vec<Submission> =
        ["Garnet", "Heath"].iter().map(|n| submission(n, &original(n))).collect();
    let empty = Sketch::default();
    let all: Vec<_> = players.iter().map(|p| (p, &empty)).collect();
    index::add(&file, &all).expect("it can be written");
    let whole = std::fs::read(&file).expect("it is there");
    std::fs::write(&file, &whole[..whole.len() - 9]).expect("it can be written");
    let looked = index::look(&file, &[], 0.5).expect("a cut index can be read");
    assert_eq!(looked.players, 1);
    assert!(looked.cut > 0);
    assert_eq!(index::add(&file, &all).expect("it can be written"), 1);
    assert_eq!(std::fs::read(&file).expect("it is there"), whole, "the cut block was replaced");
    let mut damaged = whole.clone();
    damaged[100] ^= 1;
    std::fs::write(&file, &damaged).expect("it can be written");
    assert!(matches!(index::look(&file, &[], 0.5), Err(index::Unusable::Damaged(_))));
    assert!(matches!(index::add(&file, &all), Err(index::Unusable::Damaged(_))));
    assert_eq!(std::fs::read(&file).expect("it is there"), damaged, "it is left as it was");
    std::fs::write(&file, "int main () { }").expect("it can be written");
    assert!(matches!(index::add(&file, &all), Err(index::Unusable::NotAnIndex)));
    let _ = std::fs::remove_file(&file);
}

#[test]
fn notes_are_only_added_and_damaged_lines_are_counted() {
    let file = temporary("notes");
    let entry = |note: &str| Entry {
        time: 1,
        by: "me".into(),
        sources: decisions::key("b", "a"),
        names: ["x".into(), "y".into()],
        verdict: Decision::Cleared,
        note: note.into(),
    };
    assert_eq!(decisions::read(&file).expect("no file has no entries"), (Vec::new(), 0));
    decisions::add(&file, &entry("first\nof two lines")).expect("it can be written");
    std::fs::write(
        &file,
        [&std::fs::read(&file).expect("it is there")[..], b"{rubbish\n"].concat(),
    )
    .expect("it can be written");
    decisions::add(&file, &entry("second")).expect("it can be written");
    let (entries, damaged) = decisions::read(&file).expect("it can be read");
    assert_eq!((entries, damaged), (vec![entry("first\nof two lines"), entry("second")], 1));
    assert!(decisions::add(&file, &entry(&"x".repeat(1 << 17))).is_err());
    let _ = std::fs::remove_file(&file);
}
