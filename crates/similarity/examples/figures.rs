//! Measures how well copies are told from independent players, in both views, on a corpus that
//! `--example disguised` wrote and whose modules lie beside the sources:
//! `cargo run --release -p similarity --example figures -- DIR`.
//!
//! Half of the players and half of the disguises say which score one independent pair in a hundred
//! exceeds; the other half of both only measures, at that score and at the one that one in a
//! hundred of its own pairs exceeds. `cargo xtask dolos` runs it with another detector on the same
//! files.

#[expect(dead_code, reason = "the tests use the rest of it")]
#[path = "../tests/disguise/mod.rs"]
mod disguise;

use disguise::{ALL, MACROS};
use similarity::alarm::Alarm;
use similarity::season::{self, Pair};
use similarity::{Anatomy, Language, Sketch, Templates, crowds};
use std::collections::BTreeMap;
use std::path::Path;

/// One independent pair of so many may reach the threshold.
const ONE_IN: usize = 100;
/// The score of a pair in a view; nothing where its modules are not known.
type View = fn(&Pair) -> Option<f64>;
/// By which of the scores pairs are judged.
const VIEWS: [(&str, View); 3] =
    [("source", |p| Some(p.source)), ("module", |p| p.module), ("both", |p| Some(p.score))];

/// Half of the players, their copies by disguise.
struct Half {
    originals: Vec<Sketch>,
    copies: BTreeMap<String, Vec<Option<Sketch>>>,
}

/// The scores of a half: of independent pairs, and of copies by disguise.
#[derive(Default)]
struct Scores {
    independent: Vec<f64>,
    copies: BTreeMap<String, Vec<f64>>,
}

fn main() {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: figures DIR");
        std::process::exit(2);
    };
    let (tuned, measured) = halves(Path::new(&folder));
    // The other detector is measured on the same groups.
    let groups: Vec<&str> = measured.copies.keys().map(String::as_str).collect();
    std::fs::write(Path::new(&folder).join("measured.txt"), groups.join("\n"))
        .expect("the corpus can be written to");
    for (name, view) in VIEWS {
        let (tuning, measuring) = (tuned.scores(view), measured.scores(view));
        let threshold = tuning.threshold();
        println!("\n{name}: tuned threshold {threshold:.3}, {}", measuring.alarms(threshold));
        println!("| disguise | found | least score |\n| --- | --- | --- |");
        for (way, scores) in &measuring.copies {
            let found = scores.iter().filter(|s| **s > threshold).count();
            let least = scores.iter().copied().fold(1.0, f64::min);
            println!("| {way} | {found} of {} | {least:.2} |", scores.len());
        }
        for threshold in [threshold, measuring.threshold()] {
            let recalls = measuring.recalls(threshold);
            println!("{name} at {threshold:.3}: {recalls}; {}", measuring.alarms(threshold));
        }
    }
    for percent in [30, 60, 90] {
        crowd(&measured, percent);
    }
}

fn kind(way: &str) -> usize {
    if way.starts_with("combined") { 2 } else { usize::from(way.contains("Macros")) }
}

/// Whether a group of copies belongs to the half that only measures: every other disguise, and all
/// combinations.
fn measures(group: &str) -> bool {
    let way = group.split('-').next().unwrap_or_default();
    let all: Vec<String> = ALL.into_iter().chain(MACROS).map(|d| format!("{d:?}")).collect();
    all.iter().position(|known| known == way).is_none_or(|number| number % 2 == 1)
}

