//! `palestra league`: everybody against everybody.

use crate::failure::{DONE, Done, Failure, INTERRUPTED};
use crate::files;
use crate::input;
use crate::options;
#[cfg(feature = "players")]
use crate::report::html;
use crate::report::{Report, csv, json, text};
use crate::series::{self, Meter, Stage};
use arena::league::{League, Plan, usual_visits};
use arena::schedule::{PLAYERS_MIN, ROTATIONS};
use std::path::Path;
use std::time::Instant;

/// More matches than this are a slip of the finger.
const MATCHES_MAX: usize = 1_000_000;
/// More players than this make a report that nobody can read.
const PLAYERS_MAX: usize = 200;

/// Plays a league and reports.
pub fn run(options: &options::League) -> Done {
    let mut words = options.players.clone();
    if let Some(fill) = &options.fill {
        words.resize(words.len().max(PLAYERS_MIN), fill.clone());
    }
    if words.len() < PLAYERS_MIN {
        let named = words.len();
        return Err(Failure::usage(format!("a league needs four players; you named {named}"))
            .help("name more players, or add copies with --fill PLAYER"));
    }
    if words.len() > PLAYERS_MAX {
        return Err(Failure::usage(format!("a league has at most {PLAYERS_MAX} players")));
    }
    let matches = options.matches.unwrap_or(ROTATIONS * usual_visits(words.len()));
    if !(1..=MATCHES_MAX).contains(&matches) {
        return Err(Failure::usage(format!("--matches must be from 1 to {MATCHES_MAX}")));
    }
    for file in [&options.csv, &options.csv_matches] {
        files::has_folder(file.as_deref())?;
    }
    #[cfg(feature = "players")]
    files::has_folder(options.html.as_deref())?;
    let game = input::game_of_players(options.game.as_deref(), &words)?;
    let stage = Stage::new(game, &words, &options.series)?;
    let visits = matches.div_ceil(ROTATIONS);
    let begin = Instant::now();
    let league = play(&stage, Plan { visits, master: stage.master.clone() })?;
    if league.bouts.is_empty() {
        return Err(Failure::interrupted("the end of the first match"));
    }
    let report = Report::new(&stage, &league);
    if stage.json() {
        anstream::println!("{:#}", json::league(&report));
    } else {
        anstream::print!("{}", text::league(&report, begin.elapsed().as_secs_f64()));
    }
    // The table is on the terminal also when a file cannot be written.
    #[cfg(feature = "players")]
    write(options.html.as_deref(), || html::page(&report))?;
    write(options.csv.as_deref(), || csv::standings(&report))?;
    write(options.csv_matches.as_deref(), || csv::matches(&report))?;
    #[cfg(feature = "players")]
    if let (Some(path), false) = (&options.html, stage.json()) {
        anstream::println!("Wrote {}", path.display());
    }
    Ok(if league.bouts.len() < ROTATIONS * visits { INTERRUPTED } else { DONE })
}

/// Plays the matches of a league.
fn play(stage: &Stage<'_>, plan: Plan) -> Result<League, Failure> {
    let mut journal = stage.journal(&serde_json::json!({"league": plan}).to_string())?;
    let all = (plan.visits * ROTATIONS) as u64;
    let mut league = League::new(&stage.environment, plan);
    let meter = Meter::new(all);
    let watch = |now: &League| meter.show(now.bouts.len() as u64, String::new);
    let ended = league.run(&stage.environment, &stage.crew(), &mut journal, watch);
    meter.finish();
    ended.map_err(series::failure)?;
    Ok(league)
}

fn write(path: Option<&Path>, text: impl FnOnce() -> String) -> Result<(), Failure> {
    match path {
        None => Ok(()),
        Some(path) => files::write(path, text()),
    }
}
