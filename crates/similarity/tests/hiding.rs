//! Copies that hide, as students tried it on the first evening: behind macros, in a crowd, in
//! code that no parser reads. Each season has six players, as in the report of the fault.

#[expect(dead_code, reason = "other tests use the rest of it")]
mod disguise;

use disguise::{Dice, MACROS};
use similarity::season::{self, THRESHOLD};
use similarity::{Anatomy, Language, Remark, Sketch, Templates};

/// What the score of every hidden copy must reach.
const FOUND: f64 = 0.8;

fn original(name: &str) -> String {
    let file = format!("{}/tests/corpus/AI{name}.cc", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(file).expect("the corpus is there")
}

fn sketch(text: &str) -> Sketch {
    Sketch::of(text.as_bytes(), Language::Cpp, &Templates::standard()).expect("it is a source").0
}

/// The score of each pair of a season, by the numbers of both players.
fn scores(texts: &[String]) -> impl Fn(usize, usize) -> f64 + use<> {
    let sketches: Vec<Sketch> = texts.iter().map(|t| sketch(t)).collect();
    let people: Vec<usize> = (0..texts.len()).collect();
    let pairs = season::compare(&sketches, &people).pairs;
    move |a, b| pairs.iter().find(|p| (p.left, p.right) == (a, b)).map_or(0.0, |p| p.score)
}

/// Five independent players, and a copy of the first one.
fn season_with(copy: String) -> Vec<String> {
    let mut all: Vec<String> = ["Garnet", "Amber", "Cobalt", "Dune", "Iris"].map(original).to_vec();
    all.push(copy);
    all
}

#[test]
fn macros_of_every_kind_hide_nothing() {
    for how in MACROS {
        let copy = disguise::disguise(&original("Garnet"), how, 3, &mut Dice::new(7));
        assert!(copy.contains("#define "), "{how:?} defines no macro");
        let score = scores(&season_with(copy));
        assert!(score(0, 5) >= FOUND, "{how:?}: {:.2}", score(0, 5));
        for honest in 1..5 {
            assert!(score(honest, 5) < THRESHOLD, "{how:?} accuses player {honest}");
        }
    }
}

#[test]
fn three_lines_of_macros_hide_nothing() {
    let macros = "#define give return\n#define fork if\n#define spin while\n";
    let text = original("Garnet");
    let hidden = text.replace("return ", "give ").replace("if (", "fork (");
    let hidden = hidden.replace("while (", "spin (");
    let score = scores(&season_with(format!("{macros}{hidden}")));
    assert!(score(0, 5) >= FOUND, "{:.2}", score(0, 5));
}

#[test]
fn a_crowd_hides_nobody() {
    let text = original("Garnet");
    // Five copies of one source; the last two differ in eleven lines.
    let mut all = vec![original("Amber")];
    all.extend((0..3).map(|_| text.clone()));
    let lines: Vec<&str> = text.lines().collect();
    let other: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(k, line)| match k % 13 {
            0 if line.ends_with(';') => line.replace(';', ", (void)rows();"),
            _ => (*line).to_owned(),
        })
        .collect();
    all.push(text);
    all.push(other.join("\n"));
    let score = scores(&all);
    for left in 1..6 {
        for right in left + 1..6 {
            assert!(score(left, right) >= FOUND, "{left} {right}: {:.2}", score(left, right));
        }
        assert!(score(0, left) < THRESHOLD, "the crowd accuses the honest player");
    }
}

#[test]
fn code_that_no_parser_reads_is_compared_by_its_tokens_and_is_a_finding() {
    // Braces and parentheses that do not match, as code has them that a script put together.
    let broken = |text: &str| text.replace(") {", ") ) { {").replace("}\n", "} } (\n");
    let text = broken(&original("Garnet"));
    let anatomy = Anatomy::of(text.as_bytes(), Language::Cpp, &Templates::standard());
    let remarks = anatomy.expect("it is compared").remarks;
    assert!(remarks.iter().any(|r| matches!(r, Remark::Broken(..))), "{remarks:?}");
    assert!(remarks.iter().all(Remark::is_finding), "{remarks:?}");
    let score = scores(&season_with(text));
    assert!(score(0, 5) >= FOUND, "{:.2}", score(0, 5));
    for honest in 1..5 {
        assert!(score(honest, 5) < THRESHOLD, "player {honest}: {:.2}", score(honest, 5));
    }
}

#[test]
fn evidence_points_into_the_authors_lines() {
    let text = "#define WHEN(c) if (c)\n#define GO(p) command(p, Dir(p + 1))\n\nvoid f(int x) {\n  \
                WHEN(x > 2) GO(x);\n}\n";
    let anatomy =
        Anatomy::of(text.as_bytes(), Language::Cpp, &Templates::none()).expect("it is a source");
    let call = text.find("WHEN(x").expect("it is there") as u32;
    let end = call + "WHEN(x > 2) GO(x);".len() as u32;
    assert!(!anatomy.grams.is_empty());
    for gram in &anatomy.grams {
        assert!(gram.start >= call && gram.end <= end, "{gram:?} is not in the call's line");
    }
    let names: Vec<&str> =
        anatomy.tokens.iter().map(|t| &text[t.start as usize..t.end as usize]).collect();
    assert!(names.contains(&"WHEN") && names.contains(&"GO") && names.contains(&"2"), "{names:?}");
}

