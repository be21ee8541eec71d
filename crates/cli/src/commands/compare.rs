//! `palestra compare`: is the new version better?

use crate::failure::{DONE, Done, Failure, INTERRUPTED};
use crate::input;
use crate::options::{self, Compare, Counts};
use crate::paint::Paint;
use crate::players::mistakes::Mistake;
use crate::result;
use crate::series::{self, Meter, Stage};
use arena::compare::{Comparison, Design, Flip, NEW, OLD, Question};
use arena::runner::End;
use arena::stats::place_points::Utility;
use arena::stats::sequential::{Errors, Finding, SequentialTest};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Instant;

/// A difference that ends the test within so many pairs looks larger than it is.
const SHORT: usize = 300;
/// Matches in which each player is looked at for mistakes.
const CHECKED: usize = 4;
/// Pairs of matches that are named in each direction.
const SHOWN: usize = 3;

/// Compares two players.
pub fn run(options: &Compare) -> Done {
    let mut words = vec![options.new.clone(), options.old.clone()];
    words.extend(options.against.iter().cloned());
    let game = input::game_of_players(options.game.as_deref(), &words)?;
    let question = question(options, String::new())?;
    let stage = Stage::with_checks(game, &words, &options.series, CHECKED)?;
    let question = Question { master: stage.master.clone(), ..question };
    let begin = Instant::now();
    let comparison = play(&stage, question)?;
    if interrupted(&comparison) && comparison.matches() == 0 {
        return Err(Failure::interrupted("the end of the first two matches"));
    }
    if stage.json() {
        anstream::println!("{:#}", as_json(&stage, &comparison));
    } else {
        anstream::print!("{}", text(&stage, &comparison, begin.elapsed().as_secs_f64()));
        let after = "; the matches continued with the judge's build";
        let texts = stage.mistakes().into_iter().map(|found| found.text(Paint::stderr(), after));
        texts.for_each(|text| anstream::eprint!("\n{text}"));
    }
    Ok(if interrupted(&comparison) { INTERRUPTED } else { DONE })
}

/// Whether Ctrl-C ended the comparison.
pub fn interrupted(comparison: &Comparison) -> bool {
    comparison.end == Some(End::Interrupted)
}

/// The question of the options, checked.
fn question(options: &Compare, master: String) -> Result<Question, Failure> {
    let utility = match options.utility {
        Counts::Place => Utility::Place,
        Counts::Share => Utility::Share,
        Counts::Win => Utility::Win,
    };
    let design = match options.design {
        options::Design::Swap => Design::Swap,
        options::Design::Duel => Design::Duel,
    };
    let gain = options.gain.unwrap_or_else(|| utility.gain());
    let errors = Errors { alpha: options.alpha, beta: options.beta, gain };
    errors.check().map_err(Failure::usage)?;
    if options.max_matches < 4 {
        return Err(Failure::usage("--max-matches must be at least 4: two pairs of matches"));
    }
    if design == Design::Duel && !options.against.is_empty() {
        return Err(Failure::usage("a duel has no other players: remove --against"));
    }
    Ok(Question { errors, utility, design, matches_max: options.max_matches, master })
}

/// Plays a comparison: player 0 of the stage against player 1.
pub fn play(stage: &Stage<'_>, question: Question) -> Result<Comparison, Failure> {
    let mut journal = stage.journal(&json!({"compare": question}).to_string())?;
    let bound = question.matches_max;
    let mut comparison = Comparison::new(question);
    let meter = Meter::up_to(bound);
    let watch = |now: &Comparison| {
        meter.show(now.matches(), || format!("difference {:+.3}", now.test().mean()));
    };
    let ended = comparison.run(&stage.environment, &stage.crew(), &mut journal, watch);
    meter.finish();
    ended.map_err(series::failure)?;
    Ok(comparison)
}

