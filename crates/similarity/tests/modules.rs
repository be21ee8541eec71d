//! The second view, from modules: its contents, and the effect of hostile modules.

mod fixture;

use fixture::{Does, module};
use proptest::prelude::*;
use similarity::evidence::{Evidence, Ink};
use similarity::module::Unreadable;
use similarity::season::{self, View};
use similarity::{Anatomy, Language, Remark, Sketch, Templates};

/// So many lines that do different things; `seed` says which.
fn lines(seed: u64, count: u32, first: u32) -> Vec<(u32, Does)> {
    let mut state = seed;
    let mut dice = |n: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    (0..count)
        .map(|k| {
            let does = match dice(5) {
                0 => Does::Calls(dice(6) as u8),
                1 => Does::Compares(2 + dice(60) as u8),
                2 => Does::Multiplies(2 + dice(60) as u8),
                3 => Does::Fraction(dice(1000) as f64 / 7.0),
                _ => Does::Loops,
            };
            (first + k, does)
        })
        .collect()
}

/// A source of so many lines; those of `a` and of `b` have nothing in common.
fn source(name: &str, count: u32) -> String {
    let line = |k: u32| match name {
        "b" => format!("void {name}{k}();\n"),
        _ => format!("int {name}{k} = {k};\n"),
    };
    (0..count).map(line).collect()
}

fn anatomy(text: &str, wasm: &[u8]) -> Anatomy {
    let anatomy = Anatomy::of(text.as_bytes(), Language::Cpp, &Templates::none());
    anatomy.expect("it is a source").with_module(wasm)
}

#[test]
fn what_the_compiler_makes_of_two_sources_is_compared() {
    let one = anatomy(&source("a", 300), &module(&lines(1, 200, 10)));
    // The same code, fifty lines further down.
    let copy = anatomy(&source("b", 300), &module(&lines(1, 200, 60)));
    let other = anatomy(&source("c", 300), &module(&lines(2, 200, 10)));
    let sketches: Vec<Sketch> = [&one, &copy, &other].map(Anatomy::sketch).to_vec();
    let pairs = season::compare(&sketches, &[0, 1, 2]).pairs;
    let pair = |a, b| pairs.iter().find(|p| (p.left, p.right) == (a, b));
    let found = pair(0, 1).expect("the copy is found");
    assert_eq!((found.view, found.score, found.module), (View::Module, 1.0, Some(1.0)));
    assert!(pair(0, 2).and_then(|p| p.module).is_none_or(|score| score < 0.1));
    let evidence = Evidence::of(&one, &copy);
    let marked = |side: &[similarity::evidence::Stretch], text: &str| {
        let of_module = side.iter().filter(|s| s.ink == Ink::Module).map(|s| s.start);
        let mut lines: Vec<usize> =
            of_module.map(|at| text[..at].matches('\n').count() + 1).collect();
        lines.dedup();
        lines
    };
    assert_eq!(marked(&evidence.left, &one.text).first(), Some(&10), "its first line");
    assert_eq!(marked(&evidence.right, &copy.text).first(), Some(&60), "and the copy's");
}

#[test]
fn the_order_of_functions_and_code_between_them_matter_little() {
    let (first, second) = (lines(1, 150, 10), lines(3, 150, 200));
    let one = [first.clone(), second.clone()].concat();
    let turned = [second, lines(9, 20, 500), first].concat();
    let [one, turned] = [one, turned].map(|l| anatomy(&source("a", 600), &module(&l)).sketch());
    let cover = one.compare_modules(&turned).expect("both have modules");
    assert!(cover.score() > 0.9, "{cover:?}");
}

#[test]
fn lines_that_everybody_was_given_do_not_count() {
    let text: String =
        (0..40).map(|k| format!("int given{k}(int x) {{ return x * {k} + cell(x); }}\n")).collect();
    let mut templates = Templates::none();
    templates.add("given".into(), text.as_bytes(), Language::Cpp);
    let own = source("a", 100);
    let whole = format!("{text}{own}");
    let anatomy = Anatomy::of(whole.as_bytes(), Language::Cpp, &templates).expect("a source");
    let anatomy = anatomy.with_module(&module(&[lines(1, 38, 1), lines(2, 50, 50)].concat()));
    assert!(!anatomy.module.is_empty());
    let given = text.len() as u32;
    assert!(anatomy.module.iter().all(|g| g.start >= given), "patterns of given lines are left");
}

#[test]
fn modules_that_cannot_be_compared_are_remarked_upon() {
    let text = source("a", 30);
    let remarks = |wasm: &[u8]| anatomy(&text, wasm).remarks;
    let has = |wasm: &[u8], why| remarks(wasm).contains(&Remark::Module(why));
    assert!(has(b"no module", Unreadable::NotWebAssembly));
    assert!(has(b"\0asm\x01\0\0\0", Unreadable::NoLines));
    assert!(has(&vec![0; (16 << 20) + 1], Unreadable::TooLarge));
    let whole = module(&lines(1, 20, 1));
    assert!(!remarks(&whole).iter().any(|r| matches!(r, Remark::Module(_))));
    assert!(has(&whole[..whole.len() / 2], Unreadable::NotWebAssembly));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_modules_end_nothing(
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)
    ) {
        let mut wasm = module(&lines(1, 60, 1));
        for (at, byte) in damage {
            let at = at.index(wasm.len());
            wasm[at] = byte;
        }
        let anatomy = anatomy(&source("a", 80), &wasm);
        let sketch = anatomy.sketch();
        let evidence = Evidence::of(&anatomy, &anatomy);
        let covered: usize = evidence.left.iter().map(|s| s.end - s.start).sum();
        prop_assert_eq!(covered, anatomy.text.len());
        prop_assert!(sketch.compare_modules(&sketch).is_none_or(|c| c.score() <= 1.0));
    }
}
