//! `palestra similar`: finds copies.

mod behaviour;
mod files;
mod modules;

use crate::failure::{DONE, Done, Failure};
use crate::interrupt::Interrupt;
use crate::options::Similar;
use crate::paint::Paint;
use files::Given;
use indicatif::{ProgressBar, ProgressStyle};
use modules::Modules;
use similarity::alarm::Alarm;
use similarity::behaviour::Agreement;
use similarity::crowds::{self, Crowd};
use similarity::decisions::{self, Decision, Entry};
use similarity::evidence::Evidence;
use similarity::index;
use similarity::intake::{self, Submission, Taken};
use similarity::report::{Case, Player, Report};
use similarity::season::{self, Pair, Season, THRESHOLD};
use similarity::{Language, Remark, Sketch, Templates};
use std::collections::HashSet;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Earlier players that are compared in full.
const EARLIER_MAX: usize = 500;
/// Pairs of the table on the terminal.
const ROWS: usize = 15;

/// Compares players, and writes what was asked for.
pub fn run(options: &Similar) -> Done {
    if options.threshold.is_some_and(|t| !(0.0..=1.0).contains(&t)) {
        return Err(Failure::usage("the threshold is a score between 0 and 1"));
    }
    let given = files::read(&options.files, options.by_folder)?;
    if options.decide.is_some() || options.note.is_some() {
        return decide(options, &given);
    }
    let templates = templates(&options.template)?;
    let interrupt = Interrupt::listen();
    let modules = Modules::of(options, &given);
    let taken = take(&given.submissions, &templates, &modules, &interrupt);
    let asked = interrupt.asked();
    let notes = notes(options);
    let (entries, damaged) =
        decisions::read(&notes).map_err(|e| Failure::file("read", notes.display(), &e))?;
    let agreements = behaviour::compare(options, &given, &interrupt)?;
    let scores = Vec::new();
    let mut work = Work { options, given, templates, modules, taken, entries, agreements, scores };
    let earlier = work.join_earlier()?;
    let mut report = work.report();
    report.remarks.extend(work.modules.remarks());
    report.remarks.extend(earlier);
    if asked || interrupt.asked() {
        report.remarks.push("Stopped early: only a part of the players was compared.".into());
    }
    if damaged > 0 {
        let notes = notes.display();
        report.remarks.push(format!(
            "{damaged} lines of {notes} are damaged; the report leaves \
         them out."
        ));
    }
    write(options, &report)?;
    tell(options, &report);
    Ok(DONE)
}

/// Where notes are kept: where the user says, else beside the index, else here.
fn notes(options: &Similar) -> PathBuf {
    let beside = options.index.as_ref().map(|index| index.with_extension("notes"));
    options.notes.clone().or(beside).unwrap_or_else(|| "similar.notes".into())
}

fn templates(files: &[PathBuf]) -> Result<Templates, Failure> {
    let mut templates = Templates::standard();
    for path in files {
        let bytes = std::fs::read(path).map_err(|e| Failure::file("read", path.display(), &e))?;
        templates.add(path.display().to_string(), &bytes, Language::of(path));
    }
    Ok(templates)
}

/// Takes all sources apart; shows progress on a terminal, stops after Ctrl-C.
fn take(
    all: &[Submission],
    templates: &Templates,
    modules: &Modules,
    interrupt: &Interrupt,
) -> Vec<Taken> {
    let bar = if std::io::stderr().is_terminal() && all.len() > 50 {
        let bar = ProgressBar::new(all.len() as u64);
        let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} sources, {eta} left");
        bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    } else {
        ProgressBar::hidden()
    };
    let each = || {
        bar.inc(1);
        !interrupt.asked()
    };
    let taken = intake::take(all, templates, &|s| modules.get(s), &each);
    bar.finish_and_clear();
    taken.into_iter().map(|t| t.unwrap_or_default()).collect()
}

/// Everything that a report is made of.
struct Work<'a> {
    options: &'a Similar,
    given: Given,
    templates: Templates,
    modules: Modules,
    taken: Vec<Taken>,
    entries: Vec<Entry>,
    agreements: Vec<Agreement>,
    /// The scores of these players with players of earlier seasons, as far as samples show.
    scores: Vec<f64>,
}