fn halves(folder: &Path) -> (Half, Half) {
    let templates = Templates::standard();
    let list = |folder: &Path| {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .expect("the corpus is there")
            .map(|e| e.expect("it can be read").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let players: Vec<String> =
        list(&folder.join("original")).into_iter().filter(|n| n.ends_with(".cc")).collect();
    let sketch = |group: &str, player: &str| {
        let path = folder.join(group).join(player);
        let source = std::fs::read(&path).ok()?;
        let anatomy = Anatomy::of(&source, Language::Cpp, &templates).ok()?;
        let wasm = std::fs::read(path.with_extension("wasm"));
        Some(wasm.map_or_else(|_| anatomy.sketch(), |w| anatomy_with(&source, &templates, &w)))
    };
    let half = |odd: usize| {
        let own: Vec<&String> = players.iter().skip(odd).step_by(2).collect();
        let originals = own.iter().filter_map(|p| sketch("original", p)).collect();
        let groups = list(folder)
            .into_iter()
            .filter(|g| g != "original" && folder.join(g).is_dir() && measures(g) == (odd == 1));
        let copies = groups.map(|g| {
            let copies = own.iter().map(|p| sketch(&g, p)).collect();
            (g, copies)
        });
        Half { originals, copies: copies.collect() }
    };
    (half(0), half(1))
}

fn anatomy_with(source: &[u8], templates: &Templates, wasm: &[u8]) -> Sketch {
    let anatomy = Anatomy::of(source, Language::Cpp, templates).expect("it was read before");
    anatomy.with_module(wasm).sketch()
}

impl Scores {
    /// The score that one independent pair in a hundred exceeds.
    fn threshold(&self) -> f64 {
        let mut all = self.independent.clone();
        all.sort_unstable_by(f64::total_cmp);
        all[all.len() - 1 - all.len() / ONE_IN]
    }

    /// How many independent pairs are above a threshold, in words.
    fn alarms(&self, threshold: f64) -> String {
        let alarms = self.independent.iter().filter(|s| **s > threshold).count();
        format!("{alarms} false alarms in {} pairs", self.independent.len())
    }

    /// How many copies of each kind are above a threshold, in words.
    fn recalls(&self, threshold: f64) -> String {
        let mut sums = [(0, 0); 3];
        for (way, scores) in &self.copies {
            let sum = &mut sums[kind(way)];
            sum.0 += scores.iter().filter(|s| **s > threshold).count();
            sum.1 += scores.len();
        }
        let kinds = ["single", "macros", "combined"].iter().zip(sums);
        let words = kinds.map(|(what, (found, of))| format!("{what} {found} of {of}"));
        words.collect::<Vec<_>>().join(", ")
    }
}

impl Half {
    fn scores(&self, view: View) -> Scores {
        let mut scores = Scores::default();
        let count = self.originals.len();
        for (group, copies) in &self.copies {
            let known: Vec<usize> = (0..count).filter(|k| copies[*k].is_some()).collect();
            let copies = known.iter().filter_map(|k| copies[*k].clone());
            let all: Vec<Sketch> = self.originals.iter().cloned().chain(copies).collect();
            let origin = |k: usize| if k < count { k } else { known[k - count] };
            let people: Vec<usize> = (0..all.len()).collect();
            let pairs = season::compare(&all, &people).pairs;
            for right in 1..all.len() {
                for left in 0..right {
                    let pair = pairs.iter().find(|p| (p.left, p.right) == (left, right));
                    let Some(score) = pair.map_or(Some(0.0), view) else { continue };
                    if origin(left) == origin(right) {
                        scores.copies.entry(group.clone()).or_default().push(score);
                    } else if left < count {
                        // Two copies of one group share what the generator of disguises adds.
                        scores.independent.push(score);
                    }
                }
            }
        }
        scores
    }
}

/// A season of which so many percent are copies of one player in different disguises.
fn crowd(half: &Half, percent: usize) {
    let size = 10 * half.originals.len() / 6;
    let members = size * percent / 100;
    let copies: Vec<Sketch> =
        half.copies.values().filter_map(|c| c[0].clone()).take(members.saturating_sub(1)).collect();
    let honest = half.originals[1..].iter().take(size - members).cloned();
    let all: Vec<Sketch> =
        half.originals[..1].iter().cloned().chain(copies).chain(honest).collect();
    let people: Vec<usize> = (0..all.len()).collect();
    let season = season::compare(&all, &people);
    let alarm = Alarm::measure(&season.pairs, all.len(), season.compared, &[]);
    let above = season.pairs.iter().filter(|p| p.score >= alarm.threshold);
    let (found, others): (Vec<&Pair>, Vec<&Pair>) = above.partition(|p| p.right < members);
    let crowds = crowds::find(&all, &season.pairs, alarm.threshold, &vec![None; all.len()]);
    println!(
        "crowd of {percent} %: {} of {} pairs found, {} others, groups {:?}, threshold {:.2}",
        found.len(),
        members * (members - 1) / 2,
        others.len(),
        crowds.iter().map(|c| (c.members.len(), c.size())).collect::<Vec<_>>(),
        alarm.threshold
    );
}
