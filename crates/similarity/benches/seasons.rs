//! Large seasons: `cargo bench -p similarity` fails when one of the promises is broken.
//!
//! | Promise | |
//! | --- | --- |
//! | all pairs of 1,000 players of 1,000 lines, sources and modules | under 60 s on two processors |
//! | one player against an index of 10,000, and added to it | under 2 s |
//! | memory | under 2 GB |

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use fixture::Does;
use similarity::intake::{self, Submission, Taken};
use similarity::season::{self, THRESHOLD};
use similarity::{Language, Sketch, Templates, index};
use std::fmt::Write;
use std::time::{Duration, Instant};

const PLAYERS: usize = 1_000;
const LINES: usize = 1_000;
const INDEXED: usize = 10_000;
/// Every so many players one is a copy, with all names changed and its functions turned round.
const COPIES: usize = 50;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

const CALLS: [&str; 12] = [
    "cell(p)",
    "unit(id)",
    "rows()",
    "cols()",
    "round()",
    "land(pl)",
    "total_score(pl)",
    "farmers(pl)",
    "knights(pl)",
    "pos_ok(p)",
    "random(0, 7)",
    "status(pl)",
];
const FIELDS: [&str; 8] =
    [".owner", ".id", ".type", ".health", ".pos.i", ".pos.j", ".player", ".size()"];

fn expression(dice: &mut Dice, own: &str) -> String {
    let mut out = String::new();
    for k in 0..=dice.below(4) {
        if k > 0 {
            out.push_str(dice.pick(&[" + ", " - ", "*", " < ", " == ", " and ", "/", "%"]));
        }
        match dice.below(4) {
            0 => out.push_str(&dice.below(99).to_string()),
            1 => out.push_str(own),
            _ => {
                out.push_str(dice.pick(&CALLS));
                out.push_str(dice.pick(&FIELDS));
            }
        }
    }
    out
}

/// A function of about twenty lines; `prefix` begins its names.
fn function(dice: &mut Dice, prefix: &str, number: usize) -> String {
    let mut out = format!("  int {prefix}f{number} (Pos p, int id, int pl) {{\n");
    let mut open = 0;
    for line in 0..18 {
        let own = format!("{prefix}v{}", dice.below(line.max(1)));
        let e = expression(dice, &own);
        // Writing to a string cannot fail.
        let _ = match dice.below(6) {
            0 if open < 3 => {
                open += 1;
                writeln!(out, "    if ({e}) {{")
            }
            1 if open < 3 => {
                open += 1;
                writeln!(out, "    while ({e}) {{")
            }
            2 if open > 0 => {
                open -= 1;
                writeln!(out, "    }}")
            }
            3 => writeln!(out, "    command(id, Dir({e}));"),
            4 => writeln!(out, "    {own} += {e};"),
            _ => writeln!(out, "    int {prefix}v{line} = {e};"),
        };
    }
    out.push_str(&"    }\n".repeat(open));
    out.push_str("    return id;\n  }\n");
    out
}

fn player(seed: usize, prefix: &str, turned: bool) -> String {
    let mut dice = Dice(seed as u64 * 7_919 + 1);
    let mut functions = Vec::new();
    let mut lines = 0;
    while lines < LINES {
        let function = function(&mut dice, prefix, functions.len());
        lines += function.lines().count();
        functions.push(function);
    }
    if turned {
        functions.reverse();
    }
    format!("struct PLAYER_NAME : public Player {{\n{}}};\n", functions.concat())
}

fn submission(number: usize) -> Submission {
    let copy = number % COPIES == COPIES - 1;
    let text = match copy {
        true => player(number - 1, "other_", true),
        false => player(number, "my_", false),
    };
    let label = format!("player {number}");
    let person = label.clone();
    let (season, language, bytes) = (String::new(), Language::Cpp, text.into_bytes());
    Submission { label, person, season, language, time: None, bytes }
}