impl Work<'_> {
    /// Adds the earlier players that resemble one of these, and, if asked to, adds these to the
    /// index. Gives remarks about it.
    fn join_earlier(&mut self) -> Result<Vec<String>, Failure> {
        let Some(path) = &self.options.index else { return Ok(Vec::new()) };
        let mut new: Vec<(Submission, Sketch)> = Vec::new();
        for (submission, taken) in self.given.submissions.iter().zip(&self.taken) {
            if taken.counts() {
                let season = self.options.season.clone().unwrap_or_default();
                new.push((Submission { season, ..submission.clone() }, taken.sketch.clone()));
            }
        }
        let new: Vec<(&Submission, &Sketch)> = new.iter().map(|(a, b)| (a, b)).collect();
        let unusable = |e: index::Unusable| Failure::usage(format!("{}: {e}", path.display()));
        let threshold = self.options.threshold.unwrap_or(THRESHOLD);
        let mut looked = index::look(path, &new, threshold).map_err(unusable)?;
        self.scores = std::mem::take(&mut looked.scores);
        let mut remarks = Vec::new();
        if looked.cut > 0 {
            let cut = looked.cut;
            remarks.push(format!(
                "The last {cut} bytes of the index are incomplete; the report \
             leaves them out."
            ));
        }
        remarks.push(format!("Compared with {} players of earlier seasons.", looked.players));
        if self.options.add {
            let added = index::add(path, &new).map_err(unusable)?;
            remarks.push(format!("{added} players were added to {}.", path.display()));
        }
        self.join(looked);
        Ok(remarks)
    }

    /// Earlier players are compared with the new ones like everybody else, but not with each
    /// other: that was done in their season.
    fn join(&mut self, looked: index::Looked) {
        let mut seen = HashSet::new();
        for found in looked.found.into_iter().take(EARLIER_MAX) {
            if !seen.insert((found.earlier.season.clone(), found.earlier.digest())) {
                continue;
            }
            let earlier = [found.earlier];
            self.taken.extend(take(
                &earlier,
                &self.templates,
                &self.modules,
                &Interrupt::default(),
            ));
            self.given.submissions.extend(earlier);
            self.given.people.push(usize::MAX);
        }
    }

    fn report(&mut self) -> Report {
        let (mut season, alarm) = (self.season(), self.options.threshold.map(Alarm::fixed));
        let count = self.taken.len();
        let measure = || Alarm::measure(&season.pairs, count, season.compared, &self.scores);
        let alarm = alarm.unwrap_or_else(measure);
        alarm.judge(&mut season.pairs);
        let digests: Vec<String> = self.given.submissions.iter().map(Submission::digest).collect();
        let players: Vec<Player> = self
            .given
            .submissions
            .iter()
            .zip(&self.taken)
            .zip(&digests)
            .map(|((submission, taken), digest)| Player {
                label: submission.label.clone(),
                season: submission.season.clone(),
                digest: digest.clone(),
                lines: submission.bytes.split(|b| *b == b'\n').count(),
                remarks: taken.remarks.iter().map(ToString::to_string).collect(),
                finding: taken.remarks.iter().any(Remark::is_finding),
            })
            .collect();
        let shown = season.pairs.iter().take(self.options.top);
        let cases = shown.filter_map(|pair| self.case(*pair, &digests)).collect();
        Report {
            title: "Similar players".into(),
            players,
            crowds: self.crowds(&season.pairs, alarm.threshold),
            pairs: season.pairs,
            compared: season.compared,
            alarm,
            templates: self.templates.names().to_vec(),
            cases,
            agreements: std::mem::take(&mut self.agreements),
            remarks: Vec::new(),
        }
    }

    /// Players of this season who share code.
    fn crowds(&self, pairs: &[Pair], threshold: f64) -> Vec<Crowd> {
        let sketches: Vec<Sketch> = self.taken.iter().map(|t| t.sketch.clone()).collect();
        let times: Vec<_> = self.given.submissions.iter().map(|s| s.time).collect();
        crowds::find(&sketches, pairs, threshold, &times)
    }

    /// Compares those that can be compared; numbers are those of all submissions.
    fn season(&self) -> Season {
        let who: Vec<usize> = (0..self.taken.len()).filter(|k| self.taken[*k].counts()).collect();
        let sketches: Vec<Sketch> = who.iter().map(|k| self.taken[*k].sketch.clone()).collect();
        let people: Vec<usize> = who.iter().map(|k| self.given.people[*k]).collect();
        let mut season = season::compare(&sketches, &people);
        for pair in &mut season.pairs {
            (pair.left, pair.right) = (who[pair.left], who[pair.right]);
        }
        season
    }

    fn case(&self, pair: Pair, digests: &[String]) -> Option<Case> {
        let anatomy = |k: usize| {
            let modules = |s: &Submission| self.modules.get(s);
            self.given.submissions[k].anatomy(&self.templates, &modules).ok()
        };
        let sources = [anatomy(pair.left)?, anatomy(pair.right)?];
        let key = decisions::key(&digests[pair.left], &digests[pair.right]);
        let same = |a: &&Agreement| (a.left, a.right) == (pair.left, pair.right);
        Some(Case {
            pair,
            evidence: Evidence::of(&sources[0], &sources[1]),
            sources,
            agreement: self.agreements.iter().find(same).cloned(),
            entries: self.entries.iter().filter(|e| e.sources == key).cloned().collect(),
        })
    }
}