#[test]
fn what_the_compiler_does_not_see_does_not_count() {
    let text = original("Garnet");
    let padding = original("Cobalt");
    let padded =
        format!("{text}\n#if 0\n{padding}\n#endif\n#undef X\n#ifdef X\n{padding}\n#endif\n");
    let score = scores(&season_with(padded));
    assert!(score(0, 5) >= FOUND, "{:.2}", score(0, 5));
    assert!(score(2, 5) < THRESHOLD, "{:.2}", score(2, 5));
}

#[test]
fn macros_without_end_are_findings() {
    let bombs = [
        // Doubles 30 times.
        (0..30).fold("#define A0 x + x\n".to_owned(), |text, k| {
            format!("{text}#define A{} A{k} + A{k}\n", k + 1)
        }) + "int y = A30;\n",
        "#define f(x) x(x)\nint y = f(f);\n".to_owned(),
        format!(
            "#define A {}\n#define B A A A A A A A A\nint y = {};\n",
            "x+".repeat(9000),
            "B+".repeat(500)
        ),
    ];
    for bomb in bombs {
        let text = format!("{bomb}{}", original("Garnet"));
        let anatomy = Anatomy::of(text.as_bytes(), Language::Cpp, &Templates::standard());
        let remarks = anatomy.expect("it is compared").remarks;
        assert!(remarks.contains(&Remark::Endless), "{remarks:?}");
    }
}

#[test]
fn other_numbers_of_lines_are_findings() {
    for line in ["#line 7 \"sdk/Player.hh\"", "# 7 \"sdk/Player.hh\"", "#line 9"] {
        let text = format!("{line}\n{}", original("Garnet"));
        let anatomy = Anatomy::of(text.as_bytes(), Language::Cpp, &Templates::standard());
        let remarks = anatomy.expect("it is compared").remarks;
        assert_eq!(remarks, [Remark::Relined], "{line}");
    }
    let plain = original("Garnet");
    let anatomy = Anatomy::of(plain.as_bytes(), Language::Cpp, &Templates::standard());
    assert_eq!(anatomy.expect("it is compared").remarks, []);
}

#[test]
fn conditions_and_macros_that_lead_nowhere_are_read() {
    let texts = [
        "#define A(x\nint a = A(1);".to_owned(),
        "#define A(x, ...) x __VA_ARGS__ #x x##x\nint a = A(1, 2, 3) A( A;".to_owned(),
        "#if (1 + (\nint a;\n#elif 2 == 1 + 1\nint b;\n#else\nint c;\n#endif\n#endif\n".to_owned(),
        "#if 1\n".repeat(3000) + "int a;",
        "#define\n#undef\n#if\n#ifdef\n#else\n# \n#include\n#include \"AIMe.cc\"\nint a;"
            .to_owned(),
        format!("#define A(x) {}\n{}", "x ".repeat(20_000), "A ".repeat(60_000)),
        format!("#define A(x) x\n{}", "A(".repeat(60_000)),
        format!("#define A({}) x\nint a = A(1);", "x,".repeat(60_000)),
        format!("#if {}1\nint a;\n#endif", "(".repeat(100_000)),
        "\\\n".repeat(100_000) + "int a;",
        format!("int {}a;", "\\".repeat(100_000)),
    ];
    for text in texts {
        // Whatever it is, there is an answer.
        let _ = Sketch::of(text.as_bytes(), Language::Cpp, &Templates::none());
    }
}

#[test]
fn known_conditions_choose_their_branch() {
    let code = |value: &str| {
        format!(
            "#define LEVEL {value}\n#if LEVEL > 1 && !defined(NOTHING_KNOWN_OF_THIS) || LEVEL * 2 == 4\n\
             int f(Pos p) {{ return cell(p).owner + unit(2).health; }}\n#elif LEVEL == 1\n\
             int f(Pos p) {{ while (pos_ok(p)) command(p, Dir(3)); }}\n#endif\n"
        )
    };
    let of = |text: &str| {
        let sketch = Sketch::of(text.as_bytes(), Language::Cpp, &Templates::none());
        let patterns = sketch.expect("it is a source").0.patterns;
        patterns.iter().map(|p| p.hash).collect::<Vec<u64>>()
    };
    let (one, two) = (of(&code("1")), of(&code("2")));
    let second = of("int f(Pos p) { while (pos_ok(p)) command(p, Dir(3)); }");
    assert_eq!(two, of("int f(Pos p) { return cell(p).owner + unit(2).health; }"));
    assert_eq!(one, second);
}