/// A module of some 5,000 instructions that its author wrote; a copy's stands on other lines.
fn module(submission: &Submission) -> Option<Vec<u8>> {
    let number: usize = submission.label.rsplit(' ').next()?.parse().ok()?;
    let copy = number % COPIES == COPIES - 1;
    let mut dice = Dice((number - usize::from(copy)) as u64 * 104_729 + 5);
    let line = |k: u32| if copy { LINES as u32 - k / 5 % LINES as u32 } else { 1 + k / 5 };
    let does = |dice: &mut Dice| match dice.below(5) {
        0 => Does::Calls(dice.below(6) as u8),
        1 => Does::Compares(2 + dice.below(60) as u8),
        2 => Does::Multiplies(2 + dice.below(60) as u8),
        3 => Does::Fraction(dice.below(1000) as f64 / 7.0),
        _ => Does::Loops,
    };
    let lines: Vec<(u32, Does)> = (0..5000).map(|k| (line(k), does(&mut dice))).collect();
    Some(fixture::module(&lines))
}

/// The most memory that this process has had so far, in MB; nothing where the system does not
/// tell.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

fn check(what: &str, took: Duration, most: Duration) {
    println!("{what}: {:.2} s, at most {} s allowed", took.as_secs_f64(), most.as_secs());
    assert!(took < most, "too slow");
}

fn take(all: &[Submission], templates: &Templates) -> Vec<Taken> {
    intake::take(all, templates, &module, &|| true).into_iter().flatten().collect()
}

fn all_pairs(templates: &Templates, all: &[Submission]) -> Vec<Sketch> {
    let begin = Instant::now();
    let sketches: Vec<Sketch> = take(all, templates).into_iter().map(|t| t.sketch).collect();
    let taken = begin.elapsed();
    let people: Vec<usize> = (0..PLAYERS).collect();
    let season = season::compare(&sketches, &people);
    let took = begin.elapsed();
    println!("of it, taking {PLAYERS} sources apart: {:.2} s", taken.as_secs_f64());
    check(
        &format!("all {} pairs of {PLAYERS} players", season.compared),
        took,
        Duration::from_secs(60),
    );
    let found: Vec<_> = season.pairs.iter().filter(|p| p.score >= THRESHOLD).collect();
    assert_eq!(found.len(), PLAYERS / COPIES, "not exactly the copies were found");
    assert!(found.iter().all(|p| p.right == p.left + 1 && p.right % COPIES == COPIES - 1));
    assert!(found.iter().all(|p| p.source > THRESHOLD && p.module > Some(THRESHOLD)));
    println!("the {} copies were found, and nobody else accused", found.len());
    sketches
}

fn against_index(templates: &Templates, season: &[Submission], sketches: &[Sketch]) {
    let file = std::env::temp_dir().join(format!("palestra-seasons-{}.index", std::process::id()));
    let _ = std::fs::remove_file(&file);
    for year in 0..INDEXED / PLAYERS {
        // The same players every year: making others would take longer than everything else.
        let again: Vec<Submission> =
            season.iter().map(|s| Submission { season: year.to_string(), ..s.clone() }).collect();
        let players: Vec<_> = again.iter().zip(sketches).collect();
        index::add(&file, &players).expect("the index can be written");
    }
    let size = std::fs::metadata(&file).map_or(0, |m| m.len()) / 1_000_000;
    println!("an index of {INDEXED} players has {size} MB");
    let mut new = submission(INDEXED);
    new.bytes = player(321, "new_", true).into_bytes();
    let begin = Instant::now();
    let (sketch, _) = Sketch::of(&new.bytes, Language::Cpp, templates).expect("it can be compared");
    let looked = index::look(&file, &[(&new, &sketch)], THRESHOLD).expect("the index can be read");
    let added = index::add(&file, &[(&new, &sketch)]).expect("the index can be written");
    let took = begin.elapsed();
    let _ = std::fs::remove_file(&file);
    assert_eq!((looked.players, added), (INDEXED, 1));
    // Others may be worth a closer look too; the copies come first.
    let copies = looked.found.iter().take_while(|f| f.earlier.label == "player 321").count();
    assert_eq!(copies, INDEXED / PLAYERS, "its copies were not found");
    check("one player against the index, and added to it", took, Duration::from_secs(2));
}

fn main() {
    let templates = Templates::standard();
    let all: Vec<Submission> = (0..PLAYERS).map(submission).collect();
    let sketches = all_pairs(&templates, &all);
    against_index(&templates, &all, &sketches);
    if let Some(memory) = memory() {
        println!("most memory: {memory} MB, at most 2000 MB allowed");
        assert!(memory < 2_000, "too much memory");
    }
}
