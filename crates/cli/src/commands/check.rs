//! `palestra check`: checks a player against the judge's rules and limits.
//!
//! The player plays a few matches with the judge's limits, once as it is and, when it is a
//! source, with a build with checks beside it.

use crate::failure::{DONE, Done, FROZEN, Failure, MISTAKE, USAGE};
use crate::input;
use crate::options::{Backend, Check};
use crate::paint::Paint;
use crate::players::Seating;
use crate::players::mistakes::{self, Mistake};
use crate::result;
use arena::play::Nobody;
use arena::{Entrant, Plan, Played, Products};
use engine::{DynGame, Ending, Freeze, Ruleset, Setup};
use serde_json::json;
use std::path::{Path, PathBuf};
use toolchain::Language;

/// One match of the check.
struct Bout {
    seed: usize,
    seat: usize,
    played: Played,
    orders: usize,
}

/// Checks a player.
pub fn run(options: &Check) -> Done {
    let word = &options.player;
    let game = match &options.game {
        Some(name) => input::game(name)?,
        None => input::game_of_source(Path::new(word))?,
    };
    let mut seating = Seating::new(game, true, Backend::Wasm)
        .with_forward(options.forward)
        .with_checks(usize::MAX)
        .freezing_on_timeout()
        .retelling();
    let bouts = bouts(game, &seating.entrant(word, Path::new("."))?, &mut seating)?;
    let frozen = bouts.iter().find_map(freeze);
    let mistake = mistakes::all(seating.searches()).into_iter().next();
    let rules = rules(game, word, options.forward)?;
    let (mut doubts, refused) = (Vec::new(), frozen.is_some() || !rules.is_empty());
    if options.json {
        let rows: Vec<_> = bouts.iter().map(row).collect();
        anstream::println!(
            "{:#}",
            json!({"game": game.facts().id, "player": word, "rules": rules,
                   "passed": frozen.is_none() && rules.is_empty(),
                   "frozen": frozen, "mistake": mistake.as_ref().map(Mistake::json),
                   "matches": rows})
        );
    } else {
        tell(game, word, &bouts, frozen, &rules);
        doubts.extend(mistake.as_ref().map(|found| {
            anstream::print!("{}", found.text(Paint::stdout(), ""));
            "the build with checks found a mistake"
        }));
        #[cfg(unix)]
        if options.native && !compare(game, word, &bouts)? {
            doubts.push("the native build gives other orders");
        }
        conclude(bouts.len(), refused, &doubts);
    }
    Ok(match frozen {
        Some(_) => FROZEN,
        None if !rules.is_empty() => USAGE,
        None if mistake.is_some() || !doubts.is_empty() => MISTAKE,
        None => DONE,
    })
}

/// The last line: what the judge does with the player, and what is wrong with it all the same.
fn conclude(matches: usize, refused: bool, doubts: &[&str]) {
    let paint = Paint::stdout();
    if refused {
        return;
    }
    match doubts {
        [] => anstream::println!(
            "{}: it compiles, keeps to the limits and played {matches} matches.",
            paint.bold("Accepted")
        ),
        doubts => anstream::println!("{} {}.", paint.bold("Accepted, but"), doubts.join(", and ")),
    }
}

/// The faults of the source against the judge's rules. The judge refuses such a source before it
/// compiles it.
fn rules(game: &dyn DynGame, word: &str, forward: bool) -> Result<Vec<String>, Failure> {
    let taken = |path: &PathBuf| {
        path.extension().is_some_and(|e| ["cc", "rs", "js", "py"].iter().any(|ending| e == *ending))
    };
    let Some(path) = source(game, word).filter(taken) else { return Ok(Vec::new()) };
    let text = std::fs::read(&path).map_err(|e| Failure::file("read", path.display(), &e))?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = stem.strip_prefix("AI").unwrap_or(&stem);
    Ok(worker::rules::usual(&file, name, &text, forward))
}

/// The same source as a local program, in the situations of these matches: where it gives other
/// orders, the player has a mistake that no compiler need show. Answers whether they are the same.
#[cfg(unix)]
fn compare(game: &dyn DynGame, word: &str, bouts: &[Bout]) -> Result<bool, Failure> {
    use crate::native::{Rerun, build, explain};
    use std::process::Command;
    let paint = Paint::stdout();
    let Ok(arena::Found::Source(source)) = arena::roster::find(game, word, Path::new(".")) else {
        return Err(Failure::usage(format!(
            "{word} is not a source: name a file AIName.cc, .py or .js"
        )));
    };
    let language = Language::of(&source);
    if language == Language::Rust {
        let file = source.display();
        let why = format!("{file}: --native compares players in C++, Python and JavaScript");
        return Err(Failure::usage(why));
    }
    let program = build(game, &source, toolchain::Purpose::Match)?;
    let mut rounds = 0;
    for bout in bouts {
        let Some(record) = &bout.played.record else { continue };
        let rerun = Rerun::new(record, game, bout.seat)?;
        let ran = rerun.run(Command::new(&program))?;
        let end = rerun.early_end(&ran);
        let what = match (rerun.difference(&ran.answers), end) {
            (Some(other), _) => format!("it gives other orders, first difference in {other}"),
            (None, Some(end)) => end,
            (None, None) => {
                rounds += rerun.rounds().len();
                continue;
            }
        };
        let place = format!("seed {}, seat {}", bout.seed, bout.seat);
        anstream::println!("{} ({place}): {what}", paint.bold("Different in the native build"));
        let cpp = language == Language::Cpp;
        let reasons = if cpp { explain(game, &source, &rerun) } else { Vec::new() };
        if reasons.is_empty() {
            anstream::println!("  No reason found. Usual reasons: {}.", usual(language));
        }
        reasons.iter().for_each(|reason| anstream::println!("  {reason}"));
        return Ok(false);
    }
    anstream::println!("The native build gives the same orders in all {rounds} rounds.");
    Ok(true)
}