fn write(options: &Similar, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &options.report {
        crate::files::write(path, report.to_html())?;
    }
    if let Some(path) = &options.csv {
        crate::files::write(path, report.to_csv())?;
    }
    Ok(())
}

fn tell(options: &Similar, report: &Report) {
    if options.json {
        anstream::println!("{:#}", report.to_json());
        return;
    }
    let paint = Paint::stdout();
    for remark in &report.remarks {
        anstream::println!("{remark}");
    }
    for player in report.findings() {
        let line = format!("{}: {}", shown(&player.label), player.remarks.join("; "));
        anstream::println!("{}", paint.bold(line));
    }
    for player in report.players.iter().filter(|p| !p.finding && !p.remarks.is_empty()) {
        anstream::println!("{}: {}", shown(&player.label), player.remarks.join("; "));
    }
    let hot = report.pairs.iter().filter(|p| p.score >= report.alarm.threshold).count();
    anstream::println!(
        "{} players, {} pairs, {} at or above {:.2}. {}\n",
        report.players.len(),
        report.compared,
        paint.bold(hot),
        report.alarm.threshold,
        report.of_alarm()
    );
    if !report.cases.is_empty() {
        anstream::println!("{}", paint.dim("score  by      of each      p        players"));
    }
    for case in report.cases.iter().take(ROWS) {
        tell_pair(report, case);
    }
    for crowd in &report.crowds {
        let names: Vec<String> = crowd.members.iter().map(|k| shown(&report.name(*k))).collect();
        anstream::println!("\n{}: {}", shown(&report.of_crowd(crowd)), names.join(", "));
    }
    behaviour::tell(&report.agreements);
    if let Some(path) = &options.report {
        anstream::println!("\nWrote {}: the evidence, side by side", path.display());
    }
}

fn tell_pair(report: &Report, case: &Case) {
    let pair = &case.pair;
    let row = format!(
        "{:.2}   {:<7} {:>3.0} % {:>3.0} %  {:<8.2e} {} and {}",
        pair.score,
        pair.view.word(),
        pair.cover.left * 100.0,
        pair.cover.right * 100.0,
        pair.p,
        shown(&report.name(pair.left)),
        shown(&report.name(pair.right))
    );
    let decided = case.entries.last().map_or("", |e| e.verdict.word());
    match pair.score >= report.alarm.threshold {
        true => anstream::println!("{} {decided}", Paint::stdout().bold(row)),
        false => anstream::println!("{row} {decided}"),
    }
}

/// A name of a file without characters that would command the terminal.
fn shown(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Notes or decides something about two players.
fn decide(options: &Similar, given: &Given) -> Done {
    let [a, b] = &given.submissions[..] else {
        return Err(Failure::usage("notes and decisions are about two sources")
            .help("name exactly two sources with --decide and --note"));
    };
    let verdict = match options.decide.as_deref() {
        Some("copied") => Decision::Copied,
        Some("cleared") => Decision::Cleared,
        _ => Decision::Open,
    };
    let user = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|v| std::env::var(v).ok());
    let sources = decisions::key(&a.digest(), &b.digest());
    let in_order = sources[0] == a.digest();
    let (first, second) = if in_order { (a, b) } else { (b, a) };
    let entry = Entry {
        time: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
        by: user.unwrap_or_else(|| "somebody".into()),
        names: [first.label.clone(), second.label.clone()],
        sources,
        verdict,
        note: options.note.clone().unwrap_or_default(),
    };
    let notes = notes(options);
    decisions::add(&notes, &entry).map_err(|e| Failure::file("write", notes.display(), &e))?;
    let notes = notes.display();
    anstream::println!("Noted in {notes}: {}, {}", shown(&a.label), shown(&b.label));
    Ok(DONE)
}