/// The finding in one word for machines.
fn word(comparison: &Comparison) -> &'static str {
    match (comparison.same, comparison.finding(), comparison.end) {
        (true, ..) => "same_player",
        (_, Some(Finding::Better), _) => "better",
        (_, Some(Finding::Worse), _) => "worse",
        (_, Some(Finding::NoDifference), _) => "no_difference",
        (_, None, Some(End::Interrupted)) => "interrupted",
        (_, None, _) => "undecided",
    }
}

/// The comparison for people.
pub fn text(stage: &Stage<'_>, comparison: &Comparison, seconds: f64) -> String {
    let paint = Paint::stdout();
    let (new, old) = (&stage.labels[NEW], &stage.labels[OLD]);
    let question = &comparison.question;
    let mut text = format!(
        "{} against {}   {}   seed {}\n{}\n\n",
        paint.bold(new),
        paint.bold(old),
        stage.about(),
        paint.bold(&stage.master),
        paint.dim(company(stage, question.design)),
    );
    let _ = writeln!(text, "{}\n", finding(stage, comparison, paint));
    if comparison.same {
        return text;
    }
    let percent = 100.0 * (1.0 - question.errors.alpha);
    let head = format!("  {:20}{:>11}   {percent} % interval", "new minus old", "difference");
    let _ = writeln!(text, "{}", paint.dim(head));
    for (test, utility) in comparison.tests.iter().zip(Utility::ALL) {
        let (low, high) = test.interval();
        let mark = if utility == question.utility { "decides" } else { "" };
        let line =
            format!("  {:20}{:>+11.3}   {low:+.3} to {high:+.3}   ", utility.title(), test.mean());
        let _ = writeln!(text, "{line}{}", paint.dim(mark));
    }
    if comparison.negative {
        text += "  The share counts scores below 0 as 0.\n";
    }
    let flips = comparison.flips.len();
    let _ = writeln!(
        text,
        "\n{} matches in {} pairs; NEW and OLD got different results in {flips} pairs. \
         {seconds:.1} s.",
        paint.number(comparison.matches() as i64),
        paint.number(comparison.test().blocks() as i64),
    );
    let decided = matches!(comparison.finding(), Some(Finding::Better | Finding::Worse));
    if decided && comparison.test().blocks() < SHORT {
        text += "After a short test the measured difference is often too large. The \
                 interval holds.\n";
    }
    text += &freezes(stage, comparison, paint);
    text += &examples(stage, comparison, paint);
    if interrupted(comparison) {
        let _ = writeln!(text, "\nTo continue: {}", paint.command(stage.go_on()));
    }
    text
}

/// A description of the other players.
fn company(stage: &Stage<'_>, design: Design) -> String {
    let rivals = &stage.labels[OLD + 1..];
    let old = &stage.labels[OLD];
    match (design, rivals.len()) {
        (Design::Duel, _) => {
            "duel, two against two: a quick first test that does not hold for matches with other \
             players"
                .into()
        }
        (_, 0) => format!("against three copies of {old}; name your rivals with --against"),
        (_, 1 | 2) => format!("among {} and copies of {old}", rivals.join(", ")),
        _ => format!("among {}", rivals.join(", ")),
    }
}

fn finding(stage: &Stage<'_>, comparison: &Comparison, paint: Paint) -> String {
    let (new, old) = (&stage.labels[NEW], &stage.labels[OLD]);
    let (gain, matches) = (comparison.question.errors.gain, comparison.question.matches_max);
    let (title, sentence) = match word(comparison) {
        "same_player" => (
            "SAME PLAYER",
            "both are the same program, so no match was \
         played"
                .into(),
        ),
        "better" => ("BETTER", format!("{new} does better than {old}")),
        "worse" => ("WORSE", format!("{new} does worse than {old}")),
        "no_difference" => ("NO DIFFERENCE", format!("a difference, if any, is below {gain}")),
        "interrupted" => ("STOPPED", "before the test was certain".into()),
        _ => ("UNDECIDED", format!("after {matches} matches, the bound")),
    };
    let less = if comparison.by_less_than_gain() {
        format!(", by less than the gain of {gain}")
    } else {
        String::new()
    };
    format!("{}: {sentence}{less}.", paint.bold(title))
}

