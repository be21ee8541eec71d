//! The page for organisers: one HTML file without scripts that needs nothing else.
//!
//! All text of players goes through [`visible::Visible`]. The page also forbids itself to load or
//! run anything.

use crate::behaviour::Agreement;
use crate::crowds::Crowd;
use crate::decisions::Entry;
use crate::evidence::{Ink, Stretch};
use crate::report::{BARS, Case, Player, Report};
use askama::Template;
use jiff::Timestamp;
use std::collections::HashSet;

/// Colours of fragments; from then on they come again.
const COLOURS: usize = 8;
/// Lines of tables.
const ROWS_MAX: usize = 200;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    report: &'a Report,
    /// How many pairs reach the threshold.
    suspicious: usize,
    bars: Vec<Bar>,
    /// Where the threshold is in the picture.
    threshold: String,
    crowds: Vec<Group>,
    /// Players whose sources organisers should look at.
    findings: Vec<&'a Player>,
    likenesses: Vec<Likeness<'a>>,
    noted: Vec<&'a Player>,
    cases: Vec<Chapter<'a>>,
}

/// A bar of the distribution of scores.
struct Bar {
    class: &'static str,
    x: usize,
    y: String,
    height: String,
    title: String,
}

/// Players who share code.
struct Group {
    sentence: String,
    names: String,
    lines: String,
}

impl Group {
    fn of(report: &Report, crowd: &Crowd) -> Self {
        let names: Vec<String> = crowd.members.iter().map(|k| report.name(*k)).collect();
        let range = |(first, last): &(u32, u32)| match first == last {
            true => first.to_string(),
            false => format!("{first} to {last}"),
        };
        let lines: Vec<String> = crowd.lines.iter().map(range).collect();
        Self { sentence: report.of_crowd(crowd), names: names.join(", "), lines: lines.join(", ") }
    }
}

/// How alike two players behave.
struct Likeness<'a> {
    names: &'a [String; 2],
    alike: String,
    usual: String,
    p: String,
    situations: usize,
}

/// A pair: its row in the table of pairs, and all about it.
struct Chapter<'a> {
    class: &'static str,
    names: [String; 2],
    score: String,
    /// The view that found most, and the scores by sources and by modules.
    view: &'static str,
    views: [String; 2],
    covers: [String; 2],
    p: String,
    /// How many pairs score as much or more.
    as_much: usize,
    fingerprints: String,
    fragments: usize,
    /// Tokens of the longest fragment.
    longest: usize,
    /// How alike both behave; empty where it was not measured.
    alike: String,
    /// The last decision; empty where there is none.
    decision: &'static str,
    entries: Vec<Note<'a>>,
    likeness: Option<Likeness<'a>>,
    curve: String,
    sides: [Side<'a>; 2],
}

struct Note<'a> {
    day: String,
    by: &'a str,
    decision: &'static str,
    note: &'a str,
}

/// A source with its stretches marked.
#[derive(Template)]
#[template(path = "side.html")]
struct Side<'a> {
    name: &'a str,
    lines: Vec<Line<'a>>,
}

struct Line<'a> {
    number: String,
    pieces: Vec<Piece<'a>>,
}

/// A part of a line.
enum Piece<'a> {
    Plain(&'a str),
    Marked { class: &'static str, text: &'a str },
    Fragment { class: String, id: Option<String>, link: String, text: &'a str },
}

#[derive(Template)]
#[template(path = "curve.html")]
struct Curve {
    usual: String,
    points: String,
    first: i32,
    last: i32,
}

impl Report {
    /// The report as a page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let names: Vec<[String; 2]> =
            self.cases.iter().map(|c| [self.name(c.pair.left), self.name(c.pair.right)]).collect();
        let cases = self.cases.iter().zip(&names).enumerate();
        let crowds = self.crowds.iter().take(ROWS_MAX);
        let noted = |p: &&Player| !p.finding && !p.remarks.is_empty();
        let page = Page {
            report: self,
            suspicious: self.pairs.iter().filter(|p| p.score >= self.alarm.threshold).count(),
            bars: self.bars(),
            threshold: format!("{:.1}", 10.0 + self.alarm.threshold * 500.0),
            crowds: crowds.map(|c| Group::of(self, c)).collect(),
            findings: self.findings().take(ROWS_MAX).collect(),
            likenesses: self.agreements.iter().take(ROWS_MAX / 10).map(Likeness::of).collect(),
            noted: self.players.iter().filter(noted).take(ROWS_MAX).collect(),
            cases: cases.map(|(k, (case, names))| self.chapter(k, case, names)).collect(),
        };
        page.to_string()
    }

    /// Scores of all pairs; heights are logarithmic, so that single pairs can be seen.
    fn bars(&self) -> Vec<Bar> {
        let counts = self.distribution();
        let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
        let bar = |(k, count): (usize, usize)| {
            let height = 6.0 + 94.0 * (count as f64).ln_1p() / most.ln_1p();
            let hot = (k as f64 + 0.5) / BARS as f64 >= self.alarm.threshold;
            let (from, to) = (k as f64 / BARS as f64, (k + 1) as f64 / BARS as f64);
            Bar {
                class: if hot { "hot" } else { "bar" },
                x: 10 + k * 10,
                y: format!("{:.1}", 108.0 - height),
                height: format!("{height:.1}"),
                title: format!("{from:.2} to {to:.2}: {count} pairs"),
            }
        };
        counts.into_iter().enumerate().filter(|(_, count)| *count > 0).map(bar).collect()
    }

    fn chapter<'a>(&self, k: usize, case: &'a Case, names: &'a [String; 2]) -> Chapter<'a> {
        let (pair, evidence) = (&case.pair, &case.evidence);
        let [a, b] = &case.sources;
        let ids = |own, other| [format!("c{k}{own}"), format!("c{k}{other}")];
        let likeness = case.agreement.as_ref().map(Likeness::of);
        Chapter {
            class: if pair.score >= self.alarm.threshold { "hot" } else { "" },
            names: names.clone(),
            score: format!("{:.2}", pair.score),
            view: pair.view.word(),
            views: [
                format!("{:.2}", pair.source),
                pair.module.map_or_else(|| "not compared".into(), |score| format!("{score:.2}")),
            ],
            covers: [percent(pair.cover.left), percent(pair.cover.right)],
            p: p_value(pair.p),
            as_much: self.pairs.iter().filter(|other| other.score >= pair.score).count(),
            fingerprints: percent(evidence.fingerprints),
            fragments: evidence.fragments.len(),
            longest: evidence.fragments.first().map_or(0, |f| f.tokens),
            alike: likeness.as_ref().map_or_else(String::new, |l| l.alike.clone()),
            decision: case.entries.last().map_or("", |e| e.verdict.word()),
            entries: case.entries.iter().map(Note::of).collect(),
            likeness,
            curve: case.agreement.as_ref().map_or_else(String::new, curve),
            sides: [
                Side::new(&ids("l", "r"), &names[0], &a.text, &evidence.left),
                Side::new(&ids("r", "l"), &names[1], &b.text, &evidence.right),
            ],
        }
    }
}

