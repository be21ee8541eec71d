//! `palestra board`: a new board for games whose settings files hold boards written out.

use crate::failure::{DONE, Done, Failure};
use crate::files;
use crate::input;
use crate::options::DrawBoard;
use engine::Facts;
use engine::parameters::Value;

/// Draws a settings file with a new board.
pub fn run(options: &DrawBoard) -> Done {
    let game = input::game(&options.game)?;
    let facts = game.facts();
    let seed = input::seed(game, options.seed.as_deref())?;
    let number = seed.parse().map_err(|_| {
        Failure::usage(format!(
            "the seed `{seed}` is not a \
     number"
        ))
    })?;
    let rows = options.rows.or_else(|| default(facts, "rows")).unwrap_or_default();
    let cols = options.cols.or_else(|| default(facts, "cols")).unwrap_or_default();
    let Some(drawn) = game.draw_settings(number, rows, cols) else {
        let message = format!("{} has no boards to draw", facts.title);
        let help = "a settings file of this game can name a generator: see the manual";
        return Err(Failure::usage(message).help(help));
    };
    let text = drawn.map_err(Failure::usage)?;
    anstream::eprintln!("seed {seed}");
    match &options.output {
        Some(path) => files::write(path, text)?,
        None => anstream::print!("{text}"),
    }
    Ok(DONE)
}

/// The default of a parameter.
fn default(facts: &Facts, name: &str) -> Option<i32> {
    match facts.parameters.iter().find(|p| p.key == name)?.default {
        Value::Whole(value) => Some(value),
        Value::Real(_) => None,
    }
}
