//! `palestra tune`: better numbers for a player's parameters, and whether they really are.

use crate::commands::compare;
use crate::failure::{DONE, Done, Failure, INTERRUPTED};
use crate::files;
use crate::input;
use crate::options::Tune;
use crate::paint::Paint;
use crate::players::Seating;
use crate::series::{self, Meter, Stage};
use arena::Entrant;
use arena::compare::{Comparison, Design, NEW, OLD, Question};
use arena::stats::place_points::Utility;
use arena::stats::sequential::Errors;
use arena::trial::{Finalist, Hunt, Outcome};
use arena::tune::{Definition, Notation, Range, definitions, with_values};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toolchain::Cache;

/// A source with parameters, and how to make players of other values.
struct Workshop {
    file: PathBuf,
    source: String,
    chosen: Vec<(Definition, Range)>,
    folder: PathBuf,
}

impl Workshop {
    fn text(&self, values: &[f64]) -> String {
        let written = self.chosen.iter().zip(values);
        let written: Vec<(&Definition, String)> =
            written.map(|((definition, range), v)| (definition, range.written(*v))).collect();
        with_values(&self.source, &written)
    }

    /// A player with these values; sources of the same text are built once.
    fn player(&self, seating: &mut Seating, values: &[f64]) -> Result<Entrant, Failure> {
        let file = self.file.file_name().unwrap_or_default();
        let path = self.folder.join(file);
        std::fs::write(&path, self.text(values))
            .map_err(|e| Failure::file("write", path.display(), &e))?;
        seating.entrant(&path.display().to_string(), Path::new("."))
    }

    fn shown(&self, values: &[f64]) -> String {
        let one = |((definition, range), v): (&(Definition, Range), &f64)| {
            format!("{} = {}", definition.name, range.written(*v))
        };
        self.chosen.iter().zip(values).map(one).collect::<Vec<_>>().join(", ")
    }
}

/// Searches, then compares the best with the original.
pub fn run(options: &Tune) -> Done {
    if options.candidates == 0 || options.matches_each < 8 {
        return Err(Failure::usage("--candidates must be at least 1, --matches-each at least 8"));
    }
    let file = PathBuf::from(&options.source);
    let source =
        std::fs::read_to_string(&file).map_err(|e| Failure::file("read", file.display(), &e))?;
    let chosen = chosen(&file, &source, &options.param)?;
    let output = output(options, &file)?;
    let mut words = vec![options.source.clone(), options.source.clone()];
    words.extend(options.against.iter().cloned());
    let game = input::game_of_players(options.game.as_deref(), &words)?;
    let mut stage = Stage::new(game, &words, &options.series)?;
    stage.labels[NEW] = "tuned".into();
    stage.labels[OLD] = "original".into();
    let folder = Cache::of_user().workshop().map_err(Failure::ours)?;
    let workshop = Workshop { file, source, chosen, folder: folder.path().into() };
    let seating = Seating::new(game, options.series.judge, options.series.backend);
    let mut seating = seating.with_forward(options.series.forward).quietly();
    let begin = Instant::now();
    let found = search(&mut stage, &workshop, &mut seating, options)?;
    let best = found.best();
    if let Some(best) = best {
        let text = workshop.text(&best.values);
        if let Some(parent) = output.parent() {
            std::fs::create_dir_all(parent)
                .map_err(|e| Failure::file("make", parent.display(), &e))?;
        }
        files::write(&output, text)?;
        stage.words[NEW] = output.display().to_string();
        stage.environment.players[NEW] = seating.entrant(&stage.words[NEW], Path::new("."))?;
    }
    let comparison = match best {
        Some(_) if !found.stopped => Some(verify(&mut stage, options)?),
        _ => None,
    };
    tell(&stage, &workshop, &found, comparison.as_ref(), &output, begin.elapsed().as_secs_f64());
    let stopped = found.stopped || comparison.as_ref().is_some_and(compare::interrupted);
    Ok(if stopped { INTERRUPTED } else { DONE })
}

/// The parameters to tune: those of `--param`, or those that the source marks.
fn chosen(
    file: &Path,
    source: &str,
    params: &[String],
) -> Result<Vec<(Definition, Range)>, Failure> {
    let notation = Notation::of(file);
    let all = definitions(source, notation);
    let names: Vec<&str> = all.iter().map(|d| d.name.as_str()).collect();
    let mut chosen = Vec::new();
    for param in params {
        let wrong = || Failure::usage(format!("`{param}` must be NAME=LO..HI, such as FAR=2..30"));
        let (name, range) = param.split_once('=').ok_or_else(wrong)?;
        let mut same = all.iter().filter(|d| d.name == name);
        let Some(definition) = same.next() else {
            let near = arena::names::nearest(name, names.iter().copied());
            let guess = near.map_or_else(String::new, |n| format!("; did you mean `{n}`?"));
            return Err(Failure::usage(format!(
                "{}: no line defines {name}{guess}",
                file.display()
            ))
            .help(format!("a parameter is a line such as `{}`", notation.example())));
        };
        if same.next().is_some() {
            return Err(Failure::usage(format!("{}: {name} is defined twice", file.display())));
        }
        let range = Range::read(definition, range).map_err(Failure::usage)?;
        chosen.push((definition.clone(), range));
    }
    for definition in all.iter().filter(|_| params.is_empty()) {
        if let Some(mark) = &definition.marked {
            let range = Range::read(definition, mark).map_err(|why| {
                Failure::usage(format!("{}:{}: {why}", file.display(), definition.line))
            })?;
            chosen.push((definition.clone(), range));
        }
    }
    if chosen.is_empty() {
        let why = format!("{}: nothing to tune", file.display());
        return Err(Failure::usage(why).help(format!(
            "name parameters with --param NAME=LO..HI, or mark lines: `{}`",
            notation.example()
        )));
    }
    Ok(chosen)
}

