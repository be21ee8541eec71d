//! `palestra qualify`: the judge's qualification, rehearsed.

use crate::failure::{DONE, Done, Failure, INTERRUPTED};
use crate::input;
use crate::options::{self, Qualify};
use crate::paint::Paint;
use crate::report::percent;
use crate::result;
use crate::series::{self, Meter, Stage};
use arena::qualify::{PLAYER, REFERENCE, Rehearsals, Rule, came_first, seat};
use arena::runner::End;
use arena::schedule::Fixture;
use arena::stats::place_points::place;
use serde_json::{Value, json};
use std::fmt::Write;

/// More rehearsals than this tell nothing new.
const REHEARSALS_MAX: u64 = 100_000;

/// Rehearses a qualification.
pub fn run(options: &Qualify) -> Done {
    let rule = Rule { matches: options.matches, needed: options.needed };
    if !(1..=100).contains(&rule.matches) || !(1..=rule.matches).contains(&rule.needed) {
        return Err(Failure::usage("--matches must be from 1 to 100, --needed at most that many"));
    }
    if !(1..=REHEARSALS_MAX).contains(&options.rehearsals) {
        return Err(Failure::usage(format!("--rehearsals must be from 1 to {REHEARSALS_MAX}")));
    }
    let rival = options.rival.clone().unwrap_or_else(|| REFERENCE.into());
    let words = [options.player.clone(), rival];
    let game = input::game_of_players(options.game.as_deref(), &words)?;
    // What the judge plays it plays with its limits.
    let series = options::Series { judge: true, ..options.series.clone() };
    let stage = Stage::new(game, &words, &series)?;
    let plan = json!({"qualify": {"rule": rule, "rehearsals": options.rehearsals}}).to_string();
    let mut journal = stage.journal(&plan)?;
    let mut rehearsals = Rehearsals::new(rule, &stage.master);
    let all = options.rehearsals * rule.matches as u64;
    let meter = Meter::new(all);
    let watch = |now: &Rehearsals| {
        meter.show(now.played * rule.matches as u64, || {
            format!("passed {} of {}", now.passed, now.played)
        });
    };
    let (environment, crew) = (&stage.environment, stage.crew());
    let ended = rehearsals.run(environment, options.rehearsals, &crew, &mut journal, watch);
    meter.finish();
    ended.map_err(series::failure)?;
    if rehearsals.played == 0 {
        return Err(Failure::interrupted("the end of the first rehearsal"));
    }
    if stage.json() {
        anstream::println!("{:#}", as_json(&stage, &rehearsals));
    } else {
        anstream::print!("{}", text(&stage, &rehearsals));
    }
    Ok(if rehearsals.end == Some(End::Interrupted) { INTERRUPTED } else { DONE })
}

fn text(stage: &Stage<'_>, all: &Rehearsals) -> String {
    let paint = Paint::stdout();
    let (label, rule) = (&stage.labels[PLAYER], all.rule);
    let rivals = &stage.labels[1];
    let mut text = format!(
        "{} against three {rivals}   {}   seed {}\n{}\n\nA rehearsal\n",
        paint.bold(label),
        stage.about(),
        paint.bold(&stage.master),
        paint.dim(format!(
            "to pass: only winner of {} of {} matches, from every seat in turn",
            rule.needed, rule.matches
        )),
    );
    for (k, (fixture, score)) in all.first.iter().enumerate() {
        let seat = seat(k);
        let outcome = if came_first(&score.scores, seat) { "first" } else { "not first" };
        let _ = writeln!(
            text,
            "  {} seat {seat}  place {}  score {:>8}  {outcome:9}  {}",
            paint.mark(seat),
            place(&score.scores, seat),
            paint.number(score.scores[seat]),
            paint.command(stage.replay(fixture)),
        );
    }
    let (p, low, high) = all.probability();
    let _ = writeln!(
        text,
        "\n{}: passed {} of {} rehearsals.\nWith 95 % confidence it passes in {:.1} to {:.1} % of \
         all qualifications.",
        paint.bold(format!("Passes with probability {p:.2}")),
        all.passed,
        all.played,
        100.0 * low,
        100.0 * high,
    );
    let won: Vec<String> = (0..4)
        .filter(|s| all.seats[*s].0 > 0)
        .map(|s| {
            let (played, won) = all.seats[s];
            format!("{} {} %", paint.mark(s), percent(won as f64 / played as f64))
        })
        .collect();
    let fuel = match all.most {
        most if most > 0.0 => format!("\nIt used at most {:.1} % of its budget.", 100.0 * most),
        _ => String::new(),
    };
    let _ = writeln!(text, "Only winner, by seat: {}.{fuel}", won.join("  "));
    text += &trouble(stage, all, paint);
    if all.end == Some(End::Interrupted) {
        let _ = writeln!(text, "\nTo continue: {}", paint.command(stage.go_on()));
    }
    text
}

/// Freezes, and matches that were not won.
fn trouble(stage: &Stage<'_>, all: &Rehearsals, paint: Paint) -> String {
    let label = &stage.labels[PLAYER];
    let mut text = String::new();
    if let (count, Some((fixture, freeze))) = &all.freezes {
        let _ = writeln!(text, "\n{label} was frozen in {count} matches; the first time:");
        text += &result::receipt(paint, label, freeze, None, &stage.replay(fixture));
    }
    let lost: Vec<&Fixture> = all.lost.iter().flatten().map(|(fixture, _)| fixture).collect();
    if !lost.is_empty() {
        text += "\nNot first, for example:\n";
    }
    for fixture in lost {
        let _ = writeln!(text, "  {}", paint.command(stage.replay(fixture)));
    }
    text
}

fn as_json(stage: &Stage<'_>, all: &Rehearsals) -> Value {
    let (p, low, high) = all.probability();
    let lost: Vec<String> =
        all.lost.iter().flatten().map(|(fixture, _)| stage.replay(fixture)).collect();
    let first: Vec<Value> = all
        .first
        .iter()
        .enumerate()
        .map(|(k, (fixture, score))| {
            json!({"seed": score.seed, "seat": seat(k), "scores": score.scores,
                   "status": score.status, "place": place(&score.scores, seat(k)),
                   "first": came_first(&score.scores, seat(k)), "replay": stage.replay(fixture)})
        })
        .collect();
    let receipt = all
        .freezes
        .1
        .as_ref()
        .map(|(fixture, freeze)| json!({"receipt": freeze, "replay": stage.replay(fixture)}));
    json!({
        "game": stage.environment.game.facts().id,
        "player": stage.labels[PLAYER],
        "rule": all.rule,
        "master_seed": stage.master,
        "rehearsals": all.played,
        "passed": all.passed,
        "probability": p,
        "low": low,
        "high": high,
        "seats": all.seats.map(|(played, won)| json!({"matches": played, "first": won})),
        "first_rehearsal": first,
        "not_first": lost,
        "most_of_the_budget": all.most,
        "frozen": {"matches": all.freezes.0, "receipt": receipt},
        "resume": (all.end == Some(End::Interrupted)).then(|| stage.go_on()),
    })
}