fn freezes(stage: &Stage<'_>, comparison: &Comparison, paint: Paint) -> String {
    let mut text = String::new();
    for (player, freezes) in comparison.freezes.iter().enumerate().filter(|(_, f)| f.count > 0) {
        let label = &stage.labels[player];
        let times = freezes.count;
        let _ = writeln!(text, "\n{label} was frozen in {times} of its matches; the first time:");
        for (fixture, freeze) in freezes.receipts.iter().take(1) {
            text += &result::receipt(paint, label, freeze, None, &stage.replay(fixture));
        }
    }
    text
}

/// Pairs of matches that show the difference, the clearest first.
fn examples(stage: &Stage<'_>, comparison: &Comparison, paint: Paint) -> String {
    let mut text = String::new();
    let (new, old) = (&stage.labels[NEW], &stage.labels[OLD]);
    for (sign, who) in [(1.0, new), (-1.0, old)] {
        let mut flips: Vec<&Flip> =
            comparison.flips.iter().filter(|f| f.difference * sign > 0.0).collect();
        flips.sort_by(|a, b| (b.difference * sign).total_cmp(&(a.difference * sign)));
        if flips.is_empty() {
            continue;
        }
        let all = flips.len();
        let _ = writeln!(text, "\n{} did better in {all} pairs. Examples:", paint.bold(who));
        for flip in flips.into_iter().take(SHOWN) {
            let (one, two) = (flip.new_place, flip.old_place);
            let [first, second] = flip.fixtures.map(|f| stage.replay(&f));
            let _ = writeln!(text, "  {new} place {one}: {}", paint.command(first));
            let _ = writeln!(text, "  {old} place {two}: {}", paint.command(second));
        }
    }
    text
}

/// The comparison for programs.
pub fn as_json(stage: &Stage<'_>, comparison: &Comparison) -> Value {
    let effect = |(test, utility): (&SequentialTest, Utility)| {
        let (low, high) = test.interval();
        json!({"utility": utility, "difference": test.mean(), "low": low, "high": high,
               "deviation": test.deviation()})
    };
    let effects: Vec<Value> = comparison.tests.iter().zip(Utility::ALL).map(effect).collect();
    let flips: Vec<Value> = comparison.flips.iter().map(|flip| flip_json(stage, flip)).collect();
    let freezes = |player: usize| {
        let freezes = &comparison.freezes[player];
        let receipts: Vec<Value> = freezes
            .receipts
            .iter()
            .map(|(fixture, freeze)| json!({"receipt": freeze, "replay": stage.replay(fixture)}))
            .collect();
        json!({"matches": freezes.count, "receipts": receipts})
    };
    let players = &stage.environment.players;
    json!({
        "game": stage.environment.game.facts().id,
        "settings": stage.environment.boards.iter().map(|b| &b.name).collect::<Vec<_>>(),
        "new": {"name": stage.labels[NEW], "digest": players[NEW].seated.digest},
        "old": {"name": stage.labels[OLD], "digest": players[OLD].seated.digest},
        "against": stage.labels[OLD + 1..],
        "question": comparison.question,
        "verdict": word(comparison),
        "by_less_than_gain": comparison.by_less_than_gain(),
        "blocks": comparison.test().blocks(),
        "matches": comparison.matches(),
        "forecast_matches": 2.0 * comparison.test().forecast(),
        "effects": effects,
        "flips": flips,
        "freezes": {"new": freezes(NEW), "old": freezes(OLD)},
        "mistakes": stage.mistakes().iter().map(Mistake::json).collect::<Vec<_>>(),
        "resume": interrupted(comparison).then(|| stage.go_on()),
    })
}

fn flip_json(stage: &Stage<'_>, flip: &Flip) -> Value {
    let [new, old] = flip.fixtures.map(|f| stage.replay(&f));
    json!({"block": flip.block, "seed": flip.fixtures[0].seed, "difference": flip.difference,
           "new_place": flip.new_place, "old_place": flip.old_place,
           "replay_new": new, "replay_old": old})
}
