//! Copies of players in Python, JavaScript and C are found; independent players are not accused.

use similarity::season;
use similarity::{Language, Sketch, Submission, Templates, index};
use std::path::Path;

const GARBI: &str = include_str!("scripts/AIGarbi.py");
const LLEVANT: &str = include_str!("scripts/AILlevant.py");
const MESTRAL: &str = include_str!("scripts/AIMestral.py");
const XALOC: &str = include_str!("scripts/AIXaloc.js");
const PONENT: &str = include_str!("scripts/AIPonent.js");
const MIGJORN: &str = include_str!("scripts/AIMigjorn.js");

/// Names that the authors of these players chose. The game and the languages have no such names.
const CHOSEN: [&str; 107] = [
    "FADE",
    "LAND",
    "PREY",
    "spread",
    "sources",
    "shadows",
    "climb",
    "fear",
    "land",
    "prey",
    "found",
    "start",
    "worth",
    "queue",
    "value",
    "row",
    "near",
    "dark",
    "best",
    "most",
    "home",
    "lane",
    "Plan",
    "left",
    "width",
    "stripe",
    "inside",
    "number",
    "first",
    "last",
    "plan",
    "walk",
    "guard",
    "scare",
    "down",
    "ahead",
    "side",
    "flock",
    "witch_",
    "rivals",
    "RADIUS",
    "offers",
    "collect",
    "taken",
    "busy",
    "cost",
    "goal",
    "go",
    "duel",
    "open_cells",
    "steps",
    "step",
    "ways",
    "here",
    "me",
    "enemies",
    "other",
    "COOLING",
    "heat",
    "warm",
    "drift",
    "reach",
    "felt",
    "coldest",
    "chosen",
    "boring",
    "path",
    "next_",
    "Column",
    "members",
    "leader",
    "towards",
    "from_",
    "lay",
    "escort",
    "column",
    "at",
    "there",
    "knight_",
    "target",
    "WALKS",
    "LENGTH",
    "blocked",
    "walls",
    "gain",
    "harm",
    "spook",
    "decide",
    "total",
    "away",
    "results",
    "top",
    "stroll",
    "sum_",
    "seen",
    "who",
    "marks",
    "danger",
    "blows",
    "wishes",
    "haunt_",
    "curse",
    "least",
    "far",
    "k",
    "p",
    "q",
];

/// Another name for each name that an author chose.
fn renamed(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        match CHOSEN.iter().position(|c| *c == word) {
            Some(number) => out.push_str(&format!("zz{number}")),
            None => out.push_str(word),
        }
        let sign = behind.chars().next().map_or(0, char::len_utf8);
        out.push_str(&behind[..sign]);
        rest = &behind[sign..];
    }
    out
}

/// The functions and classes in the opposite order, behind what stands before them.
fn reordered(text: &str, begins: &[&str]) -> String {
    let mut parts = vec![String::new()];
    for line in text.lines() {
        if begins.iter().any(|word| line.starts_with(word)) {
            parts.push(String::new());
        }
        parts.last_mut().expect("there is a part").push_str(&format!("{line}\n"));
    }
    parts[1..].reverse();
    assert!(parts.len() > 3, "there are functions to move");
    parts.concat()
}

/// Other indentation, comments and empty lines.
fn reformatted_python(text: &str) -> String {
    let line = |line: &str| {
        let blanks = line.len() - line.trim_start().len();
        let tail = if line.ends_with(':') { "  # one more" } else { "" };
        format!("{}{}{tail}\n\n", "\t".repeat(blanks / 4), line.trim_start())
    };
    let text = text.replace(" + ", "+").replace(", ", " ,").replace("(", "( ");
    // The lines of an open bracket may begin anywhere.
    text.lines().map(line).collect()
}

/// Everything in as few lines as comments allow.
fn reformatted_js(text: &str) -> String {
    let code = |line: &str| !line.trim_start().starts_with("//");
    let lines: Vec<&str> = text.lines().filter(|line| code(line)).map(str::trim).collect();
    lines.join(" ").replace(" = ", "=").replace(", ", " , /* one more */ ")
}

fn copy(text: &str, language: Language) -> String {
    match language {
        Language::Python => reformatted_python(&reordered(&renamed(text), &["def ", "class "])),
        _ => {
            reformatted_js(&reordered(&renamed(text), &["function ", "class ", "export function "]))
        }
    }
}

fn sketch(text: &str, language: Language) -> Sketch {
    let found = Sketch::of(text.as_bytes(), language, &Templates::standard());
    let (sketch, remarks) = found.expect("it is a source");
    assert!(remarks.is_empty(), "{remarks:?} of {text}");
    sketch
}