impl<'a> Likeness<'a> {
    fn of(agreement: &'a Agreement) -> Self {
        Self {
            names: &agreement.names,
            alike: percent(agreement.alike),
            usual: percent(agreement.usual),
            p: p_value(agreement.p),
            situations: agreement.situations,
        }
    }
}

impl<'a> Note<'a> {
    fn of(entry: &'a Entry) -> Self {
        let (by, note) = (entry.by.as_str(), entry.note.as_str());
        Self { day: day(entry.time), by, decision: entry.verdict.word(), note }
    }
}

/// A source with its stretches in classes `t` (template), `p` (pattern), `m` (module) and `f0` to
/// `f7` (fragments), which link to the other side. Ids begin with the first of `ids`, links with
/// the second.
#[must_use]
pub fn side(ids: &[String; 2], name: &str, source: &str, stretches: &[Stretch]) -> String {
    Side::new(ids, name, source, stretches).to_string()
}

impl<'a> Side<'a> {
    fn new(ids: &[String; 2], name: &'a str, source: &'a str, stretches: &[Stretch]) -> Self {
        let [own, other] = ids;
        let mut lines = vec![Line::new(1)];
        let mut named = HashSet::new();
        for stretch in stretches {
            for (k, text) in source[stretch.start..stretch.end].split('\n').enumerate() {
                if k > 0 {
                    lines.push(Line::new(lines.len() + 1));
                }
                let piece = match stretch.ink {
                    _ if text.is_empty() => continue,
                    Ink::Plain => Piece::Plain(text),
                    Ink::Template => Piece::Marked { class: "t", text },
                    Ink::Pattern => Piece::Marked { class: "p", text },
                    Ink::Module => Piece::Marked { class: "m", text },
                    Ink::Fragment(k) => Piece::Fragment {
                        class: format!("f{}", k % COLOURS),
                        id: named.insert(k).then(|| format!("{own}{k}")),
                        link: format!("{other}{k}"),
                        text,
                    },
                };
                lines.last_mut().expect("there is a first line").pieces.push(piece);
            }
        }
        Self { name, lines }
    }
}

impl Line<'_> {
    fn new(number: usize) -> Self {
        Self { number: format!("{number:>4}"), pieces: Vec::new() }
    }
}

/// Agreement over the rounds, as a picture; nothing where there are too few.
#[must_use]
pub fn curve(agreement: &Agreement) -> String {
    let rounds = &agreement.rounds;
    let ([(first, _), .., (last, _)], count) = (rounds.as_slice(), rounds.len()) else {
        return String::new();
    };
    let x = |k: usize| 10.0 + 500.0 * k as f64 / (count - 1) as f64;
    let y = |share: f64| 100.0 - 90.0 * share;
    let point = |(k, (_, share)): (usize, &(i32, f64))| format!("{:.1},{:.1}", x(k), y(*share));
    let points: Vec<String> = rounds.iter().enumerate().map(point).collect();
    let usual = format!("{:.1}", y(agreement.usual));
    Curve { usual, points: points.join(" "), first: *first, last: *last }.to_string()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn p_value(p: f64) -> String {
    if p < 0.001 { format!("{p:.1e}") } else { format!("{p:.3}") }
}

/// A day, from seconds since 1970: year-month-day. Moments after the year 9999 have none.
fn day(seconds: u64) -> String {
    let moment = i64::try_from(seconds).ok().and_then(|s| Timestamp::from_second(s).ok());
    moment.map_or_else(|| "?".into(), |moment| moment.strftime("%F").to_string())
}
