//! `palestra bench`: how fast the games run on this machine.

use crate::failure::{DONE, Done, Failure};
use crate::input;
use crate::options::Bench;
use crate::paint::Paint;
use arena::play::Nobody;
use arena::{Entrant, Plan, Products};
use engine::{DynGame, Ruleset, Setup};
use serde_json::json;
use std::time::Instant;

/// Measures one game or all.
pub fn run(options: &Bench) -> Done {
    let all = match &options.game {
        Some(name) => vec![input::game(name)?],
        None => games::ALL.to_vec(),
    };
    let mut figures = Vec::new();
    for game in all {
        for name in game.facts().players {
            for res in [false, true] {
                let rounds = rounds_per_second(game, name, res, options.matches.max(1))?;
                figures.push((game.facts().id, *name, res, rounds));
            }
        }
    }
    if options.json {
        let rows: Vec<_> = figures
            .iter()
            .map(|(game, player, res, rounds)| {
                json!({"game": game, "player": player, "result_file": res,
                       "rounds_per_second": rounds})
            })
            .collect();
        anstream::println!("{:#}", serde_json::Value::Array(rows));
        return Ok(DONE);
    }
    let paint = Paint::stdout();
    let head =
        format!("{:16}{:12}{:>16}{:>22}", "game", "player × 4", "rounds/s", "with result file");
    anstream::println!("{}", paint.dim(head));
    for pair in figures.chunks(2) {
        if let [(game, player, _, without), (_, _, _, with)] = pair {
            let (without, with) = (paint.number(*without as i64), paint.number(*with as i64));
            anstream::println!("{game:16}{player:12}{without:>16}{with:>22}");
        }
    }
    Ok(DONE)
}

fn rounds_per_second(
    game: &'static dyn DynGame,
    player: &'static str,
    res: bool,
    matches: u32,
) -> Result<f64, Failure> {
    let settings = input::settings(game, None)?;
    let seats = game.check_settings(&settings.text).map_err(|r| input::refused(&settings, &r))?;
    let entrants = vec![Entrant::built_in(game, player); seats];
    let mut rounds = 0;
    let begin = Instant::now();
    for seed in 1..=matches {
        let setup = Setup {
            seed: seed.to_string(),
            ruleset: Ruleset::Statement,
            names: vec![player.into(); seats],
            judged: false,
        };
        let plan = Plan { game, settings: &settings.text, setup, entrants: &entrants };
        let products = Products {
            res: res.then(|| Box::new(std::io::sink()) as Box<dyn std::io::Write>),
            ..Products::default()
        };
        rounds += arena::play::play(&plan, products, &mut Nobody).map_err(Failure::ours)?.rounds;
    }
    Ok(rounds as f64 / begin.elapsed().as_secs_f64())
}