/// Originals first, then their copies: the copies score 0.8 or more, all others less than 0.28.
fn copies_are_found(language: Language, texts: &[&str]) {
    let copies: Vec<String> = texts.iter().map(|text| copy(text, language)).collect();
    let all = texts.iter().copied().chain(copies.iter().map(String::as_str));
    let sketches: Vec<Sketch> = all.map(|text| sketch(text, language)).collect();
    let people: Vec<usize> = (0..sketches.len()).collect();
    let pairs = season::compare(&sketches, &people).pairs;
    for (k, text) in texts.iter().enumerate() {
        assert_ne!(*text, copies[k]);
        let pair = pairs.iter().find(|p| (p.left, p.right) == (k, k + texts.len()));
        let score = pair.map_or(0.0, |p| p.score);
        println!("copy of {k}: {score:.3}");
        assert!(score >= 0.8, "{score} with\n{}", copies[k]);
    }
    let independent = pairs.iter().filter(|p| p.left + texts.len() != p.right);
    let most = independent.map(|p| p.score).fold(0.0, f64::max);
    println!("independent: at most {most:.3}");
    assert!(most < 0.28, "{most}");
}

#[test]
fn copies_in_python_are_found() {
    copies_are_found(Language::Python, &[GARBI, LLEVANT, MESTRAL]);
}

#[test]
fn copies_in_javascript_are_found() {
    copies_are_found(Language::Js, &[XALOC, PONENT, MIGJORN]);
}

/// C has no grammar of its own here: C++ reads it.
#[test]
fn copies_in_c_are_found() {
    let text = include_str!("../../../sdk/c/walker.c");
    let language = Language::of(Path::new("walker.c"));
    let names = text.replace("unsigned", "long").replace("seat", "zz");
    let copy = names.replace("\n", "\n\n").replace("    ", "\t");
    let sketch = |text: &str| Sketch::of(text.as_bytes(), language, &Templates::none());
    let [one, other] = [text, &copy].map(|text| sketch(text).expect("it is a source").0);
    // It is so short that it does not even score 1 with itself.
    let score = one.compare(&other).score() / one.compare(&one).score();
    assert!(score >= 0.8, "{score}");
}

#[test]
fn other_ways_to_write_the_same_have_the_same_patterns() {
    let pairs = [
        (
            Language::Python,
            "def f(a):\n  if a.x < 3:\n    g(a.x, a.y)\n  elif a.z:\n    h(a.y)\n",
            "def f(b):\n  if 3 > b.x:\n    g(b.x, b.y)\n  else:\n    if b.z:\n      h(b.y)\n",
        ),
        (
            Language::Python,
            "def f(a):\n  for k in range(a.n):\n    a.run(k + 1, a.b)\n",
            "def f(a):\n  k = 0\n  while k < a.n:\n    a.run(k + 1, a.b)\n    k += 1\n",
        ),
        (
            Language::Python,
            "def f(a):\n  if not a.x == a.y and 0 <= a.p < a.q:\n    a.run(a.m)\n",
            "def f(a):\n  if a.x != a.y and (0 <= a.p and a.p < a.q):\n    a.run(a.m)\n",
        ),
        (
            Language::Js,
            "const f = (a) => a.run(a.m, a.n === 1 ? a.p.x : a.q.y);",
            "function f(a) { return a.run(a.m, 1 === a.n ? a.p.x : a.q.y); }",
        ),
        (
            Language::Js,
            "for (let i = 0; i < a.n; ++i) { if (a.x && a.y) a.run(i); }",
            "var i = 0; while (a.n > i) { if (a.x && a.y) { a.run(i); } i += 1; }",
        ),
        (
            Language::Js,
            "import { Dir as D } from 'g'; run(D.LEFT.x, D.RIGHT.y);",
            "import { Dir } from 'g'; run(Dir.LEFT.x, Dir.RIGHT.y);",
        ),
    ];
    for (language, one, other) in pairs {
        let [one_sketch, other_sketch] = [one, other].map(|text| {
            Sketch::of(text.as_bytes(), language, &Templates::none()).expect("it is a source").0
        });
        let patterns = |s: &Sketch| s.patterns.iter().map(|p| p.hash).collect::<Vec<_>>();
        let (one_patterns, others) = (patterns(&one_sketch), patterns(&other_sketch));
        assert!(!one_patterns.is_empty(), "{one}");
        let shared = one_patterns.iter().filter(|h| others.contains(h)).count();
        assert_eq!((shared, shared), (one_patterns.len(), others.len()), "{one}\n{other}");
    }
}

/// A source in another language that scores as much is not looked for.
#[test]
fn an_index_gives_players_in_the_same_language() {
    let submission = |label: &str, language: Language| Submission {
        label: label.into(),
        person: label.into(),
        season: label.into(),
        language,
        time: None,
        bytes: GARBI.as_bytes().to_vec(),
    };
    let own = sketch(GARBI, Language::Python);
    let earlier = submission("old", Language::Python);
    let bytes = index::pack(&[(&earlier, &own)]).expect("it can be packed");
    let find = |language| {
        let new = submission("new", language);
        let found = index::search(&bytes[..], bytes.len() as u64, &[(&new, &own)], 0.3);
        found.expect("it can be read").found
    };
    let found = find(Language::Python);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].earlier.language, Language::Python);
    assert!(find(Language::Js).is_empty());
}