/// Why players in a language give other orders natively.
#[cfg(unix)]
fn usual(language: Language) -> &'static str {
    match language {
        Language::Cpp | Language::Rust => {
            "order of evaluation,\n  unset variables, indices out of range, 32-bit `long`"
        }
        Language::Python => "the order of keys in a `dict` or a `set`,\n  `hash`, texts of numbers",
        Language::Js => "`Date`, texts of exceptions",
    }
}

fn source(game: &dyn DynGame, word: &str) -> Option<PathBuf> {
    match arena::roster::find(game, word, Path::new(".")) {
        Ok(arena::Found::Source(path)) => Some(path),
        _ => None,
    }
}

/// One match from every seat, against the game's own players that do something.
fn bouts(
    game: &'static dyn DynGame,
    player: &Entrant,
    seating: &mut Seating,
) -> Result<Vec<Bout>, Failure> {
    let settings = input::settings(game, None)?;
    let seats = game.check_settings(&settings.text).map_err(|r| input::refused(&settings, &r))?;
    let own: Vec<String> =
        game.facts().players.iter().filter(|n| **n != "Null").map(|n| (*n).to_string()).collect();
    let rivals = seating.entrants(&own, Path::new("."))?;
    let mut bouts = Vec::new();
    for seat in 0..seats {
        let at = |s: usize| if s == seat { player } else { &rivals[s % rivals.len()] };
        let entrants: Vec<Entrant> = (0..seats).map(|s| at(s).clone()).collect();
        let setup = Setup {
            seed: (seat + 1).to_string(),
            ruleset: Ruleset::Statement,
            names: entrants.iter().map(|e| e.seated.name.clone()).collect(),
            judged: true,
        };
        let plan = Plan { game, settings: &settings.text, setup, entrants: &entrants };
        let products = Products { record: true, ..Products::default() };
        let played = arena::play::play(&plan, products, &mut Nobody).map_err(Failure::usage)?;
        if let Ending::Voided { message, .. } = &played.outcome.ending {
            return Err(Failure::ours(message));
        }
        let rounds = played.record.iter().flat_map(|r| &r.rounds);
        let orders = rounds.map(|r| r.seats[seat].orders.len()).sum();
        bouts.push(Bout { seed: seat + 1, seat, played, orders });
    }
    Ok(bouts)
}

fn freeze(bout: &Bout) -> Option<&Freeze> {
    bout.played.outcome.freezes.iter().find(|f| f.seat == bout.seat)
}

fn place(bout: &Bout) -> usize {
    result::places(&bout.played.outcome.scores)[bout.seat]
}

fn row(bout: &Bout) -> serde_json::Value {
    let outcome = &bout.played.outcome;
    json!({
        "seed": bout.seed,
        "seat": bout.seat,
        "place": place(bout),
        "score": outcome.scores[bout.seat],
        "status": outcome.status[bout.seat],
        "orders": bout.orders,
    })
}

fn tell(game: &dyn DynGame, word: &str, bouts: &[Bout], frozen: Option<&Freeze>, rules: &[String]) {
    let paint = Paint::stdout();
    // The game may have been guessed: whoever reads this must see a wrong guess.
    anstream::println!("{}", paint.bold(game.facts().title));
    anstream::println!("{}", paint.dim("seed seat  place     score   orders  fuel"));
    for bout in bouts {
        let outcome = &bout.played.outcome;
        let fuel = match outcome.status[bout.seat] {
            s if s < 0.0 => "frozen".into(),
            s => format!("{:.1} %", 100.0 * s),
        };
        anstream::println!(
            "{:>4} {} {}  {:>5}  {:>8}  {:>7}  {fuel}",
            bout.seed,
            paint.mark(bout.seat),
            bout.seat,
            place(bout),
            paint.number(outcome.scores[bout.seat]),
            paint.number(bout.orders as i64),
        );
    }
    anstream::println!();
    let again = format!("palestra check {word} --game {}", game.facts().id);
    if let Some(freeze) = frozen {
        anstream::print!(
            "{}",
            result::receipt(paint, word, freeze, source(game, word).as_deref(), &again)
        );
        anstream::println!("{}: the judge would freeze it.", paint.bold("Not accepted"));
        return;
    }
    if !rules.is_empty() {
        rules.iter().for_each(|line| anstream::println!("{line}"));
        anstream::println!("{}: the source breaks the judge's rules.", paint.bold("Not accepted"));
        return;
    }
    if bouts.iter().all(|b| b.orders == 0) {
        anstream::println!(
            "The player never gave an order. Call the order functions in play(): {} lists them.",
            paint.command(format!("palestra games {} --manual", game.facts().id))
        );
    }
    match source(game, word).map(|path| Language::of(&path)) {
        Some(Language::Cpp) => {}
        Some(language) => {
            let title = language.title();
            anstream::println!("A judge takes the player if its season takes {title}.");
        }
        None => anstream::println!("A judge takes only sources: AIName.cc, .rs, .js or .py."),
    }
}