/// Where the tuned source goes: the name must stay, because it is the player's.
fn output(options: &Tune, file: &Path) -> Result<PathBuf, Failure> {
    let name = file.file_name().unwrap_or_default();
    let output = options
        .output
        .clone()
        .unwrap_or_else(|| file.parent().unwrap_or(Path::new("")).join("tuned").join(name));
    let same = |a: &Path, b: &Path| {
        a.canonicalize().ok().is_some_and(|a| b.canonicalize().ok() == Some(a))
    };
    if same(&output, file) {
        return Err(Failure::usage("--output must not be the source itself"));
    }
    if output.file_name() != Some(name) {
        let name = name.to_string_lossy();
        return Err(Failure::usage(format!("--output must have the name {name}")));
    }
    Ok(output)
}

fn search(
    stage: &mut Stage<'_>,
    workshop: &Workshop,
    seating: &mut Seating,
    options: &Tune,
) -> Result<Outcome, Failure> {
    let ranges: Vec<Range> = workshop.chosen.iter().map(|(_, range)| range.clone()).collect();
    let hunt = Hunt {
        ranges,
        candidates: options.candidates,
        matches_each: options.matches_each,
        master: format!("{}.search", stage.master),
    };
    let meter = Meter::candidates(hunt.steps());
    let flag = stage.interrupt.clone();
    let crew = arena::runner::Crew { stop: flag.flag(), threads: stage.crew().threads };
    let mut journal =
        stage.journal(&json!({"tune": hunt, "source": workshop.source}).to_string())?;
    let mut trouble: Option<Failure> = None;
    let mut steps = 0;
    let found = hunt.run(&mut stage.environment, &crew, &mut journal, |values, best| {
        steps += 1;
        meter.show(steps, || format!("best {best:+.3}"));
        let player = workshop.player(seating, values);
        // Ctrl-C ends a compiler in the same terminal too, and its failure is not the candidate's.
        let failed = |failure| trouble = (!flag.asked()).then_some(failure);
        player.map_err(failed).ok()
    });
    meter.finish();
    match trouble {
        Some(failure) => Err(failure),
        None => found.map_err(series::failure),
    }
}

/// The verdict, on seeds that the search never saw.
fn verify(stage: &mut Stage<'_>, options: &Tune) -> Result<Comparison, Failure> {
    let utility = Utility::Place;
    stage.master = format!("{}.verdict", stage.master);
    compare::play(
        stage,
        Question {
            errors: Errors::usual(utility.gain()),
            utility,
            design: Design::Swap,
            matches_max: options.max_matches,
            master: stage.master.clone(),
        },
    )
}

fn tell(
    stage: &Stage<'_>,
    workshop: &Workshop,
    found: &Outcome,
    comparison: Option<&Comparison>,
    output: &Path,
    seconds: f64,
) {
    if stage.json() {
        let best = found.best().map(|best| {
            json!({"values": workshop.shown(&best.values), "difference": best.fresh,
                   "source": output.display().to_string()})
        });
        anstream::println!(
            "{:#}",
            json!({"candidates": found.tried.len(), "finalists": found.finalists, "best": best,
                   "stopped": found.stopped, "resume": found.stopped.then(|| stage.go_on()),
                   "comparison": comparison.map(|c| compare::as_json(stage, c))})
        );
        return;
    }
    let paint = Paint::stdout();
    let mut text = format!("{} candidates tried", found.tried.len());
    let _ = writeln!(text, "{}", if found.stopped { ", then stopped." } else { "." });
    for finalist in &found.finalists {
        let Finalist { values, search, fresh } = finalist;
        let fresh = fresh.map_or_else(|| "not played".into(), |f| format!("{f:+.3}"));
        let _ = writeln!(
            text,
            "  {}   {search:+.3} in the search, {fresh} on new seeds",
            workshop.shown(values)
        );
    }
    match found.best() {
        None if found.stopped => {
            text += "The search did not end, so there is no result.\n";
            let _ = writeln!(text, "To continue: {}", paint.command(stage.go_on()));
        }
        None => text += "No candidate did better than the original.\n",
        Some(best) => {
            let values = paint.bold(workshop.shown(&best.values));
            let _ = writeln!(text, "Best: {values}. Wrote {}\n", output.display());
        }
    }
    if let Some(comparison) = comparison {
        text += &compare::text(stage, comparison, seconds);
    }
    anstream::print!("{text}");
}
